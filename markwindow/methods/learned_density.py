"""Learned density: a perceptron or a multi-layer perceptron over the density of a line and its neighbours.

Published with one, two or three lines (the line; and the one before; and the one after) times one, two or
three attributes (density; and source length; and text length): nine combinations. The package ships weights
of the largest; `tests/benchmarks/line_errors.py` compares them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from markwindow.evidence.models import Linear, fit_logistic
from markwindow.evidence.surroundings import Floats
from markwindow.methods.learned import LearnedMethod, TrainingPage, training_pages
from markwindow.methods.line_features import LineFigures, around
from markwindow.methods.networks import Network, fit_network
from markwindow.training import Example, check_some

UNITS = 8
STEPS = 150
DECAY = 1e-3
"""Of the network: found by cross-validation on the development pages."""
_REACH = {1: (0, 0), 2: (1, 0), 3: (1, 1)}


@dataclass(frozen=True, slots=True)
class LearnedDensityMethod(LearnedMethod):
    """Keeps lines by a learned function of density: linear (`perceptron`) or with a hidden layer (`mlp`)."""

    lines: int = 3
    """1: the line; 2: and the one before; 3: and the one after."""
    attributes: int = 3
    """1: density; 2: and source length; 3: and text length."""
    false_keep_cost: float = 1.0
    """What keeping a line costs in training that is not main text."""
    false_drop_cost: float = 1.0
    """What dropping a line of main text costs."""

    def __post_init__(self) -> None:
        """Raise one clear sentence for a value that cannot work."""
        for name in ("lines", "attributes"):
            if getattr(self, name) not in _REACH:
                raise ValueError(f"{name}={getattr(self, name)!r}: give 1, 2 or 3.")
        if not (self.false_keep_cost > 0 and self.false_drop_cost > 0):
            raise ValueError("false_keep_cost and false_drop_cost must be over 0.")

    @property
    def looks_at_links(self) -> bool:
        """Density knows no links."""
        return False

    def train(self, examples: Sequence[Example], seed: int) -> dict[str, Any]:
        """Weights by pages that count alike, however many lines they have."""
        return self.fit(training_pages(examples), seed)

    def fit(self, pages: Sequence[TrainingPage], seed: int) -> dict[str, Any]:
        """The same from pages that have been read."""
        check_some(pages, "page with text")
        inputs = np.concatenate(
            [density_features(page.figures, self.lines, self.attributes) for page in pages]
        )
        body = np.concatenate([page.body for page in pages])
        importance = np.concatenate(
            [
                np.where(page.body, self.false_drop_cost, self.false_keep_cost) / len(page.body)
                for page in pages
            ]
        )
        importance /= importance.mean()
        model: Linear | Network
        if self.name == "perceptron":
            model = fit_logistic(inputs, body, importance, strength=1.0)
        else:
            model = fit_network(inputs, body, importance, seed, units=UNITS, steps=STEPS, decay=DECAY)
        return {"lines": self.lines, "attributes": self.attributes, "model": model.to_plain()}

    def probabilities(self, figures: LineFigures, weights: dict[str, Any]) -> Floats:
        """By the lines and attributes that the weights were trained for."""
        model = (Linear if self.name == "perceptron" else Network).from_plain(weights["model"])
        return model.probability(density_features(figures, weights["lines"], weights["attributes"]))


def density_features(figures: LineFigures, lines: int, attributes: int) -> Floats:
    """The attributes of the line and of its neighbours; lengths as logarithms."""
    columns = [figures.density, np.log1p(figures.source), np.log1p(figures.text)]
    return around(columns[:attributes], *_REACH[lines])
