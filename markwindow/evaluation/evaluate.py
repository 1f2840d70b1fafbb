"""The whole of an evaluation, readable from one function: open, train where asked, run, sum up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markwindow import __version__, methods
from markwindow.evaluation.cross import own_methods
from markwindow.evaluation.figures import Summary, summarise
from markwindow.evaluation.folds import By, assign_folds
from markwindow.evaluation.runs import Extractor, OtherEngine, Outcome, run
from markwindow.evaluation.sets import GoldSet


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Everything that was found, and how."""

    sets: Sequence[GoldSet]
    extractors: Sequence[Extractor]
    outcomes: Mapping[str, Sequence[Outcome]]
    """By the extractor's name."""
    summaries: Mapping[str, Summary]
    """By the extractor's name."""
    settings: Mapping[str, Any]
    """What was asked for: policy, cross-validation, seed; and our version."""

    def worst(self, extractor: str, most: int) -> list[Outcome]:
        """The pages with the lowest F1, lowest first."""
        return sorted(self.outcomes[extractor], key=lambda one: (one.score.f1, one.page.key))[:most]

    def own_failures(self) -> list[tuple[str, Outcome]]:
        """The method and the page, where one of our methods failed; a peer's failures are only counted."""
        own = [extractor.name for extractor in self.extractors if not extractor.is_peer]
        return [(name, one) for name in own for one in self.outcomes[name] if one.failure]


def evaluate(
    sets: Sequence[GoldSet],
    names: Sequence[str],
    peers: Sequence[OtherEngine] = (),
    *,
    policy: str = "balanced",
    cv: By | None = None,
    folds: int = 10,
    seed: int = 0,
    tell: Callable[[str], object] = lambda told: None,
) -> Evaluation:
    """Score methods and opened peers on every page of the sets (at least one page).

    Args:
        sets: from `markwindow.evaluation.sets.read_sets`.
        names: of our methods.
        peers: from `markwindow.evaluation.runs.open_peer`.
        policy: for our methods.
        cv: train the methods that learn on the other folds, by page or by site; None: run all as they are.
        folds: how many, at least 2.
        seed: for training and for the resamples; 0 or more.
        tell: told what is being done.

    Raises:
        SetError: When pages cannot be read, or do not fill two folds.
        ValueError: For an unknown method.
    """
    pages = [page for one in sets for page in one.pages]
    named = {name: methods.method_named(name) for name in names}
    fold_of = assign_folds(pages, cv, folds) if cv else None
    note = f"trained on the other folds, {folds} folds by {cv}"
    extractors: list[Extractor] = [*own_methods(named, policy, pages, fold_of, note, seed, tell), *peers]
    outcomes = run(
        extractors,
        pages,
        fold_of,
        lambda done: tell(f"scoring page {done + 1} of {len(pages)}"),
    )
    return Evaluation(
        sets,
        extractors,
        outcomes,
        {name: summarise(found, seed) for name, found in outcomes.items()},
        {
            "version": __version__,
            "policy": policy,
            "cv": cv,
            "folds": folds if cv else None,
            "seed": seed,
        },
    )
