"""One parse, one walk: from the decoded page to its lines of displayed text, in document order.

The walk keeps its own stack, so neither depth nor size of a page can exhaust anything.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from markwindow.nesting import MAX_DEPTH, limit_nesting
from markwindow.tags import (
    ACTIONS,
    BREAK,
    DROP,
    HEADING_LEVELS,
    ITEM,
    LINE,
    LINK,
    PRE,
    SPAN,
    STRONG,
    TEXT,
    UNKNOWN,
    action_of,
)

# The published method leaves out links, and spans of list items, whose whole text is this short.
SHORT_LINK = 2
SHORT_SPAN = 3

# A line break of the source between two wide characters is no blank (CSS Text 3, segment breaks).
_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_BREAK_BETWEEN_WIDE = re.compile(rf"(?<=[{_WIDE}])[ \t\f]*[\r\n][ \t\r\n\f]*(?=[{_WIDE}])")
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_MARKS = re.compile(r"[\W_]+")
# Controls, and marks without width that sites strew into words; joiners of emoji stay.
_INVISIBLE = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u00ad\u200b\u2060\ufeff]")


@dataclass(slots=True)
class Line:
    """A line of displayed text: a paragraph, heading, table cell, or what stands between two breaks."""

    text: str
    compared: str
    """The text without links of at most 2 characters and spans in list items of at most 3."""
    link_characters: int
    element: int
    """Number of the element that holds the line, in the tree's `nodes` and `parents`."""
    window: int
    """Number of the tag window that the line belongs to."""
    strong: bool
    """Whether the whole line stands in strong or b."""
    raw_end: str
    """The line's last text node as it stands in the tree: it tells where the line ends in the source."""


@dataclass(slots=True)
class Tree:
    """A parsed page: the lines of its body, and the elements that hold them.

    Elements are the body and all boundary and line-ending elements in it, numbered in document order;
    inline elements are no more.
    """

    parser: LexborHTMLParser
    lines: list[Line]
    nodes: list[LexborNode]
    """The element of each number."""
    parents: list[int]
    """The number of the element around each element; the body's is its own, 0."""
    first_lines: list[int]
    """The number of lines before each element: with `end_lines`, the range of the lines in it."""
    end_lines: list[int]
    """The number of lines before the end of each element."""
    code: list[int]
    """The numbers of the preformatted elements that stand in no other."""
    cut_by: str = ""
    """``lines`` or ``elements`` where the page has more than were asked for."""

    def heading_level(self, line: Line) -> int:
        """1 to 6 for a line in h1 to h6, else 0."""
        return HEADING_LEVELS.get(self.nodes[line.element].tag_id, 0)

    @property
    def is_frameset(self) -> bool:
        """Whether the page is a frameset, which displays nothing of its own."""
        return self.parser.body is None


def parse(
    text: str, max_lines: int = sys.maxsize, max_elements: int = sys.maxsize, max_depth: int = MAX_DEPTH
) -> Tree:
    """Parse a decoded page and collect its first lines. Never raises; linear in the page's length."""
    page = limit_nesting(text.encode("utf-8", "replace"), max_depth)
    # Scripting on, as in a browser: noscript is not displayed. Events off: they only serve <selectedcontent>.
    parser = LexborHTMLParser(page, options=LexborDocumentOptions.WO_EVENTS.value, scripting=True)
    tree = Tree(parser, [], [], [], [], [], [])
    if parser.body is not None:
        _read_body(parser.body, tree, max_lines, max_elements)
    return tree


def displayed(raw: str) -> str:
    """Text as a browser shows it: blanks collapsed, marks without width gone, no-break blanks plain."""
    text = raw.strip()
    if text.isprintable() and "  " not in text:
        return text
    text = _BREAK_BETWEEN_WIDE.sub("", text)
    text = _BLANKS.sub(" ", text)
    return _INVISIBLE.sub("", text).replace("\xa0", " ").strip()


def without_marks(text: str) -> str:
    """The letters and digits of a text alone, as texts are compared: without blanks and punctuation."""
    return _MARKS.sub("", text)


