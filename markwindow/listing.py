"""List pages: their entries with title, link, date and summary, and titles for the pages that these lead to.

The next page of a list is that of `markwindow.links`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markwindow.document import Document
from markwindow.links import base_address, linked_address, page_links
from markwindow.lists import Item, LinkList, find_lists
from markwindow.tree import Line, Tree, displayed

_DATE = re.compile(
    r"(?<!\d)((?:19|20)\d\d)\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?!\d)日?"
    r"|(?<!\d)(\d{1,2})\s?[-/月]\s?(\d{1,2})(?!\d)日?|\d{1,2}\s?(?:分钟|小时|天|周|个月)前|刚刚|昨天|前天|今天"
)
_AROUND_DATE = " \t\u3000[](){}（）【】|｜·•-—:：日"
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")
_LEAST_SUMMARY = 15
_SENTENCE = re.compile(r"[，。！？；：,!?…]")


@dataclass(frozen=True, slots=True)
class Entry:
    """What a list page tells of another page."""

    title: str
    link: str | None
    """Absolute if the page's address is known, else as written; None without one that can be followed."""
    date: str | None
    """ISO (2024-03-05) where the year is told, otherwise as written (03-05, 3小时前)."""
    summary: str


def main_list(lists: list[LinkList], tree: Tree) -> list[LinkList]:
    """The list with most characters of titles, and others of its make beside it (by month, by year)."""
    if not lists:
        return []
    first = max(lists, key=lambda one: sum(tree.lines[item.title].link_characters for item in one.items))
    return [one for one in lists if one is first or _make(tree, one) == _make(tree, first)]


def page_entries(document: Document, kind: str) -> tuple[Entry, ...]:
    """The entries of a page of this kind: of a list or an index its main list, of a front page all lists."""
    if kind not in WITH_ENTRIES or not document.lines:
        return ()
    lists = find_lists(document.tree)
    return entries_of(document, lists if kind == "home" else main_list(lists, document.tree))


def entries_of(document: Document, lists: Iterable[LinkList]) -> tuple[Entry, ...]:
    """The entries of some of a page's lists, in document order, without the link to the next page."""
    items = sorted((item for one in lists for item in one.items), key=lambda item: item.first)
    anchors = _Anchors(document)
    titles = [anchors.of(document.lines[item.title]) for item in items]
    next_page = page_links(document).next_page
    return tuple(
        _entry(document.tree, item, title, link)
        for item, (title, link) in zip(items, titles, strict=True)
        if link is None or link != next_page
    )


def anchor_titles(pages: Iterable[tuple[object, str]]) -> dict[str, str]:
    """Titles for the pages that list pages lead to: the texts of their links.

    The text of a link that led to a page is a good title of it, where its own is missing or the site's name.

    Args:
        pages: pages of any kind with their addresses (or paths, if links are relative); only lists, indexes
            and front pages are read.

    Returns:
        The title by absolute address, without fragment. Of several links to one page, the longest text that
        is not cut off by an ellipsis.

    Raises:
        TypeError: for anything else than pages with their addresses, or for what `extract` does not take.
    """
    from markwindow.extract import read_document
    from markwindow.page_kinds import kind_of

    titles: dict[str, str] = {}
    for html, url in _pairs(pages):
        document, _, trouble = read_document(html, url=url)
        if document.lines and kind_of(document, trouble).kind in WITH_ENTRIES:
            for entry in entries_of(document, find_lists(document.tree)):
                if entry.link:
                    link = entry.link.partition("#")[0]
                    titles[link] = max(titles.get(link, ""), entry.title, key=_as_title)
    return titles


def _pairs(pages: Iterable[tuple[object, str]]) -> Iterator[tuple[object, str]]:
    """The pages with their addresses; what is none of these is said before it is taken apart."""
    mend = "give a list like [(html, 'https://example.cn/list.html')]"
    if isinstance(pages, str | bytes) or not isinstance(pages, Iterable):
        raise TypeError(
            f"anchor_titles reads pages with their addresses, not {type(pages).__name__}: {mend}."
        )
    for pair in pages:
        if not (isinstance(pair, tuple | list) and len(pair) == 2 and isinstance(pair[1], str)):
            raise TypeError(f"anchor_titles takes every page as a pair with its address as a str: {mend}.")
        yield pair[0], pair[1]


