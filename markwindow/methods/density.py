"""Text density: a line is main text when much of what it took in the source is text.

For every line of displayed text, density = text length / characters of the decoded page that the line
took, mark-up included, with characters on both sides. A line is kept over a fixed threshold of 0.5
(published as "the easy way to extract useful text from arbitrary HTML", 2007), or over the page's mean.
It needs no knowledge of any tag; it keeps long copyright lines and comments, and loses short lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from statistics import fmean

from markwindow.document import Document
from markwindow.windows import line_ranges

FIXED_THRESHOLD = 0.5


@dataclass(frozen=True, slots=True)
class DensityMethod:
    """Keeps lines by text density, over 0.5 or over the page's mean."""

    name: str
    mean: bool = False

    def keep(self, document: Document, policy: str) -> list[bool]:
        """A line is kept when its density is over the threshold; `policy` changes nothing here."""
        densities = line_densities(document)
        threshold = self._threshold(densities)
        return [density > threshold for density in densities]

    def reasons(self, document: Document, policy: str, kept: list[bool]) -> list[str]:
        """The lines' densities beside the threshold."""
        densities = line_densities(document)
        name = "the page's mean" if self.mean else "the threshold"
        threshold = f"{name} {self._threshold(densities):.2f}"
        reasons = []
        for start, end in line_ranges(document.windows):
            own = densities[start:end]
            told = f"density {own[0]:.2f}" if len(own) == 1 else f"densities {min(own):.2f}–{max(own):.2f}"
            passed = list(compress(own, kept[start:end]))
            verdict = "over" if len(passed) == len(own) else f"{len(passed)} of {len(own)} lines over"
            reasons.append(f"{told}: {verdict if passed else 'not over'} {threshold}")
        return reasons

    def nothing_kept(self, document: Document, policy: str) -> str:
        """No line reaches the threshold."""
        best = max(line_densities(document), default=0.0)
        return f"no line is dense enough: the densest has {best:.2f}"

    def _threshold(self, densities: list[float]) -> float:
        return fmean(densities) if self.mean and densities else FIXED_THRESHOLD


def line_densities(document: Document) -> list[float]:
    """Density of each line, 0 to 1."""
    lengths = document.source_lengths
    return [len(line.text) / length for line, length in zip(document.lines, lengths, strict=True)]
