"""Figures over pages: means, their spread, and what stands out."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from markwindow.evaluation.runs import Outcome
from markwindow.evaluation.score import size

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

RESAMPLES = 2000
BAD_F1 = 0.5
SHORT_GOLD = 500
"""A page is short when its gold has fewer characters, blanks not counted."""
MEAN = "mean of the sets"
SHORT = f"gold under {SHORT_GOLD} characters"


@dataclass(frozen=True, slots=True)
class Figures:
    """How an extractor did on some pages."""

    pages: int
    precision: float
    recall: float
    f1: float
    interval: tuple[float, float]
    """95 % interval of the F1: percentiles over resamples of the pages (bootstrap)."""
    bad: int
    """Pages with an F1 under 0.5."""
    failed: int
    """Pages at which it raised; they score 0."""
    seen: int
    """Pages that its weights were trained on."""
    milliseconds: float
    """CPU time a page, the median."""

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        low, high = self.interval
        return {
            "pages": self.pages,
            "precision": round(self.precision, 6),
            "recall": round(self.recall, 6),
            "f1": round(self.f1, 6),
            "f1_interval": [round(low, 6), round(high, 6)],
            "f1_below_0.5": self.bad,
            "failed": self.failed,
            "seen": self.seen,
            "ms": round(self.milliseconds, 3),
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of one extractor."""

    by_set: Mapping[str, Figures]
    mean: Figures
    """Every set counts alike; counts are sums, and the time is over all pages."""
    short: Figures | None
    """The short pages of all sets; None where there is none."""


def summarise(outcomes: Sequence[Outcome], seed: int) -> Summary:
    """The figures of one extractor from its outcomes (at least one)."""
    by_set: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_set.setdefault(outcome.page.set, []).append(outcome)
    short = [outcome for outcome in outcomes if size(outcome.page.gold) < SHORT_GOLD]
    return Summary(
        by_set={name: _figures({name: group}, seed) for name, group in by_set.items()},
        mean=_figures(by_set, seed),
        short=_figures({SHORT: short}, seed) if short else None,
    )


def _figures(groups: Mapping[str, Sequence[Outcome]], seed: int) -> Figures:
    """The means over each group, and of these the mean."""
    scores = [[outcome.score for outcome in group] for group in groups.values()]
    all_pages = [outcome for group in groups.values() for outcome in group]
    precision, recall, f1 = (
        fmean(fmean(score[place] for score in group) for group in scores) for place in range(3)
    )
    return Figures(
        pages=len(all_pages),
        precision=precision,
        recall=recall,
        f1=f1,
        interval=_interval(groups, seed),
        bad=sum(outcome.score.f1 < BAD_F1 for outcome in all_pages),
        failed=sum(bool(outcome.failure) for outcome in all_pages),
        seen=sum(outcome.seen for outcome in all_pages),
        milliseconds=median(outcome.milliseconds for outcome in all_pages),
    )


def _interval(groups: Mapping[str, Sequence[Outcome]], seed: int) -> tuple[float, float]:
    import numpy

    means = [_resampled(name, [one.score.f1 for one in group], seed) for name, group in groups.items()]
    low, high = numpy.percentile(numpy.mean(means, axis=0), [2.5, 97.5])
    return float(low), float(high)


def _resampled(name: str, values: list[float], seed: int) -> NDArray[float64]:
    """Means of resamples; each set has its own draws, the same for every extractor."""
    import numpy

    chance = numpy.random.default_rng([seed, zlib.crc32(name.encode("utf-8", "surrogateescape"))])
    array = numpy.array(values)
    means = [array[chance.integers(len(array), size=len(array))].mean() for _ in range(RESAMPLES)]
    return numpy.array(means)
