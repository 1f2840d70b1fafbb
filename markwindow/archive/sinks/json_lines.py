"""JSON Lines: one record a line, UTF-8; packed where the name ends in .gz or .zst."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

from markwindow.archive.compression import zstd
from markwindow.archive.records import Record, from_line, to_line


class JsonLines:
    """A file that any tool reads line by line."""

    is_folder = False
    wants: frozenset[str] = frozenset()

    def __init__(self, out: str) -> None:
        """The end of the output's name says how it is packed."""
        self._packing = next((end for end in (".gz", ".zst") if out.lower().endswith(end)), "")
        self._damages: tuple[type[Exception], ...] = (ValueError, EOFError, zlib.error, gzip.BadGzipFile)
        if self._packing == ".zst":
            self._damages = (ValueError, EOFError, zstd().ZstdError)

    def write(self, records: Iterator[Record], target: Path) -> None:
        """One line a record."""
        with open(target, "wb") as file:
            with self._packed(file) as packed:
                for made in records:
                    packed.write(to_line(made).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def read(self, out: Path) -> Iterator[Record]:
        """Line by line."""
        with open(out, "rb") as file, self._unpacked(file) as lines:
            for number in count(1):
                try:
                    if not (line := lines.readline()):
                        return
                    made = from_line(line)
                except self._damages:
                    made = None
                if made is None:
                    raise ValueError(f"{out}: line {number} is no record; give another -o or --overwrite.")
                yield made

    def _packed(self, file: BinaryIO) -> AbstractContextManager[Any]:
        if self._packing == ".gz":
            # Without name and time, the same records give the same bytes.
            return gzip.GzipFile("", "wb", compresslevel=6, fileobj=file, mtime=0)
        if self._packing == ".zst":
            writer: AbstractContextManager[Any] = zstd().ZstdFile(file, "wb", level=9)
            return writer
        return nullcontext(file)

    def _unpacked(self, file: BinaryIO) -> AbstractContextManager[Any]:
        if self._packing == ".gz":
            return gzip.GzipFile(fileobj=file)
        if self._packing == ".zst":
            reader: AbstractContextManager[Any] = zstd().ZstdFile(file)
            return reader
        return nullcontext(file)
