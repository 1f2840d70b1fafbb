"""AdaBoost over decision stumps: weak yes-or-no questions about one feature each, and their votes.

Discrete AdaBoost (Y. Freund and R. E. Schapire, "A decision-theoretic generalization of on-line learning and
an application to boosting", 1997).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from markwindow.evidence.models import logistic
from markwindow.evidence.surroundings import Floats

_DIGITS = 6
_LEAST_ERROR = 1e-9


@dataclass(frozen=True, slots=True)
class Stump:
    """A weak classifier: votes by whether one feature is over a threshold."""

    feature: int
    """The column."""
    threshold: float
    vote: float
    """What it says of rows over the threshold, and the opposite of all others; its sign and its weight."""


@dataclass(frozen=True, slots=True)
class Boosted:
    """The sum of the votes of some stumps."""

    stumps: tuple[Stump, ...]

    def score(self, features: Floats) -> Floats:
        """One sum of votes a row of features; over 0 is yes."""
        total = np.zeros(len(features))
        for stump in self.stumps:
            total += np.where(features[:, stump.feature] > stump.threshold, stump.vote, -stump.vote)
        return total

    def probability(self, features: Floats) -> Floats:
        """One probability a row: the logistic function of twice the score (Friedman et al., 2000)."""
        return logistic(2 * self.score(features))

    def to_plain(self) -> list[dict[str, Any]]:
        """As plain numbers for JSON."""
        return [
            {
                "feature": stump.feature,
                "threshold": round(stump.threshold, _DIGITS),
                "vote": round(stump.vote, _DIGITS),
            }
            for stump in self.stumps
        ]

    @classmethod
    def from_plain(cls, plain: list[dict[str, Any]]) -> Boosted:
        """From what `to_plain` gave."""
        return cls(tuple(Stump(**stump) for stump in plain))


def fit_stumps(features: Floats, answers: NDArray[np.bool_], importance: Floats, rounds: int) -> Boosted:
    """Boost at most `rounds` stumps, each the best for what those before it got wrong; deterministic."""
    right = np.where(answers, 1.0, -1.0)
    weights = importance / importance.sum()
    orders = np.argsort(features, axis=0, kind="stable")
    stumps: list[Stump] = []
    for _ in range(rounds):
        splits = []
        for column, order in enumerate(orders.T):
            gain, threshold = _best_split(features[order, column], (weights * right)[order])
            splits.append((abs(gain), -column, gain, threshold))
        _, column, gain, threshold = max(splits)
        # The weighted share of rows that it gets wrong; its vote by that.
        error = max((1 - abs(gain)) / 2, _LEAST_ERROR)
        if error >= 0.5 - _LEAST_ERROR:
            break
        vote = 0.5 * math.log((1 - error) / error)
        stumps.append(Stump(-column, threshold, math.copysign(vote, gain)))
        says = np.where(features[:, -column] > threshold, 1.0, -1.0) * math.copysign(1.0, gain)
        weights = weights * np.exp(-vote * right * says)
        weights /= weights.sum()
    return Boosted(tuple(stumps))


def _best_split(ordered: Floats, weights: Floats) -> tuple[float, float]:
    """The threshold between two values of one feature that tells yes from no best, and its gain.

    The gain is the weight of the rows that "yes if over the threshold" gets right, less that of those it gets
    wrong; negative when the opposite is better. `weights` are signed: positive for rows whose answer is yes.
    """
    until = np.cumsum(weights)
    gains = until[-1] - 2 * np.append(0.0, until)
    # A threshold before the first row, between two different values, or after the last.
    places = np.concatenate([[0], np.flatnonzero(np.diff(ordered)) + 1, [len(ordered)]])
    best = int(places[np.argmax(np.abs(gains[places]))])
    if best == 0:
        return float(gains[0]), float(ordered[0]) - 1.0
    if best == len(ordered):
        return float(gains[-1]), float(ordered[-1])
    return float(gains[best]), float((ordered[best - 1] + ordered[best]) / 2)
