"""Parquet: one row a record, a column a key; packed with zstandard inside, as the format provides."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from markwindow.archive.compression import needed
from markwindow.archive.records import KEYS, NUMBERS, WHOLE_NUMBERS, Record, encodable

if TYPE_CHECKING:
    import pyarrow

ROWS = 2000
"""Rows in a group: what is held in memory while writing, some megabytes of text."""


def schema() -> pyarrow.Schema:
    """The columns: the keys of a record in order; int64, float64, else string; all may be null."""
    pa = needed("pyarrow", "parquet", "Parquet files")
    types = {key: pa.string() for key in KEYS}
    types |= dict.fromkeys(WHOLE_NUMBERS, pa.int64()) | dict.fromkeys(NUMBERS, pa.float64())
    return pa.schema([(key, types[key]) for key in KEYS])


def to_batch(records: list[Record]) -> pyarrow.RecordBatch:
    """Records as Arrow columns. A lone surrogate, which no column can hold, becomes its escape."""
    pa = needed("pyarrow", "parquet", "Parquet files")
    columns = schema()
    try:
        return pa.RecordBatch.from_pylist(records, schema=columns)
    except UnicodeEncodeError:
        return pa.RecordBatch.from_pylist([encodable(made) for made in records], schema=columns)


class Parquet:
    """A file for pandas, Polars, DuckDB, Spark and their like."""

    is_folder = False
    wants: frozenset[str] = frozenset()

    def __init__(self) -> None:
        """Raises `ValueError` with one sentence where pyarrow is missing."""
        schema()

    def write(self, records: Iterator[Record], target: Path) -> None:
        """Row group by row group."""
        from pyarrow.parquet import ParquetWriter

        with open(target, "wb") as file:
            with ParquetWriter(file, schema(), compression="zstd") as writer:
                while batch := list(islice(records, ROWS)):
                    writer.write_batch(to_batch(batch))
            file.flush()
            os.fsync(file.fileno())

    def read(self, out: Path) -> Iterator[Record]:
        """Row group by row group."""
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile

        try:
            with ParquetFile(out) as file:
                if "id" not in file.schema_arrow.names:
                    raise ValueError(f"{out} has no column id; give another -o or --overwrite.")
                for batch in file.iter_batches(ROWS):
                    yield from batch.to_pylist()
        except ArrowException as error:
            raise ValueError(f"{out} is no Parquet file ({error}); give another -o or --overwrite.") from None
