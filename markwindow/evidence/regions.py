"""Evidence about regions: the containers of a page, each a candidate for the place of the article.

Containers with the same lines are one candidate: their tags and class words add up. A line's *weight* is its
length times the probability that it is main text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from markwindow.document import Document
from markwindow.evidence.lexicon import CLASS_WORDS, PHRASES, REGION_TAG, REGION_TAGS
from markwindow.evidence.lines import Lines, linked_headings
from markwindow.evidence.surroundings import Floats, Ints
from markwindow.tree import Tree

# A container with less weight is no candidate.
_LEAST_WEIGHT = 15.0
_LEAST_SHARE = 0.02


@dataclass(frozen=True, slots=True)
class Regions:
    """The candidates of a page: arrays have one entry a candidate."""

    first: Ints
    """The first line of each."""
    end: Ints
    """The line after the last of each."""
    figures: Floats
    """One row a candidate, one column a name of `region_figure_names()`."""


def read_regions(document: Document, lines: Lines, probability: Floats) -> Regions:
    """Figure the evidence for every candidate; `probability` is each line's of being main text."""
    tree = document.tree
    spans = _Spans(tree, lines)
    count = len(probability)
    lengths = lines.lengths
    weight = probability * lengths
    likely = probability > 0.5
    near_title = lines.cover > 0.2
    long_hit = lines.cover * (lengths >= 1.5 * max(4, lines.title_length))
    rows = np.column_stack(
        [
            *(weight, lengths, lines.links, lines.stops + lines.commas, lines.hits, likely, likely * lengths),
            *(lines.dates, (lines.groups == 3) | (lines.groups == 4), lines.in_comment * lengths),
            *(lines.likeness > 0.6, lines.phrases[3] * (lengths < 15), lines.phrases[4] * (lengths < 15)),
            *(lines.cover * weight, near_title * weight, near_title * probability),
            linked_headings(lines),
            *lines.phrases,
        ]
    )
    until = np.zeros((count + 1, rows.shape[1]))
    np.cumsum(rows, axis=0, out=until[1:])
    total = np.maximum(until[-1], 1e-6)
    first, end = spans.first, spans.end
    inside = until[end] - until[first]
    weights = inside[:, 0]
    whole = max(1.0, total[0])
    candidates = np.flatnonzero((weights >= _LEAST_WEIGHT) | (weights >= _LEAST_SHARE * total[0]))
    if not len(candidates):
        return Regions(first[:0], end[:0], np.zeros((0, len(region_figure_names()))))
    around = until[end[spans.parent]] - until[first[spans.parent]]
    largest_child = np.zeros(len(first))
    nested = spans.parent != np.arange(len(first))
    np.maximum.at(largest_child, spans.parent[nested], weights[nested])
    best_hit = _largest(long_hit, first, end)

    a, b, inside, around = first[candidates], end[candidates], inside[candidates], around[candidates]
    w, characters, links, marks, hits, good, good_characters = inside[:, :7].T
    dates, headings, in_comment, title_lines, related, comment, covered, near, near_lines = inside[:, 7:16].T
    teasers = inside[:, 16]
    phrases = inside[:, 17:]
    n = np.maximum(b - a, 1)
    some, some_weight = np.maximum(characters, 1), np.maximum(w, 1)
    parent_weight, parent_characters = around[:, 0], around[:, 1]
    child, best_hit = largest_child[candidates], best_hit[candidates]
    columns: list[Any] = [
        *(np.log1p(w), w / whole, w / max(w.max(), 1e-6), w / some, np.log1p(characters)),
        *(np.log1p(np.maximum(characters - w, 0)), links / some, marks / some, np.log1p(marks), np.log1p(n)),
        *(good / n, np.log1p(good), good_characters / some, np.log1p(hits), hits / some * 50),
        (parent_weight - w) / np.maximum(parent_weight, 1),
        np.log1p(np.maximum(parent_characters - characters - (parent_weight - w), 0)),
        np.log1p(np.maximum(parent_weight - w, 0)),
        *(child / some_weight, np.log1p(np.maximum(w - child, 0))),
        *(a / count, b / count, until[a, 1] / total[1], until[a, 0] / whole),
        *(spans.class_bits[candidates] >> np.arange(len(CLASS_WORDS))[:, None] & 1),
        *(spans.classes_around[candidates] >> np.arange(len(CLASS_WORDS))[:, None] & 1),
        *(spans.tag_bits[candidates] >> np.arange(len(REGION_TAGS))[:, None] & 1),
        *_title_place(lines.heading, a, b, until, w, whole),
        *np.log1p(phrases).T,
        *(phrases / n[:, None]).T,
        *(np.log1p(dates), np.log1p(headings), dates / n),
        *(best_hit, best_hit / max(0.01, long_hit.max()), best_hit * w / max(w.max(), 1e-6)),
        *(in_comment / some, title_lines > 0, np.log1p(related), np.log1p(comment)),
        *(covered / some_weight, near / some_weight, near_lines / total[15]),
        *(np.log1p(teasers), teasers / n),
    ]
    return Regions(a, b, np.array(columns, dtype=float).T)


