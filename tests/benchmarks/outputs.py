"""What outputs cost and whether they agree: every format beside plain text, on the same pages in one run.

    python tests/benchmarks/outputs.py FOLDER_OF_SETS

CPU milliseconds a page from bytes to the finished output, each page by every format in turn; and on how many
pages the letters and digits of HTML, and of Markdown after markdown-it-py has rendered it, are those of the
plain text. Needs `pip install 'markwindow[test]'`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from pathlib import Path

import bs4
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from rich.console import Console
from rich.table import Table

from markwindow import Options, extract
from markwindow.output import FORMATS

OPTIONS = Options(links=True, images=True)


def letters(html: str) -> str:
    """The letters and digits that HTML shows."""
    return "".join(filter(str.isalnum, bs4.BeautifulSoup(html, "html.parser").get_text()))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="a folder of sets, each with pages/*.html")
    pages = [path.read_bytes() for path in sorted(parser.parse_args().folder.glob("*/pages/*.html"))]
    reader = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).use(footnote_plugin)
    times: dict[str, list[float]] = {name: [] for name in FORMATS}
    agreeing: Counter[str] = Counter()
    for name in FORMATS:
        extract(pages[0], format=name, options=OPTIONS)
    for html in pages:
        made = {}
        for name in FORMATS:
            begin = time.process_time()
            made[name] = extract(html, format=name, options=OPTIONS, url="http://example.com/")
            times[name].append((time.process_time() - begin) * 1000)
        text = "".join(filter(str.isalnum, made["text"]))
        agreeing["html"] += letters(made["html"]) == text
        agreeing["markdown"] += letters(reader.render(made["markdown"])) == text
    table = Table(title=f"{len(pages)} pages, from bytes, one process")
    for column in ("format", "median ms", "mean ms", "ratio of medians", "pages with the same letters"):
        table.add_column(column, justify="left" if column == "format" else "right")
    for name, values in times.items():
        median = statistics.median(values)
        ratio = median / statistics.median(times["text"])
        same = str(agreeing[name]) if name in agreeing else ""
        table.add_row(name, f"{median:.2f}", f"{statistics.fmean(values):.2f}", f"{ratio:.2f}", same)
    Console().print(table)


if __name__ == "__main__":
    main()
