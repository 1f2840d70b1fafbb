"""Line errors of the learned methods, cross-validated: what the published tables say, on pages with gold text.

    python tests/benchmarks/line_errors.py density FOLDER_OF_SETS [--cv page|site] [--folds 10]
    python tests/benchmarks/line_errors.py lines FOLDER_OF_SETS [--cv page|site] [--folds 10]

`density`: perceptron and mlp over 1–3 lines × 1–3 attributes, beside the fixed threshold and the page's mean.
`lines`: the six feature sets of rprop and the weak classifiers of adaboost, on the pages that they were trained
on and on new ones, with the true answer for the line before and with their own.

A line error is a line kept that is no body line (false keep) or a body line dropped (false drop); a body line
is one at least 60 % of whose character 4-grams stand in the gold text. *Of fixed* is the share of the errors
that density > 0.5 makes, with its 95 % interval from 2,000 resamples of the pages.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from markwindow.evaluation.cross import examples_of
from markwindow.evaluation.folds import assign_folds
from markwindow.evaluation.sets import read_sets
from markwindow.methods.boosting import Boosted
from markwindow.methods.density import FIXED_THRESHOLD
from markwindow.methods.learned import TrainingPage, training_pages
from markwindow.methods.learned_density import LearnedDensityMethod
from markwindow.methods.learned_lines import AdaBoostMethod, RpropMethod, weak_features
from markwindow.methods.line_features import FEATURE_SETS, PREVIOUS_ANSWER_SET, feature_set
from markwindow.methods.networks import Network
from markwindow.methods.previous_answers import with_previous
from markwindow.training import as_plain

RESAMPLES = 2000

Learned = LearnedDensityMethod | RpropMethod | AdaBoostMethod
Decide = Callable[[TrainingPage], NDArray[np.bool_]]


@dataclass(frozen=True)
class Pages:
    """The pages, and the fold of each."""

    pages: list[TrainingPage]
    folds: NDArray[np.int64]
    fixed: NDArray[np.int64]
    """Errors of the fixed threshold on each page."""


def main() -> None:
    """Print the table that was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("table", choices=("density", "lines"))
    parser.add_argument("folder")
    parser.add_argument("--cv", choices=("page", "site"), default="page")
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--false-keep-cost", type=float, default=1.0, help="for density, in training")
    parser.add_argument("--false-drop-cost", type=float, default=1.0, help="for density, in training")
    arguments = parser.parse_args()
    bench = read(arguments.folder, arguments.cv, arguments.folds)
    lines, body = (
        sum(int(count(page)) for page in bench.pages)
        for count in (lambda p: len(p.body), lambda p: p.body.sum())
    )
    table = Table(
        title=f"{len(bench.pages)} pages, {lines} lines, {body} of them body lines; "
        f"{arguments.folds} folds by {arguments.cv}"
    )
    for column in (
        "method",
        "false keeps",
        "false drops",
        "errors",
        "of lines",
        "of fixed",
        "95 %",
        "seen pages",
    ):
        table.add_column(column, justify="left" if column == "method" else "right")
    if arguments.table == "density":
        density_table(bench, table, arguments.false_keep_cost, arguments.false_drop_cost)
    else:
        lines_table(bench, table)
    Console(width=140).print(table)


def read(folder: str, cv: Any, folds: int) -> Pages:
    """The scored pages of the sets that have lines."""
    gold = [page for one in read_sets([folder]) for page in one.pages]
    fold_of = assign_folds(gold, cv, folds)
    examples = examples_of(gold)
    own = [fold_of[page.key] for page, example in zip(gold, examples, strict=True) if example.document.lines]
    pages = training_pages(examples)
    return Pages(pages, np.array(own), np.array([sum(errors(fixed(page), page)) for page in pages]))


def density_table(bench: Pages, table: Table, keep_cost: float, drop_cost: float) -> None:
    """Fixed, mean, and the nine combinations of both learned methods."""
    row(bench, table, "density > 0.5", [fixed(page) for page in bench.pages])
    row(
        bench,
        table,
        "density > the page's mean",
        [page.figures.density > page.figures.density.mean() for page in bench.pages],
    )
    for name in ("perceptron", "mlp"):
        for attributes in (1, 2, 3):
            for lines in (1, 2, 3):
                method = LearnedDensityMethod(
                    name, None, lines, attributes, false_keep_cost=keep_cost, false_drop_cost=drop_cost
                )
                told = f"{name}, {lines} line{'s' * (lines > 1)} × {attributes} attribute{'s' * (attributes > 1)}"
                row(bench, table, told, *cross_validated(bench, method))