def region_figure_names() -> list[str]:
    """The name of every column of `Regions.figures`, as ``group:name``."""
    return [
        *(
            "weight:log",
            "weight:share of page",
            "weight:share of largest",
            "weight:purity",
            "length:characters",
        ),
        *(
            "weight:rest",
            "links:share",
            "marks:rate",
            "marks:count",
            "length:lines",
            "weight:likely lines share",
        ),
        *("weight:likely lines", "weight:likely characters", "title:hits", "title:hit rate", "around:weight"),
        *("around:rest", "around:log weight", "within:largest child", "within:beside the largest child"),
        *("place:start", "place:end", "place:characters before", "place:weight before"),
        *(f"classes:{kind}" for kind in CLASS_WORDS),
        *(f"classes:{kind} around" for kind in CLASS_WORDS),
        *(f"tags:{tags}" for tags in REGION_TAGS),
        *(f"title:{name}" for name in _TITLE_PLACE),
        *(f"phrases:{kind}" for kind in PHRASES),
        *(f"phrases:{kind} a line" for kind in PHRASES),
        *("phrases:dates", "tags:headings", "phrases:dates a line"),
        *("title:best long line", "title:best long line of page", "title:best long line by weight"),
        *("classes:in comment", "title:title lines", "phrases:related heads", "phrases:comment heads"),
        *("title:covered weight", "title:weight of lines near it", "title:share of lines near it"),
        *("links:linked headings", "links:linked headings a line"),
    ]


class _Spans:
    """The different ranges of lines that containers hold, with what their containers are."""

    def __init__(self, tree: Tree, lines: Lines) -> None:
        numbers: dict[tuple[int, int], int] = {}
        class_bits: list[int] = []
        tag_bits: list[int] = []
        around: list[int] = []
        parent: list[int] = []
        own: list[int] = []
        # Containers come before what they hold, so that the parent's entry is always complete.
        for element, span in enumerate(zip(tree.first_lines, tree.end_lines, strict=True)):
            if span[0] == span[1]:
                own.append(-1)
                continue
            up = own[tree.parents[element]] if element else 0
            number = numbers.setdefault(span, len(numbers))
            own.append(number)
            if number == len(class_bits):
                class_bits.append(0)
                tag_bits.append(0)
                parent.append(up)
                around.append(class_bits[up] | around[up] if number else 0)
            class_bits[number] |= lines.class_bits[element]
            tag_bits[number] |= REGION_TAG.get(lines.tag_ids[element], 0)
        spans = np.array(list(numbers), dtype=np.int64).reshape(-1, 2)
        self.first, self.end = spans[:, 0], spans[:, 1]
        self.class_bits = np.array(class_bits, dtype=np.int64)
        self.classes_around = np.array(around, dtype=np.int64)
        self.tag_bits = np.array(tag_bits, dtype=np.int64)
        self.parent = np.array(parent, dtype=np.int64)


