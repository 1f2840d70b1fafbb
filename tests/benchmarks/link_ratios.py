"""Which link ratio serves the containers method better: links a character, or link text in all text.

    python tests/benchmarks/link_ratios.py FOLDER_OF_SETS

Precision, recall and F1 of each set, by policy; nothing is trained.
"""

from __future__ import annotations

import argparse
from itertools import compress
from statistics import fmean

from rich.console import Console
from rich.table import Table

from markwindow.evaluation.score import score
from markwindow.evaluation.sets import GoldSet, read_sets
from markwindow.extract import read_document
from markwindow.methods import method_named
from markwindow.options import LINK_RATIOS, POLICIES, Options


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder")
    sets = [one for one in read_sets([parser.parse_args().folder]) if one.pages]
    table = Table(title="containers: precision / recall / F1")
    for column in ("ratio", "policy", *(one.name for one in sets)):
        table.add_column(column)
    for ratio in LINK_RATIOS:
        for policy in POLICIES:
            table.add_row(ratio, policy, *(figures(one, ratio, policy) for one in sets))
    Console(width=120).print(table)


def figures(one: GoldSet, ratio: str, policy: str) -> str:
    """The means over the pages of a set."""
    scores = []
    for page in one.pages:
        document = read_document(page.read(), url=page.url, options=Options(link_ratio=ratio))[0]
        kept = method_named("containers").keep(document, policy)
        text = "\n".join(line.text for line in compress(document.lines, kept))
        scores.append(score(text, page.gold))
    return " / ".join(f"{fmean(values):.3f}" for values in zip(*scores, strict=True))


if __name__ == "__main__":
    main()
