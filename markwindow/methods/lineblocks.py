"""Line blocks (行块分布): a body is a run of lines whose energy, smoothed over neighbours, stays high.

A line's *energy* is its length counted in Chinese characters. The curve of energies is smoothed by a moving
mean; a body starts where the smooth curve rises to the *start* threshold, and reaches, on both sides, as far
as the curve stays over the *end* threshold. Both come from the page's own distribution: a fixed number is too
high for short news.

The published form reads lines of the source, where blank lines keep blocks apart. Pages of today are written
in one line, so lines here are those that a browser shows, and the boundary tags between two of them count as
blank rows. Its known weakness is one very long line of noise (a ticker of headlines glued together): here
link text has no energy, and no stretch without a mark has more than `MOST_UNMARKED`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from markwindow.document import Document
from markwindow.windows import line_ranges

OTHERS_AS_ONE = 3
"""So many characters that are not Chinese count as one that is (published: two to four)."""
SMOOTHING_ROWS = 5
"""Rows of the moving mean: the row, and two on each side."""
TAGS_AS_BLANK_ROW = 2
"""So many boundary tags between two lines count as one blank row."""
MOST_BLANK_ROWS = 5
MOST_UNMARKED = 40.0
"""Energy of the longest stretch without a mark: Chinese prose has one every ten to fifteen characters."""
START = {"strict": 1.5, "balanced": 1.0, "lenient": 0.4}
"""The start threshold by policy, as a multiple of the page's level (`Curves.level`)."""
END = {"strict": 0.25, "balanced": 0.25, "lenient": 0.1}
"""The end threshold likewise: strict is sparing with starts (宁缺毋滥), lenient with neither (宁可错杀)."""

_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
_MARKS = re.compile(r"[。，、；：！？…,.;:!?]+")


@dataclass(frozen=True, slots=True)
class Curves:
    """The curves of a page: one entry a row, and rows are lines of text and blank rows between them."""

    line_rows: tuple[int, ...]
    """The row of each line of the document."""
    raw: tuple[float, ...]
    """Length in Chinese characters, as published; 0 for a blank row."""
    energy: tuple[float, ...]
    """What is smoothed: the raw curve without link text and with long unmarked stretches cut."""
    smoothed: tuple[float, ...]
    """The mean energy of `SMOOTHING_ROWS` rows around each."""
    level: float
    """The page's level: the smooth curve's height where the average character of energy stands."""
    start: float
    """A body starts where the smooth curve is at least this high."""
    end: float
    """A body ends before the smooth curve is lower than this."""

    def bodies(self) -> list[bool]:
        """For each row, whether it lies in a body."""
        down = _from_starts(self.smoothed, self.start, self.end)
        up = _from_starts(self.smoothed[::-1], self.start, self.end)[::-1]
        inside = [one or other for one, other in zip(down, up, strict=True)]
        # The mean lifts the rows beside a long line: a body begins and ends with a row of energy of its own.
        begun = _after_energy(inside, self.energy, self.end)
        return _after_energy(begun[::-1], self.energy[::-1], self.end)[::-1]


def curves(document: Document, policy: str = "balanced") -> Curves:
    """Raw and smoothed curve of a page, and the thresholds of a policy; linear in the page's text."""
    lines = document.lines
    rows: list[int] = []
    raw: list[float] = []
    energy: list[float] = []
    window = lines[0].window if lines else 0
    for line, length in zip(lines, _lengths([line.text for line in lines]), strict=True):
        blank = min((line.window - window) // TAGS_AS_BLANK_ROW, MOST_BLANK_ROWS)
        window = line.window
        raw += [0.0] * blank
        energy += [0.0] * blank
        rows.append(len(raw))
        raw.append(length)
        free = 1 - line.link_characters / len(line.text)
        energy.append(free * _marked(line.text, length) if free else 0.0)
    smoothed = _smoothed(energy)
    total = sum(energy)
    level = sum(high * own for high, own in zip(smoothed, energy, strict=True)) / total if total else 0.0
    # Somewhere a body must be able to start.
    start = min(START[policy] * level, max(smoothed, default=0.0))
    return Curves(
        tuple(rows), tuple(raw), tuple(energy), tuple(smoothed), level, start, min(END[policy] * level, start)
    )


@dataclass(frozen=True, slots=True)
class LineBlocksMethod:
    """Keeps the lines of all bodies of the smooth curve."""

    name: str = "lineblocks"

    def keep(self, document: Document, policy: str) -> list[bool]:
        """The lines in bodies; a stricter policy's bodies lie within a more lenient one's."""
        found = curves(document, policy)
        if not found.level:
            return [False] * len(document.lines)
        inside = found.bodies()
        return [inside[row] for row in found.line_rows]

    def reasons(self, document: Document, policy: str, kept: list[bool]) -> list[str]:
        """The height of the smooth curve beside both thresholds."""
        found = curves(document, policy)
        heights = [found.smoothed[row] for row in found.line_rows]
        reasons = []
        for first, end in line_ranges(document.windows):
            height = max(heights[first:end])
            told = f"smoothed energy {height:.1f}"
            passed = sum(kept[first:end])
            if not passed:
                reasons.append(
                    f"dropped: {told}, no body starts here (start {found.start:.1f})"
                    if height < found.start
                    else f"dropped: {told} is its neighbours', not its own"
                )
                continue
            some = "kept" if passed == end - first else f"kept {passed} of {end - first} lines"
            where = (
                f"over the start {found.start:.1f}"
                if height >= found.start
                else f"over the end {found.end:.1f}, beside a body's start"
            )
            reasons.append(f"{some}: {told}, {where}")
        return reasons

    def nothing_kept(self, document: Document, policy: str) -> str:
        """No line has energy."""
        return "no line holds text outside links"


def _lengths(texts: list[str]) -> list[float]:
    """The length of each in Chinese characters; blanks do not count. No text may hold a line break."""
    others = _HAN.sub("", "\n".join(texts)).split("\n")
    return [
        len(text) - len(other) + len("".join(other.split())) / OTHERS_AS_ONE
        for text, other in zip(texts, others, strict=False)
    ]


def _marked(text: str, length: float) -> float:
    """The length without what long unmarked stretches have too much."""
    if length <= MOST_UNMARKED:
        return length
    long = [part for part in _MARKS.split(text) if len(part) > MOST_UNMARKED]
    return length - sum(max(0.0, own - MOST_UNMARKED) for own in _lengths(long))


def _smoothed(energy: Sequence[float]) -> list[float]:
    """The moving mean; rows beyond the page have no energy."""
    until = list(accumulate(energy, initial=0.0))
    reach = SMOOTHING_ROWS // 2
    last = len(energy)
    return [
        (until[min(row + reach + 1, last)] - until[max(row - reach, 0)]) / SMOOTHING_ROWS
        for row in range(last)
    ]


def _from_starts(smoothed: Sequence[float], start: float, end: float) -> list[bool]:
    """The rows from each start on, as long as the curve is not lower than the end threshold."""
    inside = []
    on = False
    for height in smoothed:
        on = height >= start or (on and height >= end)
        inside.append(on)
    return inside


def _after_energy(inside: Sequence[bool], energy: Sequence[float], least: float) -> list[bool]:
    """The bodies without the rows before their first one of at least that energy."""
    trimmed = []
    on = False
    for is_inside, own in zip(inside, energy, strict=True):
        on = is_inside and (on or own >= least)
        trimmed.append(on)
    return trimmed
