"""What each kind of evidence adds to the default method: F1 without it, cross-validated.

    python tests/benchmarks/ablation.py FOLDER_OF_SETS [--cv page|site] [--folds 5] [--groups title,links,…]

A group's figures are set to nothing in training, so that the models must do without them; the rules that look
at single lines stay.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

from rich.console import Console
from rich.table import Table

from markwindow.evaluation.cross import cross_validated, examples_of
from markwindow.evaluation.folds import assign_folds
from markwindow.evaluation.score import score
from markwindow.evaluation.sets import GoldSet, read_sets
from markwindow.evidence.lines import line_figure_names
from markwindow.evidence.regions import region_figure_names
from markwindow.methods.default import DefaultMethod
from markwindow.reading import read


def main() -> None:
    """Print the table: a row for all evidence, and one without each group."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cv", choices=("page", "site"), default="page")
    parser.add_argument("--folds", type=int, default=5)
    groups = sorted({name.split(":")[0] for name in line_figure_names() + region_figure_names()})
    parser.add_argument("--groups", default=",".join(groups), help=f"of {', '.join(groups)}")
    arguments = parser.parse_args()
    sets = read_sets([arguments.folder])
    table = Table(title=f"F1 without a group of evidence, {arguments.folds} folds by {arguments.cv}")
    table.add_column("without")
    for one in sets:
        table.add_column(one.name, justify="right")
    for group in ["", *arguments.groups.split(",")]:
        figures = f1_by_set(sets, group, arguments.cv, arguments.folds)
        table.add_row(group or "(nothing: all evidence)", *(f"{figures[one.name]:.3f}" for one in sets))
    Console().print(table)


def f1_by_set(sets: list[GoldSet], group: str, by: str, folds: int) -> dict[str, float]:
    """Mean F1 of each set, every page decided by models that have seen neither it nor the group."""
    pages = [page for one in sets for page in one.pages]
    examples = examples_of(pages)
    fold_of = assign_folds(pages, by, folds)
    own = [fold_of[page.key] for page in pages]
    method = DefaultMethod(without=frozenset({group} - {""}))
    models = cross_validated(method, examples, own, seed=0)
    found: dict[str, list[float]] = {one.name: [] for one in sets}
    for one in sets:
        for page, example, fold in zip(pages, examples, own, strict=True):
            if page in one.pages:
                text = read(example.document, models[fold], "balanced").text
                found[one.name].append(score(text, page.gold).f1)
    return {name: statistics.fmean(values) for name, values in found.items()}


if __name__ == "__main__":
    main()
