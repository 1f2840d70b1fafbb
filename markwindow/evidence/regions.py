"""Evidence about regions: the containers of a page, each a candidate for the place of the article.

Containers with the same lines are one candidate: their tags and class words add up. A line's *weight* is its
length times the probability that it is main text.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from markwindow.document import Document
from markwindow.evidence.elements import Elements
from markwindow.evidence.lexicon import CLASS_WORDS, PHRASES, REGION_TAG, REGION_TAGS
from markwindow.evidence.lines import Lines, linked_headings
from markwindow.evidence.surroundings import Floats, Ints, Sums

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
    count = len(probability)
    sums = Sums(_rows(lines, probability))
    spans = _read_spans(lines.elements)
    weights = sums.between(spans.first, spans.end)[_WEIGHT]
    whole = max(1.0, float(sums.total[_WEIGHT]))
    chosen = np.flatnonzero((weights >= _LEAST_WEIGHT) | (weights >= _LEAST_SHARE * sums.total[_WEIGHT]))
    names = region_figure_names()
    if not len(chosen):
        return Regions(spans.first[:0], spans.end[:0], np.zeros((0, len(names))))
    largest_child = np.zeros(len(weights))
    # The first span is the page's: all others lie in another one.
    np.maximum.at(largest_child, spans.parent[1:], weights[1:])
    first, end, parent = spans.first[chosen], spans.end[chosen], spans.parent[chosen]
    inside = sums.between(first, end)
    around = sums.between(spans.first[parent], spans.end[parent])
    weight, characters = inside[_WEIGHT], inside[_CHARACTERS]
    child = largest_child[chosen]
    n = end - first
    best_hit, best_of_page = _best_hits(lines, first, end)
    largest = weight / max(float(weight.max()), 1e-6)
    some = np.maximum(characters, 1)
    some_weight = np.maximum(weight, 1)
    rest = np.maximum(around[_WEIGHT] - weight, 0)
    total = np.maximum(sums.total, 1e-6)

    table = np.empty((len(names), len(chosen)))
    logs = table[: len(_LOGS)]
    logs[: len(_LOGGED)] = inside[_LOGGED]
    logs[len(_LOGGED) :] = (
        *(n, np.maximum(characters - weight, 0)),
        np.maximum(around[_CHARACTERS] - characters - (around[_WEIGHT] - weight), 0),
        *(rest, np.maximum(weight - child, 0)),
    )
    np.log1p(logs, out=logs)
    at = len(logs)
    for block in (
        inside[_BY_CHARACTERS] / some,
        inside[_BY_LINES] / n,
        inside[_BY_WEIGHT] / some_weight,
        (
            *(weight / whole, largest, rest / np.maximum(around[_WEIGHT], 1), child / some_weight),
            *(first / count, end / count),
            *(sums.until[_CHARACTERS, first] / total[_CHARACTERS], sums.until[_WEIGHT, first] / whole),
            *(best_hit, best_hit / max(0.01, best_of_page), best_hit * largest),
            *(inside[_TITLE_LINES] > 0, inside[_NEAR_LINES] / total[_NEAR_LINES]),
        ),
        spans.class_bits[chosen] >> _KIND_BITS & 1,
        spans.classes_around[chosen] >> _KIND_BITS & 1,
        spans.tag_bits[chosen] >> _TAG_BITS & 1,
        _title_place(lines.heading, first, end, sums, weight, whole),
    ):
        table[at : at + len(block)] = block
        at += len(block)
    return Regions(first, end, table.T)


# What is summed over the lines of a candidate.
_SUMMED = (
    *("weight", "characters", "links", "marks", "hits", "likely lines", "likely characters", "dates"),
    *("headings", "in comment", "title lines", "related heads", "comment heads", "covered", "near"),
    *("near lines", "linked headings", *PHRASES),
)
_WEIGHT, _CHARACTERS = _SUMMED.index("weight"), _SUMMED.index("characters")
_TITLE_LINES, _NEAR_LINES = _SUMMED.index("title lines"), _SUMMED.index("near lines")
_LOGGED, _BY_CHARACTERS, _BY_LINES, _BY_WEIGHT = (
    [_SUMMED.index(name) for name in names]
    for names in (
        (
            *("weight", "characters", "marks", "likely lines", "hits", "dates", "headings"),
            *("related heads", "comment heads", "linked headings", *PHRASES),
        ),
        ("weight", "links", "marks", "likely characters", "hits", "in comment"),
        ("likely lines", "dates", "linked headings", *PHRASES),
        ("covered", "near"),
    )
)
_LOGS = (
    *(_SUMMED[number] for number in _LOGGED),
    *("lines", "rest", "rest around", "weight around", "beside the largest child"),
)
_KIND_BITS = np.arange(len(CLASS_WORDS))[:, None]
_TAG_BITS = np.arange(len(REGION_TAGS))[:, None]


@cache
def region_figure_names() -> tuple[str, ...]:
    """The name of every column of `Regions.figures`, as ``group:name``."""
    return (
        *(f"{_group(name)}:{name}" for name in _LOGS),
        *(f"{_group(_SUMMED[number])}:{_SUMMED[number]} a character" for number in _BY_CHARACTERS),
        *(f"{_group(_SUMMED[number])}:{_SUMMED[number]} a line" for number in _BY_LINES),
        *(f"{_group(_SUMMED[number])}:{_SUMMED[number]} by weight" for number in _BY_WEIGHT),
        *("weight:share of page", "weight:share of largest", "weight:around", "weight:largest child"),
        *("place:start", "place:end", "place:characters before", "place:weight before"),
        *("title:best long line", "title:best long line of page", "title:best long line by weight"),
        *("title:title lines", "title:share of lines near it"),
        *(f"classes:{kind}" for kind in CLASS_WORDS),
        *(f"classes:{kind} around" for kind in CLASS_WORDS),
        *(f"tags:{tags}" for tags in REGION_TAGS),
        *(f"title:{name}" for name in _TITLE_PLACE),
    )


def _group(name: str) -> str:
    """The group of evidence that a summed figure belongs to."""
    groups = {
        "phrases": ("dates", "related heads", "comment heads", *PHRASES),
        "title": ("hits", "title lines", "covered", "near", "near lines"),
        "links": ("links", "linked headings"),
        "marks": ("marks",),
        "tags": ("headings",),
        "classes": ("in comment",),
        "length": ("characters", "lines"),
    }
    return next((group for group, names in groups.items() if name in names), "weight")


def _rows(lines: Lines, probability: Floats) -> Floats:
    """The figures `_SUMMED` of every line."""
    lengths = lines.lengths
    likely = probability > 0.5
    near_title = lines.cover > 0.2
    weight = probability * lengths
    rows = np.empty((len(_SUMMED), len(lengths)))
    rows[:17] = (
        *(weight, lengths, lines.links, lines.stops + lines.commas, lines.hits, likely, likely * lengths),
        *(lines.dates, (lines.groups == 3) | (lines.groups == 4), lines.in_comment * lengths),
        *(lines.likeness > 0.6, lines.phrases[3] * (lengths < 15), lines.phrases[4] * (lengths < 15)),
        *(lines.cover * weight, near_title * weight, near_title * probability),
        linked_headings(lines),
    )
    rows[17:] = lines.phrases
    return rows


@dataclass(frozen=True, slots=True)
class _Spans:
    """The different ranges of lines that containers hold: arrays have one entry a range, outer ones first."""

    first: Ints
    end: Ints
    parent: Ints
    """The range around it; the page's is its own."""
    class_bits: Ints
    """Of all containers that hold just these lines."""
    classes_around: Ints
    tag_bits: Ints


