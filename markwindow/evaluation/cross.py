"""Training on pages with gold: on all of them, or fold by fold on the others."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markwindow import __version__
from markwindow.evaluation.figures import Summary
from markwindow.evaluation.runs import OwnMethod
from markwindow.evaluation.sets import GoldPage, GoldSet
from markwindow.extract import read_document
from markwindow.methods import Method
from markwindow.training import Example, Trainable, as_plain, today

Tell = Callable[[str], object]


def examples_of(pages: Sequence[GoldPage], tell: Tell = lambda told: None) -> list[Example]:
    """The pages as methods learn from them, read as they are at run time: from the bytes."""
    examples = []
    for number, page in enumerate(pages, 1):
        tell(f"reading page {number} of {len(pages)}")
        html = page.read()
        document, _, _ = read_document(html, url=page.url)
        examples.append(
            Example(
                id=page.id,
                document=document,
                gold=page.gold,
                site=page.site or page.key,
                kind=page.kind,
                sha256=hashlib.sha256(html).hexdigest(),
            )
        )
    return examples


def cross_validated(
    method: Trainable,
    examples: Sequence[Example],
    folds: Sequence[int],
    seed: int,
    tell: Tell = lambda told: None,
) -> dict[int, Method]:
    """For each fold that has pages a method trained on the others; `folds` has the fold of each example.

    A page that stands in the fold and, byte for byte, elsewhere too is not trained on.
    """
    by_fold = {}
    numbers = sorted(set(folds))
    for place, fold in enumerate(numbers, 1):
        tell(f"training {method.name}, fold {place} of {len(numbers)}")
        pairs = list(zip(examples, folds, strict=True))
        held_out = {example.sha256 for example, own in pairs if own == fold}
        others = [example for example, own in pairs if own != fold and example.sha256 not in held_out]
        by_fold[fold] = method.with_weights(as_plain(method.train(others, seed)))
    return by_fold


def own_methods(
    methods: Mapping[str, Method],
    policy: str,
    pages: Sequence[GoldPage],
    folds: Mapping[str, int] | None,
    note: str,
    seed: int,
    tell: Tell = lambda told: None,
) -> list[OwnMethod]:
    """Methods ready to run on the pages; with `folds` (by page key) those that can learn are cross-validated.

    `note` is what is said of these.
    """
    learning = [name for name, method in methods.items() if folds and isinstance(method, Trainable)]
    examples = examples_of(pages, tell) if learning else []
    made = []
    for name, method in methods.items():
        if folds and isinstance(method, Trainable):
            by_fold = cross_validated(method, examples, [folds[page.key] for page in pages], seed, tell)
            made.append(OwnMethod(name, method, policy, by_fold, note))
        else:
            made.append(OwnMethod(name, method, policy))
    return made


def trained(
    method: Trainable,
    sets: Sequence[GoldSet],
    seed: int,
    tell: Tell = lambda told: None,
    *,
    figures: Summary | None = None,
    cv: str | None = None,
    folds: int | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Weights from all pages of the sets, and their card; `figures`: those of cross-validation, if done."""
    examples = examples_of([page for one in sets for page in one.pages], tell)
    tell(f"training {method.name} on {len(examples)} pages")
    weights = as_plain(method.train(examples, seed))
    by_set = figures.by_set if figures else {}
    card = {
        "data": [{"set": one.name, "pages": len(one.pages)} for one in sets if one.pages],
        "pages": [example.sha256 for example in examples],
        "date": today(),
        "seed": seed,
        "cv": cv,
        "folds": folds,
        "figures": {
            name: {key: round(getattr(own, key), 4) for key in ("precision", "recall", "f1")}
            for name, own in by_set.items()
        },
        "version": __version__,
    }
    return weights, card
