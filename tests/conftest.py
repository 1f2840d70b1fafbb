"""What several tests share: the bench, where the environment names one."""

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class BenchPage:
    """A page of the development benchmark with its gold text."""

    id: str
    set: str
    bytes: bytes
    text: str
    """The page decoded by its true encoding."""
    gold: str
    scored: bool


@pytest.fixture(scope="session")
def bench_folder():
    """The folder of sets that MARKWINDOW_BENCH names."""
    name = os.environ.get("MARKWINDOW_BENCH")
    if not name:
        pytest.skip("set MARKWINDOW_BENCH to a folder of benchmark sets to run this test (see the README)")
    return Path(name)


@pytest.fixture(scope="session")
def bench_pages(bench_folder):
    """All pages of all sets."""
    pages = []
    for meta in sorted(bench_folder.glob("*/meta.jsonl")):
        for line in meta.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            encoding = "gb18030" if entry["encoding"].lower().startswith("gb") else entry["encoding"]
            html = (meta.parent / "pages" / f"{entry['id']}.html").read_bytes()
            gold = (meta.parent / "gold" / f"{entry['id']}.txt").read_text(encoding="utf-8")
            text = html.decode(encoding, "replace")
            pages.append(
                BenchPage(entry["id"], meta.parent.name, html, text, gold, not entry.get("gold_flag"))
            )
    assert pages, f"{bench_folder} holds no sets with a meta.jsonl"
    return pages


def assert_linear(run, small, large, most=2.5, rounds=6):
    """`run(size)` at twice the size takes at most 2.5 times as long: best of some rounds, a busy machine's
    slow moments apart. Returns as soon as that is shown."""
    best = {small: float("inf"), large: float("inf")}
    for _ in range(rounds):
        for size in best:
            begin = time.process_time()
            run(size)
            best[size] = min(best[size], time.process_time() - begin)
        if best[large] <= most * best[small]:
            return
    raise AssertionError(f"{best[small]:.3f} s at {small}, {best[large]:.3f} s at {large}")
