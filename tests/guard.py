"""CPU time of the hot paths as ratios to a fixed workload of the same run, against the ratios kept in guard.json.

    python tests/guard.py           # the table; exit code 1 when a path is over 15 % above its kept ratio
    python tests/guard.py --keep    # measure and keep the ratios of this Python version

Keep them anew in the commit that makes a path slower or faster on purpose. Seconds mean nothing on a shared machine,
so nothing is compared with them. The reference is what an extractor cannot avoid (a parse by lexbor, a walk over
its nodes, a loop over the text) and uses nothing of ours; for the import it is an import of standard modules.
Reference and paths take turns on every page in slices of milliseconds, of which the fastest counts, so that a moment
without neighbours is found even on a busy machine; rounds go on until all paths are shown to be within their
limits, or until there were enough to say that one is not.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Table
from selectolax.lexbor import LexborHTMLParser

from markwindow import extract, warm_up
from markwindow.decode import decode

KEPT = Path(__file__).with_name("guard.json")
PAGES = Path(__file__).with_name("pages")
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
MOST = 1.15
FEWEST_ROUNDS, MOST_ROUNDS = 16, 120
IMPORTS_EVERY = 3
"""Rounds for one import: a new process costs more than all pages together."""

REAL_BYTES = (
    *("news/20081105.html", "news/20050312.shtml", "security/0001.html", "security/0003.html"),
    *("hk/a1.html", "forum/thread-12.html", "modern/blog.html", "modern/2024-spring.html"),
)
"""Pages of tests/pages/archive in GBK, GB18030, Big5 and UTF-8, of 4 to 27 KB."""
TOGETHER = (
    ("dialogue-short-lines", "half-the-words-linked"),
    ("notice-with-forty-related-links", "question-and-answers", "twelve-short-paragraphs"),
    ("two-articles-on-one-page", "table-as-the-body", "blog-post-with-code-and-quotes", "novel-chapter"),
    ("keyword-stuffed-title", "short-story-above-ten-long-ones", "long-comments-under-short-text"),
)
"""Pages of tests/pages/hard that stand one after the other in one, of 56 to 68 KB: the size of real ones."""

CHILD = "import time; begin = time.process_time(); import {}; print(time.process_time() - begin)"
STANDARD = (
    "argparse, asyncio, decimal, difflib, email.message, http.client, sqlite3, unittest.mock, xml.dom.minidom"
)


def reference(text: str) -> int:
    """The fixed workload on a page."""
    texts: list[str] = []
    names: Counter[str] = Counter()
    for node in LexborHTMLParser(text).root.traverse(include_text=True):
        names[node.tag] += 1
        if node.tag == "-text":
            texts.append(node.text(deep=False))
    lengths = [len(part.strip()) for part in " ".join(texts).splitlines()]
    return sum(lengths) + len(names)


def page_times(rounds: int) -> Iterable[dict[str, float]]:
    """After each round, the sums over all pages of the fewest CPU seconds of every path so far."""
    texts = [
        "".join(decode((PAGES / "hard" / f"{name}.html").read_bytes())[0] for name in names)
        for names in TOGETHER
    ]
    pages = [
        *((PAGES / "archive" / name).read_bytes() for name in REAL_BYTES),
        *(text.encode() for text in texts),
    ]
    paths: dict[str, tuple[Callable[..., object], list[str] | list[bytes]]] = {
        "reference": (reference, texts),
        "default": (extract, texts),
        "title": (lambda text: extract(text, method="title"), texts),
        "density": (lambda text: extract(text, method="density"), texts),
        "decode": (decode, pages),
    }
    best: dict[str, dict[int, float]] = {name: {} for name in paths}
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        for place in range(len(pages)):
            for name, (run, inputs) in paths.items():
                if place < len(inputs):
                    begin = time.process_time()
                    run(inputs[place])
                    seconds = time.process_time() - begin
                    best[name][place] = min(seconds, best[name].get(place, seconds))
        gc.enable()
        yield {name: sum(times.values()) for name, times in best.items()}


def import_seconds(modules: str) -> float:
    """CPU seconds that a new process takes for an import, its own start apart."""
    told = subprocess.run(
        [sys.executable, "-c", CHILD.format(modules)], capture_output=True, check=True, text=True
    )
    return float(told.stdout)


def measure(rounds: int, limits: dict[str, float]) -> dict[str, float]:
    """The ratios by path; ends early when all are within their limits."""
    warm_up()
    ratios: dict[str, float] = {}
    ours = standard = float("inf")
    for number, times in enumerate(page_times(rounds)):
        if number % IMPORTS_EVERY == 0:
            standard = min(standard, import_seconds(STANDARD))
            ours = min(ours, import_seconds("markwindow"))
        whole = times.pop("reference")
        ratios = {name: seconds / whole for name, seconds in times.items()} | {"import": ours / standard}
        if number + 1 >= FEWEST_ROUNDS and limits and all(ratios[name] <= limits[name] for name in limits):
            break
    return ratios


def main() -> int:
    """Print the table; 1 if a path got slower, 2 if there is nothing to compare with."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", action="store_true", help="keep the ratios instead of comparing")
    keep = parser.parse_args().keep
    all_kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    kept = all_kept.get(VERSION, {})
    if not keep and not kept:
        print(f"guard.json has no ratios of Python {VERSION}: python tests/guard.py --keep")
        return 2
    limits = {} if keep else {name: MOST * ratio for name, ratio in kept.items()}
    ratios = measure(MOST_ROUNDS, limits)
    table = Table(title=f"CPU time as a ratio to the reference, Python {VERSION}")
    for column in ("path", "kept", "now", "now / kept"):
        table.add_column(column, justify="left" if column == "path" else "right")
    for name, ratio in ratios.items():
        change = f"{ratio / kept[name]:.2f}" if name in kept else "–"
        table.add_row(name, f"{kept[name]:.3f}" if name in kept else "–", f"{ratio:.3f}", change)
    Console(width=80).print(table)
    if keep:
        all_kept[VERSION] = {name: round(ratio, 3) for name, ratio in ratios.items()}
        KEPT.write_text(json.dumps(dict(sorted(all_kept.items())), indent=2) + "\n")
        return 0
    slower = [name for name, limit in limits.items() if ratios[name] > limit]
    print(f"over {MOST:.2f} of the kept ratio: {', '.join(slower) or 'none'}")
    if faster := [name for name, ratio in kept.items() if MOST * ratios[name] < ratio]:
        print(f"faster, to be kept by --keep: {', '.join(faster)}")
    return int(bool(slower))


if __name__ == "__main__":
    sys.exit(main())
