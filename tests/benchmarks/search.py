"""How fast a SQLite output answers: python tests/benchmarks/search.py [RECORDS]

Records are made of the sentences of the project's own test pages, in random order: the words of real text with
their real frequencies, and no two texts alike.
"""

from __future__ import annotations

import random
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

from markwindow.archive.records import KEYS
from markwindow.archive.sinks.sqlite import Sqlite
from markwindow.options import Options
from markwindow.search import search

PAGES = Path(__file__).parents[1] / "pages"
QUERIES = ("水", "的", "机房", "渡轮", "图书馆", "口令检查", "机房 帐号", "鲸鱼座")
SENTENCES = 24
"""A record: about 700 characters."""
ROUNDS = 7


def main() -> None:
    """Make the records, ask, print a table."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(PAGES.rglob("*.txt")))
    sentences = [sentence + "。" for sentence in text.split("。") if len(sentence) > 5]
    choose = random.Random(1)
    records = (
        dict.fromkeys(KEYS)
        | {
            "id": str(n),
            "method": "default",
            "title": f"第{n}篇",
            "text": "".join(choose.sample(sentences, SENTENCES)),
        }
        for n in range(number)
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.sqlite"
        began = time.perf_counter()
        Sqlite(Options()).write(records, path)
        seconds = time.perf_counter() - began
        base = sqlite3.connect(path)
        [(characters,)] = base.execute("SELECT sum(length(text)) FROM pages").fetchall()
        print(
            f"{number:,} records, {characters:,} characters, {path.stat().st_size / 1e6:.0f} MB; made in {seconds:.0f} s"
        )
        search(str(path), "机房检查的口令")  # loads the dictionary
        for query in QUERIES:
            wall, cpu = map(min, zip(*(_seconds(path, query) for _ in range(ROUNDS)), strict=True))
            hits = len(search(str(path), query, limit=number))
            print(f"{query:　<8} {hits:>7,} pages {1000 * wall:>7.1f} ms, CPU {1000 * cpu:>5.1f} ms")


def _seconds(path: Path, query: str) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    search(str(path), query)
    return time.perf_counter() - wall, time.process_time() - cpu


if __name__ == "__main__":
    main()
