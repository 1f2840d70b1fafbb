"""What commands that read pages share: the words that name sources, and messages about them."""

from __future__ import annotations

from collections.abc import Sequence

import click

from markwindow.archive.sources import open_sources, shown

MOST_FAILURES_TOLD = 20
"""So many failing pages are told of one by one; the records, or evaluate --json, tell of all."""


def check_sources(
    context: click.Context, option: click.Parameter, words: str | tuple[str, ...]
) -> tuple[str, ...]:
    """The words that name sources, checked, as a tuple also where there is one; a callback of click."""
    words = (words,) if isinstance(words, str) else words
    try:
        open_sources(words, context.params.get("column"))
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    return words


column_option = click.option(
    "--column",
    metavar="NAME",
    is_eager=True,
    help="The column with pages in JSON Lines and Parquet; found by names like html without it.",
)
sources_argument = click.argument("sources", metavar="SRC…", nargs=-1, required=True, callback=check_sources)
"""Give a command its sources: files, folders, archives, addresses, or - for standard input."""


def no_pages(sources: Sequence[str]) -> str:
    """The sentence for sources in which there is no page."""
    return (
        f"{', '.join(map(shown, sources))}: no pages there; pages are files like .html, .htm, .shtml, .php, "
        "in folders, zip, tar or WARC files."
    )


def tell(sentence: str) -> None:
    """A message to standard error."""
    click.echo(f"markwindow: {sentence}", err=True)
