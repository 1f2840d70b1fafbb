"""The kinds of pages, and the odds of each as evidence comes in."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

KINDS = ("article", "forum", "index", "list", "home", "blocked", "shell", "empty")
_SETTLED = 6.0


@dataclass(frozen=True, slots=True)
class PageKind:
    """What kind a page is."""

    kind: str
    """One of `KINDS`."""
    probability: float
    """How sure that is, 0 to 1."""
    reasons: tuple[str, ...]
    """The evidence for it in words, strongest first."""
    probabilities: dict[str, float]
    """Of every kind; they add up to 1."""


@dataclass(slots=True)
class Odds:
    """Odds of each kind so far, in logarithms, and what they rest on."""

    odds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(KINDS, 0.0))
    told: dict[str, list[tuple[float, str]]] = field(default_factory=lambda: {kind: [] for kind in KINDS})

    def add(self, kinds: str, weight: float, sentence: str) -> None:
        """Evidence for one kind, or for each of several."""
        for kind in kinds.split():
            self.odds[kind] += weight
            if weight > 0:
                self.told[kind].append((weight, sentence))

    def is_settled(self) -> bool:
        """Whether an article or a thread is so far ahead that words on the page cannot change it."""
        first, second = sorted(self.odds.values())[-1:-3:-1]
        return first - second > _SETTLED and first in (self.odds["article"], self.odds["forum"])

    def verdict(self) -> PageKind:
        """The kind with the highest odds."""
        best = max(KINDS, key=lambda kind: self.odds[kind])
        shares = {kind: math.exp(odds - self.odds[best]) for kind, odds in self.odds.items()}
        whole = sum(shares.values())
        probabilities = {kind: round(share / whole, 3) for kind, share in shares.items()}
        told = sorted(self.told[best], key=lambda one: -one[0])
        return PageKind(best, probabilities[best], tuple(sentence for _, sentence in told), probabilities)