def _read_spans(elements: Elements) -> _Spans:
    live = np.flatnonzero(elements.first < elements.end)
    first, end = elements.first[live], elements.end[live]
    place = np.zeros(len(elements.first), dtype=np.int64)
    place[live] = np.arange(len(live))
    around = place[elements.parents[live]]
    is_new = (first != first[around]) | (end != end[around])
    is_new[0] = True
    # The outermost container with the same lines stands for all: each round looks twice as far up.
    outermost = np.where(is_new, np.arange(len(live)), around)
    while not is_new[outermost].all():
        outermost = outermost[outermost]
    number = (np.cumsum(is_new) - 1)[outermost]
    outer = np.flatnonzero(is_new)
    class_bits, tag_bits = np.zeros((2, len(outer)), dtype=np.int64)
    np.bitwise_or.at(class_bits, number, elements.class_bits[live])
    np.bitwise_or.at(tag_bits, number, REGION_TAG[elements.tags[live]])
    classes_around = elements.classes_around[elements.parents[live[outer]]]
    classes_around[0] = 0
    return _Spans(first[outer], end[outer], number[around[outer]], class_bits, classes_around, tag_bits)


def _best_hits(lines: Lines, first: Ints, end: Ints) -> tuple[Floats, float]:
    """How much of the title the best line that is longer than it covers, in each range and on the page."""
    cover = lines.cover * (lines.lengths >= 1.5 * max(4, lines.title_length))
    edges = np.column_stack([first, end]).ravel()
    largest = np.maximum.reduceat(np.append(cover, 0.0), edges)[::2]
    return np.asarray(largest, dtype=np.float64), float(cover.max())


