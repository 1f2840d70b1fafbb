"""What a run found, in numbers and in the pages worth a look."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from markwindow.archive.records import BY_METHOD, RUN, Record
from markwindow.archive.repeats import Repeat
from markwindow.archive.sources import shown
from markwindow.compare import Kept, compare
from markwindow.decode import is_label_of

if TYPE_CHECKING:
    from markwindow.archive.site_pass import Sites

REASON_WORDS = 8
"""Reasons are grouped by so many words, up to the first mark, with numbers left open."""
MOST_GROUPS = 10
PAGES_SHOWN = 10
"""Pages named for each question (slowest, …)."""
FAR_FROM_TITLE = 0.75
"""A text that holds less than a quarter of its title's words is worth a look."""


class Extremes:
    """The pages with the largest values; of equals the first by id."""

    def __init__(self, least: float = 0.0) -> None:
        """`least`: pages with a smaller value are not named."""
        self._least = least
        self._found: list[tuple[float, str]] = []

    def add(self, id: str, value: float) -> None:
        """Take a page."""
        if value >= self._least:
            self._found.append((-value, id))
            if len(self._found) >= 20 * PAGES_SHOWN:
                self._found = sorted(self._found)[:PAGES_SHOWN]

    def pages(self) -> list[tuple[str, float]]:
        """Ids and values, largest first."""
        return [(id, -value) for value, id in sorted(self._found)[:PAGES_SHOWN]]


