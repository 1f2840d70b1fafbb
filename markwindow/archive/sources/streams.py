"""What archives that are read from front to back share."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Container, Iterator
from typing import BinaryIO

from markwindow.archive.sources.pages import Archive, RawPage, in_short

_BUFFER = 1 << 18
_ESTIMATE_BYTES = 1 << 22
"""Of a stream so many bytes on disk are read to estimate how many pages it has."""


class Stream(Archive):
    """An archive that one process must read from front to back; so the pages come with their content."""

    def pages(self, done: Container[str] = ()) -> Iterator[RawPage]:
        """The pages; where the stream breaks off, one page that cannot be read says so."""
        self.skipped.clear()
        try:
            with open(self.path, "rb", _BUFFER) as file:
                yield from self._read(file, done)
        except OSError as error:
            yield self.rest(f"cannot be read to its end ({error.strerror or in_short(error)}).")
        except Exception as error:  # the decompressors raise many kinds, not all of one family
            yield self.rest(f"the file cannot be read any further ({in_short(error)}); what follows is lost.")

    def count(self) -> int:
        """An estimate from the first megabytes; exact for small files."""
        skipped = self.skipped.copy()
        number = 0
        try:
            with open(self.path, "rb", _BUFFER) as file:
                for _ in self._read(file, _Everything()):
                    number += 1
                    if file.tell() >= _ESTIMATE_BYTES:
                        return round(number * os.path.getsize(self.path) / file.tell())
        except Exception:  # told of when the pages are read
            number += 1
        finally:
            self.skipped = skipped
        return number

    @abstractmethod
    def _read(self, file: BinaryIO, done: Container[str]) -> Iterator[RawPage]:
        """The pages in the file; raises where it breaks off."""


class _Everything:
    def __contains__(self, _: object) -> bool:
        return True
