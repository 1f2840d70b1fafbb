"""Title evidence: the page's title as the rule compares it, and cleaned of the site's tail.

The title rule takes all of ``<title>`` as displayed: cutting the site's tail first scored no better. The
cleaned title is for people, and tells where on the page the article's heading stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from markwindow.tree import Tree, displayed, without_marks

# What editors write into <title> when nobody has given one.
_EMPTY_NAMES = frozenset(
    [
        "无标题文档",
        "无标题",
        "無標題文件",
        "無標題文檔",
        "無標題",
        "未命名文档",
        "未命名文件",
        "新建网页",
        "新网页",
        "新建文档",
        "新文档",
        "网页标题",
        "untitled",
        "untitleddocument",
        "untitledpage",
        "newdocument",
        "newpage",
        "newpage1",
        "noname",
        "title",
    ]
)

# What stands between the parts of a title. A hyphen counts only beside a blank or between Chinese
# characters: A-B测试 is one word.
_SEPARATOR = re.compile(
    r"\s*(?:[_|｜»›·•<>–—－]|::|--)[_|｜»›·•<>–—－:\-\s]*"
    r"|\s+-\s*|(?<=\S)-\s+|(?<=[\u4e00-\u9fff])-(?=[\u4e00-\u9fff])"
)
MIN_TITLE = 4
"""A part with fewer characters is no title while a longer one stands beside it."""
_MAX_PARTS = 12
MAX_TITLE = 1000
"""Characters of a title that are read; the longest on the bench pages has 166."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title and where it was found."""

    text: str
    source: str
    """``given``, ``title``, ``og:title``, ``heading``, ``strong`` or ``none``."""


def find_title(tree: Tree, given: str | None = None) -> Title:
    """The title of a page: the caller's, or the first evidence that is not an empty name."""
    for source, text in _evidence(tree, given):
        if without_marks(text).lower() not in _EMPTY_NAMES | {""}:
            return Title(text[:MAX_TITLE], source)
    return Title("", "none")


def clean_title(title: str, tree: Tree) -> str:
    """The title without channel and site names, cut where the page itself repeats it.

    Of the title's parts (and runs of parts) the longest one that a heading or another line outside links
    repeats is taken; without such a line the first part that is not much shorter than the longest.
    """
    bounds = [match.span() for match in _SEPARATOR.finditer(title)]
    starts = [0, *(end for _, end in bounds)]
    ends = [*(start for start, _ in bounds), len(title)]
    spans = [(start, end) for start, end in zip(starts, ends, strict=True) if end > start]
    if len(spans) < 2:
        return title
    # No title has so many parts; a list of key words may.
    spans = spans[:_MAX_PARTS]
    runs = {title[start:end] for number, (start, _) in enumerate(spans) for _, end in spans[number:]}
    longest_part = max(end - start for start, end in spans)
    fitting = [run for run in runs if len(run) >= min(MIN_TITLE, longest_part)]
    by_length = sorted(fitting, key=lambda run: (-len(run), title.index(run)))
    headings = [line.text for line in tree.lines if line.strong or tree.heading_level(line)]
    shown = set(headings) | {line.text for line in tree.lines if 2 * line.link_characters < len(line.text)}
    for run in by_length:
        if run in shown or any(run in heading for heading in headings):
            return run
    parts = [title[start:end] for start, end in spans]
    return next(part for part in parts if 2 * len(part) >= longest_part)


def _evidence(tree: Tree, given: str | None) -> Iterator[tuple[str, str]]:
    yield "given", displayed(given or "")
    yield "title", _title_element(tree.parser)
    yield "og:title", _open_graph_title(tree.parser)
    headings = [line for line in tree.lines if tree.heading_level(line)]
    yield "heading", next((line.text for line in headings if tree.heading_level(line) == 1), "")
    yield "heading", headings[0].text if headings else ""
    yield "strong", next((line.text for line in tree.lines if line.strong), "")


def _title_element(parser: LexborHTMLParser) -> str:
    node = parser.head.first_child if parser.head is not None else None
    while node is not None and node.tag != "title":
        node = node.next
    if node is None:
        # A broken head ends early, and its title stands in the body.
        node = parser.css_first("title")
    return displayed(node.text()) if node is not None else ""


def _open_graph_title(parser: LexborHTMLParser) -> str:
    node = parser.css_first('meta[property="og:title"], meta[name="og:title"]')
    return displayed((node.attributes.get("content") or "") if node is not None else "")
