"""Ray Data: ``map_batches`` with an actor that is warm before its first page.

from markwindow.engines import ray
ray.extract(data.read_parquet("pages/"), concurrency=8).write_parquet("texts/")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markwindow.archive.compression import needed
from markwindow.archive.records import Extraction
from markwindow.engines.arrow import extract_batches, schema

if TYPE_CHECKING:
    import pyarrow
    from ray.data import Dataset

BATCH = 256
"""Pages a batch: some tens of megabytes of HTML."""


class Extractor:
    """What an actor holds; it takes and gives Arrow tables."""

    def __init__(self, how: Extraction | None = None) -> None:
        """Load the dictionary and the models before the first batch."""
        from markwindow import warm_up

        self._how = how or Extraction()
        warm_up(self._how.options)

    def __call__(self, pages: pyarrow.Table) -> pyarrow.Table:
        """The records of a table of pages."""
        pa = needed("pyarrow", "ray", "Ray datasets")
        return pa.Table.from_batches(extract_batches(pages.to_batches(), self._how), schema())


def extract(
    pages: Dataset, how: Extraction | None = None, *, concurrency: int | tuple[int, int] = 1, **more: object
) -> Dataset:
    """A dataset of records from a dataset of pages (columns: `markwindow.engines.arrow`).

    Args:
        pages: The pages.
        how: Methods, policy, options.
        concurrency: Number of actors, or the least and the most.
        more: What else ``map_batches`` takes (``num_cpus``, ``batch_size``, …).

    Raises:
        ValueError: One sentence, where Ray Data is missing.
    """
    needed("ray.data", "ray", "Ray datasets")
    settings: dict[str, Any] = {"batch_size": BATCH, "concurrency": concurrency} | more
    return pages.map_batches(
        Extractor, fn_constructor_args=(how,), batch_format="pyarrow", zero_copy_batch=True, **settings
    )
