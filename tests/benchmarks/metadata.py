"""Dates and authors against what people wrote down, next to other extractors; and what metadata cost.

    python tests/benchmarks/metadata.py FOLDER_OF_SETS

Gold stands in the sets' meta.jsonl (`gold_date`, `gold_author`). Dates are compared by day; gold that is only a
month is counted apart. Authors are right when they are the same names, in any order. Where a page names nobody
but its editor, gold takes the editor, and so does `author` (`author_source` tells); the row "without editors"
leaves those out. Pages whose id has a SHA-1 that begins with 0-4 were not looked at while this was built.
Needs `pip install 'markwindow[peers]'`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

import markwindow
from markwindow.decode import decode
from markwindow.evaluation.peers import quiet_engines

Told = tuple[str | None, str | None]
"""Date and author that an extractor tells of a page; None where it tells none."""
OURS, STRICT = "markwindow", "markwindow, without editors"


@dataclass(frozen=True, slots=True)
class Page:
    """A page and what people wrote down about it."""

    text: str
    html: bytes
    url: str | None
    date: str | None
    author: str | None
    set_aside: bool


def read_pages(folder: Path) -> list[Page]:
    """All pages of all sets."""
    pages = []
    for meta in sorted(folder.glob("*/meta.jsonl")):
        for line in meta.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            html = (meta.parent / "pages" / f"{entry['id']}.html").read_bytes()
            aside = hashlib.sha1(entry["id"].encode()).hexdigest()[0] in "01234"
            facts = (entry.get("url"), entry.get("gold_date"), entry.get("gold_author"))
            pages.append(Page(decode(html)[0], html, *facts, aside))
    return pages


def extractors() -> dict[str, Callable[[Page], Told]]:
    """What is asked, by name."""
    import gne
    import htmldate
    from trafilatura.metadata import extract_metadata

    def ours(page: Page) -> Told:
        found = markwindow.analyze(page.text, url=page.url).metadata
        return found.date, found.author

    def strict(page: Page) -> Told:
        found = markwindow.analyze(page.text, url=page.url).metadata
        return found.date, None if found.author_source == "editor" else found.author

    def trafilatura(page: Page) -> Told:
        found = extract_metadata(page.text, default_url=page.url)
        return found.date, found.author

    def gne_(page: Page) -> Told:
        found = gne.GeneralNewsExtractor().extract(page.text)
        return found["publish_time"] or None, found["author"] or None

    return {
        OURS: ours,
        STRICT: strict,
        "trafilatura": trafilatura,
        "htmldate": lambda page: (htmldate.find_date(page.text, url=page.url), None),
        "GNE": gne_,
    }


def numbers(date: str) -> tuple[int, ...]:
    """Year, month and day of a date, as far as it tells them."""
    day = re.split(r"[T ]", date.strip())[0]
    return tuple(int(number) for number in re.findall(r"\d+", day)[:3])


def names(author: str) -> frozenset[str]:
    """The names in a list of them."""
    return frozenset(name for name in re.split(r"[\s,，;；、/]+", author) if name)


def figures(pages: list[Page], told: list[Told]) -> list[str]:
    """The cells of a row: days right, wrong, missing; months right; authors right, wrong, missing; extra."""
    day = [0, 0, 0]
    month = [0, 0]
    author = [0, 0, 0]
    extra = [0, 0]
    for page, (date, people) in zip(pages, told, strict=True):
        if page.date is None:
            extra[0] += date is not None and page.author is not None
        elif len(numbers(page.date)) < 3:
            month[0] += date is not None and numbers(date)[:2] == numbers(page.date)
            month[1] += 1
        else:
            day[2 if date is None else numbers(date) != numbers(page.date)] += 1
        if page.author is None:
            extra[1] += people is not None and page.date is not None
        else:
            author[2 if people is None else names(people) != names(page.author)] += 1
    share = [f"{counts[0] / max(1, sum(counts)):.0%}" for counts in (day, author)]
    return [
        *(f"{day[0]} ({share[0]})", str(day[1]), str(day[2]), f"{month[0]} of {month[1]}"),
        *(f"{author[0]} ({share[1]})", str(author[1]), str(author[2]), f"{extra[0]} / {extra[1]}"),
    ]


def cost(pages: list[Page]) -> str:
    """CPU of the whole JSON record, as a multiple of the text's, from bytes, best of three a page."""
    times: dict[str, list[float]] = {"text": [], "json": []}
    for page in pages:
        for form, values in times.items():
            rounds = []
            for _ in range(3):
                begin = time.process_time()
                markwindow.extract(page.html, format=form, url=page.url)
                rounds.append((time.process_time() - begin) * 1000)
            values.append(min(rounds))
    text, whole = times["text"], times["json"]
    return (
        f"CPU a page, {len(pages)} pages: text {statistics.median(text):.2f} ms (median), whole JSON "
        f"{statistics.median(whole):.2f} ms: {statistics.median(whole) / statistics.median(text):.2f} times; "
        f"over all pages {sum(whole) / sum(text):.2f} times."
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="a folder of sets, each with pages/ and meta.jsonl")
    pages = read_pages(parser.parse_args().folder)
    markwindow.warm_up()
    markwindow.extract(pages[0].html, format="json")
    known = [page for page in pages if page.date or page.author]
    told: dict[str, list[Told]] = {}
    milliseconds: dict[str, list[float]] = {}
    with quiet_engines():
        for name, ask in extractors().items():
            ask(known[0])
            told[name], milliseconds[name] = [], []
            for page in known:
                begin = time.process_time()
                try:
                    told[name].append(ask(page))
                except Exception as error:
                    print(f"{name} failed on a page: {type(error).__name__}")
                    told[name].append((None, None))
                milliseconds[name].append((time.process_time() - begin) * 1000)
    console = Console(width=150)
    columns = (
        "extractor",
        "days right",
        "wrong",
        "missing",
        "months right",
        "authors right",
        "wrong",
        "missing",
    )
    parts = (
        ("all", [True] * len(known)),
        ("looked at", [not page.set_aside for page in known]),
        ("set aside", [page.set_aside for page in known]),
    )
    for part, chosen in parts:
        table = Table(title=f"{part}: {sum(chosen)} pages with a gold date or author")
        for column in (*columns, "given without gold (dates / authors)", "CPU ms (median)"):
            table.add_column(column, justify="left" if column == "extractor" else "right")
        for name in told:
            some = [page for page, is_in in zip(known, chosen, strict=True) if is_in]
            answers = [answer for answer, is_in in zip(told[name], chosen, strict=True) if is_in]
            cells = figures(some, answers)
            table.add_row(name, *cells, f"{statistics.median(milliseconds[name]):.1f}")
        console.print(table)
    console.print(cost(pages))


if __name__ == "__main__":
    main()
