"""The models that weigh evidence: linear ones, trained and run with numpy alone, kept as plain numbers.

Figures are standardised and cut at three standard deviations, so that no rare figure can outvote the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from markwindow.evidence.surroundings import Figures, Floats

_CUT = 3.0
_DIGITS = 6
_PENALTY, _STEPS = 0.003, 400
"""Of ranking: those that the shipped weights were trained with."""


def standardised(figures: Floats, mean: Floats, scale: Floats) -> Floats:
    """Figures as deviations from their means, cut at three standard deviations."""
    return np.clip((figures - mean) / scale, -_CUT, _CUT)


def logistic(scores: Floats) -> Floats:
    """The probabilities that scores stand for; far scores are cut, so that none overflows."""
    return np.asarray(1 / (1 + np.exp(-np.clip(scores, -60, 60))))


@dataclass(frozen=True, slots=True)
class Linear:
    """A weighted sum of standardised figures; as a probability, its logistic function."""

    mean: Floats
    scale: Floats
    weights: Floats
    bias: float
    # The same sum with fewer operations: figures are cut as they come, and weights and bias allow for it.
    _low: Figures = field(init=False, repr=False)
    _high: Figures = field(init=False, repr=False)
    _slope: Figures = field(init=False, repr=False)
    _offset: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Work out what scoring needs."""
        slope = self.weights / self.scale
        for name, value in (
            ("_low", np.float32(self.mean - _CUT * self.scale)),
            ("_high", np.float32(self.mean + _CUT * self.scale)),
            ("_slope", np.float32(slope)),
            ("_offset", self.bias - float(self.mean @ slope)),
        ):
            object.__setattr__(self, name, value)

    def score(self, *blocks: NDArray[Any]) -> Floats:
        """One number a row of figures; figures may come in several blocks, side by side.

        Raises:
            ValueError: for another number of figures than the model has weights.
        """
        total: Any = self._offset
        at = 0
        for block in blocks:
            part = slice(at, at + block.shape[1])
            total = (
                total + np.minimum(np.maximum(block, self._low[part]), self._high[part]) @ self._slope[part]
            )
            at = part.stop
        if at != len(self._slope):
            raise ValueError(f"The model has weights of {len(self._slope)} figures, not of {at}.")
        return np.asarray(total, dtype=np.float64)

    def probability(self, *blocks: NDArray[Any]) -> Floats:
        """One probability a row of figures."""
        return logistic(self.score(*blocks))

    def to_plain(self) -> dict[str, Any]:
        """As plain numbers for JSON."""
        return {
            "mean": [round(value, _DIGITS) for value in self.mean.tolist()],
            "scale": [round(value, _DIGITS) for value in self.scale.tolist()],
            "weights": [round(value, _DIGITS) for value in self.weights.tolist()],
            "bias": round(self.bias, _DIGITS),
        }

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Linear:
        """From what `to_plain` gave."""
        return cls(
            np.array(plain["mean"]), np.array(plain["scale"]), np.array(plain["weights"]), plain["bias"]
        )


def fit_logistic(figures: Floats, answers: NDArray[np.bool_], importance: Floats, strength: float) -> Linear:
    """Weighted logistic regression with a squared penalty, by Newton's method; deterministic.

    Minimises ``strength · Σ importance · loss + ½ · |weights|²``; the bias is free.
    """
    mean, scale = figures.mean(axis=0), figures.std(axis=0) + 1e-3
    rows = np.column_stack([standardised(figures, mean, scale), np.ones(len(figures))])
    penalty = np.append(np.ones(figures.shape[1]), 1e-6)
    weights = np.zeros(rows.shape[1])
    for _ in range(30):
        probability = logistic(rows @ weights)
        gradient = strength * (rows.T @ (importance * (probability - answers))) + penalty * weights
        curvature = strength * (rows.T * (importance * probability * (1 - probability))) @ rows
        step = np.linalg.solve(curvature + np.diag(penalty), gradient)
        weights -= step
        if np.abs(step).max() < 1e-7:
            break
    return Linear(mean, scale, weights[:-1], float(weights[-1]))


def fit_ranking(pages: Sequence[Floats], values: Sequence[Floats]) -> Linear:
    """Learn to give the best candidate of each page the highest score; deterministic.

    `pages` holds the figures of each page's candidates, `values` how good each candidate is (0 to 1). Half of
    the loss is the cross-entropy to the candidates near the best, half the value that the softmax of the
    scores expects to lose. Minimised by Adam on the full batch (D. Kingma and J. Ba, "Adam: a method for
    stochastic optimization", 2015, with the decay rates published there).
    """
    every = np.concatenate(pages)
    mean, scale = every.mean(axis=0), every.std(axis=0) + 1e-3
    rows = standardised(every, mean, scale)
    sizes = [len(page) for page in pages]
    starts = np.cumsum([0, *sizes[:-1]])
    page_of = np.repeat(np.arange(len(pages)), sizes)
    value = np.concatenate(values)
    nearness = np.exp((value - np.maximum.reduceat(value, starts)[page_of]) / 0.05)
    target = nearness / np.add.reduceat(nearness, starts)[page_of]
    weights, first, second = (np.zeros(rows.shape[1]) for _ in range(3))
    for step in range(1, _STEPS + 1):
        score = rows @ weights
        odds = np.exp(score - np.maximum.reduceat(score, starts)[page_of])
        chance = odds / np.add.reduceat(odds, starts)[page_of]
        expected = np.add.reduceat(chance * value, starts)[page_of]
        by_score = (0.5 * (chance - target) - 2 * chance * (value - expected)) / len(pages)
        gradient = rows.T @ by_score + _PENALTY * weights
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        rate = 0.02 * (1 - 0.9 * step / _STEPS)
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return Linear(mean, scale, weights, 0.0)
