"""Zip files: the list of entries is read here, each entry by the process that extracts it."""

from __future__ import annotations

import stat
import struct
from collections.abc import Container, Iterator
from functools import partial
from zipfile import ZipExtFile, ZipFile, ZipInfo

from markwindow.archive.sources.mhtml import as_named
from markwindow.archive.sources.names import (
    SNIFF_BYTES,
    clean_path,
    decode_names,
    is_hidden,
    is_page_name,
    kind_of_file,
    leads_out,
    looks_like_page,
    may_be_page,
)
from markwindow.archive.sources.pages import (
    READ_LIMIT,
    Archive,
    Content,
    PageError,
    RawPage,
    UniqueNames,
    in_short,
)

_IS_ENCRYPTED = 0x1
_IS_UTF8 = 0x800
_LOCAL_HEADER = struct.Struct("<4s22xHH")

BOMB_BYTES = 16_000_000
BOMB_RATIO = 200
"""Deflate packs mark-up ten to twenty times; an entry of so many bytes packed so tight is no page."""


class Zip(Archive):
    """The pages in a zip file, in the order of its directory."""

    def pages(self, done: Container[str] = ()) -> Iterator[RawPage]:
        """Every entry that is a page; what cannot be read comes as a page that cannot be read."""
        self.skipped.clear()
        try:
            entries = self._entries()
        except Exception as error:  # damaged directories raise many kinds, not all of one family
            yield self.rest(f"is no zip file that can be read ({in_short(error)}).")
            return
        overlapping = _overlapping([info for _, info in entries])
        names = UniqueNames()
        for inner, info in entries:
            problem = _problem(inner, info, overlapping)
            if problem:
                yield self.failed(names.take(inner), problem)
            elif self._is_page(inner, info):
                yield self.page(
                    names.take(inner), as_named(inner, partial(read_entry, self.path, *_place(info)))
                )
            else:
                self.skipped[kind_of_file(inner)] += 1

    def count(self) -> int:
        """By the directory; names that only reading would tell count as pages."""
        try:
            return sum(may_be_page(inner) for inner, _ in self._entries())
        except Exception:
            return 1

    def _entries(self) -> list[tuple[str, ZipInfo]]:
        """Path and entry of all files that are not hidden."""
        with ZipFile(self.path) as file:
            infos = [info for info in file.infolist() if not info.is_dir()]
        paths = iter(decode_names([_raw_name(info) for info in infos if not info.flag_bits & _IS_UTF8]))
        named = [
            (clean_path(info.orig_filename) if info.flag_bits & _IS_UTF8 else next(paths), info)
            for info in infos
        ]
        return [(inner, info) for inner, info in named if inner and not is_hidden(inner)]

    def _is_page(self, inner: str, info: ZipInfo) -> bool:
        if stat.S_ISLNK(info.external_attr >> 16):
            return False
        if is_page_name(inner):
            return True
        if not may_be_page(inner):
            return False
        try:
            head = read_entry(self.path, *_place(info), limit=SNIFF_BYTES).data
        except PageError:
            return False
        return isinstance(head, bytes) and looks_like_page(head)


def read_entry(
    path: str, offset: int, method: int, packed: int, size: int, crc: int, limit: int = READ_LIMIT
) -> Content:
    """One entry by its place in the file: no process needs the whole directory for it."""
    info = ZipInfo()
    info.compress_type, info.compress_size, info.file_size, info.CRC = method, packed, size, crc
    try:
        with open(path, "rb") as file:
            file.seek(offset)
            mark, name, extra = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
            if mark != b"PK\3\4":
                raise PageError("its place in the zip file holds something else: the file is damaged.")
            file.seek(name + extra, 1)
            with ZipExtFile(file, "r", info) as entry:
                return Content(entry.read(limit))
    except PageError:
        raise
    except OSError as error:
        raise PageError(f"cannot be read ({error.strerror or error}).") from error
    except Exception as error:  # the decompressors raise many kinds, not all of one family
        raise PageError(f"cannot be unpacked ({in_short(error)}).") from error


def _place(info: ZipInfo) -> tuple[int, int, int, int, int]:
    return info.header_offset, info.compress_type, info.compress_size, info.file_size, info.CRC


def _raw_name(info: ZipInfo) -> bytes:
    """The bytes of a name that is not declared as UTF-8; zipfile has read them as code page 437."""
    return info.orig_filename.encode("cp437", "backslashreplace")


def _problem(inner: str, info: ZipInfo, overlapping: set[int]) -> str:
    """Why an entry with the name of a page must not, or cannot, be read; empty: no reason."""
    if not may_be_page(inner):
        return ""
    if leads_out(inner):
        return "its name leads out of the archive: not read."
    if info.flag_bits & _IS_ENCRYPTED:
        return "is encrypted; unpack it with its password and give the folder."
    if info.header_offset in overlapping:
        return "shares its bytes with another entry, as in zip bombs: not read."
    if info.file_size > max(BOMB_BYTES, BOMB_RATIO * info.compress_size):
        return (
            f"{info.file_size:,} bytes packed into {info.compress_size:,}, as in zip bombs: "
            "no page is like that; not read."
        )
    return ""


def _overlapping(infos: list[ZipInfo]) -> set[int]:
    """Places of entries that begin inside another entry."""
    found: set[int] = set()
    end = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset < end:
            found.add(info.header_offset)
        end = max(end, info.header_offset + _LOCAL_HEADER.size + info.compress_size)
    return found
