"""The command that tells what readers wrote: the posts of threads, the comments under articles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain

import click

from markwindow.archive import show
from markwindow.archive.records import Extraction, Record, to_line
from markwindow.archive.sources import PageError, open_sources
from markwindow.cli_options import how_options
from markwindow.cli_sources import column_option, no_pages, sources_argument, tell
from markwindow.page import Page


@click.command()
@sources_argument
@column_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line: a post or a comment.")
@how_options
def posts(sources: tuple[str, ...], column: str | None, as_json: bool, how: Extraction) -> int:
    """Print the posts of threads and the comments under articles, with author, time and floor."""
    found = pages = failed = 0
    without: Counter[str] = Counter()
    why = ""
    for raw in chain.from_iterable(source.pages() for source in open_sources(sources, column)):
        pages += 1
        try:
            page = how.page(raw.content())
        except PageError as error:
            failed += 1
            tell(f"{raw.label}: {error.problem}")
            continue
        written = list(_written(page))
        found += len(written)
        if not written:
            without[page.kind or "unread"] += 1
            why = page.kind_reasons[0] if page.kind_reasons else page.reason
        for made in written:
            if as_json:
                click.echo(to_line({"id": raw.id, "url": page.url} | made))
            else:
                click.echo(show.printable(_head(made)))
                click.echo(f"{made['text']}\n")
    if not pages:
        tell(no_pages(sources))
    elif not found and without:
        tell(f"no posts and no comments there: {_nothing(without, why)}.")
    return int(failed > 0 or not found)


def _nothing(without: Counter[str], why: str) -> str:
    """What the pages without posts look like; `why` is what tells the kind of the last one."""
    if without.total() == 1:
        return f"the page's kind is {next(iter(without))} ({show.printable(why)})"
    return f"the pages' kinds are {', '.join(f'{kind} {count}' for kind, count in without.most_common())}"


def _written(page: Page) -> Iterator[Record]:
    for post in page.posts:
        yield {"kind": "post"} | asdict(post)
    for comment in page.comments:
        yield {"kind": "comment"} | asdict(comment)


def _head(made: Record) -> str:
    floor = made.get("floor")
    told = (f"#{floor}" if floor is not None else None, made["author"], made["time"])
    return f"-- {' · '.join(filter(None, told)) or made['kind']}"