@dataclass(slots=True)
class Summary:
    """Counts over the pages of an output. A page by several methods is counted by the first of them."""

    pages: int = 0
    from_before: int = 0
    """Pages of these that an earlier run had recorded."""
    with_text: int = 0
    errors: int = 0
    empty: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    encodings: Counter[str] = field(default_factory=Counter)
    declared: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Pages by declared label (``none`` without one) and true encoding."""
    with_text_by: Counter[str] = field(default_factory=Counter)
    """With several methods: pages with text by each."""
    exact_repeats: int = 0
    near_repeats: int = 0
    sites: Sites | None = None
    """What the site pass learned, if there was one."""
    skipped: Counter[str] = field(default_factory=Counter)
    """What the sources hold beside pages, by kind."""
    left: list[str] = field(default_factory=list)
    """Files that lay among the run's own parts and were left there."""
    slowest: Extremes = field(default_factory=Extremes)
    """Seconds a page took its worker, reading included."""
    far_from_title: Extremes = field(default_factory=lambda: Extremes(FAR_FROM_TITLE))
    """Title–content distance."""
    divergent: Extremes = field(default_factory=lambda: Extremes(1e-9))
    """With several methods: 1 − overlap of what they keep."""

    def add(self, made: Record, *, from_before: bool = False) -> None:
        """Count one page."""
        self.pages += 1
        self.from_before += from_before
        notes = made.get(RUN, {})
        if "seconds" in notes:
            self.slowest.add(made["id"], notes["seconds"])
        if made.get("error"):
            self.errors += 1
            self.failures[group(made["error"])] += 1
            return
        encoding = made.get("encoding") or "none"
        self.encodings[encoding] += 1
        self.declared[(made.get("encoding_declared") or "none").lower(), encoding] += 1
        if made.get("kind"):
            self.kinds[made["kind"]] += 1
        for name, by_method in made.get(BY_METHOD, {}).items():
            self.with_text_by[name] += bool(by_method["text"])
        if (overlap := _overlap(made)) is not None:
            self.divergent.add(made["id"], 1 - overlap)
        if made.get("text"):
            self.with_text += 1
            if made.get("relevance") is not None:
                self.far_from_title.add(made["id"], made["relevance"])
        else:
            self.empty[group(made.get("reason") or "no reason told")] += 1

    def add_repeats(self, repeats: Mapping[str, Repeat]) -> None:
        """Count the pages that repeat others."""
        self.exact_repeats = sum(repeat.similarity == 1 for repeat in repeats.values())
        self.near_repeats = len(repeats) - self.exact_repeats

    @property
    def is_good(self) -> bool:
        """Whether no page failed and at least one gave text."""
        return not self.errors and self.with_text > 0

    def to_dict(self, seconds: float) -> dict[str, Any]:
        """All of it, as JSON holds it; `seconds`: how long this run took."""
        declared = [
            {"declared": label, "true": encoding, "pages": pages}
            for (label, encoding), pages in _ranked(self.declared)
        ]
        return {
            "pages": self.pages,
            "from_before": self.from_before,
            "with_text": self.with_text,
            "with_text_by_method": dict(self.with_text_by),
            "empty": self.empty.total(),
            "empty_by_cause": dict(_ranked(self.empty)),
            "errors": self.errors,
            "errors_by_cause": dict(_ranked(self.failures)),
            "kinds": dict(_ranked(self.kinds)),
            "encodings": dict(_ranked(self.encodings)),
            "declared_encodings": declared,
            "repeats": {"exact": self.exact_repeats, "near": self.near_repeats},
            "site_pass": self._site_pass(),
            "skipped": dict(_ranked(self.skipped)),
            "left": self.left,
            "seconds": round(seconds, 3),
            "pages_per_second": self._speed(seconds),
            "slowest": [{"id": id, "seconds": value} for id, value in self.slowest.pages()],
            "far_from_title": [
                {"id": id, "relevance": round(value, 4)} for id, value in self.far_from_title.pages()
            ],
            "divergent": [{"id": id, "overlap": round(1 - value, 4)} for id, value in self.divergent.pages()],
        }

    def lines(self, seconds: float) -> list[str]:
        """The same in short for people."""
        speed = self._speed(seconds)
        told = f", {speed:.1f} pages/s" if speed else ""
        before = f", {self.from_before} of them recorded before" if self.from_before else ""
        lines = [
            f"{self.pages} pages{before}: {self.with_text} with text, {self.empty.total()} empty, "
            f"{self.errors} failed ({seconds:.1f} s{told})"
        ]
        for title, groups in (("empty", self.empty), ("failed", self.failures)):
            lines += [f"  {title} {count:>7}  {name}" for name, count in top(groups)]
        if self.skipped:
            named = ", ".join(f"{count} {name}" for name, count in top(self.skipped))
            lines.append(f"  skipped, no pages: {named}")
        if self.left:
            more = ", …" if len(self.left) > MOST_GROUPS else ""
            named = ", ".join(map(shown, self.left[:MOST_GROUPS]))
            lines.append(f"  not of this run, and left where they are: {named}{more}")
        lines += [
            f"  {title}: " + ", ".join(f"{name} {count}" for name, count in top(groups))
            for title, groups in (
                ("with text", self.with_text_by),
                ("kinds", self.kinds),
                ("encodings", self.encodings),
                ("declared otherwise", self._declared_otherwise()),
            )
            if groups
        ]
        if self.exact_repeats or self.near_repeats:
            lines.append(f"  repeats: {self.exact_repeats} exact, {self.near_repeats} near")
        if (learned := self._site_pass()) is not None:
            lines.append(
                f"  site pass: {learned['sites']} sites, {learned['with_noise']} with text that repeats; "
                f"{learned['titles_from_links']} titles from links"
            )
        if self.pages > PAGES_SHOWN:
            lines += [
                f"  {title}: " + ", ".join(f"{id} ({form(value)})" for id, value in found.pages()[:3])
                for title, found, form in (
                    ("slowest", self.slowest, "{:.2f} s".format),
                    ("title and text disagree most", self.far_from_title, "{:.2f}".format),
                    ("methods disagree most", self.divergent, "{:.2f}".format),
                )
                if found.pages()
            ]
        return lines

    def _speed(self, seconds: float) -> float:
        return round((self.pages - self.from_before) / seconds, 2) if seconds > 0 else 0.0

    def _site_pass(self) -> dict[str, int] | None:
        if self.sites is None:
            return None
        return {
            "sites": self.sites.sites,
            "with_noise": len(self.sites.noise),
            "titles_from_links": len(self.sites.titles),
        }

    def _declared_otherwise(self) -> Counter[str]:
        """Pages whose declaration is not what they are, or that have none."""
        found: Counter[str] = Counter()
        for (label, encoding), pages in self.declared.items():
            if not is_label_of(label, encoding):
                found[f"{label} for {encoding}"] += pages
        return found


def group(reason: str) -> str:
    """The first words of a reason, so that like reasons count together."""
    first = re.split(r"[:;,.()—“：；，。（]", reason, maxsplit=1)[0]
    return re.sub(r"\d+", "N", " ".join(first.split()[:REASON_WORDS])) or reason


def top(groups: Counter[str], most: int = MOST_GROUPS) -> list[tuple[str, int]]:
    """The largest groups, largest first, equal ones by name; those after the first `most` as one."""
    ranked = _ranked(groups)
    rest = sum(count for _, count in ranked[most:])
    return ranked[:most] + ([("other", rest)] if rest else [])


def _overlap(made: Record) -> float | None:
    """What the methods keep alike, as the run noted it; from an output, which has no notes, by its texts."""
    if "overlap" in made.get(RUN, {}):
        noted: float | None = made[RUN]["overlap"]
        return noted
    texts = {name: Kept(by_method["text"] or "") for name, by_method in made.get(BY_METHOD, {}).items()}
    return compare("", texts).overlap if len(texts) > 1 else None


def _ranked(groups: Counter[Any]) -> list[tuple[Any, int]]:
    return sorted(groups.items(), key=lambda item: (-item[1], item[0]))
