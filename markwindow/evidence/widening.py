"""A region that is but a piece of its article: wider containers that add nothing but plain text replace it.

The region model weighs containers by what is most likely text. Where an article's paragraphs are short, or
its body is a table, one paragraph alone may win.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import create_tag

from markwindow.document import Document
from markwindow.evidence.lexicon import AROUND_TAGS, PHRASES
from markwindow.evidence.lines import Lines
from markwindow.evidence.surroundings import Floats

_NOISE = [list(PHRASES).index(kind) for kind in ("copyright", "share", "related", "comment", "disclaimer")]
_CELL = 1 << AROUND_TAGS.index("td")
_TABLE = create_tag("table").tag_id
# What a wider container adds may be so much link text, and so many phrases of furniture a line.
_MOST_LINKS = 0.1
_MOST_NOISE = 0.1


_LEAST_PROBABILITY = 0.15
"""Mean probability of what it adds, by length."""


def widened(lines: Lines, probability: Floats, first: int, end: int) -> tuple[int, int]:
    """The range of lines of the widest container around the region whose further lines are plain text."""
    elements = lines.elements
    weight = probability * lines.lengths
    noise = lines.phrases[_NOISE].sum(axis=0)
    # From the outside in, the containers that hold the region.
    around = np.flatnonzero((elements.first <= first) & (elements.end >= end))
    for number in around[::-1].tolist():
        a, b = int(elements.first[number]), int(elements.end[number])
        if (a, b) == (first, end):
            continue
        added = np.r_[a:first, end:b]
        length = int(lines.lengths[added].sum())
        if (
            lines.links[added].sum() > _MOST_LINKS * length
            or noise[added].sum() > _MOST_NOISE * len(added)
            or weight[added].sum() < _LEAST_PROBABILITY * length
            or lines.in_comment[added].any()
        ):
            break
        first, end = a, b
    return first, end


_LEAST_CELLS = 6
_LONGEST_CELL = 40


def joined_tables(document: Document, lines: Lines, inside: Floats, first: int, end: int) -> Floats:
    """The probabilities of a region's lines; a table of data stands or falls with the sentence above it.

    Cells are short and without marks: alone, each looks like furniture.
    """
    elements = lines.elements
    held_by = [line.element for line in document.lines[first:end]]
    in_cell: NDArray[np.bool_] = elements.tags_around[held_by] & _CELL > 0
    if not in_cell.any():
        return inside
    joined: Floats = inside.copy()
    sentences = np.flatnonzero((lines.stops[first:end] > 0) & ~in_cell) + first
    for number in np.flatnonzero(elements.tags == _TABLE).tolist():
        a, b = int(elements.first[number]), int(elements.end[number])
        above = int(np.searchsorted(sentences, a)) - 1
        if first <= a and b <= end and b - a >= _LEAST_CELLS and above >= 0:
            cells = slice(a, b)
            if (
                lines.lengths[cells].max() <= _LONGEST_CELL
                and lines.links[cells].sum() <= _MOST_LINKS * lines.lengths[cells].sum()
            ):
                at = slice(a - first, b - first)
                joined[at] = np.maximum(joined[at], inside[sentences[above] - first])
    return joined