_TITLE_PLACE = (
    *("heading found", "holds heading", "after heading", "before heading", "lines after heading"),
    *("weight after heading", "rest after heading", "lines before heading", "weight above heading"),
    *("weight after heading, share", "begins with heading"),
)


def _title_place(heading: int, a: Ints, b: Ints, sums: Sums, weight: Floats, whole: float) -> Floats:
    block = np.zeros((len(_TITLE_PLACE), len(a)))
    if heading < 0:
        return block
    weights, characters = sums.until[_WEIGHT], sums.until[_CHARACTERS]
    after = heading < a
    holds = (a <= heading) & (heading < b)
    between = after * np.maximum(weights[a] - weights[heading + 1], 0)
    block[0] = 1
    block[1:4] = holds, after, heading >= b
    block[4] = a - heading
    block[5] = between
    block[6] = after * np.maximum(characters[a] - characters[heading + 1], 0) - between
    block[7] = heading - b + 1
    np.log1p(np.maximum(block[4:8], 0), out=block[4:8])
    block[8] = holds * (weights[heading] - weights[a]) / np.maximum(weight, 1)
    block[9] = between / whole
    block[10] = heading == a
    return block


def region_line_figures(lines: Lines, probability: Floats, first: int, end: int) -> Floats:
    """What tells of a line within the chosen region besides its own figures: its place in there."""
    count = end - first
    inside = np.arange(first, end)
    within = np.arange(count)
    own = probability[first:end]
    sums = Sums(np.stack([probability * lines.lengths, lines.lengths]))
    weight = sums.until[0]
    total = max(1.0, float(weight[end] - weight[first]))
    likely = np.flatnonzero(own > 0.5)
    top, bottom = (likely[0], likely[-1]) if len(likely) else (0, count - 1)
    table = np.empty((REGION_LINE_FIGURES, count))
    before, after = weight[first:end] - weight[first], weight[end] - weight[first + 1 : end + 1]
    table[:4] = before, after, within, count - 1 - within
    np.log1p(table[:4], out=table[:4])
    table[4:8] = own, np.log((own + 1e-3) / (1 - own + 1e-3)), within / max(1, count - 1), before / total
    table[8:11] = np.array(
        [[total / max(1, lines.lengths[first:end].sum())], [np.log1p(total)], [np.log1p(count)]]
    )
    others = inside + _STEPS
    there = (others >= first) & (others < end)
    table[11:17] = there * probability[np.minimum(np.maximum(others, 0), len(probability) - 1)]
    table[17:23] = there
    low = np.stack([np.maximum(first, inside - _REACHES), np.broadcast_to(inside + 1, (2, count))])
    high = np.stack([np.broadcast_to(inside, (2, count)), np.minimum(end, inside + 1 + _REACHES)])
    nearby = sums.between(low, high)
    table[23:27] = (nearby[0] / np.maximum(1, nearby[1])).reshape(4, count)
    table[27:29] = within < top, within > bottom
    np.minimum(20, np.abs(within - np.array([[top], [bottom]])), out=table[29:31])
    return np.asarray(table.T)


REGION_LINE_FIGURES = 31
"""The columns of `region_line_figures`."""
_STEPS = np.array([-1, 1, -2, 2, -3, 3])[:, None]
_REACHES = np.array([4, 12])[:, None]
