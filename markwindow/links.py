"""Where an article goes on, and where else it stands: next part, frames, AMP and print versions.

A *next page* is the next part of the same text (下一页, or the next number of a row of page numbers). The
next chapter of a book (下一章) is told apart; another article (下一篇) is neither.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from markwindow.document import Document


@dataclass(frozen=True, slots=True)
class PageLinks:
    """Addresses that belong to the page's text; absolute where the page's own address is known."""

    next_page: str | None = None
    """The next part of the same text; on lists and threads, the next page of them."""
    next_chapter: str | None = None
    """The next chapter of a book."""
    amp: str | None = None
    """The AMP version."""
    print: str | None = None
    """The version for printing."""
    frames: tuple[str, ...] = ()
    """Frames and iframes that hold pages of their own, in document order."""


# Blanks, arrows and brackets that people put around the words.
_TRIMMINGS = re.compile(r"[\s>»›→＞<\[\]【】()（）|·.…]+")
_GO = "(?:点击|點擊|图片|圖片|此处|这里|进入|進入|查看|阅读|閱讀|本文){0,4}(?:下一?|后一|後一)"
_WORDS = re.compile(
    rf"(?P<next_page>{_GO}[页頁](?:[:：].{{1,40}})?|next|nextpage|older(?:posts)?|[较更][旧早]的(?:文章|日志)?)"
    rf"|(?P<next_chapter>{_GO}[章回话話节節卷](?:[:：].{{1,40}})?|nextchapter)"
    r"|(?P<print>(?:友好|友善)?(?:打印|列印)(?:本页|本頁|本文|此文|此页|文章|版|版本|预览)?|print(?:version)?)"
    r"|第?(?P<number>[1-9]\d{0,3})[页頁]?",
    re.IGNORECASE,
)
"""What the text of a link says when it leads to one of these."""
_OF_WORDS = re.compile("[0-9页頁章回话話节節卷印旧早xXdDpP]")
"""Every such text has one of these; that is found ten times as fast."""
_LONGEST = 60


def page_links(document: Document) -> PageLinks:
    """The page's next part, next chapter, frames and other versions. Linear in the page's length."""
    parser = document.tree.parser
    base = base_address(parser, document.url)
    links = [link for node in parser.css("a[href]") if (link := _read_link(node, base)) is not None]
    declared = _declared(parser, base)
    return PageLinks(
        next_page=_next_page(links, declared.get("next"), base),
        next_chapter=_first_of(links, "next_chapter"),
        amp=declared.get("amphtml"),
        print=declared.get("print") or _first_of(links, "print"),
        frames=frame_addresses(parser, base),
    )


def frame_addresses(parser: LexborHTMLParser, base: str) -> tuple[str, ...]:
    """The addresses of all frames and iframes that name a page, each once."""
    found = (
        linked_address(node.attributes.get("src"), base) for node in parser.css("frame[src], iframe[src]")
    )
    return tuple(dict.fromkeys(address for address in found if address))


def base_address(parser: LexborHTMLParser, url: str | None) -> str:
    """What the page's links are relative to: its ``<base>`` and its address, given or named by itself."""
    if not url:
        named = parser.css_first('link[rel="canonical"][href]')
        given = parser.css_first('meta[property="og:url"]')
        url = (named.attributes.get("href") if named is not None else None) or (
            given.attributes.get("content") if given is not None else None
        )
    node = parser.css_first("base[href]")
    return joined(url or "", (node.attributes.get("href") if node is not None else None) or "")


@dataclass(frozen=True, slots=True)
class _Link:
    """An anchor whose text says that it leads to the next part, to a page by its number, or the like."""

    node: LexborNode
    kind: str
    """The group of `_WORDS`."""
    number: int
    """Of the page that it leads to, where the text is a number."""
    address: str


def _read_link(node: LexborNode, base: str) -> _Link | None:
    text = node.text()
    if not text.strip():
        picture = node.css_first("img")
        attributes = picture.attributes if picture is not None else node.attributes
        text = attributes.get("alt") or attributes.get("title") or ""
    if len(text) > _LONGEST or not _OF_WORDS.search(text):  # most links
        return None
    words = _WORDS.fullmatch(_TRIMMINGS.sub("", text))
    if words is None:
        return None
    address = linked_address(node.attributes.get("href"), base)
    return _Link(node, words.lastgroup or "", int(words["number"] or 0), address) if address else None


