"""Blocks as plain text: a line of text a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markwindow.output.blocks import Block, Break, Code, Formula, Inline, NoteMark, Rule, Table, Text


def to_text(blocks: Iterable[Block]) -> str:
    """The text of blocks; formulas are TeX between dollar signs, code keeps its blanks and empty lines."""
    lines: list[str] = []
    for block in blocks:
        if isinstance(block, Code):
            lines.append(block.text)
        elif isinstance(block, Table):
            lines.extend(inline_text(cell.inlines) for row in block.rows for cell in row)
        elif not isinstance(block, Rule):
            lines.append(inline_text(block.inlines))
    return "\n".join(line for line in lines if line)


def inline_text(inlines: Sequence[Inline]) -> str:
    """The text of a run of inlines; images have none."""
    parts: list[str] = []
    for inline in inlines:
        if isinstance(inline, Text | NoteMark):
            parts.append(inline.text)
        elif isinstance(inline, Break):
            parts.append("\n")
        elif isinstance(inline, Formula):
            parts.append(inline.delimited)
    return "".join(parts)
