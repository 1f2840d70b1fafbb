"""The command line: many pages at once, into an output, and what methods keep of them side by side."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import click

from markwindow import compare as comparison
from markwindow.archive import show
from markwindow.archive.journal import Mode, RunError
from markwindow.archive.outputs import comparisons, is_output
from markwindow.archive.progress import progress
from markwindow.archive.records import Extraction, Record, to_line
from markwindow.archive.sinks import SINKS
from markwindow.archive.sources import PageError, RawPage, count_pages, is_single_page, open_sources
from markwindow.cli_options import how_options, methods_named
from markwindow.cli_sources import (
    MOST_FAILURES_TOLD,
    check_sources,
    column_option,
    no_pages,
    sources_argument,
    tell,
)
from markwindow.compare import METHODS_COMPARED, Comparison


def _source_or_output(context: click.Context, option: click.Parameter, word: str) -> tuple[str, ...]:
    return (word,) if is_output(word) else check_sources(context, option, word)


@click.command()
@click.argument("source", metavar="SRC", callback=_source_or_output)
@column_option
@click.option(
    "--methods", callback=methods_named, default=",".join(METHODS_COMPARED), show_default=True, metavar="M,…"
)
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON, one page a line.")
@how_options
def compare(
    source: tuple[str, ...], column: str | None, methods: tuple[str, ...], as_json: bool, how: Extraction
) -> int:
    """Show what each method keeps of a page, or of every page in an archive, most divergent first.

    SRC may also be what `markwindow archive … --methods title,density` wrote: then its texts are compared.
    """
    if len(methods) < 2:
        raise click.UsageError("--methods wants at least two methods, like title,density.")
    how = replace(how, methods=methods)
    is_single = is_single_page(source) and not is_output(source[0])
    found: list[Comparison] = []
    failed = 0
    for label, one in _comparisons(source, column, how):
        if isinstance(one, str):
            failed += 1
            tell(f"{label}: {one}")
            continue
        found.append(one if is_single else one.without_text())
        if not one.union:
            tell(f"{label}: no text by any of these methods.")
    found = comparison.most_divergent_first(found)
    if as_json:
        for one in found:
            click.echo(to_line(one.to_dict(with_text=is_single)))
        if not is_single:
            click.echo(to_line({"totals": comparison.totals(found)}))
    elif is_single and found:
        show.show_comparison(found[0], show.console())
    elif found:
        show.show_comparisons(found, show.console())
    elif not failed:
        tell(no_pages(source))
    return 0 if found and not failed and all(one.union for one in found) else 1


@click.command()
@sources_argument
@column_option
@click.option("-o", "--out", required=True, metavar="OUT", help="The file, or for text the folder, to write.")
@click.option("--to", type=click.Choice(tuple(SINKS)), help="Kind of output; guessed from OUT without it.")
@click.option(
    "--methods", "--method", callback=methods_named, metavar="M,…", help="Several give a record each."
)
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Processes; without it one a processor."
)
@click.option("--ordered", is_flag=True, help="Records in the order of the sources.")
@click.option(
    "--site-pass", is_flag=True, help="First read all pages: what a site repeats goes, links tell titles."
)
@click.option(
    "--join-parts", is_flag=True, help="A text in several pages is joined in the first one's record."
)
@click.option("--resume", is_flag=True, help="Go on with what is there; no page is done twice.")
@click.option("--overwrite", is_flag=True, help="Begin anew, whatever is there.")
@click.option("--summary", "summary_file", metavar="FILE", help="Write the summary there too, as JSON.")
@click.option("--quiet", is_flag=True, help="No progress, no summary.")
@how_options
def archive(
    sources: tuple[str, ...],
    column: str | None,
    out: str,
    to: str | None,
    methods: tuple[str, ...],
    jobs: int | None,
    ordered: bool,
    site_pass: bool,
    join_parts: bool,
    resume: bool,
    overwrite: bool,
    summary_file: str | None,
    quiet: bool,
    how: Extraction,
) -> int:
    """Extract all pages of archives into one file or folder of records.

    SRC is a folder, a zip, tar or WARC file, MHTML, JSON Lines or Parquet with a column of pages, a list of
    addresses (.urls, or .txt that begins with one), a page, or an address.

    While it runs, finished records lie in OUT.parts; they become OUT in one step at the end.
    """
    from markwindow.archive.runner import run

    if resume and overwrite:
        raise click.UsageError("--resume and --overwrite exclude each other; give one of them.")
    mode: Mode = "resume" if resume else "overwrite" if overwrite else "new"
    how = replace(how, methods=methods)
    failures = count(1)
    began = time.monotonic()
    try:
        with progress(lambda: count_pages(sources, column), quiet=quiet) as bar:

            def on_record(raw: RawPage, made: Record) -> None:
                told = made["error"] is not None and next(failures) <= MOST_FAILURES_TOLD
                bar.advance(f"markwindow: {raw.label}: {made['error']}" if told else "")

            summary = run(
                sources,
                out,
                how,
                to=to,
                jobs=jobs,
                ordered=ordered,
                site_pass=site_pass,
                join_parts=join_parts,
                column=column,
                mode=mode,
                on_start=bar.start,
                on_record=on_record,
            )
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    except RunError as error:
        tell(str(error))
        return 1
    except KeyboardInterrupt:
        tell(f"interrupted; finished pages are kept in {out}.parts: repeat the call with --resume.")
        return 130
    if not summary.pages:
        tell(no_pages(sources))
    elif not quiet:
        click.echo("\n".join(summary.lines(time.monotonic() - began)), err=True)
    if summary_file is not None:
        found = json.dumps(summary.to_dict(time.monotonic() - began), ensure_ascii=False, indent=1)
        try:
            Path(summary_file).write_text(found + "\n", encoding="utf-8")
        except OSError as error:
            tell(f"cannot write {summary_file} ({error.strerror or error}); the output itself is whole.")
            return 1
    return 0 if summary.is_good else 1


def _comparisons(
    source: tuple[str, ...], column: str | None, how: Extraction
) -> Iterator[tuple[str, Comparison | str]]:
    """Pages by their labels, or what hinders comparing them."""
    if is_output(source[0]):
        try:
            yield from ((one.id, one) for one in comparisons(source[0]))
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        return
    with progress(lambda: count_pages(source, column)) as bar:
        for raw in open_sources(source, column)[0].pages():
            try:
                yield raw.label, comparison.compare(raw.id, how.pages(raw.content()))
            except PageError as error:
                yield raw.label, error.problem
            bar.advance()
