"""Learned lines with links and context: a network trained with Rprop, and AdaBoost.

The network looks at one of six published feature sets (`markwindow.methods.line_features.FEATURE_SETS`), of
which the sixth has the answer for the line before. Because noise lines outnumber body lines, the error at
each body line is multiplied by the page's ratio of noise lines to body lines.

AdaBoost has three weak classifiers: a line's text length, its text length per link, and the answer for the
line before. Each is asked many times, with other thresholds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from markwindow.evidence.surroundings import Floats
from markwindow.methods.boosting import Boosted, fit_stumps
from markwindow.methods.learned import LearnedMethod, TrainingPage, training_pages
from markwindow.methods.line_features import (
    FEATURE_SETS,
    PREVIOUS_ANSWER_SET,
    LineFigures,
    feature_set,
)
from markwindow.methods.networks import Network, fit_network
from markwindow.methods.previous_answers import own_probabilities, train_on_own_answers
from markwindow.training import Example, check_some

UNITS = 8
STEPS = 150
DECAY = 3e-4
STUMPS = 20
"""Votes of AdaBoost."""


@dataclass(frozen=True, slots=True)
class RpropMethod(LearnedMethod):
    """Keeps lines by a three-layer network trained with Rprop."""

    name: str = "rprop"
    features: int = PREVIOUS_ANSWER_SET
    """Which published set to train for, 1 to 6."""
    rounds: int = 3
    """For the sixth: rounds of training, of which the first is on true answers; more changed nothing."""

    def __post_init__(self) -> None:
        """Raise one clear sentence for a value that cannot work."""
        if self.features not in FEATURE_SETS:
            raise ValueError(f"features={self.features!r}: give the number of a set, 1 to 6.")

    def train(self, examples: Sequence[Example], seed: int) -> dict[str, Any]:
        """Weights by pages that count alike, each with its noise and body lines balanced."""
        return self.fit(training_pages(examples), seed)

    def fit(self, pages: Sequence[TrainingPage], seed: int) -> dict[str, Any]:
        """The same from pages that have been read."""
        check_some(pages, "page with text")
        features = [feature_set(page.figures, self.features) for page in pages]
        body = [page.body for page in pages]
        importance = np.concatenate([balanced(own) for own in body])

        def fit(inputs: Floats, times: int) -> Network:
            answers = np.tile(np.concatenate(body), times)
            return fit_network(
                inputs, answers, np.tile(importance, times), seed, units=UNITS, steps=STEPS, decay=DECAY
            )

        if self.features == PREVIOUS_ANSWER_SET:
            model = train_on_own_answers(features, body, fit, self.rounds)
        else:
            model = fit(np.concatenate(features), 1)
        return {"features": self.features, "model": model.to_plain()}

    def probabilities(self, figures: LineFigures, weights: dict[str, Any]) -> Floats:
        """By the feature set that the weights were trained for."""
        model = Network.from_plain(weights["model"])
        features = feature_set(figures, weights["features"])
        if weights["features"] == PREVIOUS_ANSWER_SET:
            return own_probabilities(model, features)
        return model.probability(features)

    def told(self, figures: LineFigures, probability: Floats, line: int) -> list[str]:
        """Density, length and links."""
        return [f"density {figures.density[line]:.2f}", *_told(figures, line)]


@dataclass(frozen=True, slots=True)
class AdaBoostMethod(LearnedMethod):
    """Keeps lines by votes about length, length per link, and the answer for the line before."""

    name: str = "adaboost"
    rounds: int = 4
    """Of training, of which the first is on true answers."""

    def train(self, examples: Sequence[Example], seed: int) -> dict[str, Any]:
        """Weights by pages that count alike; nothing is drawn by chance, so the seed changes nothing."""
        return self.fit(training_pages(examples), seed)

    def fit(self, pages: Sequence[TrainingPage], seed: int) -> dict[str, Any]:
        """The same from pages that have been read."""
        check_some(pages, "page with text")
        body = [page.body for page in pages]
        importance = np.concatenate([np.full(len(own), 1 / len(own)) for own in body])

        def fit(inputs: Floats, times: int) -> Boosted:
            answers = np.tile(np.concatenate(body), times)
            return fit_stumps(inputs, answers, np.tile(importance, times), STUMPS)

        features = [weak_features(page.figures) for page in pages]
        return {"stumps": train_on_own_answers(features, body, fit, self.rounds).to_plain()}

    def probabilities(self, figures: LineFigures, weights: dict[str, Any]) -> Floats:
        """The logistic function of the sum of votes."""
        return own_probabilities(Boosted.from_plain(weights["stumps"]), weak_features(figures))

    def told(self, figures: LineFigures, probability: Floats, line: int) -> list[str]:
        """Length, links, and the answer for the line before."""
        before = "main text" if line and probability[line - 1] > 0.5 else "none"
        return [*_told(figures, line), f"the line before was {before}"]


def balanced(body: NDArray[np.bool_]) -> Floats:
    """What the error at each line of a page costs: as much at all body lines as at all others, 1 in all."""
    count = int(body.sum())
    ratio = (len(body) - count) / count if 0 < count < len(body) else 1.0
    importance = np.where(body, ratio, 1.0)
    return np.asarray(importance / importance.sum())


def weak_features(figures: LineFigures) -> Floats:
    """Text length and text length per link; the answer for the line before is the third."""
    return np.column_stack([figures.text, figures.text / np.maximum(figures.links, 1)])


def _told(figures: LineFigures, line: int) -> list[str]:
    return [f"{figures.text[line]:.0f} characters", f"{figures.links[line]:.0f} links"]