def _largest(values: NDArray[Any], first: Ints, end: Ints) -> Floats:
    """The largest value in each range."""
    edges = np.column_stack([first, end]).ravel()
    return np.asarray(np.maximum.reduceat(np.append(values, 0.0), edges)[::2], dtype=np.float64)


_TITLE_PLACE = (
    *("heading found", "holds heading", "after heading", "before heading", "lines after heading"),
    *("weight after heading", "rest after heading", "weight above heading", "lines before heading"),
    *("weight after heading, share", "begins with heading"),
)


def _title_place(
    heading: int, a: Ints, b: Ints, until: Floats, w: Floats, whole: float
) -> list[NDArray[Any]]:
    if heading < 0:
        return [np.zeros(len(a))] * len(_TITLE_PLACE)
    after = heading < a
    holds = (a <= heading) & (heading < b)
    weight = np.where(after, np.maximum(until[a, 0] - until[heading + 1, 0], 0), 0)
    characters = np.where(after, np.maximum(until[a, 1] - until[heading + 1, 1], 0), 0)
    above = np.where(holds, until[heading, 0] - until[a, 0], 0) / np.maximum(w, 1)
    return [
        *(np.ones(len(a)), holds, after, heading >= b, np.log1p(np.maximum(a - heading, 0))),
        *(np.log1p(weight), np.log1p(np.maximum(characters - weight, 0)), above),
        *(np.log1p(np.maximum(heading - b + 1, 0)), weight / whole, heading == a),
    ]


def region_line_figures(lines: Lines, probability: Floats, first: int, end: int) -> Floats:
    """What decides on a line within the chosen region: its own figures, and those of its place in there."""
    count = end - first
    inside = np.arange(first, end)
    within = np.arange(count)
    own = probability[first:end]
    weight = np.concatenate([[0.0], np.cumsum(probability * lines.lengths)])
    characters = np.concatenate([[0.0], np.cumsum(lines.lengths)])
    total = max(1.0, weight[end] - weight[first])
    likely = np.flatnonzero(own > 0.5)
    top, bottom = (likely[0], likely[-1]) if len(likely) else (0, count - 1)
    columns: list[Any] = [
        *(own, np.log(own + 1e-3) - np.log(1 - own + 1e-3), within / max(1, count - 1)),
        (weight[first:end] - weight[first]) / total,
        np.log1p(weight[first:end] - weight[first]),
        np.log1p(weight[end] - weight[first + 1 : end + 1]),
        *(np.log1p(within), np.log1p(count - 1 - within)),
        np.full(count, total / max(1.0, characters[end] - characters[first])),
        *(np.full(count, np.log1p(total)), np.full(count, np.log1p(count))),
    ]
    for reach in (1, 2, 3):
        for step in (-reach, reach):
            other = inside + step
            there = (other >= first) & (other < end)
            columns += [np.where(there, probability[np.clip(other, 0, len(probability) - 1)], 0), there]
    for reach in (4, 12):
        low, high = np.maximum(first, inside - reach), np.minimum(end, inside + reach + 1)
        next_line = np.minimum(inside + 1, end)
        columns += [
            (weight[inside] - weight[low]) / np.maximum(1, characters[inside] - characters[low]),
            (weight[high] - weight[next_line]) / np.maximum(1, characters[high] - characters[next_line]),
        ]
    columns += [within < top, within > bottom]
    columns += [np.minimum(20, np.abs(within - top)), np.minimum(20, np.abs(within - bottom))]
    return np.column_stack([np.array(columns, dtype=float).T, lines.figures[first:end]])


REGION_LINE_FIGURES = 31
"""The columns of `region_line_figures` before the line's own."""
