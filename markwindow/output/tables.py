"""Tables: data tables keep their rows, layout tables are opened.

Which of them a table is, is told by what was kept of it: `TableReader` collects its cells while the page is
read, and decides at its end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate
from statistics import fmean

from markwindow.output.blocks import (
    Block,
    Break,
    Cell,
    Container,
    Inline,
    Paragraph,
    Table,
    length,
)

MAX_SPAN = 50
"""More columns or rows than this no cell of a data table spans."""
MAX_PARAGRAPHS = 4
MAX_CELL = 500
MAX_MEAN_CELL = 100
"""Cells longer than these, in characters, are text and not data, unless the table has heads."""


@dataclass(slots=True)
class CellRange:
    """A cell that was read: the range of its blocks, and what its tag says."""

    start: int
    end: int
    is_head: bool
    columns: int
    rows: int


@dataclass(slots=True)
class TableReader:
    """A table that is being read."""

    start: int
    """The number of blocks before it."""
    inside: tuple[Container, ...]
    is_presentation: bool
    rows: list[list[CellRange]] = field(default_factory=list)

    def start_row(self) -> None:
        """A row begins."""
        self.rows.append([])

    def start_cell(self, place: int, *, is_head: bool, columns: str | None, rows: str | None) -> None:
        """A cell begins after `place` blocks."""
        if not self.rows:
            self.rows.append([])
        self.rows[-1].append(CellRange(place, place, is_head, _span(columns), _span(rows)))

    def end_cell(self, place: int) -> None:
        """The cell ends after `place` blocks."""
        if self.rows and self.rows[-1]:
            self.rows[-1][-1].end = place

    def fold(self, blocks: list[Block]) -> None:
        """The table has ended: if it is a data table, make one block of its blocks."""
        rows = self._filled_rows()
        if not rows or not self._is_data(rows, blocks):
            return
        first = rows[0][0].start
        if blocks[rows[-1][-1].end :]:
            return
        folded = Table(
            tuple(
                tuple(
                    Cell(_joined(blocks[cell.start : cell.end]), cell.is_head, cell.columns, cell.rows)
                    for cell in row
                )
                for row in rows
            ),
            self.inside,
        )
        del blocks[first:]
        blocks.append(folded)

    def _filled_rows(self) -> list[list[CellRange]]:
        """The rows with text; cells that span rows without any span fewer."""
        are_filled = [any(cell.start < cell.end for cell in row) for row in self.rows]
        before = [0, *accumulate(are_filled)]
        rows = []
        for place, row in enumerate(self.rows):
            if are_filled[place]:
                for cell in row:
                    end = min(place + cell.rows, len(self.rows))
                    cell.rows = before[end] - before[place]
                rows.append(row)
        return rows

    def _is_data(self, rows: list[list[CellRange]], blocks: list[Block]) -> bool:
        filled = [cell for row in rows for cell in row if cell.start < cell.end]
        held = [blocks[cell.start : cell.end] for cell in filled]
        if self.is_presentation or len(rows) < 2:
            return False
        if any(not isinstance(block, Paragraph) for cell in held for block in cell):
            return False
        wide = sum(sum(cell.start < cell.end for cell in row) >= 2 for row in rows)
        if wide * 2 < len(rows):
            return False
        lengths = [
            sum(length(block.inlines) for block in cell if isinstance(block, Paragraph)) for cell in held
        ]
        if not any(lengths) or max(map(len, held)) > 5 * MAX_PARAGRAPHS:
            return False
        if any(cell.is_head for cell in filled):
            return True
        if any(isinstance(block, Paragraph) and block.level for cell in held for block in cell):
            return False
        return (
            max(map(len, held)) <= MAX_PARAGRAPHS
            and max(lengths) <= MAX_CELL
            and fmean(lengths) <= MAX_MEAN_CELL
        )


def _joined(blocks: list[Block]) -> tuple[Inline, ...]:
    inlines: list[Inline] = []
    for block in blocks:
        if isinstance(block, Paragraph):
            if inlines:
                inlines.append(Break())
            inlines.extend(block.inlines)
    return tuple(inlines)


def _span(told: str | None) -> int:
    told = (told or "").strip()
    return (
        min(int(told), MAX_SPAN) if told.isascii() and told.isdigit() and len(told) < 6 and int(told) else 1
    )
