"""Evidence about a line's surroundings: containers, neighbours, place, title, heads, and lines like it.

Every function returns a block of figures with one row a figure and one column a line. Pages have few
lines, so what evidence costs is the number of array operations: each serves as many rows as it can.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from markwindow.document import Document
from markwindow.evidence.lexicon import PHRASES

Floats = NDArray[np.float64]
Figures = NDArray[np.float32]
"""Tables of figures: half as large, and as exact as weights need."""
Ints = NDArray[np.int64]

CONTAINER_LEVELS = 5
LENGTH, LINKS, STOPS, COMMAS, GOOD, HITS, BOILER = range(7)


class Sums:
    """Sums of figures (one row each) over any range of lines, from sums over all beginnings."""

    def __init__(self, rows: NDArray[Any]) -> None:
        self.until = np.zeros((len(rows), rows.shape[1] + 1))
        """One row a figure; entry n is the sum over the lines before line n."""
        np.cumsum(rows, axis=1, out=self.until[:, 1:])
        self.total = self.until[:, -1]

    def between(self, first: Ints, end: Ints) -> Floats:
        """Sums from line `first` to before line `end`; the figure is the first axis."""
        return self.until[:, end] - self.until[:, first]


CONTAINER = (
    *("length", "stops", "good lines", "title hits", "lines", "share", "link share", "mark rate"),
    *("phrases a line", "good share"),
)
CONTAINER_GROUPS = {"title hits": "title", "link share": "links", "mark rate": "marks", "stops": "marks"}
_LOGS = [LENGTH, STOPS, GOOD, HITS]


def containers(sums: Sums, first: Ints, end: Ints, free_total: float) -> Floats:
    """The figures `CONTAINER` of each line's window and of the containers around it.

    `first` and `end` have one row a kind of container.
    """
    inside = sums.between(first, end)
    lines = end - first
    block = np.empty((len(CONTAINER), *first.shape))
    block[:4] = inside[_LOGS]
    block[4] = lines
    np.log1p(block[:5], out=block[:5])
    np.multiply(inside[LENGTH] - inside[LINKS], 1 / free_total, out=block[5])
    block[6] = inside[LINKS]
    np.add(inside[STOPS], inside[COMMAS], out=block[7])
    block[6:8] /= np.maximum(inside[LENGTH], 1)
    block[8] = inside[BOILER]
    block[9] = inside[GOOD]
    block[8:10] /= np.maximum(lines, 1)
    return block.reshape(-1, first.shape[1])


BESIDE = (
    *("text:length", "links:share", "marks:stops", "marks:comma rate", "title:likeness"),
    *("phrases:related", "phrases:comment", "phrases:byline", "phrases:copyright", "phrases:date"),
    "marks:good",
)
STEPS = (-1, 1, -2, 2)
_STEPS = np.array(STEPS)[:, None]


def neighbours(beside: NDArray[Any], places: Ints) -> Floats:
    """The figures `BESIDE` of the lines one and two steps away, and whether they stand in the same place.

    `places`: three rows, the window, tag and container of each line.
    """
    count = beside.shape[1]
    others = np.minimum(np.maximum(np.arange(count) + _STEPS, 0), count - 1)
    block = np.empty((len(STEPS), len(beside) + len(places), count))
    block[:, : len(beside)] = beside[:, others].swapaxes(0, 1)
    block[:, len(beside) :] = (places[:, others] == places[:, None]).swapaxes(0, 1)
    return block.reshape(-1, count)


NEARBY = ("link share", "good lines", "length", "phrases")
REACHES = tuple((reach, side) for reach in (4, 10) for side in ("before", "after"))
_LOW, _HIGH = np.array([[-4, 0], [1, 5], [-10, 0], [1, 11]]).T[:, :, None]
_REACH = np.array([4, 4, 10, 10])[:, None]


def nearby(sums: Sums, count: int) -> Floats:
    """The figures `NEARBY` of the few and of the many lines before and after each line."""
    places = np.arange(count)
    inside = sums.between(np.clip(places + _LOW, 0, count), np.clip(places + _HIGH, 0, count))
    block = np.stack(
        [
            inside[LINKS] / np.maximum(inside[LENGTH], 1),
            inside[GOOD] / _REACH,
            np.log1p(inside[LENGTH]),
            inside[BOILER] / _REACH,
        ],
        axis=1,
    )
    return block.reshape(-1, count)


def place(sums: Sums, count: int) -> Floats:
    """How far down the page each line stands: by lines, by characters, by good lines."""
    block = np.empty((3, count))
    block[0] = np.arange(count) / max(1, count - 1)
    block[1] = sums.until[LENGTH, :-1] / max(1.0, sums.total[LENGTH])
    block[2] = sums.until[GOOD, :-1] / max(1.0, sums.total[GOOD])
    return block


TITLE_PLACE = (
    *("heading found", "after heading", "before heading", "lines from heading", "text from heading"),
    *("share from heading", "levels to heading", "share with heading", "link share with heading"),
)


def title_place(document: Document, sums: Sums, heading: int, element: int, free_total: float) -> Floats:
    """Where each line stands relative to the heading, and the smallest container that holds both."""
    tree = document.tree
    count = len(tree.lines)
    if heading < 0:
        return np.zeros((len(TITLE_PLACE), count))
    away = np.arange(count) - heading
    free = sums.until[LENGTH] - sums.until[LINKS]
    block = np.empty((len(TITLE_PLACE), count))
    block[0] = 1
    np.greater(away, 0, out=block[1])
    np.less(away, 0, out=block[2])
    np.multiply(np.sign(away), np.log1p(np.abs(away)), out=block[3])
    between = np.concatenate([free[heading] - free[1 : heading + 1], free[heading:-1] - free[heading + 1]])
    np.maximum(between, 0, out=between)
    np.log1p(between, out=block[4])
    np.multiply(between, 1 / free_total, out=block[5])
    chain = [element]
    while chain[-1]:
        chain.append(tree.parents[chain[-1]])
    first = np.array([tree.first_lines[number] for number in chain])
    end = np.array([tree.end_lines[number] for number in chain])
    characters, links = sums.between(first, end)[: LINKS + 1]
    by_level = np.stack(
        [
            np.minimum(np.arange(len(chain)), 12),
            (characters - links) / free_total,
            links / np.maximum(characters, 1),
        ]
    )
    # From the inside out, each container claims the lines before and after that no smaller one holds.
    times = np.empty((2, len(chain)), dtype=np.int64)
    times[:, 0] = heading - first[0], end[0] - heading
    times[0, 1:] = first[:-1] - first[1:]
    times[1, 1:] = end[1:] - end[:-1]
    block[6:, :heading] = np.repeat(by_level[:, ::-1], times[0, ::-1], axis=1)
    block[6:, heading:] = np.repeat(by_level, times[1], axis=1)
    return block


_HEADS = [list(PHRASES).index(kind) for kind in ("related", "comment", "copyright")]


def heads(phrases: Floats, short: NDArray[np.bool_], heading: int, parent: Ints, grandparent: Ints) -> Floats:
    """How many heads of related links, of comments, and copyright lines stand before and after each line.

    `parent`, `grandparent`: first lines of the containers one and two up; `short`: lines that may be heads.
    """
    found = phrases[_HEADS] > 0
    found[:2] &= short
    until = np.zeros((len(found), len(short) + 1))
    np.cumsum(found, axis=1, out=until[:, 1:])
    before = until[:, :-1]
    block = np.stack(
        [
            np.maximum(before - until[:, max(heading, 0), None], 0),
            until[:, -1:] - until[:, 1:],
            before - until[:, parent],
            before - until[:, grandparent],
        ],
        axis=1,
    )
    return np.asarray(np.minimum(block, 3).reshape(-1, len(short)))


def likes(texts: list[str], like: Ints, sums: Sums, free_total: float) -> Floats:
    """What the lines with the same three tags around them (the same number in `like`) have in common."""
    block = np.empty((6, len(texts)))
    times = Counter(texts)
    block[0] = list(map(times.__getitem__, texts))
    np.greater(block[0], 1, out=block[0])
    like = np.unique(like, return_inverse=True)[1]
    rows = sums.until[:, 1:] - sums.until[:, :-1]
    count = np.bincount(like)
    characters, linked, good = (np.bincount(like, rows[row]) for row in (LENGTH, LINKS, GOOD))
    by_likeness = np.stack(
        [
            np.log1p(count),
            np.log1p(characters / count),
            linked / np.maximum(characters, 1),
            good / count,
            (characters - linked) / free_total,
        ]
    )
    block[1:] = by_likeness[:, like]
    return block
