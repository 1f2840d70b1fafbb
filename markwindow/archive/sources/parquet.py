"""Parquet files: a page a row, as bytes or text in one of the columns."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, Any

from markwindow.archive.compression import needed
from markwindow.archive.sources.columns import choose_columns, text_or_none
from markwindow.archive.sources.pages import (
    READ_LIMIT,
    REST,
    Archive,
    Content,
    RawPage,
    UniqueNames,
    in_short,
    shown,
)

if TYPE_CHECKING:
    import pyarrow

ROWS = 16
"""Rows in memory at a time: pages may be large."""
_TURNS = 16
"""After so many times memory that is free goes back to the system; else Arrow keeps twice what it needs."""


class Parquet(Archive):
    """The pages in a Parquet file; ids from its id column, else the row numbers, from 0."""

    def __init__(self, path: str, name: str, prefix: str, column: str | None) -> None:
        """As every archive; `column`: the one with the page, found by its name without it.

        Raises:
            ValueError: When there is no such column, or the package that reads Parquet is missing.
        """
        super().__init__(path, name, prefix)
        needed("pyarrow.parquet", "parquet", "Parquet files")
        self._problem = ""
        try:
            with _open(path) as file:
                names, self._rows = file.schema_arrow.names, file.metadata.num_rows
        except Exception as error:  # a damaged file makes the library raise many kinds
            self._problem = f"is no Parquet file that can be read ({in_short(error)})."
            return
        self._columns = choose_columns(names, column, shown(path))

    def pages(self, done: Container[str] = ()) -> Iterator[RawPage]:
        """The rows, some at a time."""
        self.skipped.clear()
        if self._problem:
            yield self.rest(self._problem)
            return
        from pyarrow import default_memory_pool

        pool = default_memory_pool()
        names = UniqueNames(REST)
        number = 0
        try:
            with _open(self.path) as file:
                batches = file.iter_batches(ROWS, columns=self._columns.names, use_threads=False)
                for turn, batch in enumerate(batches):
                    if turn % _TURNS == 0:
                        pool.release_unused()
                    for raw in self._of_batch(batch, number, names, done):
                        number += 1
                        yield raw
        except Exception as error:
            yield self.rest(
                f"the file cannot be read behind row {number} ({in_short(error)}); what follows is lost."
            )

    def count(self) -> int:
        """As the file says."""
        return 1 if self._problem else self._rows

    def _of_batch(
        self, batch: pyarrow.RecordBatch, number: int, names: UniqueNames, done: Container[str]
    ) -> Iterator[RawPage]:
        html = batch.column(self._columns.html)
        others = [name for name in self._columns.names if name != self._columns.html]
        rows = batch.select(others).to_pylist() if others else [{} for _ in range(len(html))]
        for place, (cell, row) in enumerate(zip(html, rows, strict=True), number):
            inner = names.take(text_or_none(row, self._columns.id) or str(place))
            data = b"" if self.prefix + inner in done else _data(cell)
            if data is None:
                yield self.failed(inner, f"has neither bytes nor text in {self._columns.html!r}.")
                continue
            url = text_or_none(row, self._columns.url)
            yield self.page(inner, Content(data, text_or_none(row, self._columns.content_type), url))


def _open(path: str) -> Any:  # noqa: ANN401 - pyarrow has no types of its own
    from pyarrow.parquet import ParquetFile

    return ParquetFile(path, pre_buffer=False, buffer_size=1 << 18)


def _data(cell: Any) -> bytes | str | None:  # noqa: ANN401
    """The bytes or text of a cell, without making more of a large one than is read."""
    import pyarrow.types as types

    if types.is_dictionary(cell.type):
        cell = cell.value  # the value that the cell stands for
    is_text = types.is_string(cell.type) or types.is_large_string(cell.type)
    if not is_text and not types.is_binary(cell.type) and not types.is_large_binary(cell.type):
        return None
    buffer = cell.as_buffer()
    if buffer is None:
        return None
    data: bytes = buffer.slice(0, min(buffer.size, READ_LIMIT)).to_pybytes()
    return data.decode("utf-8", "replace") if is_text else data
