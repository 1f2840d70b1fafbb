"""WARC files, packed or not (ISO 28500): the HTML answers of a crawl."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Container, Iterator
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

from markwindow.archive.compression import needed
from markwindow.archive.sources.names import looks_like_page
from markwindow.archive.sources.pages import READ_LIMIT, Content, RawPage, in_short
from markwindow.archive.sources.streams import Stream

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
# Servers send pages under these too; the first bytes decide.
UNSURE_TYPES = frozenset({"", "text/plain", "application/octet-stream", "text/xml", "application/xml"})

_RECORD_START = re.compile(rb"\x1f\x8b\x08|(?<=\n)WARC/[01]\.\d\r?\n")
_STEP = 1 << 20


class Warc(Stream):
    """The HTML answers in a WARC file; ids are the places of the records in the file, as CDX files have them.

    A damaged record is told of, and reading goes on at the next one.
    """

    def __init__(self, path: str, name: str, prefix: str) -> None:
        """As every archive; raises `ValueError` when the package that reads WARC files is missing."""
        super().__init__(path, name, prefix)
        needed("fastwarc", "warc", "WARC files")

    def _read(self, file: BinaryIO, done: Container[str]) -> Iterator[RawPage]:
        start: int | None = 0
        is_told = False
        while start is not None:
            file.seek(start)
            position = start
            problem = ""
            try:
                for position, raw in self._records(file, done):  # noqa: B007 - the last one counts
                    is_told = False
                    if raw is not None:
                        yield raw
            except OSError as error:
                problem = in_short(error)
            if not problem:
                return
            # One damage can make several starts fail; it is told once.
            if not is_told:
                is_told = True
                yield self.failed(f"{position}.damaged", f"a record is damaged ({problem}).")
            start = _next_record(file, position + 1)

    def _records(self, file: BinaryIO, done: Container[str]) -> Iterator[tuple[int, RawPage | None]]:
        """Place and page of each record from here on; no page for a record that holds none.

        Raises:
            OSError: Where a record cannot be read; the places tell which was the last that could be.
        """
        from fastwarc.warc import ArchiveIterator

        last, copies = -1, 0
        # Bodies are unpacked later, in the process that extracts, which can deal with a header that lies.
        for record in ArchiveIterator(file, parse_http=False, auto_decode="none"):
            position = record.stream_pos
            # In a file packed as a whole, records have no places of their own.
            copies = copies + 1 if position == last else 0
            last = position
            yield position, self._page(record, f"{position}.{copies}" if copies else f"{position}", done)

    def _page(self, record: WarcRecord, inner: str, done: Container[str]) -> RawPage | None:
        kind = str(record.record_type)
        if kind == "unknown" and not record.content_length:
            return self.failed(inner, _BROKEN_OFF)
        if kind != "response":
            self.skipped[f"{kind} records"] += 1
            return None
        if not record.is_http:
            self.skipped["answers that are not HTTP"] += 1
            return None
        record.parse_http(auto_decode="none")
        headers = record.http_headers
        status = headers.status_code if headers is not None else None
        if headers is None or (status is not None and not 200 <= status < 300):
            self.skipped[f"answers with status {status}"] += 1
            return None
        content_type = headers.get("Content-Type") or ""
        mime = content_type.partition(";")[0].strip().lower()
        if mime not in HTML_TYPES and mime not in UNSURE_TYPES:
            self.skipped[f"{mime} answers"] += 1
            return None
        url = (record.headers.get("WARC-Target-URI") or "").strip("<>") or None
        if mime in HTML_TYPES and self.prefix + inner in done:
            return self.page(inner, Content(b"", content_type, url))
        expected = min(record.content_length, READ_LIMIT)
        body = record.reader.read(READ_LIMIT)
        if len(body) < expected:
            return self.failed(inner, _BROKEN_OFF)
        transfer, packing = headers.get("Transfer-Encoding") or "", headers.get("Content-Encoding") or ""
        if mime in UNSURE_TYPES and not looks_like_page(decoded(body, transfer, packing)):
            self.skipped[f"{mime or 'untyped'} answers"] += 1
            return None
        return self.page(inner, partial(read_body, body, transfer, packing, content_type or None, url))


_BROKEN_OFF = "the file breaks off within this record."


def read_body(body: bytes, transfer: str, packing: str, content_type: str | None, url: str | None) -> Content:
    """The page in the body of an answer with these headers."""
    return Content(decoded(body, transfer, packing), content_type, url)


def decoded(data: bytes, transfer: str, packing: str) -> bytes:
    """A body without its transfer and content encoding.

    Many crawlers store bodies decoded under the headers as sent: a body that is not what they say stays.
    """
    from fastwarc.stream_io import BrotliReader, ChunkedReader, GzipReader

    readers = {"chunked": ChunkedReader, "gzip": GzipReader, "x-gzip": GzipReader, "br": BrotliReader}
    for coding in [transfer, *reversed(packing.split(","))]:
        coding = coding.strip().lower()
        try:
            if coding == "deflate":
                data = _inflated(data)
            elif coding in readers:
                data = readers[coding](BytesIO(data)).read(READ_LIMIT)
        except (OSError, zlib.error):
            continue
    return data


def _inflated(data: bytes) -> bytes:
    """Deflate with the zlib header, or, as some servers send it, without."""
    try:
        return zlib.decompressobj().decompress(data, READ_LIMIT)
    except zlib.error:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(data, READ_LIMIT)


def _next_record(file: BinaryIO, start: int) -> int | None:
    """Where the next record may begin, from a place on."""
    end = os.fstat(file.fileno()).st_size
    overlap = 16
    while start < end:
        file.seek(max(start - 1, 0))
        block = file.read(_STEP + overlap)
        if found := _RECORD_START.search(block, start - max(start - 1, 0)):
            return max(start - 1, 0) + found.start()
        start += _STEP
    return None
