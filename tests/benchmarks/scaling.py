"""Time against size for the families of hostile pages: none may more than double and a half when doubled.

    python tests/benchmarks/scaling.py [--largest 8] [--seconds 20] [--families links,dates] [--format json]

Every family starts at the size whose extraction takes 50 ms, and doubles until it has 8 MB of UTF-8 or until one
run takes longer than --seconds; each size is run five times and the best counts. The exit code is 1 if some step is
above 2.5. The format says what is made of each page: json holds what is known of it besides its text.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

import markwindow
from markwindow.output import FORMATS

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import itertools

from families import FAMILIES

MOST = 2.5
FIRST_SECONDS = 0.05
ROUNDS = 5


def main() -> None:
    """Print the table: a row a family."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--largest", type=float, default=8, help="megabytes")
    parser.add_argument("--seconds", type=float, default=20, help="a run that takes longer is the last")
    parser.add_argument("--families", default=",".join(FAMILIES))
    parser.add_argument("--format", choices=FORMATS, default="text")
    arguments = parser.parse_args()
    markwindow.warm_up()
    table = Table(title=f"CPU seconds of extract, best of {ROUNDS}; steps double the size")
    for column in ("family", "KB at first", "KB at last", "s at first", "s at last", "largest step"):
        table.add_column(column, justify="left" if column == "family" else "right")
    above = []
    for name in arguments.families.split(","):
        sizes, times = measure(
            FAMILIES[name], int(arguments.largest * 1e6), arguments.seconds, arguments.format
        )
        step = max((after / before for before, after in itertools.pairwise(times)), default=0.0)
        if step > MOST:
            above.append(name)
        first, last = f"{sizes[0] / 1000:.0f}", f"{sizes[-1] / 1000:.0f}"
        table.add_row(name, first, last, f"{times[0]:.3f}", f"{times[-1]:.3f}", f"{step:.2f}")
        print(name, sizes[-1], [round(seconds, 3) for seconds in times], file=sys.stderr, flush=True)
    Console(width=110).print(table)
    print(f"above {MOST}: {', '.join(above) or 'none'}")
    sys.exit(bool(above))


def measure(
    family: Callable[[int], str], largest: int, seconds: float, format: str
) -> tuple[list[int], list[float]]:
    """Bytes and best times, from the first size that takes long enough to be timed."""
    size = 2_000
    while (
        best_of(1, family, size, format)[1] < FIRST_SECONDS
        and best_of(1, family, size, format)[0] < largest / 2
    ):
        size *= 2
    found = []
    while not found or (found[-1][0] < largest and found[-1][1] < seconds):
        found.append(best_of(ROUNDS, family, size, format))
        size *= 2
    return [length for length, _ in found], [best for _, best in found]


def best_of(rounds: int, family: Callable[[int], str], size: int, format: str) -> tuple[int, float]:
    """The page's bytes and the fewest seconds that its extraction took."""
    html = family(size).encode()
    best = float("inf")
    for _ in range(rounds):
        begin = time.process_time()
        markwindow.extract(html, format=format)
        best = min(best, time.process_time() - begin)
    return len(html), best


if __name__ == "__main__":
    main()