def _first_of(links: list[_Link], kind: str) -> str | None:
    return next((link.address for link in links if link.kind == kind), None)


def _next_page(links: list[_Link], declared: str | None, base: str) -> str | None:
    named = [link.address for link in links if link.kind == "next_page"]
    # Blogs declare the next article as next: only what shares the page's address is a part of it.
    if declared and is_part_of(declared, base):
        named.insert(0, declared)
    # Comments have pagers too: among several, the one that stays with the article's address is meant.
    of_text = next((address for address in named if is_part_of(address, base)), None)
    return of_text or next(iter(named), None) or _by_number(links)


def is_part_of(address: str, page: str) -> bool:
    """Whether the address is the page's with a part's number added or counted on.

    So are ``c12_2.html`` of ``c12.html``, ``c12_3.html`` of ``c12_2.html``, ``c12/2/`` of ``c12/`` and
    ``c12?page=2`` of ``c12``; ``c13.html`` is another page.
    """
    own, other = urlsplit(page), urlsplit(address)
    if own.netloc != other.netloc:
        return False
    if own.path == other.path:
        return own.query != other.query
    stem = _ENDING.sub("", own.path.rstrip("/"))
    other_stem = _ENDING.sub("", other.path.rstrip("/"))
    if other_stem.startswith(f"{stem}/"):
        return _PLAIN_PART.fullmatch(other_stem, len(stem)) is not None
    return _PART.sub("", stem) == _PART.sub("", other_stem)


_ENDING = re.compile(r"\.[a-z]{1,5}$", re.IGNORECASE)
_PART = re.compile(r"[_\-](?:p|page)?_?\d{1,2}$|/(?:p|page|index)_?\d{1,2}$", re.IGNORECASE)
_PLAIN_PART = re.compile(r"/\d{1,2}")


def _by_number(links: list[_Link]) -> str | None:
    """The next number of a row of page numbers: the one after the number that is no link."""
    rows: dict[int, tuple[LexborNode, dict[int, str]]] = {}
    for link in links:
        if link.kind == "number" and (around := _row_of(link.node)) is not None:
            rows.setdefault(around.mem_id, (around, {}))[1].setdefault(link.number, link.address)
    return next((found for around, row in rows.values() if (found := _after_current(row, around))), None)


def _row_of(node: LexborNode) -> LexborNode | None:
    """What holds a row of page numbers: the anchor's parent, or what is around its list item or cell."""
    parent = node.parent
    if parent is not None and parent.tag in ("li", "span", "td", "b", "strong", "em"):
        parent = parent.parent
    return parent


def _after_current(row: dict[int, str], around: LexborNode) -> str | None:
    """The current page is shown in the row, but its number leads nowhere."""
    shown = {int(number) for number in _SHOWN_NUMBER.findall(around.text(separator=" ")[:_LONGEST_ROW])}
    current = [number for number in shown - row.keys() if {number - 1, number + 1} & row.keys()]
    return row.get(current[0] + 1) if len(current) == 1 else None


_SHOWN_NUMBER = re.compile(r"(?<!\d)[1-9]\d{0,3}(?!\d)")
_LONGEST_ROW = 1000


def _declared(parser: LexborHTMLParser, base: str) -> dict[str, str | None]:
    """The addresses of the page's link elements, by what they lead to: the first of each."""
    found: dict[str, str | None] = {}
    for node in parser.css("link[rel]"):
        attributes = node.attributes
        for kind in (attributes["rel"] or "").lower().split():
            if kind == "alternate" and attributes.get("media") == "print":
                kind = "print"
            if kind in _DECLARED and kind not in found:
                found[kind] = linked_address(attributes.get("href"), base)
    return found


_DECLARED = ("next", "amphtml", "print")


def linked_address(reference: str | None, base: str) -> str | None:
    """The address that a link leads to; None when it leads to no other page."""
    reference = (reference or "").strip()
    if not reference or reference[0] == "#" or _NO_PAGE.match(reference):
        return None
    address = joined(base, reference)
    return address if address and address != base else None


_NO_PAGE = re.compile(r"(?:javascript|about|mailto|data|tel|blob):", re.IGNORECASE)


def joined(base: str, reference: str) -> str:
    """The reference seen from the base; empty when it is no address, as http://[ is none."""
    try:
        address = urljoin(base, reference)
        urlsplit(address)
    except ValueError:
        return ""
    return address
