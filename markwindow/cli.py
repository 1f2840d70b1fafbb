"""The command line: one place where its words become options and calls."""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import click

from markwindow import __version__, cli_report, cli_serve
from markwindow import compare as comparison
from markwindow.archive import show
from markwindow.archive.journal import Mode, RunError
from markwindow.archive.progress import progress
from markwindow.archive.records import Extraction, Record, to_line
from markwindow.archive.sinks import SINKS
from markwindow.archive.sources import PageError, RawPage, count_pages, is_single_page, open_sources
from markwindow.cli_learning import evaluate, train
from markwindow.cli_options import how_options
from markwindow.cli_pages import kind, site_noise
from markwindow.cli_search import search
from markwindow.cli_sources import check_sources, column_option, no_pages, sources_argument, tell
from markwindow.compare import METHODS_COMPARED
from markwindow.methods import METHODS

METHOD_NAMES = tuple(dict.fromkeys(("default", *METHODS)))
MOST_FAILURES_TOLD = 20
"""An archive run tells of so many failing pages one by one; the records tell of all."""


class _Commands(click.Group):
    """Messages of one line, with the mend; exit code 130 for Ctrl-C; a closed pipe is no fault."""

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - click's signature
        # Started with a closed stream (`>&-`, `<&-`), there is nothing to read from or write to.
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:
                setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # UTF-8 whatever the locale says
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            sys.exit(super().main(*args, **{**kwargs, "standalone_mode": False}) or 0)
        except click.Abort:
            tell("interrupted.")
            sys.exit(130)
        except click.ClickException as error:
            context = getattr(error, "ctx", None)
            if context is not None and isinstance(error, getattr(click.exceptions, "NoArgsIsHelpError", ())):
                error.show()
            else:
                more = f" See: {context.command_path} --help" if context is not None else ""
                tell(" ".join(error.format_message().split()) + more)
            sys.exit(error.exit_code)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader has enough, as `head` does
            _close_output()
            return 0
        except OSError as error:
            _close_output()
            raise click.ClickException(
                f"cannot write the output ({error.strerror or error}); make room or write elsewhere."
            ) from None
        return code


def _close_output() -> None:
    """What is left in the buffer of standard output goes nowhere, and says nothing at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _methods(_: click.Context, option: click.Parameter, value: str | None) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in (value or "").split(",") if name.strip()))
    if value is not None and not names:
        raise click.BadParameter(f"name at least one method: {', '.join(METHOD_NAMES)}.")
    for name in names:
        if name not in METHOD_NAMES:
            raise click.BadParameter(f"there is no method {name!r}; choose from {', '.join(METHOD_NAMES)}.")
    return names


@click.group(
    cls=_Commands,
    epilog="Exit codes: 0 all right, 1 some pages failed or nothing found, 2 wrong call, 130 interrupted.",
)
@click.version_option(__version__, prog_name="markwindow")
def main() -> None:
    """Main text of Chinese web pages: an article is about its title."""


main.add_command(evaluate)
main.add_command(train)
main.add_command(kind)
main.add_command(site_noise)
main.add_command(search)


@main.command()
@sources_argument
@column_option
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True)
@click.option("--method", type=click.Choice(METHOD_NAMES), help="How to decide what is main text.")
@click.option("--explain", is_flag=True, help="Show each window and why it was kept or dropped.")
@click.option("--title", metavar="T", help="The title, where you know better than the page.")
@how_options
def extract(
    sources: tuple[str, ...],
    column: str | None,
    form: str,
    method: str | None,
    explain: bool,
    title: str | None,
    how: Extraction,
) -> int:
    """Print the main text of pages: files, folders, archives, addresses, or - for standard input.

    JSON is one record a line. With --explain, the windows are shown in place of the text.
    """
    is_single = is_single_page(sources)
    if title is not None and not is_single:
        raise click.UsageError("--title is the title of one page; give one file or address.")
    how = replace(how, methods=(method,) if method else (), title=title)
    pages = good = 0
    printed = False
    for source in open_sources(sources, column):
        for raw in source.pages():
            head = "" if is_single else ("\n" if printed else "") + f"==> {raw.label} <==\n"
            pages += 1
            problem = show.show_page(raw, how, form, explain=explain, head=head)
            if problem:
                tell(f"{raw.label}: {problem}")
            good += not problem
            printed = printed or explain or not problem
    if not pages:
        tell(no_pages(sources))
    return 0 if pages and good == pages else 1


@main.command()
@click.argument("source", metavar="SRC", callback=check_sources)
@column_option
@click.option(
    "--methods", callback=_methods, default=",".join(METHODS_COMPARED), show_default=True, metavar="M,…"
)
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON, one page a line.")
@how_options
def compare(
    source: tuple[str, ...], column: str | None, methods: tuple[str, ...], as_json: bool, how: Extraction
) -> int:
    """Show what each method keeps of a page, or of every page in an archive, most divergent first."""
    if len(methods) < 2:
        raise click.UsageError("--methods wants at least two methods, like title,density.")
    how = replace(how, methods=methods)
    is_single = is_single_page(source)
    found: list[comparison.Comparison] = []
    failed = 0
    with progress(lambda: count_pages(source, column)) as bar:
        for raw in open_sources(source, column)[0].pages():
            try:
                one = comparison.compare(raw.id, how.pages(raw.content()))
            except PageError as error:
                failed += 1
                bar.advance(f"markwindow: {raw.label}: {error.problem}")
                continue
            found.append(one if is_single else one.without_text())
            bar.advance("" if one.union else f"markwindow: {raw.label}: no text by any of these methods.")
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


@main.command()
@sources_argument
@column_option
@click.option("-o", "--out", required=True, metavar="OUT", help="The file, or for text the folder, to write.")
@click.option("--to", type=click.Choice(tuple(SINKS)), help="Kind of output; guessed from OUT without it.")
@click.option("--methods", "--method", callback=_methods, metavar="M,…", help="Several give a record each.")
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


main.add_command(cli_report.report)
main.add_command(cli_report.plot)
main.add_command(cli_serve.serve)
main.add_command(cli_serve.mcp)
