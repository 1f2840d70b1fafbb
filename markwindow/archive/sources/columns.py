"""Which column of a table holds pages, addresses and ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

HTML_NAMES = (
    "html",
    "raw_html",
    "html_content",
    "page_html",
    "content",
    "raw_content",
    "body",
    "raw",
    "page",
)
URL_NAMES = ("url", "uri", "link", "target_uri", "warc_target_uri", "page_url", "source_url")
ID_NAMES = ("id", "doc_id", "docid", "page_id", "uuid", "_id", "key")
TYPE_NAMES = ("content_type", "content-type", "http_content_type")


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the columns that are used; None for one that is not there."""

    html: str
    url: str | None
    id: str | None
    content_type: str | None

    @property
    def names(self) -> list[str]:
        """All that are there."""
        return [name for name in (self.html, self.url, self.id, self.content_type) if name is not None]


def choose_columns(names: Sequence[str], column: str | None, file: str) -> Columns:
    """The columns of a table with these column names; `column`: the one with pages, where the call tells it.

    Raises:
        ValueError: One sentence, when there is no such column.
    """
    by_name = {name.lower(): name for name in reversed(names)}

    def first(known: Sequence[str]) -> str | None:
        return next((by_name[name] for name in known if name in by_name), None)

    html = (column if column in names else None) if column is not None else first(HTML_NAMES)
    if html is None:
        there = ", ".join(names) or "none"
        wanted = f"a column {column!r}" if column is not None else "a column with a name like html or content"
        raise ValueError(f"{file} does not have {wanted}; name one of its columns by --column: {there}.")
    others = [None if name == html else name for name in map(first, (URL_NAMES, ID_NAMES, TYPE_NAMES))]
    return Columns(html, *others)


def text_or_none(row: Mapping[str, object], name: str | None) -> str | None:
    """A cell that is text or a number, as text; None for every other."""
    value = row.get(name) if name is not None else None
    return str(value) if isinstance(value, str | int) and value != "" else None
