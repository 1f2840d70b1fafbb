"""What several tests share: the bench, where the environment names one."""

import json
import os
import re
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import bs4
import pytest
from selectolax.lexbor import LexborHTMLParser

from markwindow import Options
from markwindow.extract import read_document
from markwindow.output.structure import read_blocks


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


def assert_linear(run, small, large, most=2.5, rounds=25):
    """`run(size)` at twice the size takes at most 2.5 times as long.

    Best of some rounds, a busy machine's slow moments apart; returns as soon as that is shown. Where the machine
    was faster for a while than ever after, the best of both are not of the same time: then half of the rounds
    must show it, each by itself. The small size is run twice for one sample, so that both samples are as likely
    to meet a slow moment.
    """
    best = {small: float("inf"), large: float("inf")}
    ratios = []
    for _ in range(rounds):
        taken = {}
        for size, times in ((small, 2), (large, 1)):
            begin = time.process_time()
            for _ in range(times):
                run(size)
            taken[size] = (time.process_time() - begin) / times
            best[size] = min(best[size], taken[size])
        if best[large] <= most * best[small]:
            return
        ratios.append(taken[large] / max(taken[small], 1e-9))
    if statistics.median(ratios) > most:
        raise AssertionError(f"{best[small]:.3f} s at {small}, {best[large]:.3f} s at {large}")


def letters(text):
    """The letters and digits of a text."""
    return "".join(filter(str.isalnum, text))


def displayed_letters(html):
    """The letters and digits that HTML shows; addresses and descriptions of images are not shown."""
    return letters(bs4.BeautifulSoup(html, "html.parser").get_text())


def rendered_markdown(text):
    """The HTML that a library makes of Markdown; mark-up in it counts as text."""
    footnote = pytest.importorskip("mdit_py_plugins.footnote", reason="needs the extra markwindow[test]")
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    return reader.use(footnote.footnote_plugin).render(text)


def shown_text(html):
    """The text that HTML shows, with blanks."""
    return bs4.BeautifulSoup(html, "html.parser").get_text()


def blocks_of(html, *, links=False, images=False, kept=None, url="http://example.com/a/b.html"):
    """The blocks of all lines of a page, or of those that `kept` chooses by their number."""
    document, _, _ = read_document(html, url=url, options=Options(links=links, images=images))
    count = len(document.lines)
    return read_blocks(document, kept(count) if kept else [True] * count)


# A sanitiser also takes away addresses of these kinds that lead nowhere: of hosts that cannot be, for instance.
_HARMLESS = re.compile(r"(?:https?|ftp)://|mailto:")


def _tree(html):
    """Tags with their attributes but for harmless addresses, and texts: what matters of a fragment."""
    body = LexborHTMLParser(f"<body>{html}").body
    return [
        (
            node.tag,
            sorted(
                (name, value)
                for name, value in node.attributes.items()
                if name not in ("href", "src") or not _HARMLESS.match(value or "")
            ),
            node.text(deep=False),
        )
        for node in body.traverse(include_text=True)
    ]


def assert_safe(html):
    """A sanitiser with our allow-list, and its own judgement of addresses, changes nothing."""
    from markwindow.output.html import ALLOWED

    nh3 = pytest.importorskip("nh3", reason="needs the extra markwindow[test]")
    cleaned = nh3.clean(
        html,
        tags=set(ALLOWED),
        attributes={tag: attributes - {"rel"} for tag, attributes in ALLOWED.items()},
        url_schemes={"http", "https", "mailto", "ftp"},
    )
    assert _tree(cleaned) == _tree(html)
