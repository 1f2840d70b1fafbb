"""The commands that tell other things of pages than their text: kind, details of records, noise of a site."""

from __future__ import annotations

import re
from dataclasses import asdict
from itertools import chain
from typing import TYPE_CHECKING

import click

from markwindow.archive import show
from markwindow.archive.progress import progress
from markwindow.archive.records import Extraction, to_line
from markwindow.archive.sources import PageError, count_pages, is_single_page, open_sources
from markwindow.cli_options import how_options
from markwindow.cli_sources import column_option, no_pages, sources_argument, tell
from markwindow.methods import METHODS

if TYPE_CHECKING:
    from markwindow.noise import SiteNoise

_COMMAS = re.compile("[,，、]")
MOST_REASONS = 3
"""Reasons for a page's kind that the text output tells; JSON tells all."""


@click.command()
@sources_argument
@column_option
@click.option("--url", metavar="U", help="Where the page came from, if it is one page: addresses tell much.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def kind(sources: tuple[str, ...], column: str | None, url: str | None, as_json: bool) -> int:
    """Tell what kind of page each is: article, forum, index, list, home, blocked, shell or empty."""
    from markwindow.page_kinds import page_kind

    if url is not None and not is_single_page(sources):
        raise click.UsageError("--url is the address of one page; give one file.")
    pages = failed = 0
    for raw in chain.from_iterable(source.pages() for source in open_sources(sources, column)):
        pages += 1
        try:
            content = raw.content()
        except PageError as error:
            failed += 1
            tell(f"{raw.label}: {error.problem}")
            continue
        found = page_kind(content.data, url or content.url)
        if as_json:
            click.echo(to_line({"id": raw.id} | asdict(found)))
        else:
            why = show.printable("; ".join(found.reasons[:MOST_REASONS]))
            click.echo(f"{show.printable(raw.id)}: {found.kind} ({found.probability:.2f}): {why}")
    if not pages:
        tell(no_pages(sources))
    return int(failed > 0 or not pages)


def _labels(context: click.Context, option: click.Parameter, words: tuple[str, ...]) -> dict[str, list[str]]:
    """NAME=SYNONYM,… as a name with its synonyms."""
    labels: dict[str, list[str]] = {}
    for word in words:
        name, _, synonyms = word.partition("=")
        if not name.strip():
            raise click.BadParameter(f"{word!r}: give NAME or NAME=SYNONYM,…, like 公司=公司名称,单位.")
        labels.setdefault(name.strip(), []).extend(filter(None, map(str.strip, _COMMAS.split(synonyms))))
    return labels


@click.command()
@sources_argument
@column_option
@click.option(
    "--label",
    "labels",
    multiple=True,
    callback=_labels,
    metavar="NAME=SYNONYM,…",
    help="A wanted label and other names of it; give it several times. Without it, all pairs are told.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def fields(sources: tuple[str, ...], column: str | None, labels: dict[str, list[str]], as_json: bool) -> int:
    """Read label-value pairs of record pages, such as job adverts."""
    from markwindow import fields as read

    is_single = is_single_page(sources)
    pages = failed = 0
    for raw in chain.from_iterable(source.pages() for source in open_sources(sources, column)):
        pages += 1
        try:
            found = read(raw.content().data, labels or None)
        except PageError as error:
            failed += 1
            tell(f"{raw.label}: {error.problem}")
            continue
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        failed += not found
        if as_json:
            click.echo(to_line({"id": raw.id, "fields": found}))
            continue
        if not is_single:
            click.echo(f"==> {raw.label} <==")
        for name, value in found.items():
            click.echo(f"{show.printable(name)}\t{show.printable(value)}")
        if not found:
            tell(f"{raw.label}: none of the labels is there." if labels else f"{raw.label}: no pairs there.")
    if not pages:
        tell(no_pages(sources))
    return int(failed > 0 or not pages)


@click.command("site-noise")
@sources_argument
@column_option
@click.option(
    "--method",
    type=click.Choice(METHODS),
    help="Compare the texts that this method extracts; without it all that pages display.",
)
@click.option("--clean", is_flag=True, help="Print each page's text without the noise.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@how_options
def site_noise(
    sources: tuple[str, ...],
    column: str | None,
    method: str | None,
    clean: bool,
    as_json: bool,
    how: Extraction,
) -> int:
    """Show what pages of one site share: menus, tickers, footers, notices."""
    from markwindow import noise as site

    texts: dict[str, str] = {}
    failed = 0
    with progress(lambda: count_pages(sources, column)) as bar:
        for raw in chain.from_iterable(source.pages() for source in open_sources(sources, column)):
            problem = ""
            try:
                content = raw.content()
                texts[raw.id] = (
                    how.page(content, method).text if method else site.displayed_text(content.data)
                )
            except PageError as error:
                failed += 1
                problem = f"markwindow: {raw.label}: {error.problem}"
            bar.advance(problem)
    found = site.text_noise(texts.values())
    if not texts and not failed:
        tell(no_pages(sources))
    elif found.pages < site.LEAST_PAGES:
        tell("fewer than three pages with text there; noise is what several pages of a site share.")
    elif clean:
        for name, text in texts.items():
            left = found.clean(text)
            click.echo(to_line({"id": name, "text": left}) if as_json else f"==> {name} <==\n{left}\n")
    elif as_json:
        for piece in found.pieces:
            click.echo(to_line(asdict(piece)))
    else:
        _show_noise(found)
    return int(bool(failed) or not found.pieces)


def _show_noise(found: SiteNoise) -> None:
    from rich.table import Column, Table
    from rich.text import Text

    table = Table(show.right("pages"), show.right("place"), Column("shared text", overflow="fold"))
    for piece in found.pieces:
        table.add_row(str(piece.pages), f"{piece.place:.0%}", Text(show.printable(piece.text)))
    out = show.console()
    out.print(table)
    out.print(f"Of {found.pages} different texts. Place: 0% at the head of the text, 100% at its tail.")
