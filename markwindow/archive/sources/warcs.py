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

# What a record begins with, by the first bytes of the file; of gzip all of the header that is not free.
_STARTS = {
    b"\x1f\x8b": re.compile(rb"\x1f\x8b\x08[\x00-\x1f].{4}[\x00\x02\x04][\x00-\x0d\xff]", re.S),
    b"(\xb5": re.compile(rb"\(\xb5/\xfd"),
    b"WA": re.compile(rb"(?<=\n)WARC/[01]\.\d\r?\n"),
}
_STEP = 1 << 20
_OVERLAP = 16


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
            following = _next_record(file, position + 1)
            if not problem:
                if following is not None:  # so little of it is there that it passes for the end
                    yield self.failed(f"{following}", _BROKEN_OFF)
                return
            # One damage can make several starts fail; it is told once.
            if not is_told:
                is_told = True
                yield self.failed(f"{position}.damaged", f"a record is damaged ({problem}).")
            start = following

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
        if "Content-Length" not in record.headers:
            return self.failed(inner, _BROKEN_OFF)
        if kind != "response":
            self.skipped[f"{kind} records"] += 1
            return None
        if not record.is_http:
            self.skipped["answers that are not HTTP"] += 1
            return None
        record.parse_http(auto_decode="none")
        headers = record.http_headers
        content_type = headers.get("Content-Type") or ""
        mime = content_type.partition(";")[0].strip().lower()
        if headers.status_code is None and not record.content_length:
            return self.failed(inner, _BROKEN_OFF)
        if other := _other_than_a_page(headers.status_code, mime):
            if record.content_length and not record.reader.read(1):
                return self.failed(inner, _BROKEN_OFF)
            self.skipped[other] += 1
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


def _other_than_a_page(status: int | None, mime: str) -> str:
    """What an answer is counted as that is no page by its header; else empty."""
    if status is not None and not 200 <= status < 300:
        return f"answers with status {status}"
    return "" if mime in HTML_TYPES or mime in UNSURE_TYPES else f"{mime} answers"


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
    file.seek(0)
    pattern = _STARTS.get(file.read(2))
    while pattern is not None and start < end:
        file.seek(start - 1)
        if found := pattern.search(file.read(_STEP + _OVERLAP), 1):
            return start - 1 + found.start()
        start += _STEP
    return None
