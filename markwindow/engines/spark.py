"""Spark: ``mapInArrow`` over a frame of pages.

from markwindow.engines import spark
spark.extract(session.read.parquet("pages/")).write.parquet("texts/")
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from markwindow.archive.compression import needed
from markwindow.archive.records import KEYS, NUMBERS, WHOLE_NUMBERS, Extraction
from markwindow.engines.arrow import extract_batches

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

SCHEMA = ", ".join(
    f"`{key}` {'bigint' if key in WHOLE_NUMBERS else 'double' if key in NUMBERS else 'string'}"
    for key in KEYS
)
"""The records' columns as Spark writes a schema."""


def extract(pages: DataFrame, how: Extraction | None = None) -> DataFrame:
    """A frame of records from a frame of pages (columns: `markwindow.engines.arrow`).

    It is lazy, as frames are, and needs no shuffle. Every executor loads the dictionary once a Python worker;
    keep ``spark.python.worker.reuse`` on, as it is by default. Spark hands over 10,000 rows at a time,
    which is over a gigabyte of pages: set ``spark.sql.execution.arrow.maxRecordsPerBatch`` to about 200.

    Raises:
        ValueError: One sentence, where pyspark is missing.
    """
    needed("pyspark", "spark", "Spark frames")
    return pages.mapInArrow(partial(extract_batches, how=how), SCHEMA)
