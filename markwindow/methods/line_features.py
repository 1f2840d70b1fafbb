"""What the learned classics look at: each line's text, source and links, and those of its neighbours.

Nothing here knows tags, classes or words. Features are arrays with one row a line of the document.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from markwindow.document import Document
from markwindow.evidence.surroundings import Floats
from markwindow.methods.links import links_of_lines

LONGEST = 5000
"""Text lengths are given as a share of this, at most 1."""
PREVIOUS_ANSWER_SET = 6
FEATURE_SETS = {
    1: "density, text length, source length, ±1 line",
    2: "density, 1 / text length, ±2 lines",
    3: "the page's text / its links, density, text length, ±2 lines",
    4: "text / links, density, text length, ±2 lines",
    5: "text / links, density, text length, ±1 line",
    6: "text / links, density, text length, the answer for the line before",
}
"""The six published sets; "text / links" is a line's text length per link (for none: per one)."""


@dataclass(frozen=True, slots=True)
class LineFigures:
    """The lines of a page in figures; arrays have one entry a line."""

    text: Floats
    """Characters."""
    source: Floats
    """Characters of the decoded page that it took."""
    links: Floats
    """Number of links."""

    @property
    def density(self) -> Floats:
        """Text / source, 0 to 1."""
        return self.text / self.source

    @property
    def length(self) -> Floats:
        """Text / 5000, at most 1."""
        return np.minimum(self.text / LONGEST, 1.0)

    @property
    def per_link(self) -> Floats:
        """Text length (as `length`) per link."""
        return self.length / np.maximum(self.links, 1)


def read_figures(document: Document, *, with_links: bool = True) -> LineFigures:
    """Figure the lines of a document; links cost another look at the page."""
    return LineFigures(
        np.array([len(line.text) for line in document.lines], dtype=float),
        np.array(document.source_lengths, dtype=float),
        np.array(links_of_lines(document) if with_links else [0] * len(document.lines), dtype=float),
    )


def around(columns: Sequence[Floats], before: int, after: int) -> Floats:
    """The columns, and those of so many lines before and after; beyond the page all are 0."""
    shifted = []
    for step in (0, *range(-before, 0), *range(1, after + 1)):
        for column in columns:
            other = np.zeros_like(column)
            if step < 0:
                other[-step:] = column[:step]
            else:
                other[: max(len(column) - step, 0)] = column[step:]
            shifted.append(other)
    return np.column_stack(shifted)


def feature_set(figures: LineFigures, number: int) -> Floats:
    """The features of a published set; the sixth without the answer for the line before."""
    density, length, per_link = figures.density, figures.length, figures.per_link
    if number == 1:
        return around([density, length, np.minimum(figures.source / LONGEST, 1.0)], 1, 1)
    if number == 2:
        return around([density, 1 / figures.text], 2, 2)
    if number == 3:
        page = figures.text.sum() / max(1.0, figures.links.sum()) / LONGEST
        return np.column_stack([np.full(len(density), page), around([density, length], 2, 2)])
    reach = {4: 2, 5: 1, 6: 0}[number]
    return around([per_link, density, length], reach, reach)
