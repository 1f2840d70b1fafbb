"""What the report of an archive tells: counts and distributions over records, and pages to look at."""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from markwindow.archive.records import Record, page_id
from markwindow.archive.summary import group
from markwindow.report.suspicion import signs, suspicion

LENGTHS = (0, 1, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000)
"""Lower ends of the ranges of text lengths, in characters."""
DISTANCES = tuple(round(0.1 * step, 1) for step in range(10))
"""Lower ends of the ranges of title–content distance."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """A page to look at, and why."""

    id: str
    suspicion: float
    """0 to 1."""
    signs: tuple[str, ...]
    title: str
    chars: int
    kind: str
    url: str | None


@dataclass(slots=True)
class ArchiveFigures:
    """Counts over the pages of an output; a page by several methods counts by the first of them."""

    pages: int = 0
    with_text: int = 0
    failed: int = 0
    chars: int = 0
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    """For each question (kind, encoding, …) how many pages have each answer."""
    lengths: list[int] = field(default_factory=lambda: [0] * len(LENGTHS))
    distances: list[int] = field(default_factory=lambda: [0] * len(DISTANCES))
    suspects: list[Suspect] = field(default_factory=list)
    """Most suspicious first."""
    suspicious: int = 0
    """Pages with any sign."""


QUESTIONS = {
    "kind": "Page kind",
    "language": "Language",
    "encoding": "Encoding",
    "encoding_source": "How the encoding was found",
    "text_source": "Where the text stood",
    "title_source": "Where the title stood",
}
EMPTY, FAILED, METHOD = "Why there is no text", "Why a page failed", "Pages with text, by method"


def read_figures(records: Iterable[Record], most_suspects: int) -> ArchiveFigures:
    """The figures of an output, in one pass; records of one page stand side by side, as runs write them."""
    figures = ArchiveFigures()
    heap: list[tuple[float, int, Suspect]] = []
    for number, (id, same) in enumerate(groupby(records, key=page_id)):
        of_page = list(same)
        _count(figures, of_page)
        found = signs(of_page)
        if not found:
            continue
        figures.suspicious += 1
        first = of_page[0]
        suspect = Suspect(
            id=id,
            suspicion=suspicion(found),
            signs=tuple(sign.told for sign in found),
            title=first.get("title") or "",
            chars=len(first.get("text") or ""),
            kind=first.get("kind") or "",
            url=first.get("url"),
        )
        # Of equals the earlier page: its negative number is the larger.
        heapq.heappush(heap, (suspect.suspicion, -number, suspect))
        if len(heap) > most_suspects:
            heapq.heappop(heap)
    figures.suspects = [suspect for _, _, suspect in sorted(heap, key=lambda item: (-item[0], -item[1]))]
    return figures


def _count(figures: ArchiveFigures, of_page: list[Record]) -> None:
    first = of_page[0]
    text = first.get("text") or ""
    figures.pages += 1
    if first.get("error"):
        figures.failed += 1
        _add(figures, FAILED, group(first["error"]))
        return
    figures.with_text += bool(text)
    figures.chars += len(text)
    figures.lengths[bisect_right(LENGTHS, len(text)) - 1] += 1
    relevance = first.get("relevance")
    if relevance is not None:
        figures.distances[min(bisect_right(DISTANCES, relevance), len(DISTANCES)) - 1] += 1
    if not text:
        _add(figures, EMPTY, group(first.get("reason") or "no reason told"))
    for key, question in QUESTIONS.items():
        _add(figures, question, _told(first.get(key)))
    for made in of_page:
        if made.get("text"):
            _add(figures, METHOD, _told(made.get("method")))


def _add(figures: ArchiveFigures, question: str, answer: str) -> None:
    figures.counts.setdefault(question, Counter())[answer] += 1


def _told(value: Any) -> str:  # noqa: ANN401 - whatever a record holds
    return str(value) if value not in (None, "") else "–"
