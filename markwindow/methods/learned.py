"""What the methods that learn about lines have in common: weights, thresholds, reasons, training pages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import resources
from itertools import compress
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from markwindow.document import Document
from markwindow.evidence.surroundings import Floats
from markwindow.methods.default import THRESHOLDS
from markwindow.methods.line_features import LineFigures, read_figures
from markwindow.training import Example, read_models, read_weights
from markwindow.windows import line_ranges


@dataclass(frozen=True, slots=True)
class TrainingPage:
    """A page to learn lines from; arrays have one entry a line."""

    figures: LineFigures
    body: NDArray[np.bool_]
    """Whether the line is a body line (`markwindow.evidence.labels`)."""


def training_pages(examples: Sequence[Example]) -> list[TrainingPage]:
    """The pages that have lines, in figures and with their body lines."""
    return [_training_page(one) for one in examples if one.document.lines]


# Cross-validation asks for the same pages again and again.
_KNOWN: WeakKeyDictionary[Document, tuple[str, TrainingPage]] = WeakKeyDictionary()


def _training_page(example: Example) -> TrainingPage:
    from markwindow.evidence.labels import BODY_SHARE, body_shares

    document, gold = example.document, example.gold
    known = _KNOWN.get(document)
    if known is None or known[0] != gold:
        body = body_shares(document.lines, gold) >= BODY_SHARE
        known = _KNOWN[document] = (gold, TrainingPage(read_figures(document), body))
    return known[1]


@dataclass(frozen=True, slots=True)
class LearnedMethod(ABC):
    """Keeps lines by a probability that a model of few plain figures gives."""

    name: str
    weights: dict[str, Any] | None = None
    """What `train` returned; None for the weights that the package ships, or those of `Options.weights`."""

    @abstractmethod
    def train(self, examples: Sequence[Example], seed: int) -> dict[str, Any]:
        """Weights learned from these pages alone, as plain numbers."""

    @abstractmethod
    def probabilities(self, figures: LineFigures, weights: dict[str, Any]) -> Floats:
        """For each line the probability that it is main text."""

    @property
    def looks_at_links(self) -> bool:
        """Whether the number of links matters to it; they cost another look at the page."""
        return True

    @property
    def card(self) -> dict[str, Any] | None:
        """What the shipped weights were trained on, and how; None for other weights."""
        return read_weights(self._shipped)["card"] if self.weights is None else None

    def with_weights(self, weights: dict[str, Any]) -> LearnedMethod:
        """The method with learned weights."""
        return replace(self, weights=weights)

    def keep(self, document: Document, policy: str) -> list[bool]:
        """The lines whose probability is over the policy's threshold."""
        kept: list[bool] = (self._of(document)[1] > THRESHOLDS[policy]).tolist()
        return kept

    def reasons(self, document: Document, policy: str, kept: list[bool]) -> list[str]:
        """The highest probability beside the threshold, and the figures of that line."""
        figures, probability = self._of(document)
        reasons = []
        for first, end in line_ranges(document.windows):
            best = first + int(np.argmax(probability[first:end]))
            passed = len(list(compress(kept[first:end], kept[first:end])))
            some = "kept" if passed == end - first else f"kept {passed} of {end - first} lines"
            verdict = f"{some}: " if passed else "dropped: "
            limit = f"{'over' if passed else 'not over'} {THRESHOLDS[policy]:.2f}"
            told = ", ".join(self.told(figures, probability, best))
            reasons.append(f"{verdict}probability {probability[best]:.2f}, {limit} ({told})")
        return reasons

    def nothing_kept(self, document: Document, policy: str) -> str:
        """No line is probable enough."""
        best = self._of(document)[1].max() if document.lines else 0.0
        return f"no line looks like main text to this method: the likeliest has probability {best:.2f}"

    def told(self, figures: LineFigures, probability: Floats, line: int) -> list[str]:
        """The figures of a line in words."""
        return [f"density {figures.density[line]:.2f}", f"{figures.text[line]:.0f} characters"]

    @property
    def _shipped(self) -> str:
        return str(resources.files("markwindow.data").joinpath(f"{self.name}.json"))

    def _of(self, document: Document) -> tuple[LineFigures, Floats]:
        weights = self.weights
        if weights is None:
            weights = read_models(document.options.weights or self._shipped, self.name, self._tried)
        figures = read_figures(document, with_links=self.looks_at_links)
        return figures, self.probabilities(figures, weights) if document.lines else np.zeros(0)

    def _tried(self, weights: dict[str, Any]) -> dict[str, Any]:
        """The same weights; AttributeError, LookupError, TypeError or ValueError if they cannot decide."""
        self.probabilities(_ONE_LINE, weights)
        return weights


_ONE_LINE = LineFigures(np.ones(1), np.ones(1), np.zeros(1))
