"""One parse, one walk: from the decoded page to its lines of displayed text, in document order.

The walk keeps its own stack, so neither depth nor size of a page can exhaust anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from markwindow.nesting import limit_nesting
from markwindow.tags import (
    ACTIONS,
    BOUNDARY,
    BREAK,
    DROP,
    HEADING_LEVELS,
    LINE,
    LINK,
    PRE,
    SPAN,
    TEXT,
    TRANSPARENT,
)

# The published method leaves out links, and spans of list items, whose whole text is this short.
SHORT_LINK = 2
SHORT_SPAN = 3

# A line break of the source between two wide characters is no blank (CSS Text 3, segment breaks).
_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_BREAK_BETWEEN_WIDE = re.compile(rf"(?<=[{_WIDE}])[ \t\f]*[\r\n][ \t\r\n\f]*(?=[{_WIDE}])")
_BLANKS = re.compile(r"[ \t\r\n\f]+")
# Controls, and marks without width that sites strew into words; joiners of emoji stay.
_INVISIBLE = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u00ad\u200b\u2060\ufeff]")


class Element:
    """A boundary or line-ending element, with its place in the tree of such elements."""

    __slots__ = ("node", "parent", "tag")

    def __init__(self, node: LexborNode, parent: Element | None) -> None:
        self.node = node
        self.parent = parent
        self.tag = node.tag or ""


@dataclass(slots=True)
class Line:
    """A line of displayed text: a paragraph, heading, table cell, or what stands between two breaks."""

    text: str
    compared: str
    """The text without links of at most 2 characters and spans in list items of at most 3."""
    link_characters: int
    element: Element
    window: int
    """Number of the tag window that the line belongs to."""
    strong: bool
    """Whether the whole line stands in strong or b."""
    raw_end: str
    """The line's last text node as it stands in the tree: it tells where the line ends in the source."""

    @property
    def heading_level(self) -> int:
        """1 to 6 for a line in h1 to h6, else 0."""
        return HEADING_LEVELS.get(self.element.tag, 0)


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed page and the lines of its body."""

    parser: LexborHTMLParser
    lines: list[Line]

    @property
    def is_frameset(self) -> bool:
        """Whether the page is a frameset, which displays nothing of its own."""
        return self.parser.body is None


def parse(text: str) -> Tree:
    """Parse a decoded page and collect its lines. Never raises; linear in the page's length."""
    page = limit_nesting(text.encode("utf-8", "replace"))
    # Scripting on, as in a browser: noscript is not displayed. Events off: they only serve <selectedcontent>.
    parser = LexborHTMLParser(page, options=LexborDocumentOptions.WO_EVENTS.value, scripting=True)
    return Tree(parser, _read_lines(parser.body) if parser.body is not None else [])


def displayed(raw: str) -> str:
    """Text as a browser shows it: blanks collapsed, marks without width gone, no-break blanks plain."""
    text = raw.strip()
    if text.isprintable() and "  " not in text:
        return text
    text = _BREAK_BETWEEN_WIDE.sub("", text)
    text = _BLANKS.sub(" ", text)
    return _INVISIBLE.sub("", text).replace("\xa0", " ").strip()


def _read_lines(body: LexborNode) -> list[Line]:
    reader = _LineReader()
    pieces = reader.pieces
    actions = ACTIONS
    element = Element(body, None)
    # Open elements: node, what to do at its end, and what to go back to.
    stack: list[tuple[LexborNode, int, Element, tuple[int, int]]] = []
    node = body.first_child
    while True:
        if node is None:
            if not stack:
                break
            node, action, outer, start = stack.pop()
            if action >= LINE:
                if pieces:
                    reader.end_line(element)
                if action >= PRE:
                    reader.window += 1
                    reader.preserve -= action == PRE
                element = outer
            elif action > TRANSPARENT:
                reader.end_inline(action, start, element)
            node = node.next
            continue
        action = actions.get(node.tag_id, BOUNDARY)
        if action == TEXT:
            if not node.is_empty_text_node or reader.preserve:
                reader.raw_end = text = node.text_content or ""
                pieces.append(text)
            elif pieces:
                pieces.append(" ")
        elif action == BREAK:
            if pieces:
                reader.end_line(element)
        elif action != DROP:
            child = node.first_child
            start = NOWHERE
            outer = element
            if action >= LINE:
                if pieces:
                    reader.end_line(element)
                if action >= PRE:
                    reader.window += 1
                    reader.preserve += action == PRE
                element = Element(node, outer)
            elif action > TRANSPARENT and child is not None:
                start = reader.start_inline(action)
            if child is not None or action >= LINE:
                stack.append((node, action, outer, start))
                node = child
                continue
        node = node.next
    if pieces:
        reader.end_line(element)
    return reader.lines


NOWHERE = (-1, -1)


class _LineReader:
    """The line that is being read, and those that are finished."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.pieces: list[str] = []
        """The text nodes of the line so far; always the same list object."""
        self.window = 0
        self.preserve = 0
        """Number of open elements that keep blanks and line breaks."""
        self.raw_end = ""
        self._finished = 0
        self._open_links = 0
        self._link_from = 0
        self._link_characters = 0
        self._short: list[tuple[int, int]] = []
        self._strong_to = 0

    def start_inline(self, action: int) -> tuple[int, int]:
        """Note that a link, span or strong begins here; returns the place for `end_inline`."""
        if action == LINK:
            if not self._open_links:
                self._link_from = len(self.pieces)
            self._open_links += 1
        return self._finished, len(self.pieces)

    def end_inline(self, action: int, start: tuple[int, int], element: Element) -> None:
        """A link, span or strong ends here: note what it says about the line."""
        line, begin = start
        whole = line == self._finished
        end = len(self.pieces)
        if action == LINK:
            self._open_links -= 1
            if self._open_links:
                return
            length = len("".join(self.pieces[self._link_from :]).strip())
            self._link_characters += length
            if whole and 0 < length <= SHORT_LINK:
                self._short.append((begin, end))
        elif action == SPAN:
            if whole and end - begin == 1:
                length = len(self.pieces[begin].strip())
                if 0 < length <= SHORT_SPAN and _in_list_item(element):
                    self._short.append((begin, end))
        elif whole and begin == 0:
            self._strong_to = end

    def end_line(self, element: Element) -> None:
        """The line is complete; call it only when there are pieces."""
        pieces = self.pieces
        if self._open_links:
            self._link_characters += len("".join(pieces[self._link_from :]).strip())
            self._link_from = 0
        if self.preserve:
            self._end_preserved(element)
        else:
            text = displayed("".join(pieces))
            if text:
                strong = self._strong_to == len(pieces)
                line = Line(text, text, self._link_characters, element, self.window, strong, self.raw_end)
                if self._short:
                    for begin, end in self._short:
                        pieces[begin:end] = [" "] * (end - begin)
                    line.compared = displayed("".join(pieces))
                self.lines.append(line)
        pieces.clear()
        self._short.clear()
        self._finished += 1
        self._link_characters = self._strong_to = 0

    def _end_preserved(self, element: Element) -> None:
        for raw in "".join(self.pieces).splitlines():
            text = _INVISIBLE.sub("", raw).replace("\xa0", " ").rstrip()
            if text:
                links = min(self._link_characters, len(text))
                self._link_characters -= links
                self.lines.append(Line(text, text, links, element, self.window, False, raw))


def _in_list_item(element: Element | None) -> bool:
    while element is not None:
        if element.tag == "li":
            return True
        element = element.parent
    return False
