"""What is kept of a page with its structure: a flat list of blocks, each told what it stands in.

Being flat, blocks need no recursion: a writer compares what one block stands in with the block before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Mark: TypeAlias = Literal["strong", "em", "del", "sub", "sup", "code"]
MARKS: tuple[Mark, ...] = ("strong", "em", "del", "sub", "sup", "code")
"""What can be said of a run of text, outermost first."""


@dataclass(frozen=True, slots=True)
class Text:
    """A run of text whose characters are all marked and linked alike."""

    text: str
    marks: frozenset[Mark] = frozenset()
    link: str = ""
    """Where it leads: a safe address (see `markwindow.output.addresses`), or empty."""


@dataclass(frozen=True, slots=True)
class Break:
    """A line break within a paragraph."""


@dataclass(frozen=True, slots=True)
class Image:
    """An image at its place in the text."""

    source: str
    """A safe address."""
    description: str
    """Its alternative text, else its title, else the caption that stands under it."""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as TeX, on one line and without its dollar signs."""

    tex: str
    display: bool
    """Whether it stands on a line of its own."""

    @property
    def delimited(self) -> str:
        """The TeX between dollar signs, as people write it into text."""
        return f"$${self.tex}$$" if self.display else f"${self.tex}$"


@dataclass(frozen=True, slots=True)
class NoteMark:
    """The mark in the text that points to a footnote."""

    label: str
    """1, 2, 3 …"""
    text: str
    """What the page shows, like [1]."""


Inline: TypeAlias = Text | Break | Image | Formula | NoteMark


@dataclass(frozen=True, slots=True)
class Quotation:
    """A blockquote."""

    number: int
    """Tells containers apart; rises in document order."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list."""

    number: int
    list_number: int
    """Items of one list share it."""
    ordinal: int
    """1, 2, 3 … in an ordered list; 0 in a list without order."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Images with their caption."""

    number: int


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote, to which a `NoteMark` points."""

    number: int
    label: str
    item: Item | None
    """The list item that it is in the page, if it is one."""


Container: TypeAlias = Quotation | Item | Figure | Note


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph or heading; lines within it are separated by `Break`."""

    inlines: tuple[Inline, ...]
    inside: tuple[Container, ...] = ()
    level: int = 0
    """1 to 6 for a heading."""
    is_caption: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """Preformatted text: blanks and line breaks count."""

    text: str
    language: str = ""
    inside: tuple[Container, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal rule."""

    inside: tuple[Container, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a data table; what was paragraphs in it is separated by `Break`."""

    inlines: tuple[Inline, ...]
    is_head: bool
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A data table: what stands in a row belongs together."""

    rows: tuple[tuple[Cell, ...], ...]
    inside: tuple[Container, ...] = ()


Block: TypeAlias = Paragraph | Code | Rule | Table


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, as `nested` tells of it."""

    number: int
    first: int
    """The ordinal of its first item; 0 in a list without order."""


Step: TypeAlias = tuple[Literal["open", "close"], Container | Listing] | tuple[Literal["block"], Block]


def nested(blocks: Iterable[Block]) -> Iterator[Step]:
    """The blocks in order, with what opens and closes around them."""
    opened: list[Container | Listing] = []
    for block in blocks:
        wanted: list[Container | Listing] = []
        for container in block.inside:
            item = container.item if isinstance(container, Note) else container
            if isinstance(item, Item):
                wanted.append(Listing(item.list_number, item.ordinal))
            wanted.append(container)
        shared = 0
        while shared < min(len(opened), len(wanted)) and opened[shared].number == wanted[shared].number:
            shared += 1
        while len(opened) > shared:
            yield "close", opened.pop()
        for wanting in wanted[shared:]:
            opened.append(wanting)
            yield "open", wanting
        yield "block", block
    while opened:
        yield "close", opened.pop()


def loose_lists(blocks: Sequence[Block]) -> set[int]:
    """Lists of which an item has more than one block of its own."""
    counts = Counter(block.inside[-1] for block in blocks if block.inside)
    return {
        container.list_number
        for container, count in counts.items()
        if isinstance(container, Item) and count > 1
    }


def lines_of(inlines: Sequence[Inline]) -> list[list[Inline]]:
    """Inlines cut at their line breaks."""
    lines: list[list[Inline]] = [[]]
    for inline in inlines:
        if isinstance(inline, Break):
            lines.append([])
        else:
            lines[-1].append(inline)
    return lines


def inlines_of(block: Block) -> Iterator[Inline]:
    """All inlines of a block, in order."""
    if isinstance(block, Paragraph):
        yield from block.inlines
    elif isinstance(block, Table):
        for row in block.rows:
            for cell in row:
                yield from cell.inlines


def length(inlines: Sequence[Inline]) -> int:
    """Characters of text."""
    return sum(len(inline.text) for inline in inlines if isinstance(inline, Text))
