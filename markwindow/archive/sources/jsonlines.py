"""JSON Lines, packed or not: a page a line, as text in one of the keys."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator
from contextlib import suppress
from itertools import islice
from typing import BinaryIO

from markwindow.archive.compression import unpacked
from markwindow.archive.sources.columns import Columns, choose_columns, text_or_none
from markwindow.archive.sources.pages import READ_LIMIT, REST, Content, RawPage, UniqueNames, in_short, shown
from markwindow.archive.sources.streams import Stream

LINE_LIMIT = 2 * READ_LIMIT
"""Bytes of a line that are read. JSON may write a character in six bytes where UTF-8 takes three."""


_STEP = 1 << 20
_FIRST_LINES = 20
"""So many lines are looked at for one that tells the keys."""


class JsonLines(Stream):
    """The pages in a JSON Lines file; ids from its id key, else the line numbers."""

    def __init__(self, path: str, name: str, prefix: str, column: str | None) -> None:
        """As every archive; `column`: the key with the page, found by its name without it.

        Raises:
            ValueError: When the first line shows that there is no such key.
        """
        super().__init__(path, name, prefix)
        self._columns = self._choose(column)

    def _choose(self, column: str | None) -> Columns | None:
        """The keys to use, by the first line that is an object; None without such a line."""
        keys: list[str] = []
        with suppress(OSError), open(self.path, "rb") as file:
            stream = unpacked(file)
            with suppress(Exception):  # damage is told of when the pages are read
                keys = next(filter(None, map(_keys, islice(_lines(stream), _FIRST_LINES))), [])
        return choose_columns(keys, column, shown(self.path)) if keys else None

    def _read(self, file: BinaryIO, done: Container[str]) -> Iterator[RawPage]:
        names = UniqueNames(REST)
        for number, line in enumerate(_lines(unpacked(file)), 1):
            if line.strip():
                yield self._row(line, number, names, done)

    def _row(self, line: bytes, number: int, names: UniqueNames, done: Container[str]) -> RawPage:
        columns = self._columns
        try:
            if len(line) >= LINE_LIMIT:
                raise ValueError(f"longer than {LINE_LIMIT:,} bytes")
            row = json.loads(line)
            if not isinstance(row, dict):
                raise ValueError("no object in braces")
        except (ValueError, RecursionError) as error:
            return self.failed(names.take(str(number)), f"is no line of JSON ({in_short(error)}).")
        inner = names.take(text_or_none(row, columns.id if columns else None) or str(number))
        html = row.get(columns.html) if columns else None
        if columns is None or not isinstance(html, str):
            return self.failed(inner, f"has no text in {columns.html if columns else 'html'!r}.")
        if self.prefix + inner in done:
            html = ""
        url, content_type = text_or_none(row, columns.url), text_or_none(row, columns.content_type)
        return self.page(inner, Content(html, content_type, url))


def _keys(line: bytes) -> list[str]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return []
    return list(row) if isinstance(row, dict) else []


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Lines up to `LINE_LIMIT` bytes; the rest of a longer one is passed over."""
    while line := stream.readline(LINE_LIMIT):
        yield line
        if len(line) >= LINE_LIMIT:
            while not line.endswith(b"\n") and (line := stream.readline(_STEP)):
                pass
