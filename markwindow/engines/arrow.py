"""Pages in Arrow record batches to records in Arrow record batches.

Columns of pages: ``html`` (binary, or string where it was decoded before), and where they are known ``id``,
``archive``, ``url``, ``content_type`` (the HTTP header) as strings. Columns of records: `schema`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from markwindow.archive.records import Extraction, Record, record, split_methods
from markwindow.archive.sinks.parquet import schema, to_batch
from markwindow.archive.sources import Content, RawPage

if TYPE_CHECKING:
    import pyarrow

__all__ = ["extract_batches", "record_of", "schema"]

HTML = "html"


def extract_batches(
    batches: Iterable[pyarrow.RecordBatch], how: Extraction | None = None
) -> Iterator[pyarrow.RecordBatch]:
    """A batch of records for each batch of pages: what ``markwindow archive`` writes of the same pages.

    ``functools.partial(extract_batches, how=…)`` can be pickled. Repeats stay unmarked: they cannot be known
    from one part of the pages.

    Raises:
        ValueError: One sentence, for a batch without the column ``html``.
    """
    how = how or Extraction()
    for batch in batches:
        if HTML not in batch.schema.names:
            raise ValueError(
                f"the pages have no column {HTML!r}, only {', '.join(batch.schema.names)}; rename theirs."
            )
        made = (record_of(page, how) for page in batch.to_pylist())
        yield to_batch([one for page in made for one in split_methods(page, how.methods)])


def record_of(page: dict[str, Any], how: Extraction) -> Record:
    """The record of a page given as a dict of the columns above; where it has no id, its url is its id."""
    id = str(page.get("id") or page.get("url") or "")
    content = Content(page[HTML] or b"", page.get("content_type"), page.get("url"))
    return record(RawPage(id, page.get("archive"), content, id), how)
