"""From the pieces of a line to its inlines: text as displayed, cut where marks or links change."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from markwindow.output.blocks import Inline, Mark, Text
from markwindow.output.formulas import cut_formulas
from markwindow.tree import displayed

Piece: TypeAlias = tuple[str | Inline, frozenset[Mark], str]
"""A text node, or what stands for itself like an image; its marks; where it leads."""

_OBJECT = "\ufffc"
# What `displayed` may take away or change: blanks, and the marks without width.
_SOLID = re.compile(r"[^\s\x00-\x1f\x7f-\x9f\u00ad\u200b\u2060\ufeff]")


def line_inlines(items: Sequence[Piece], level: int) -> list[Inline]:
    """The inlines of a line: its text as displayed, cut where marks or links change."""
    shown = displayed("".join(item if isinstance(item, str) else _OBJECT for item, _, _ in items))
    if len(items) == 1 and isinstance(items[0][0], str):
        places = [0]
    else:
        places = [found.start() for found in _SOLID.finditer(shown)]
    inlines: list[Inline] = []
    seen = 0
    begin = 0
    for item, marks, link in items:
        seen += len(_SOLID.findall(item)) if isinstance(item, str) else 1
        end = places[seen] if seen < len(places) and len(items) > 1 else len(shown)
        if end > begin:
            text = shown[begin:end]
            if not isinstance(item, str):
                inlines.append(item)
                text = text[1:]
                marks, link = frozenset(), ""
            elif level:
                marks = marks - {"strong"}
            _append(inlines, text, marks, link)
        begin = end
    return inlines


def with_formulas(inlines: list[Inline]) -> list[Inline]:
    """Formulas for the TeX in the text that a script of the page would draw."""
    made: list[Inline] = []
    for inline in inlines:
        if isinstance(inline, Text) and "code" not in inline.marks:
            parts = cut_formulas(inline.text)
            made.extend(replace(inline, text=part) if isinstance(part, str) else part for part in parts)
        else:
            made.append(inline)
    return made


def trimmed(inlines: list[Inline]) -> list[Inline]:
    """Without blanks at the begin and end, as a formula on a line of its own may leave them."""
    first, last = (inlines[0], inlines[-1]) if inlines else (None, None)
    if isinstance(last, Text) and last.text[-1:].isspace():
        inlines = [*inlines[:-1], replace(last, text=last.text.rstrip())]
        first = inlines[0]
    if isinstance(first, Text) and first.text[:1].isspace():
        inlines = [replace(first, text=first.text.lstrip()), *inlines[1:]]
    return [inline for inline in inlines if not isinstance(inline, Text) or inline.text]


def _append(inlines: list[Inline], text: str, marks: frozenset[Mark], link: str) -> None:
    """Add text; blanks at its end belong to no mark or link."""
    solid = text.rstrip() if marks or link else text
    for part, its_marks, its_link in ((solid, marks, link), (text[len(solid) :], frozenset[Mark](), "")):
        if not part:
            continue
        last = inlines[-1] if inlines else None
        if isinstance(last, Text) and last.marks == its_marks and last.link == its_link:
            inlines[-1] = replace(last, text=last.text + part)
        else:
            inlines.append(Text(part, its_marks, its_link))
