"""Bytes that are no web page: say what they are instead of reading rubbish from them."""

from __future__ import annotations

import re

# File signatures that turn up under .html names in crawls and archives.
_SIGNATURES = (
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"PK\x03\x04", "a zip file (or an Office document)"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (b"\x1f\x8b\x08", "compressed with gzip; decompress it first"),
    (b"(\xb5/\xfd", "compressed with zstd; decompress it first"),
    (b"Rar!\x1a\x07", "a RAR file"),
    (b"7z\xbc\xaf'\x1c", "a 7z file"),
    (b"FWS", "a Flash film"),
    (b"CWS", "a Flash film"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a program"),
    (b"OggS", "an Ogg recording"),
    (b"ID3", "an MP3 recording"),
)


def other_than_a_page(html: bytes) -> str:
    """What the bytes are when a file signature shows that they are no web page; else empty."""
    if html.startswith(b"RIFF") and html[8:12] in (b"WEBP", b"WAVE", b"AVI "):
        return "a RIFF recording or image"
    return next((what for signature, what in _SIGNATURES if html.startswith(signature)), "")


# Neither white space nor a part of a character in any encoding but UTF-16; not NUL, which fills up blocks of
# disks, nor ESC and SUB, which terminals and DOS leave.
_CONTROLS = bytes({*range(0x01, 0x20), 0x7F} - set(b"\t\n\v\f\r\x1a\x1b"))
_CONTROL = re.compile(f"[{re.escape(_CONTROLS.decode())}]")
_HEAD = 2048
_READ = 100_000
# 0.4 % at most in pages, damaged ones too (102 of the development benchmark); 4 % and more in files of
# programs and compressed data, 9 % in random bytes.
_ONE_OF = 33
_LEAST = 4


def binary_data(html: bytes, text: str) -> str:
    """Why bytes without a signature are no text: control characters, also in `text`, how they were read."""
    head = html[:_HEAD]
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if controls < _LEAST or controls * _ONE_OF < len(head) - head.count(0):
        return ""
    read = text[:_READ]
    controls = len(_CONTROL.findall(read))
    if controls < _LEAST or controls * _ONE_OF < len(read):
        return ""
    return f"binary data, {controls / len(read):.0%} of its characters are control characters"