WITH_ENTRIES = ("list", "index", "home")
"""The kinds of pages that are read for entries."""
_LONGEST_ABOUT = 40


def _as_title(text: str) -> tuple[bool, int]:
    return bool(text) and not _is_cut(text), len(text)


def _is_cut(text: str) -> bool:
    return text.endswith(("…", "...", ".."))


def _make(tree: Tree, one: LinkList) -> tuple[object, ...]:
    """What containers of one make have alike: tag and class, their own and those of what is around them."""
    node, parent = tree.nodes[one.container], tree.nodes[tree.parents[one.container]]
    return node.tag, node.attributes.get("class"), parent.tag, parent.attributes.get("class"), parent.mem_id


class _Anchors:
    """The links of a page, in document order, to be found by the titles they show."""

    def __init__(self, document: Document) -> None:
        self._base = base_address(document.tree.parser, document.url)
        self._anchors = [
            (text, node.attributes.get("href"), displayed(node.attributes.get("title") or ""))
            for node in document.tree.parser.css("a")
            if (text := displayed(node.text()))
        ]
        self._at = 0

    def of(self, line: Line) -> tuple[str, str | None]:
        """The text and the address of the link on a title's line; lines must come in document order."""
        best: tuple[int, int] | None = None
        for at in range(self._at, min(self._at + _NEAR, len(self._anchors))):
            text = self._anchors[at][0]
            size = len(text) if text in line.text else len(line.text) if line.text in text else 0
            if 2 * size >= line.link_characters and (best is None or size > best[0]):
                best = size, at
            if best is not None and (best[0] >= line.link_characters or at - best[1] >= _NEAR_BEST):
                break
        if best is None:
            return line.text, None
        self._at = best[1] + 1
        text, link, told = self._anchors[best[1]]
        if _is_cut(text) and told.startswith(text.rstrip(".…")):
            text = told
        return text if text in line.text or text == told else line.text, linked_address(link, self._base)


_NEAR, _NEAR_BEST = 400, 6
"""Links that are looked through for the next title, and beyond the best one so far."""


def _entry(tree: Tree, item: Item, title: str, link: str | None) -> Entry:
    own = tree.lines[item.title]
    others = [
        line
        for number, line in enumerate(tree.lines[item.first : item.end], item.first)
        if number != item.title
    ]
    beside = own.text.replace(title, " ", 1)
    date = _date(beside) or next((told for line in others if (told := _date(line.text))), None)
    if date is None and title == own.text:
        # The date stands within the link: cut it off the title's end.
        date, title = _date_at_end(title)
    return Entry(title, link, date, _summary(others))


def _date(text: str) -> str | None:
    """The date of a line about the entry; in longer lines, which are text, only at their begin."""
    find = _DATE.search if len(text) <= _LONGEST_ABOUT and "。" not in text else _DATE.match
    if (match := find(text.lstrip(_AROUND_DATE))) is None:
        return None
    if match[1]:
        return f"{match[1]}-{int(match[2]):02d}-{int(match[3]):02d}"
    return match[0].strip()


def _date_at_end(text: str) -> tuple[str | None, str]:
    for match in _DATE.finditer(text):
        rest = _TIME.sub("", text[match.end() :]).strip(_AROUND_DATE)
        before = text[: match.start()].rstrip(_AROUND_DATE)
        if not rest and before:
            return _date(match[0]), before
    return None, text


def _summary(others: list[Line]) -> str:
    """The longest line with a sentence mark; a date before it goes."""
    texts = [line.text for line in others if len(line.text) >= _LEAST_SUMMARY and _SENTENCE.search(line.text)]
    if not texts:
        return ""
    text = max(texts, key=len)
    if (match := _DATE.match(text)) is not None and len(text) - match.end() >= _LEAST_SUMMARY:
        text = (
            _TIME.sub("", text[match.end() :], count=1)
            if _TIME.match(text[match.end() :].lstrip())
            else text[match.end() :]
        )
        text = text.lstrip(_AROUND_DATE)
    return text
