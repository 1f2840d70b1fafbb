"""A second, lazy walk over the parsed page: from kept lines to blocks.

It ends lines where the first walk (`markwindow.tree`) ended them, so that lines can be counted; but it also
sees lists, quotations, tables, code, formulas, links and images, and makes blocks of the kept lines only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import NamedTuple

from selectolax.lexbor import LexborNode, create_tag

from markwindow.document import Document
from markwindow.links import base_address
from markwindow.output import code
from markwindow.output.addresses import IMAGE_SCHEMES, LINK_SCHEMES, image_address, safe_address
from markwindow.output.blocks import (
    Block,
    Break,
    Code,
    Container,
    Figure,
    Formula,
    Image,
    Inline,
    Item,
    Mark,
    Note,
    Paragraph,
    Quotation,
    Rule,
    Text,
)
from markwindow.output.footnotes import Footnotes
from markwindow.output.formulas import draws_formulas, formula_at, is_drawn
from markwindow.output.inlines import Piece, line_inlines, trimmed, with_formulas
from markwindow.output.layout import open_layout, without_line_number_columns
from markwindow.output.plain import holds_formulas
from markwindow.output.tables import TableReader
from markwindow.tags import BREAK, DROP, HEADING_LEVELS, LINE, PRE, TEXT, action_of
from markwindow.tree import displayed

MAX_NESTING = 6
"""Containers within containers deeper than this are opened: Markdown readers give up at 20 levels, two to a
list."""
NEAR = 2
"""An image or formula without text of its own is kept when a line this near to it is kept."""
ICON = 48
"""Images of at most this width or height in pixels are ornaments."""

(LIST, ITEM, QUOTE, FIGURE, CAPTION, TABLE, ROW, CELL, LINK, IMAGE, RULE) = range(1, 12)
_ROLES = {
    create_tag(name).tag_id: role
    for role, names in (
        (LIST, ("ul", "ol", "menu", "dir")),
        (ITEM, ("li",)),
        (QUOTE, ("blockquote",)),
        (FIGURE, ("figure",)),
        (CAPTION, ("figcaption",)),
        (TABLE, ("table",)),
        (ROW, ("tr",)),
        (CELL, ("td", "th")),
        (LINK, ("a",)),
        (IMAGE, ("img",)),
        (RULE, ("hr",)),
    )
    for name in names
}
_MARKED: dict[Mark, tuple[str, ...]] = {
    "strong": ("strong", "b"),
    "em": ("em", "i", "cite", "dfn", "var"),
    "del": ("del", "s", "strike"),
    "sub": ("sub",),
    "sup": ("sup",),
    "code": ("code", "kbd", "samp", "tt"),
}
_MARKS = {create_tag(name).tag_id: mark for mark, names in _MARKED.items() for name in names}


def read_blocks(document: Document, kept: Sequence[bool]) -> tuple[Block, ...]:
    """The kept lines of a document as blocks, in document order.

    Args:
        document: a page that has been read; its options say whether links and images are kept.
        kept: for each of its lines, whether it is kept.
    """
    if True not in kept:
        return ()
    reader = _Reader(document, kept)
    reader.read(_region(document, kept))
    return tuple(reader.footnotes.settle(open_layout(reader.blocks)))


def read_lines_and_code(document: Document, kept: Sequence[bool], code: Sequence[int]) -> list[Block]:
    """The kept lines as a paragraph each, but what these preformatted elements hold as code."""
    tree = document.tree
    reader = _Reader(document, kept, formulas=False)
    number = 0
    for element in (*code, None):
        end = len(kept) if element is None else tree.first_lines[element]
        lines = compress(tree.lines[number:end], kept[number:end])
        reader.blocks.extend(Paragraph((Text(line.text),)) for line in lines)
        if element is not None:
            reader.read(element)
            number = tree.end_lines[element]
    return without_line_number_columns(reader.blocks)


@dataclass(slots=True)
class _List:
    """A list that is open, and its last ordinal."""

    number: int
    is_ordered: bool
    ordinal: int = 0


class _State(NamedTuple):
    """What holds for the text at a place of the page."""

    inside: tuple[Container, ...] = ()
    level: int = 0
    is_caption: bool = False
    marks: frozenset[Mark] = frozenset()
    link: str = ""
    listing: _List | None = None
    caption: str = ""
    """The caption of the figure around."""
    is_muted: bool = False
    """Whether this is a drawing of a formula that has been read already."""


class _Reader:
    """The walk. What it does at ends of lines is what `markwindow.tree` does there."""

    def __init__(self, document: Document, kept: Sequence[bool], *, formulas: bool = True) -> None:
        self.blocks: list[Block] = []
        self.footnotes = Footnotes()
        self._document = document
        self._kept = kept
        self._last = len(kept) - 1 - list(reversed(kept)).index(True)
        self._links = document.options.links
        self._images = document.options.images
        self._formulas = formulas and holds_formulas(document)
        self._draws_formulas = formulas and draws_formulas(document.source)
        self._base = _base(document)
        self._state = _State()
        self._containers = 0
        self._tables: list[TableReader] = []
        self._number = 0
        """The number of lines that have ended."""
        self._texts: list[str] = []
        """The text nodes of the line so far, as the first walk has them."""
        self._items: list[Piece] = []
        """What becomes of them: text, images and formulas with what holds for them."""
        self._is_line = self._is_line_kept = False
        """Whether they hold text so far, and whether one of the first walk's lines in it is kept."""
        self._paragraph: list[Inline] = []
        self._paragraph_state = self._state
        self._breaks = 0
        """Line breaks since the last line ended."""
        self._note_label = ""
        """The label of the footnote that begins with this line."""
        self._preserve = 0
        self._rows: list[tuple[str, int]] = []
        """Rows of the code that is being read, with the numbers of their lines (-1: an empty row)."""

    def read(self, element: int) -> None:
        """Walk an element, up to what is near to the last kept line."""
        tree = self._document.tree
        self._number = tree.first_lines[element]
        stack: list[tuple[LexborNode, int, int, _State]] = []
        node: LexborNode | None = tree.nodes[element]
        while True:
            if node is None:
                if self._number > self._last + NEAR:
                    break
                node, action, role, state = stack.pop()
                self._close(node, action, role, is_muted=state.is_muted)
                self._state = state
                if not stack:
                    break
                node = node.next
                continue
            tag = node.tag_id
            action = action_of(node)
            if action == TEXT:
                self._add_text(node)
            elif action == BREAK:
                is_empty = not self._texts
                self._end_line()
                self._break_line(is_rule=_ROLES.get(tag) == RULE, is_empty=is_empty)
            else:
                role = _ROLES.get(tag, 0)
                if action >= LINE:
                    self._end_line()
                    self._end_paragraph()
                if self.footnotes.are_met and not self._items:
                    is_link = role == LINK
                    self._note_label = self.footnotes.label_at(node, is_link=is_link) or self._note_label
                state = self._state
                is_formula = self._formulas and self._read_formula(node, action)
                if role == IMAGE and not is_formula:
                    self._add_image(node)
                child = node.first_child
                if action != DROP and child is not None:
                    stack.append((node, action, role, state))
                    self._open(node, action, role, tag)
                    node = child
                    continue
                if action >= LINE and role == CELL:
                    self._open(node, action, role, tag)
                    self._close(node, action, role, is_muted=False)
                self._state = state
            node = node.next
        self._end_line()
        while stack:
            node, action, role, self._state = stack.pop()
            self._close(node, action, role, is_muted=False)
        self._end_paragraph()

    # Elements.

    def _open(self, node: LexborNode, action: int, role: int, tag: int) -> None:
        if action == PRE:
            self._preserve += 1
            return
        state = self._state
        if level := HEADING_LEVELS.get(tag, 0):
            self._state = state._replace(level=level)
        elif mark := _MARKS.get(tag):
            self._state = state._replace(marks=state.marks | {mark})
        elif role == LINK:
            href = (node.attributes.get("href") or "").strip()
            address = self.footnotes.mark(node, href)
            if not address and self._links:
                address = safe_address(href, self._base, LINK_SCHEMES)
            self._state = state._replace(link=address)
        elif role == LIST:
            self._state = state._replace(listing=self._new_list(node))
        elif role == ITEM:
            self._open_item(node)
        elif role == QUOTE:
            self._state = state._replace(inside=self._in(Quotation(self._new_number())))
        elif role == FIGURE and self._images:
            caption = node.css_first("figcaption")
            told = displayed(caption.text()) if caption is not None else ""
            self._state = state._replace(inside=self._in(Figure(self._new_number())), caption=told)
        elif role == CAPTION:
            self._state = state._replace(is_caption=True)
        elif role == TABLE:
            is_presentation = node.attributes.get("role") in ("presentation", "none")
            self._tables.append(TableReader(len(self.blocks), state.inside, is_presentation))
            self._state = state._replace(listing=None)
        elif role == ROW and self._tables:
            self._tables[-1].start_row()
        elif role == CELL and self._tables:
            attributes = node.attributes
            self._tables[-1].start_cell(
                len(self.blocks),
                is_head=node.tag == "th",
                columns=attributes.get("colspan"),
                rows=attributes.get("rowspan"),
            )

    def _close(self, node: LexborNode, action: int, role: int, *, is_muted: bool) -> None:
        if action < LINE:
            return
        self._end_line(is_muted=is_muted)
        self._end_paragraph()
        if action == PRE:
            self._preserve -= 1
            if not self._preserve:
                self._end_code(node)
        elif role == CELL and self._tables:
            self._tables[-1].end_cell(len(self.blocks))
        elif role == TABLE and self._tables:
            self._tables.pop().fold(self.blocks)

    def _new_number(self) -> int:
        self._containers += 1
        return self._containers

    def _in(self, container: Container) -> tuple[Container, ...]:
        inside = self._state.inside
        return inside if len(inside) >= MAX_NESTING else (*inside, container)

    def _new_list(self, node: LexborNode) -> _List:
        is_ordered = node.tag == "ol"
        start = _whole_number(node.attributes.get("start")) if is_ordered else None
        return _List(self._new_number(), is_ordered, (1 if start is None else start) - 1)

    def _open_item(self, node: LexborNode) -> None:
        listing = self._state.listing or _List(self._new_number(), is_ordered=False)
        value = _whole_number(node.attributes.get("value")) if listing.is_ordered else None
        listing.ordinal = listing.ordinal + 1 if value is None else value
        item = Item(self._new_number(), listing.number, listing.ordinal if listing.is_ordered else 0)
        self._state = self._state._replace(inside=self._in(item))

    # Inlines.

    def _add_text(self, node: LexborNode) -> None:
        if not node.is_empty_text_node or self._preserve:
            raw = node.text_content or ""
        elif self._texts:
            raw = " "
        else:
            return
        if self._preserve and raw.isascii() and raw.strip().isdigit():
            raw = f"{code.NUMBER_START}{raw}{code.NUMBER_END}"
        self._texts.append(raw)
        if not self._state.is_muted:
            self._items.append((raw, self._state.marks, self._state.link))

    def _add_image(self, node: LexborNode) -> None:
        if not self._images or self._preserve:
            return
        attributes = node.attributes
        sizes = (_whole_number(attributes.get(side)) for side in ("width", "height"))
        if any(size is not None and size <= ICON for size in sizes):
            return
        if address := image_address(attributes, self._base):
            told = attributes.get("alt") or attributes.get("title") or ""
            image = Image(address, displayed(told) or self._state.caption, self._state.link)
            self._items.append((image, frozenset(), ""))

    def _read_formula(self, node: LexborNode, action: int) -> bool:
        """Whether the element is a formula; its text, if it has some, is not read again."""
        if self._preserve or self._state.is_muted or not node.is_element_node:
            return False
        formula = formula_at(node, node.tag or "")
        if formula is not None:
            self._items.append((formula, frozenset(), ""))
        elif action == DROP or not is_drawn(node):
            return False
        self._state = self._state._replace(is_muted=True)
        return True

    # Lines and paragraphs.

    def _end_line(self, *, is_muted: bool | None = None) -> None:
        """The first walk ends a line here. Within the drawing of a formula ours goes on."""
        raw = "".join(self._texts)
        self._texts.clear()
        if self._preserve:
            self._add_rows(raw)
            self._items.clear()
            return
        if raw and displayed(raw):
            self._is_line_kept |= self._is_kept(self._number)
            self._is_line = True
            self._number += 1
        if self._state.is_muted if is_muted is None else is_muted:
            return
        if self._items:
            if self._is_line_kept:
                inlines = line_inlines(self._items, self._state.level)
                self._add_lines(with_formulas(inlines) if self._draws_formulas else inlines)
            else:
                self._add_objects()
        elif self._is_line:
            self._end_paragraph()
        if self._is_line:
            self._note_label = ""
        self._is_line = self._is_line_kept = False
        self._items.clear()

    def _is_kept(self, number: int) -> bool:
        return number < len(self._kept) and self._kept[number]

    def _add_objects(self) -> None:
        """Images, and formulas without other text, are kept when a kept line is near."""
        has_text = any(isinstance(item, str) and displayed(item) for item, _, _ in self._items)
        wanted = (Image,) if has_text else (Image, Formula)
        objects = [item for item, _, _ in self._items if isinstance(item, wanted)]
        number = self._number
        if objects or self._is_line:
            self._end_paragraph()
        if any(self._kept[max(0, number - NEAR) : number + NEAR]):
            self._paragraph.extend(objects)
            self._paragraph_state = self._state
            self._end_paragraph()

    def _add_lines(self, inlines: list[Inline]) -> None:
        """A line of the page; formulas that stand on lines of their own cut it into several."""
        start = 0
        for place, inline in enumerate(inlines):
            if isinstance(inline, Formula) and inline.display:
                self._add_line(inlines[start:place])
                self._end_paragraph()
                self._add_line(inlines[place : place + 1])
                self._end_paragraph()
                start = place + 1
        self._add_line(inlines[start:])

    def _add_line(self, inlines: list[Inline]) -> None:
        inlines = trimmed(inlines)
        if not inlines:
            return
        if self._paragraph and self._breaks == 1:
            self._paragraph.append(Break())
        else:
            self._end_paragraph()
            inside = self._inside_note() if self._note_label else self._state.inside
            self._paragraph_state = self._state._replace(inside=inside)
        self._paragraph.extend(inlines)
        self._breaks = 0

    def _inside_note(self) -> tuple[Container, ...]:
        """What the line is in, as the footnote that begins with it."""
        inside = self._state.inside
        item = inside[-1] if inside and isinstance(inside[-1], Item) else None
        return (*inside[: len(inside) - (item is not None)], Note(self._new_number(), self._note_label, item))

    def _break_line(self, *, is_rule: bool, is_empty: bool) -> None:
        if self._preserve:
            if is_empty:
                self._rows.append(("", -1))
            return
        self._breaks += 1
        if is_rule:
            self._end_paragraph()
            number = self._number
            if number and self._is_kept(number - 1) and self._is_kept(number):
                self.blocks.append(Rule(self._state.inside))

    def _end_paragraph(self) -> None:
        if self._paragraph:
            state = self._paragraph_state
            self.blocks.append(Paragraph(tuple(self._paragraph), state.inside, state.level, state.is_caption))
            self._paragraph = []
        self._breaks = 0

    # Code.

    def _add_rows(self, raw: str) -> None:
        for row in raw.splitlines():
            row = _INVISIBLE_BUT_MARKERS.sub("", row).replace("\xa0", " ").rstrip()
            if row.strip(code.NUMBER_START + code.NUMBER_END):
                self._rows.append((row, self._number))
                self._number += 1
            else:
                self._rows.append(("", -1))

    def _end_code(self, node: LexborNode) -> None:
        rows, self._rows = self._rows, []
        kept = [number >= 0 and self._is_kept(number) for _, number in rows]
        if True not in kept:
            return
        text = code.text_of_rows([row for row, _ in rows], kept)
        if text.strip():
            self.blocks.append(Code(text, code.language_of(node), self._state.inside))


_INVISIBLE_BUT_MARKERS = re.compile(r"[\x00\x03-\x08\x0b\x0e-\x1f\x7f-\x9f\u00ad\u200b\u2060\ufeff]")


def _base(document: Document) -> str | None:
    """What addresses are relative to; a base that is no place on the web counts for nothing."""
    base = base_address(document.tree.parser, document.url)
    return base if safe_address(base, None, IMAGE_SCHEMES) else document.url


def _region(document: Document, kept: Sequence[bool]) -> int:
    """The number of the largest element that holds all kept lines and hardly others around them."""
    tree, lines = document.tree, document.lines
    numbers = [line.element for line, keep in zip(lines, kept, strict=True) if keep]
    parents = tree.parents
    one, other = numbers[0], numbers[-1]
    while one != other:
        if one > other:
            one = parents[one]
        else:
            other = parents[other]
    while one and tree.first_lines[parents[one]] == tree.first_lines[one]:
        if tree.end_lines[parents[one]] != tree.end_lines[one]:
            break
        one = parents[one]
    around, code = one, set(tree.code)
    while around and around not in code:
        around = parents[around]
    return around or one


def _whole_number(told: str | None) -> int | None:
    told = (told or "").strip().removesuffix("px")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 10 else None
