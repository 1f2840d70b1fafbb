"""CPU milliseconds a page: our methods beside other extractors, on the same pages in one run.

    python tests/benchmarks/speed.py FOLDER_OF_SETS

Every page is timed once by every extractor, in turn, so that a slow moment of the machine hits all alike;
nothing is kept from page to page but loaded dictionaries and models. All get the decoded page; the rows
"from bytes" add our decoding, which no peer here does as well. Needs `pip install 'markwindow[bench]'`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

import markwindow
from markwindow.decode import decode

REFERENCE = "resiliparse main content"


def extractors() -> dict[str, Callable[[bytes, str], object]]:
    """What is timed, by name: functions of a page's bytes and its decoded text."""
    import readability
    import trafilatura
    from resiliparse.extract.html2text import extract_plain_text

    return {
        REFERENCE: lambda html, text: extract_plain_text(text, main_content=True),
        "markwindow default": lambda html, text: markwindow.extract(text),
        "markwindow default, from bytes": lambda html, text: markwindow.extract(html),
        "markwindow title": lambda html, text: markwindow.extract(text, method="title"),
        "markwindow title, from bytes": lambda html, text: markwindow.extract(html, method="title"),
        "markwindow density": lambda html, text: markwindow.extract(text, method="density"),
        "readability-lxml": lambda html, text: readability.Document(text).summary(),
        "trafilatura": lambda html, text: trafilatura.extract(text),
    }


def measure(pages: list[bytes]) -> dict[str, list[float]]:
    """CPU milliseconds of every extractor on every page."""
    timed = extractors()
    warm = "<title>天气预报</title><p>天气预报说，今天有雨，气温下降。</p>"
    for run in timed.values():
        run(warm.encode(), warm)
    times: dict[str, list[float]] = {name: [] for name in timed}
    for html in pages:
        text = decode(html)[0]
        for name, run in timed.items():
            begin = time.process_time()
            try:
                run(html, text)
            except Exception as error:  # a peer that fails on a page has still taken its time
                print(f"{name} failed on a page: {type(error).__name__}")
            times[name].append((time.process_time() - begin) * 1000)
    return times


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="a folder of sets, each with pages/*.html")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    pages = [path.read_bytes() for path in sorted(arguments.folder.glob("*/pages/*.html"))]
    times = measure(pages)
    medians = {name: statistics.median(values) for name, values in times.items()}
    if arguments.json:
        print(json.dumps({"pages": len(pages), "median_ms": medians}))
        return
    table = Table(title=f"CPU milliseconds a page, {len(pages)} pages, one process")
    for column in ("extractor", "median", "mean", "ratio of medians"):
        table.add_column(column, justify="left" if column == "extractor" else "right")
    for name, values in times.items():
        ratio = medians[name] / medians[REFERENCE]
        table.add_row(name, f"{medians[name]:.2f}", f"{statistics.fmean(values):.2f}", f"{ratio:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