def _read_body(body: LexborNode, tree: Tree, max_lines: int, max_elements: int) -> None:
    """Walk the body once and add its elements and lines to the tree. This is the hot path of all."""
    actions = ACTIONS.copy()
    lines, nodes, parents = tree.lines, tree.nodes, tree.parents
    first_lines, end_lines = tree.first_lines, tree.end_lines
    reader = _LineReader(tree, max_lines)
    pieces = reader.pieces
    element = window = 0
    raw_end = ""
    nodes.append(body)
    parents.append(0)
    first_lines.append(0)
    end_lines.append(0)
    # Open elements: node, what to do at its end, the element to go back to, the number of pieces before it.
    stack: list[tuple[LexborNode, int, int, int]] = []
    node = body.first_child
    while True:
        if node is None:
            if not stack:
                break
            node, action, outer, start = stack.pop()
            if action >= LINE:
                if pieces:
                    reader.end_line(element, window, raw_end)
                    if len(lines) > max_lines:
                        break
                if action >= PRE:
                    window += 1
                    if action == PRE:
                        reader.preserve -= 1
                    elif action == ITEM:
                        reader.items -= 1
                end_lines[element] = len(lines)
                element = outer
            elif action == LINK:
                reader.end_link(start)
            elif action == SPAN:
                if pieces and reader.offset + len(pieces) - start == 1:
                    reader.end_span()
            elif action == STRONG:
                reader.end_strong(start)
            node = node.next
            continue
        tag = node.tag_id
        action = actions.get(tag, UNKNOWN)
        if action == UNKNOWN:  # a tag that only this document numbers
            action = actions[tag] = action_of(node)
        if action == TEXT:
            if not node.is_empty_text_node or reader.preserve:
                text = node.text_content or ""
                pieces.append(text)
                if not text.isspace():  # no-break blanks stand at many ends
                    raw_end = text
            elif pieces:
                pieces.append(" ")
        elif action == BREAK:
            if pieces:
                reader.end_line(element, window, raw_end)
                if len(lines) > max_lines:
                    break
        elif action != DROP:
            child = node.first_child
            if action >= LINE:
                if pieces:
                    reader.end_line(element, window, raw_end)
                    if len(lines) > max_lines:
                        break
                if action >= PRE:
                    window += 1
                if child is not None:
                    if len(nodes) > max_elements:  # here, so that the last line is whole
                        tree.cut_by = "elements"
                        break
                    stack.append((node, action, element, 0))
                    parents.append(element)
                    element = len(nodes)
                    nodes.append(node)
                    first_lines.append(len(lines))
                    end_lines.append(0)
                    if action == PRE:
                        if not reader.preserve:
                            tree.code.append(element)
                        reader.preserve += 1
                    elif action == ITEM:
                        reader.items += 1
                    node = child
                    continue
                if action >= PRE:
                    window += 1
            elif child is not None:
                stack.append((node, action, element, reader.offset + len(pieces)))
                if action == LINK:
                    reader.start_link()
                elif action == STRONG:
                    reader.start_strong()
                node = child
                continue
        node = node.next
    if pieces:
        reader.end_line(element, window, raw_end)
    if len(lines) > max_lines:
        tree.cut_by = "lines"
        del lines[max_lines:]
    _end_open_elements(tree, element)


def _end_open_elements(tree: Tree, element: int) -> None:
    """The walk is over: what is still open ends with the last line, and so does what was cut off."""
    count = len(tree.lines)
    while True:
        tree.end_lines[element] = count
        if element == 0:
            break
        element = tree.parents[element]
    if tree.cut_by:
        tree.first_lines[:] = [min(first, count) for first in tree.first_lines]
        tree.end_lines[:] = [min(end, count) for end in tree.end_lines]


class _LineReader:
    """The line that is being read; finished ones go to the tree."""

    def __init__(self, tree: Tree, max_lines: int) -> None:
        self.pieces: list[str] = []
        """The text nodes of the line so far; always the same list object."""
        self.preserve = 0
        """Number of open elements that keep blanks and line breaks."""
        self.items = 0
        """Number of open list items."""
        self.offset = 0
        """The number of pieces in finished lines: places of pieces are counted from the page's begin."""
        self._lines = tree.lines
        self._max_lines = max_lines
        self._open_strong = 0
        self._strong_start = 0
        self._strong_to = 0
        self._open_links = 0
        self._link_start = 0
        self._link_characters = 0
        self._short: list[int] = []

    def start_link(self) -> None:
        """A link begins here."""
        if not self._open_links:
            self._link_start = self.offset + len(self.pieces)
        self._open_links += 1

    def end_link(self, start: int) -> None:
        """The link that began at piece `start` ends: note its length."""
        self._open_links -= 1
        if self._open_links:
            return
        length = self._link_length()
        self._link_characters += length
        if 0 < length <= SHORT_LINK and start >= self.offset:
            self._short.extend(range(start - self.offset, len(self.pieces)))

    def end_span(self) -> None:
        """A span ends that holds just the last piece."""
        if self.items and 0 < len(self.pieces[-1].strip()) <= SHORT_SPAN:
            self._short.append(len(self.pieces) - 1)

    def start_strong(self) -> None:
        """A strong or b begins here."""
        if not self._open_strong:
            self._strong_start = self.offset + len(self.pieces)
        self._open_strong += 1

    def end_strong(self, start: int) -> None:
        """The strong or b that began at piece `start` ends: note how much of the line stands in it."""
        self._open_strong -= 1
        if start <= self.offset:
            self._strong_to = len(self.pieces)

    def end_line(self, element: int, window: int, raw_end: str) -> None:
        """The line is complete; call it only when there are pieces."""
        pieces = self.pieces
        if self._open_links:
            self._link_characters += self._link_length()
        if self.preserve:
            self._end_preserved(element, window)
        elif text := displayed("".join(pieces)):
            compared = text
            if self._open_strong:
                strong = self._strong_start <= self.offset
            else:
                strong = self._strong_to > 0 and not "".join(pieces[self._strong_to :]).strip()
            if self._short:
                for index in self._short:
                    pieces[index] = " "
                compared = displayed("".join(pieces))
            links = min(self._link_characters, len(text))
            self._lines.append(Line(text, compared, links, element, window, strong, raw_end))
        self.offset += len(pieces)
        pieces.clear()
        self._short.clear()
        self._link_characters = self._strong_to = 0

    def _link_length(self) -> int:
        """Characters of the open link on this line."""
        return len(displayed("".join(self.pieces[max(self._link_start - self.offset, 0) :])))

    def _end_preserved(self, element: int, window: int) -> None:
        links = self._link_characters
        for raw in "".join(self.pieces).splitlines():
            text = _INVISIBLE.sub("", raw).replace("\xa0", " ").rstrip()
            if len(self._lines) > self._max_lines:
                break
            if text:
                own = min(links, len(text))
                links -= own
                self._lines.append(Line(text, text, own, element, window, False, raw))
