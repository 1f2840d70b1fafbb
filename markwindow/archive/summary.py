"""What a run found, in numbers: pages with text, empty ones by reason, failures, encodings."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from markwindow.archive.records import Record

REASON_WORDS = 8
"""Reasons are grouped by so many words, up to the first mark, with numbers left open."""
MOST_GROUPS = 10


@dataclass(slots=True)
class Summary:
    """Counts over the records of an output."""

    pages: int = 0
    from_before: int = 0
    """Pages of these that an earlier run had recorded."""
    with_text: int = 0
    errors: int = 0
    empty: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    encodings: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    """What the sources hold beside pages, by kind."""

    def add(self, made: Record, *, from_before: bool = False) -> None:
        """Count one record."""
        self.pages += 1
        self.from_before += from_before
        if made.get("error"):
            self.errors += 1
            self.failures[group(made["error"])] += 1
            return
        self.encodings[made.get("encoding") or "none"] += 1
        if made.get("text"):
            self.with_text += 1
        else:
            self.empty[group(made.get("reason") or "no reason told")] += 1

    @property
    def is_good(self) -> bool:
        """Whether no page failed and at least one gave text."""
        return not self.errors and self.with_text > 0

    def lines(self, seconds: float) -> list[str]:
        """The summary for people; `seconds`: how long this run took."""
        new = self.pages - self.from_before
        speed = f", {new / seconds:.1f} pages/s" if new and seconds > 0 else ""
        before = f", {self.from_before} of them recorded before" if self.from_before else ""
        empty = self.empty.total()
        lines = [
            f"{self.pages} pages{before}: {self.with_text} with text, {empty} empty, {self.errors} failed"
            f" ({seconds:.1f} s{speed})"
        ]
        for title, groups in (("empty", self.empty), ("failed", self.failures)):
            lines += [f"  {title} {count:>7}  {name}" for name, count in _top(groups)]
        if self.skipped:
            named = ", ".join(f"{count} {name}" for name, count in _top(self.skipped))
            lines.append(f"  skipped, no pages: {named}")
        if self.encodings:
            named = ", ".join(f"{name} {count}" for name, count in _top(self.encodings))
            lines.append(f"  encodings: {named}")
        return lines


def group(reason: str) -> str:
    """The first words of a reason, so that like reasons count together."""
    first = re.split(r"[:;,.()—“：；，。（]", reason, maxsplit=1)[0]
    return re.sub(r"\d+", "N", " ".join(first.split()[:REASON_WORDS])) or reason


def _top(groups: Counter[str]) -> list[tuple[str, int]]:
    """The largest groups, largest first, equal ones by name; the rest as one."""
    ranked = sorted(groups.items(), key=lambda item: (-item[1], item[0]))
    rest = sum(count for _, count in ranked[MOST_GROUPS:])
    return ranked[:MOST_GROUPS] + ([("other", rest)] if rest else [])