def lines_table(bench: Pages, table: Table) -> None:
    """The six sets, the sixth and adaboost trained and run both ways."""
    row(bench, table, "density > 0.5", [fixed(page) for page in bench.pages])
    for number, told in FEATURE_SETS.items():
        if number != PREVIOUS_ANSWER_SET:
            row(
                bench,
                table,
                f"rprop ({number}) {told}",
                *cross_validated(bench, RpropMethod(features=number)),
            )
    methods: Sequence[tuple[str, Learned, Learned]] = (
        ("rprop (6)", RpropMethod(rounds=1), RpropMethod()),
        ("adaboost", AdaBoostMethod(rounds=1), AdaBoostMethod()),
    )
    for name, on_true, on_own in methods:
        row(bench, table, f"{name}, told the true answer before", *cross_validated(bench, on_true, told=True))
        row(
            bench, table, f"{name}, trained on true answers, run on its own", *cross_validated(bench, on_true)
        )
        row(bench, table, f"{name}, trained and run on its own answers", *cross_validated(bench, on_own))


def cross_validated(
    bench: Pages, method: Learned, told: bool = False
) -> tuple[list[NDArray[np.bool_]], float]:
    """What is kept of each page by weights of the other folds; the share of errors on the pages they saw."""
    kept: list[NDArray[np.bool_]] = [np.zeros(0, dtype=bool)] * len(bench.pages)
    wrong = lines = 0
    for fold in sorted(set(bench.folds.tolist())):
        others = [page for page, own in zip(bench.pages, bench.folds, strict=True) if own != fold]
        weights = as_plain(method.fit(others, 0))
        decide = (
            (lambda page, w=weights: told_answers(method, page, w))
            if told
            else (lambda page, w=weights: method.probabilities(page.figures, w) > 0.5)
        )
        for page in others:
            wrong += sum(errors(decide(page), page))
            lines += len(page.body)
        for number in np.flatnonzero(bench.folds == fold):
            kept[number] = decide(bench.pages[number])
    return kept, wrong / lines


def told_answers(method: Learned, page: TrainingPage, weights: dict[str, Any]) -> NDArray[np.bool_]:
    """What is kept when each line is told the true answer for the one before."""
    if isinstance(method, AdaBoostMethod):
        inputs = with_previous(weak_features(page.figures), page.body)
        return Boosted.from_plain(weights["stumps"]).probability(inputs) > 0.5
    inputs = with_previous(feature_set(page.figures, PREVIOUS_ANSWER_SET), page.body)
    return Network.from_plain(weights["model"]).probability(inputs) > 0.5


def fixed(page: TrainingPage) -> NDArray[np.bool_]:
    """What the fixed threshold keeps."""
    return np.asarray(page.figures.density > FIXED_THRESHOLD)


def errors(kept: NDArray[np.bool_], page: TrainingPage) -> tuple[int, int]:
    """False keeps and false drops."""
    return int((kept & ~page.body).sum()), int((~kept & page.body).sum())


def row(
    bench: Pages, table: Table, name: str, kept: list[NDArray[np.bool_]], seen: float | None = None
) -> None:
    """One row of the table."""
    by_page = np.array([errors(own, page) for own, page in zip(kept, bench.pages, strict=True)])
    own = by_page.sum(axis=1)
    draws = np.random.default_rng(0).integers(len(own), size=(RESAMPLES, len(own)))
    low, high = np.percentile(own[draws].sum(axis=1) / bench.fixed[draws].sum(axis=1), [2.5, 97.5])
    lines = sum(len(page.body) for page in bench.pages)
    table.add_row(
        name,
        *(str(total) for total in by_page.sum(axis=0)),
        str(own.sum()),
        f"{own.sum() / lines:.1%}",
        f"{own.sum() / bench.fixed.sum():.0%}",
        f"{low:.0%}–{high:.0%}",
        "" if seen is None else f"{seen:.1%}",
    )


if __name__ == "__main__":
    main()
