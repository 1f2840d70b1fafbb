"""Evidence about a line's surroundings: containers, neighbours, place, title, heads, and lines like it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from markwindow.document import Document
from markwindow.evidence.lexicon import PHRASES

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CONTAINER_LEVELS = 5


class Sums:
    """Sums of figures over any range of lines, from sums over all beginnings."""

    def __init__(self, rows: NDArray[Any]) -> None:
        self._until = np.zeros((len(rows) + 1, rows.shape[1]))
        np.cumsum(rows, axis=0, out=self._until[1:])
        self.total = self._until[-1]

    def between(self, first: Ints, end: Ints) -> Floats:
        """Sums of each figure from line `first` to before line `end`; the figure is the last axis."""
        return self._until[end] - self._until[first]

    def until(self, column: int) -> Floats:
        """Sums over all beginnings of one figure: one entry more than there are lines."""
        return self._until[:, column]


CONTAINER = (
    *("length", "share", "link share", "stops", "mark rate", "good lines", "good share", "lines"),
    *("title hits", "phrases a line"),
)
CONTAINER_GROUPS = {"title hits": "title", "link share": "links", "mark rate": "marks", "stops": "marks"}


def containers(sums: Sums, first: Ints, end: Ints, free_total: float) -> list[Floats]:
    """The figures `CONTAINER` of each line\'s window and of the containers around it."""
    inside = sums.between(first, end)
    characters, links, stops, commas, good, hits, boiler = np.moveaxis(inside, -1, 0)
    lines = np.maximum(end - first, 1)
    some = np.maximum(characters, 1)
    figures = (
        *(np.log1p(characters), (characters - links) / free_total, links / some, np.log1p(stops)),
        *((stops + commas) / some, np.log1p(good), good / lines, np.log1p(end - first)),
        *(np.log1p(hits), boiler / lines),
    )
    return [row for figure in figures for row in figure]


BESIDE = (
    *("text:length", "links:share", "marks:stops", "marks:comma rate", "title:likeness"),
    *(
        "phrases:related",
        "phrases:comment",
        "phrases:byline",
        "phrases:copyright",
        "phrases:date",
        "marks:good",
    ),
)
STEPS = (-1, 1, -2, 2)


def neighbours(beside: NDArray[Any], window: Ints, groups: Ints, parent: Ints) -> list[NDArray[Any]]:
    """The figures `BESIDE` of the lines one and two steps away, and whether they stand in the same place."""
    columns: list[NDArray[Any]] = []
    places = np.arange(len(window))
    for step in STEPS:
        other = np.clip(places + step, 0, len(window) - 1)
        columns += list(beside[other].T)
        columns += [window[other] == window, groups[other] == groups, parent[other] == parent]
    return columns


NEARBY = ("link share", "good lines", "length", "phrases")
REACHES = tuple((reach, side) for reach in (4, 10) for side in ("before", "after"))


def nearby(sums: Sums, count: int) -> list[Floats]:
    """The figures `NEARBY` of the few and of the many lines before and after each line."""
    places = np.arange(count)
    columns: list[Floats] = []
    for reach, side in REACHES:
        if side == "before":
            inside = sums.between(np.maximum(places - reach, 0), places)
        else:
            inside = sums.between(places + 1, np.minimum(places + reach + 1, count))
        characters, links, _, _, good, _, boiler = inside.T
        columns += [links / np.maximum(characters, 1), good / reach, np.log1p(characters), boiler / reach]
    return columns


def place(sums: Sums, count: int) -> list[Floats]:
    """How far down the page each line stands: by lines, by characters, by good lines."""
    return [
        np.arange(count) / max(1, count - 1),
        sums.until(0)[:-1] / max(1.0, sums.total[0]),
        sums.until(4)[:-1] / max(1.0, sums.total[4]),
    ]


TITLE_PLACE = (
    *("heading found", "after heading", "before heading", "lines from heading", "text from heading"),
    *("share from heading", "levels to heading", "share with heading", "link share with heading"),
)


def title_place(
    document: Document, sums: Sums, heading: int, element: int, free_total: float
) -> list[NDArray[Any]]:
    """Where each line stands relative to the heading, and the smallest container that holds both."""
    tree = document.tree
    count = len(tree.lines)
    if heading < 0:
        return [np.zeros(count)] * len(TITLE_PLACE)
    away = np.arange(count) - heading
    free = sums.until(0) - sums.until(1)
    between = np.maximum(0, np.where(away > 0, free[:-1] - free[heading + 1], free[heading] - free[1:]))
    levels, shares, links = np.full(count, 12.0), np.zeros(count), np.zeros(count)
    level = 0
    # From the inside out, each container claims the lines that no smaller one holds.
    low = high = heading
    while True:
        first, end = tree.first_lines[element], tree.end_lines[element]
        characters, linked = sums.between(np.array(first), np.array(end))[:2]
        for claimed in (slice(first, low), slice(high, end)):
            levels[claimed] = min(level, 12)
            shares[claimed] = (characters - linked) / free_total
            links[claimed] = linked / max(1.0, characters)
        low, high = min(low, first), max(high, end)
        if element == 0:
            break
        element = tree.parents[element]
        level += 1
    return [
        *(np.ones(count), away > 0, away < 0, np.sign(away) * np.log1p(np.abs(away))),
        *(np.log1p(between), between / free_total, levels, shares, links),
    ]


def heads(
    phrases: Floats, lengths: Ints, stops: Ints, heading: int, first: Ints, levels: list[Ints]
) -> list[Floats]:
    """How many heads of related links, of comments, and copyright lines stand before and after each line."""
    kinds = list(PHRASES)
    short = (lengths <= 14) & (stops == 0)
    columns: list[Floats] = []
    for found in (
        (phrases[kinds.index("related")] > 0) & short,
        (phrases[kinds.index("comment")] > 0) & short,
        phrases[kinds.index("copyright")] > 0,
    ):
        until = np.concatenate([[0.0], np.cumsum(found)])
        since = until[max(heading, 0)]
        columns += [
            np.clip(until[:-1] - since, 0, 3),
            np.minimum(3, until[-1] - until[1:]),
            np.minimum(3, until[:-1] - until[first[levels[1]]]),
            np.minimum(3, until[:-1] - until[first[levels[2]]]),
        ]
    return columns


def likes(
    texts: list[str],
    tag_ids: list[int],
    elements: list[int],
    parents: list[int],
    lengths: Ints,
    links: Ints,
    good: Floats,
    free_total: float,
) -> list[NDArray[Any]]:
    """What the lines with the same three tags around them have in common."""
    numbers: dict[tuple[int, int, int], int] = {}
    like = np.array(
        [
            numbers.setdefault(
                (tag_ids[number], tag_ids[parents[number]], tag_ids[parents[parents[number]]]), len(numbers)
            )
            for number in elements
        ]
    )
    times = Counter(texts)
    count = np.bincount(like)
    characters, linked = np.bincount(like, lengths), np.bincount(like, links)
    return [
        np.array([times[text] > 1 for text in texts]),
        np.log1p(count)[like],
        np.log1p(characters / count)[like],
        (linked / np.maximum(characters, 1))[like],
        (np.bincount(like, good) / count)[like],
        ((characters - linked) / free_total)[like],
    ]
