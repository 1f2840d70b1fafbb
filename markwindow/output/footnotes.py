"""Footnotes: marks in the text that lead to notes under it.

Only what is surely that: a short number or sign that is a link to a place further down, where a list item or
paragraph begins; the marks count 1, 2, 3 …, and the notes stand in this order at the end. Whatever else looks
like a footnote stays what it is, text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from selectolax.lexbor import LexborNode

from markwindow.output.blocks import (
    Block,
    Cell,
    Inline,
    Note,
    NoteMark,
    Paragraph,
    Table,
    Text,
    inlines_of,
)

_MARK = re.compile(r"[\[(（［〔【]?(?P<label>[0-9]{1,3})[\])）］〕】]?")


class Footnotes:
    """The marks and places that were met while a page is read."""

    def __init__(self) -> None:
        self._labels: dict[str, str] = {}
        """The label of the mark that leads to each place."""
        self._noted: set[str] = set()
        """The places that have been found."""

    def mark(self, link: LexborNode, href: str) -> str:
        """The place that a link leads to, as `#place`, if it may be the mark of a footnote; else empty."""
        if len(href) < 2 or href[0] != "#":
            return ""
        label = _MARK.fullmatch((link.text() or "").strip())
        if label is None or href[1:] in self._labels:
            return ""
        self._labels[href[1:]] = label["label"]
        return href

    @property
    def are_met(self) -> bool:
        """Whether there was a mark so far."""
        return bool(self._labels)

    def label_at(self, node: LexborNode, *, is_link: bool) -> str:
        """The label of the mark that leads to this element; empty if none met so far does.

        Of several elements with one id, links lead to the first.
        """
        place = node.id or (node.attributes.get("name") if is_link else None)
        if not place or place not in self._labels or place in self._noted:
            return ""
        self._noted.add(place)
        return self._labels[place]

    def settle(self, blocks: Sequence[Block]) -> list[Block]:
        """Make footnotes of marks and notes if they belong together, else plain text of all."""
        if not self._labels:
            return list(blocks)
        marks = [
            self._labels[inline.link[1:]]
            for block in blocks
            for inline in inlines_of(block)
            if isinstance(inline, Text) and inline.link[:1] == "#" and inline.link[1:] in self._noted
        ]
        labels: list[str] = []
        are_last = True
        for block in blocks:
            note = block.inside[0] if block.inside and isinstance(block.inside[0], Note) else None
            if note is not None and (not labels or labels[-1] != note.label):
                labels.append(note.label)
            are_last = are_last and (note is not None or not labels)
        are_footnotes = are_last and marks == labels == [str(number + 1) for number in range(len(marks))]
        places = {place: self._labels[place] for place in self._noted} if are_footnotes else {}
        return [_settled(block, places) for block in blocks]


def _settled(block: Block, places: Mapping[str, str]) -> Block:
    if not places and any(isinstance(container, Note) for container in block.inside):
        inside = (c.item if isinstance(c, Note) else c for c in block.inside)
        block = replace(block, inside=tuple(container for container in inside if container is not None))
    if isinstance(block, Paragraph):
        return replace(block, inlines=_with_marks(block.inlines, places))
    if isinstance(block, Table):
        rows = tuple(tuple(_cell(cell, places) for cell in row) for row in block.rows)
        return replace(block, rows=rows)
    return block


def _cell(cell: Cell, places: Mapping[str, str]) -> Cell:
    return replace(cell, inlines=_with_marks(cell.inlines, places))


def _with_marks(inlines: Sequence[Inline], places: Mapping[str, str]) -> tuple[Inline, ...]:
    made: list[Inline] = []
    for inline in inlines:
        if isinstance(inline, Text) and inline.link.startswith("#"):
            label = places.get(inline.link[1:])
            made.append(replace(inline, link="") if label is None else NoteMark(label, inline.text))
        else:
            made.append(inline)
    return tuple(made)
