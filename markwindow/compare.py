"""What several methods keep of the same page, side by side.

Methods are compared by the lines they keep, window by window, so that a line which stands twice on a page is
not taken for another. Sizes are characters without blanks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from markwindow.page import Page, Window

METHODS_COMPARED = ("title", "density")
"""The published pair: what the title says is the subject, against what is merely dense."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that at least one method keeps."""

    text: str
    kept_by: frozenset[str]
    size: int
    """Characters without blanks."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One page by several methods."""

    id: str
    methods: tuple[str, ...]
    lines: tuple[Line, ...]
    """In the order of the page."""
    reasons: Mapping[str, str]
    """For each method why its text is empty or partial."""
    relevance: Mapping[str, float | None]
    """For each method the distance of its text to the title."""

    @property
    def union(self) -> int:
        """Characters that any method keeps."""
        return sum(line.size for line in self.lines)

    @property
    def shared(self) -> int:
        """Characters that all methods keep."""
        return sum(line.size for line in self.lines if len(line.kept_by) == len(self.methods))

    @property
    def overlap(self) -> float | None:
        """Shared / union; None where no method keeps anything."""
        return self.shared / self.union if self.union else None

    def kept(self, method: str) -> int:
        """Characters that a method keeps."""
        return sum(line.size for line in self.lines if method in line.kept_by)

    def only(self, method: str) -> int:
        """Characters that no other method keeps."""
        return sum(line.size for line in self.lines if line.kept_by == {method})

    def pair(self, one: str, other: str) -> tuple[int, int]:
        """For two methods: characters that both keep, and that either keeps."""
        both = sum(line.size for line in self.lines if {one, other} <= line.kept_by)
        return both, self.kept(one) + self.kept(other) - both

    def without_text(self) -> Comparison:
        """The same figures in little memory, for a folder of pages: one line for each set of keepers."""
        sizes: Counter[frozenset[str]] = Counter()
        for line in self.lines:
            sizes[line.kept_by] += line.size
        return replace(self, lines=tuple(Line("", keepers, size) for keepers, size in sizes.items()))

    def to_dict(self, *, with_text: bool) -> dict[str, Any]:
        """Flat figures; with the texts for a single page."""
        figures: dict[str, Any] = {
            "id": self.id,
            "chars": {method: self.kept(method) for method in self.methods},
            "only": {method: self.only(method) for method in self.methods},
            "shared": self.shared,
            "union": self.union,
            "overlap": self.overlap,
        }
        if not with_text:
            return figures
        pairs = ((one, other, *self.pair(one, other)) for one, other in combinations(self.methods, 2))
        return figures | {
            "pairs": [
                {
                    "methods": [one, other],
                    "shared": both,
                    "union": either,
                    "overlap": both / either if either else None,
                }
                for one, other, both, either in pairs
            ],
            "relevance": dict(self.relevance),
            "reason": dict(self.reasons),
            "lines": [
                {"text": line.text, "kept_by": [method for method in self.methods if method in line.kept_by]}
                for line in self.lines
            ],
        }


@dataclass(frozen=True, slots=True)
class Kept:
    """What one method kept, where only the text is at hand, as in the records of an archive."""

    text: str
    reason: str = ""
    relevance: float | None = None
    windows: tuple[Window, ...] = ()


def compare(id: str, pages: Mapping[str, Page | Kept]) -> Comparison:
    """Lay what was found on one page, by the names of the methods, side by side."""
    return Comparison(
        id=id,
        methods=tuple(pages),
        lines=tuple(_lines(tuple(pages), tuple(pages.values()))),
        reasons={method: page.reason for method, page in pages.items()},
        relevance={method: page.relevance for method, page in pages.items()},
    )


def most_divergent_first(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """By overlap, lowest first; of equals the one with more characters in dispute; empty pages last."""
    return sorted(
        comparisons,
        key=lambda one: (2.0 if one.overlap is None else one.overlap, one.shared - one.union, one.id),
    )


def totals(comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """Sums over pages, and the mean of their overlaps."""
    overlaps = [one.overlap for one in comparisons if one.overlap is not None]
    methods = comparisons[0].methods if comparisons else ()
    shared, union = sum(one.shared for one in comparisons), sum(one.union for one in comparisons)
    return {
        "pages": len(comparisons),
        "chars": {method: sum(one.kept(method) for one in comparisons) for method in methods},
        "only": {method: sum(one.only(method) for one in comparisons) for method in methods},
        "shared": shared,
        "union": union,
        "overlap": shared / union if union else None,
        "mean_overlap": sum(overlaps) / len(overlaps) if overlaps else None,
    }


def _lines(methods: Sequence[str], pages: Sequence[Page | Kept]) -> Iterable[Line]:
    """Each line once, with the methods that keep it, as often as it stands in its window."""
    for kept in _blocks(pages):
        counts = [Counter(lines) for lines in kept]
        # The method that keeps most of this block leads; lines only others keep follow it.
        order = dict.fromkeys(line for lines in sorted(kept, key=len, reverse=True) for line in lines)
        for text in order:
            size = len("".join(text.split()))
            for copy in range(max(count[text] for count in counts)):
                keepers = frozenset(m for m, count in zip(methods, counts, strict=True) if count[text] > copy)
                if size:
                    yield Line(text, keepers, size)


def _blocks(pages: Sequence[Page | Kept]) -> list[list[list[str]]]:
    """For each window, and each method, the lines kept; one block of all where windows do not agree."""
    windows = [page.windows for page in pages]
    if len({tuple(window.text for window in of_page) for of_page in windows}) == 1 and windows[0]:
        return [[_split(window.kept_text) for window in same] for same in zip(*windows, strict=True)]
    return [[_split(page.text) for page in pages]]


def _split(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]
