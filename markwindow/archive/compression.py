"""Packed streams: gzip, bzip2, xz and zstd, told apart by their first bytes; and packages that are extras."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import BinaryIO, cast

_GZIP, _BZIP2, _XZ, _ZSTD = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"(\xb5/\xfd"
_LONGEST = 6


def unpacked(file: BinaryIO) -> BinaryIO:
    """What a file holds, whatever it is packed with; the file itself where it is not packed.

    Raises:
        ValueError: When the package for it is missing, with the command that installs it.
    """
    start = file.tell()
    head = file.read(_LONGEST)
    file.seek(start)
    if head.startswith(_GZIP):
        import gzip

        return cast("BinaryIO", gzip.GzipFile(fileobj=file))
    if head.startswith(_BZIP2):
        import bz2

        return cast("BinaryIO", bz2.BZ2File(file))
    if head.startswith(_XZ):
        import lzma

        return cast("BinaryIO", lzma.LZMAFile(file))
    if head.startswith(_ZSTD):
        return cast("BinaryIO", zstd().ZstdFile(file))
    return file


def zstd() -> ModuleType:
    """The standard library's zstd module (Python 3.14), before that its backport."""
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    return needed(name, "zst", "zstd files")


def needed(module: str, extra: str, purpose: str) -> ModuleType:
    """Import a package that is an extra.

    Raises:
        ValueError: One sentence with the command that installs it.
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ValueError(f"{purpose} need a package more: pip install 'markwindow[{extra}]'.") from None
