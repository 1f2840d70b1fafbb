"""Tar files, packed or not. In one that is not packed, the process that extracts a page reads it itself."""

from __future__ import annotations

import tarfile
from collections.abc import Container, Iterator
from contextlib import suppress
from functools import partial
from typing import BinaryIO

from markwindow.archive.compression import unpacked
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
from markwindow.archive.sources.pages import READ_LIMIT, REST, Content, PageError, RawPage, UniqueNames
from markwindow.archive.sources.streams import Stream

_MOST_HEADER_BYTES = 1 << 20
_HEADERS = frozenset(
    {
        tarfile.XHDTYPE,
        tarfile.XGLTYPE,
        tarfile.SOLARIS_XHDTYPE,
        tarfile.GNUTYPE_LONGNAME,
        tarfile.GNUTYPE_LONGLINK,
    }
)


class Tar(Stream):
    """The pages in a tar file, in its order. Links are passed over: they name another entry again."""

    def _read(self, file: BinaryIO, done: Container[str]) -> Iterator[RawPage]:
        stream = unpacked(file)
        is_plain = stream is file
        names = UniqueNames(REST)
        with tarfile.open(
            fileobj=stream,
            mode="r:" if is_plain else "r|",
            tarinfo=_CheckedInfo,
            encoding="utf-8",
            errors="surrogateescape",
        ) as tar:
            while (member := _next(tar)) is not None:
                tar.members.clear()  # type: ignore[attr-defined]  # else it keeps all of them
                if member.isdir():
                    continue
                inner = _path(member)
                if not inner or is_hidden(inner):
                    continue
                if not member.isreg():
                    self.skipped["links and devices"] += 1
                elif not may_be_page(inner):
                    self.skipped[kind_of_file(inner)] += 1
                elif (raw := self._raw(tar, member, inner, names, is_plain, done)) is not None:
                    yield raw
                else:
                    self.skipped[kind_of_file(inner)] += 1

    def _raw(
        self,
        tar: tarfile.TarFile,
        member: tarfile.TarInfo,
        inner: str,
        names: UniqueNames,
        is_plain: bool,
        done: Container[str],
    ) -> RawPage | None:
        """The page of an entry; None if a look into it shows that it is none."""
        if leads_out(inner):
            return self.failed(names.take(inner), "its name leads out of the archive: not read.")
        if member.issparse():
            return self.failed(names.take(inner), "is stored with holes, as no page is: not read.")
        found = tar.extractfile(member)
        assert found is not None
        head = b"" if is_page_name(inner) else found.read(SNIFF_BYTES)
        if not is_page_name(inner) and not looks_like_page(head):
            return None
        name = names.take(inner)
        if is_plain:
            place = member.offset_data, min(member.size, READ_LIMIT)
            return self.page(name, as_named(inner, partial(read_slice, self.path, *place)))
        content = Content(b"" if self.prefix + name in done else head + found.read(READ_LIMIT - len(head)))
        return self.page(name, as_named(inner, content))


def _next(tar: tarfile.TarFile) -> tarfile.TarInfo | None:
    """The next entry, None at the end; ValueError where the file ends without its mark."""
    try:
        return tar.next()
    except tarfile.TarError as error:
        raise ValueError("an entry is cut off or damaged") from error


def _path(member: tarfile.TarInfo) -> str:
    """An entry's path: pax headers are UTF-8 unless they say other; all others say nothing."""
    headers = member.pax_headers
    if "path" in headers and headers.get("hdrcharset") != "BINARY":
        with suppress(UnicodeEncodeError):  # some programs write other bytes there all the same
            member.name.encode()
            return clean_path(member.name)
    [inner] = decode_names([member.name.encode("utf-8", "surrogateescape")])
    return inner


def read_slice(path: str, start: int, size: int) -> Content:
    """So many bytes of a file from a place on."""
    try:
        with open(path, "rb") as file:
            file.seek(start)
            data = file.read(size)
    except OSError as error:
        raise PageError(f"cannot be read ({error.strerror or error}).") from error
    if len(data) < size:
        raise PageError(f"the archive ends after {len(data):,} of the page's {size:,} bytes.")
    return Content(data)


class _CheckedInfo(tarfile.TarInfo):
    """An entry whose damage is told: tarfile takes a damaged header for the archive's end."""

    @classmethod
    def fromtarfile(cls, tarfile_: tarfile.TarFile) -> _CheckedInfo:
        try:
            return super().fromtarfile(tarfile_)
        except (tarfile.InvalidHeaderError, tarfile.TruncatedHeaderError) as error:  # type: ignore[attr-defined]
            raise ValueError("the header of an entry is damaged or cut off") from error

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> _CheckedInfo:
        made = super().frombuf(buf, encoding, errors)
        if made.type in _HEADERS and made.size > _MOST_HEADER_BYTES:
            raise ValueError(f"an entry has a header of {made.size:,} bytes, more than any real one")
        return made
