"""Models that look at the answer for the line before: run and trained on their own answers.

With the true answer for the line before such a model is very good, and at run time nobody knows it: its own
errors go on from line to line. So it is trained on answers that it gives itself: first on the true ones, then
again and again with those of the model so far added to them (dataset aggregation: S. Ross, G. Gordon and
D. Bagnell, "A reduction of imitation learning and structured prediction to no-regret online learning", 2011).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from markwindow.evidence.surroundings import Floats

_ANSWER = 0.5
"""The answer handed on is that of the balanced policy, so that a stricter one keeps a part of it."""


class Answering(Protocol):
    """A model of features whose last column is the answer for the line before."""

    def probability(self, inputs: Floats, /) -> Floats:
        """One probability a row."""


Model = TypeVar("Model", bound=Answering)


def with_previous(features: Floats, answers: NDArray[np.bool_]) -> Floats:
    """The features and, as a last column, whether the line before was answered by yes."""
    return np.column_stack([features, np.append(0.0, answers[:-1])])


def own_probabilities(model: Answering, features: Floats) -> Floats:
    """The probabilities when each line is told the model's own answer for the one before."""
    count = len(features)
    after_no = model.probability(np.column_stack([features, np.zeros(count)])).tolist()
    after_yes = model.probability(np.column_stack([features, np.ones(count)])).tolist()
    found = []
    answer = False
    for pair in zip(after_no, after_yes, strict=True):
        found.append(pair[answer])
        answer = found[-1] > _ANSWER
    return np.array(found)


def train_on_own_answers(
    pages: Sequence[Floats],
    body: Sequence[NDArray[np.bool_]],
    fit: Callable[[Floats, int], Model],
    rounds: int,
) -> Model:
    """The model after so many rounds (at least one; the first is trained on true answers alone).

    `fit` is given the inputs of all lines of all pages, and how many times they stand there.
    """
    answers = [list(body)]
    for _ in range(rounds):
        inputs = [
            with_previous(features, own)
            for given in answers
            for features, own in zip(pages, given, strict=True)
        ]
        model = fit(np.concatenate(inputs), len(answers))
        answers.append([own_probabilities(model, features) > _ANSWER for features in pages])
    return model
