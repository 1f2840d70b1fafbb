"""What serves a page's looks only: boxes around everything, lists as boxes, columns of line numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from markwindow.output.blocks import Block, Code, Item, Note, Paragraph, Table
from markwindow.output.code import counts_on
from markwindow.output.text import inline_text

MAX_ITEM_BLOCKS = 5
"""A list with longer items is a row of boxes."""


def open_layout(blocks: Sequence[Block]) -> list[Block]:
    """The blocks without line numbers beside code, and out of containers that tell nothing."""
    left = without_line_number_columns(blocks)
    opened = _around_everything(left)
    boxes = _lists_of_boxes(left)
    if not opened and not boxes:
        return left
    return [
        replace(
            block,
            inside=tuple(
                container
                for container in block.inside
                if container.number not in opened
                and not (isinstance(container, Item) and container.list_number in boxes)
            ),
        )
        for block in left
    ]


def without_line_number_columns(blocks: Sequence[Block]) -> list[Block]:
    """The blocks but for 1, 2, 3 … in a column of their own right before or after as many rows of code."""
    drop: set[int] = set()
    numbers = [_numbers(block) for block in blocks]
    for place, block in enumerate(blocks):
        if not isinstance(block, Code) or numbers[place]:
            continue
        rows = block.text.count("\n") + 1
        for step in (-1, 1):
            column: list[int] = []
            at = place + step
            while 0 <= at < len(blocks) and numbers[at] and len(column) < rows + 2 and at not in drop:
                column = numbers[at] + column if step < 0 else column + numbers[at]
                at += step
            # A number beside a row or two, or two beside one, are more often what the page tells.
            if min(len(column), rows) > 1 and abs(len(column) - rows) <= 1 and counts_on(column):
                drop.update(range(min(place + step, at - step), max(place + step, at - step) + 1))
    return [block for place, block in enumerate(blocks) if place not in drop]


def _around_everything(blocks: Sequence[Block]) -> set[int]:
    """Containers that hold all blocks."""
    if not blocks:
        return set()
    counts = Counter(
        container.number for block in blocks for container in block.inside if not isinstance(container, Note)
    )
    return {number for number, count in counts.items() if count == len(blocks)}


def _lists_of_boxes(blocks: Sequence[Block]) -> set[int]:
    """Lists that hold headings, tables, or items of many paragraphs."""
    boxes: set[int] = set()
    counts: Counter[int] = Counter()
    for block in blocks:
        items = [container for container in block.inside if isinstance(container, Item)]
        if not items:
            continue
        if isinstance(block, Table) or (isinstance(block, Paragraph) and block.level):
            boxes.update(item.list_number for item in items)
        counts[items[-1].number] += 1
        if counts[items[-1].number] > MAX_ITEM_BLOCKS:
            boxes.add(items[-1].list_number)
    return boxes


def _numbers(block: Block) -> list[int]:
    """The numbers of a block that holds nothing else, a line a number."""
    if isinstance(block, Code):
        rows = block.text.split("\n")
    elif isinstance(block, Paragraph) and not block.level:
        rows = inline_text(block.inlines).split("\n")
    else:
        return []
    rows = [row.strip() for row in rows]
    if all(row.isascii() and row.isdigit() and len(row) < 7 for row in rows):
        return [int(row) for row in rows]
    return []
