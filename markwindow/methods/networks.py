"""Three-layer networks in numpy: trained with Rprop, kept as plain numbers.

Rprop (resilient back-propagation: M. Riedmiller and H. Braun, "A direct adaptive method for faster
backpropagation learning: the RPROP algorithm", 1993) looks at the sign of each partial derivative alone:
each weight has a step of its own, which grows while the sign stays and shrinks when it turns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from markwindow.evidence.models import logistic, standardised
from markwindow.evidence.surroundings import Floats

GROWTH, SHRINKAGE = 1.2, 0.5
"""Factors of a step while the sign stays, and when it turns (as published)."""
FIRST_STEP, SMALLEST_STEP, LARGEST_STEP = 0.1, 1e-6, 50.0
_DIGITS = 6
# A figure that spreads less than this is the same everywhere, and no figure.
_LEAST_SPREAD = 1e-5


def rprop(gradient: Callable[[Floats], Floats], start: Floats, steps: int) -> Floats:
    """Where a function is small: `steps` steps of Rprop from `start`, deterministic.

    When a derivative has turned, its weight rests for one step (the variant without weight back-tracking:
    C. Igel and M. Hüsken, "Improving the Rprop learning algorithm", 2000, iRprop−).

    Args:
        gradient: gives the partial derivatives at a point, an array of the same shape.
        start: the point to begin at.
        steps: how many.
    """
    point = start.astype(float)
    step = np.full_like(point, FIRST_STEP)
    before = np.zeros_like(point)
    for _ in range(steps):
        slope = gradient(point)
        agreement = slope * before
        step = np.where(agreement > 0, np.minimum(step * GROWTH, LARGEST_STEP), step)
        step = np.where(agreement < 0, np.maximum(step * SHRINKAGE, SMALLEST_STEP), step)
        slope = np.where(agreement < 0, 0.0, slope)
        point -= np.sign(slope) * step
        before = slope
    return point


@dataclass(frozen=True, slots=True)
class Network:
    """Standardised inputs, one hidden layer (tanh), one output (logistic)."""

    mean: Floats
    scale: Floats
    hidden: Floats
    """A row an input and a last one for the bias, a column a hidden unit."""
    output: Floats
    """A weight a hidden unit, and the bias."""

    def probability(self, inputs: Floats) -> Floats:
        """One probability a row of inputs."""
        units = np.tanh(standardised(inputs, self.mean, self.scale) @ self.hidden[:-1] + self.hidden[-1])
        return logistic(units @ self.output[:-1] + self.output[-1])

    def to_plain(self) -> dict[str, Any]:
        """As plain numbers for JSON."""
        return {
            "mean": np.round(self.mean, _DIGITS).tolist(),
            "scale": np.round(self.scale, _DIGITS).tolist(),
            "hidden": np.round(self.hidden, _DIGITS).tolist(),
            "output": np.round(self.output, _DIGITS).tolist(),
        }

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Network:
        """From what `to_plain` gave."""
        return cls(*(np.array(plain[name]) for name in ("mean", "scale", "hidden", "output")))


def fit_network(
    inputs: Floats,
    answers: NDArray[np.bool_],
    importance: Floats,
    seed: int,
    *,
    units: int,
    steps: int,
    decay: float,
) -> Network:
    """Train a network with Rprop on the whole batch; the same seed gives the same network.

    Args:
        inputs: one row an example.
        answers: of each example.
        importance: what an error at each example costs.
        seed: for the first weights.
        units: of the hidden layer.
        steps: of Rprop.
        decay: cost of the mean squared weight, so that no rare input decides alone.
    """
    mean, spread = inputs.mean(axis=0), inputs.std(axis=0)
    scale = np.where(spread > _LEAST_SPREAD, spread, 1.0)
    rows = np.column_stack([standardised(inputs, mean, scale), np.ones(len(inputs))])
    share = importance / importance.sum()
    width = rows.shape[1]
    start = np.random.default_rng(seed).normal(size=width * units + units + 1)
    start[: width * units] /= np.sqrt(width)
    start[width * units :] /= np.sqrt(units + 1)

    def gradient(weights: Floats) -> Floats:
        hidden, output = weights[: width * units].reshape(width, units), weights[width * units :]
        active = np.tanh(rows @ hidden)
        error = share * (logistic(active @ output[:-1] + output[-1]) - answers)
        at_units = np.outer(error, output[:-1]) * (1 - active**2)
        slopes = (rows.T @ at_units).ravel(), active.T @ error, [error.sum()]
        return np.concatenate(slopes) + decay * weights

    weights = rprop(gradient, start, steps)
    return Network(mean, scale, weights[: width * units].reshape(width, units), weights[width * units :])
