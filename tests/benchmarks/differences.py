"""Whether a method is better than another, with the interval of the difference.

    python tests/benchmarks/differences.py FOLDER_OF_SETS [--than density] [--methods M,…] [--cv page|site]

The difference of F1 on the same pages, and its 95 % interval from 2,000 resamples of the pages of each set;
methods that learn are trained on the other folds. An interval that holds 0 shows no difference.
"""

from __future__ import annotations

import argparse

import numpy as np
from rich.console import Console
from rich.table import Table

from markwindow.evaluation.evaluate import evaluate
from markwindow.evaluation.sets import read_sets
from markwindow.methods import METHODS

RESAMPLES = 2000


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder")
    parser.add_argument("--than", choices=METHODS, default="density")
    parser.add_argument("--methods", default=",".join(METHODS), help="with commas between them")
    parser.add_argument("--cv", choices=("page", "site"), default="page")
    parser.add_argument("--folds", type=int, default=10)
    arguments = parser.parse_args()
    sets = read_sets([arguments.folder])
    methods = list(dict.fromkeys([arguments.than, *arguments.methods.split(",")]))
    found = evaluate(sets, methods, cv=arguments.cv, folds=arguments.folds)
    names = [one.name for one in sets if one.pages]
    table = Table(title=f"F1 less that of {arguments.than}; {arguments.folds} folds by {arguments.cv}")
    table.add_column("method")
    for name in [*names, "mean of the sets"]:
        table.add_column(name, justify="right")
    scores = {
        method: [np.array([one.score.f1 for one in outcomes if one.page.set == name]) for name in names]
        for method, outcomes in found.outcomes.items()
    }
    chance = np.random.default_rng(0)
    draws = [chance.integers(len(own), size=(RESAMPLES, len(own))) for own in scores[arguments.than]]
    for method in methods[1:]:
        better = [own - other for own, other in zip(scores[method], scores[arguments.than], strict=True)]
        resampled = [own[drawn].mean(axis=1) for own, drawn in zip(better, draws, strict=True)]
        cells = [told(own.mean(), means) for own, means in zip(better, resampled, strict=True)]
        mean = np.mean([own.mean() for own in better])
        table.add_row(method, *cells, told(float(mean), np.mean(resampled, axis=0)))
    Console(width=150).print(table)


def told(difference: float, resampled: np.ndarray) -> str:
    """The difference and its interval."""
    low, high = np.percentile(resampled, [2.5, 97.5])
    return f"{difference:+.3f} ({low:+.3f} – {high:+.3f})"


if __name__ == "__main__":
    main()
