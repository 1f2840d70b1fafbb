"""What goes to standard output: text, JSON lines, and tables that are right with double-width Chinese."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from itertools import combinations
from typing import TYPE_CHECKING

from markwindow.archive.records import Extraction, error_record, page_record, to_line
from markwindow.archive.sources import PageError, RawPage
from markwindow.compare import Comparison, totals
from markwindow.output import OF_THE_TEXT, render
from markwindow.page import Page, Window

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Column

WIDTH_OF_FILES = 140
"""Columns of tables that go to a file or a pipe, unless the variable COLUMNS says otherwise."""
SNIPPET = 60
"""Characters that are shown of a window."""


def show_page(raw: RawPage, how: Extraction, form: str, *, explain: bool, head: str) -> str:
    """Print one page under its head line; returns what there is to tell of it, empty if it gave text."""
    try:
        content = raw.content()
        if form in OF_THE_TEXT and not explain and (text := how.text(content, form)):
            print(f"{head}{text}", flush=True)
            return ""
        page = how.page(content)
    except PageError as error:
        if form == "json":
            print(to_line(error_record(raw, error.problem)), flush=True)
        return error.problem
    if form == "json":
        windows = {"windows": [asdict(window) for window in page.windows]} if explain else {}
        print(to_line(page_record(raw, {page.method: page}) | windows), flush=True)
    elif explain:
        print(head, end="", flush=True)
        show_windows(page, console())
    elif page.text:
        print(f"{head}{render(page, form)}", flush=True)
    return "" if page.text else f"no text: {page.reason}"


def show_windows(page: Page, out: Console) -> None:
    """A page's evidence: how it was read, and each window with what became of it."""
    from rich.table import Column, Table
    from rich.text import Text

    decoding = page.decoding
    kept = sum(window.kept for window in page.windows)
    for name, value in (
        ("title", f"{page.title} (from: {page.title_source})"),
        ("encoding", f"{decoding.encoding} (from: {decoding.source})"),
        ("language", page.language),
        ("kind", page.kind),
        ("method", page.method),
        ("kept", f"{len(page.text)} characters, {kept} of {len(page.windows)} windows"),
        ("distance of text to title", None if page.relevance is None else f"{page.relevance:.2f}"),
        ("reason", page.reason),
    ):
        if value:
            out.print(Text(f"{name}: {printable(value)}"), soft_wrap=True)
    table = Table(
        Column("kept"),
        Column("reason", ratio=3, overflow="fold"),
        right("distance/length"),
        right("density"),
        right("links"),
        Column("path", ratio=2, overflow="fold"),
        Column("text", ratio=4, overflow="fold"),
        expand=True,
    )
    for window in page.windows:
        distance = "–" if window.distance is None else str(window.distance)
        table.add_row(
            _mark(window),
            Text(printable(window.reason)),
            f"{distance}/{window.length}",
            f"{window.density:.2f}",
            f"{window.link_share:.0%}",
            Text(printable(window.path)),
            Text(_snippet(window.text)),
            style="bold" if window.kept else "",
        )
    out.print(table)


def show_comparison(one: Comparison, out: Console) -> None:
    """One page for people: figures by method, overlap by pair, and each line with who keeps it."""
    from rich.table import Column, Table
    from rich.text import Text

    figures = Table(
        "method", *map(right, ("chars", "only here", "distance")), Column("reason", overflow="fold")
    )
    for method in one.methods:
        distance = one.relevance[method]
        told = "" if distance is None else f"{distance:.2f}"
        figures.add_row(
            method,
            str(one.kept(method)),
            str(one.only(method)),
            told,
            Text(printable(one.reasons[method] or "")),
        )
    out.print(figures)
    overlaps = Table("methods", *map(right, ("both keep", "either keeps", "overlap")))
    for first, second in combinations(one.methods, 2):
        both, either = one.pair(first, second)
        overlaps.add_row(
            f"{first}, {second}", str(both), str(either), _share(both / either if either else None)
        )
    out.print(overlaps)
    lines = Table(*map(right, one.methods), Column("line", overflow="fold"))
    for line in one.lines:
        marks = ("kept" if method in line.kept_by else "·" for method in one.methods)
        lines.add_row(*marks, Text(printable(line.text)), style="bold" if len(line.kept_by) == 1 else "")
    if one.lines:
        out.print(lines)


def show_comparisons(comparisons: Sequence[Comparison], out: Console) -> None:
    """A line a page, in the order given, and the totals."""
    from rich.table import Column, Table
    from rich.text import Text

    sums = totals(comparisons)
    methods = comparisons[0].methods if comparisons else ()
    heads = [*methods, "all keep", *(f"only {method}" for method in methods), "overlap"]
    table = Table(Column("page", overflow="fold"), *map(right, heads))
    for one in comparisons:
        cells = [*map(one.kept, methods), one.shared, *map(one.only, methods)]
        table.add_row(Text(one.id), *map(str, cells), _share(one.overlap))
    table.add_section()
    cells = [*sums["chars"].values(), sums["shared"], *sums["only"].values()]
    table.add_row(f"{sums['pages']} pages", *map(str, cells), _share(sums["overlap"]))
    out.print(table)
    out.print(f"Characters without blanks. Mean overlap of a page: {_share(sums['mean_overlap'])}.")


def console() -> Console:
    """Standard output; text from pages is never read as mark-up."""
    from rich.console import Console

    class Output(Console):
        def on_broken_pipe(self) -> None:
            raise  # the error at hand; rich would end the process with 1

    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else WIDTH_OF_FILES
    return Output(width=width, highlight=False, markup=False, emoji=False, legacy_windows=False)


def right(head: str) -> Column:
    """A column of figures."""
    from rich.table import Column

    return Column(head, justify="right")


def printable(text: str) -> str:
    """Without characters that could steer a terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


def _share(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _mark(window: Window) -> str:
    if not window.kept:
        return ""
    return "all" if window.kept_text == window.text else "part"


def _snippet(text: str) -> str:
    return printable(text if len(text) <= SNIPPET else text[: SNIPPET - 1] + "…")
