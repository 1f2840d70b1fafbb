"""MHTML: a page with its pictures in one file, as browsers save it (RFC 2557)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from markwindow.archive.sources.names import MHTML_NAME
from markwindow.archive.sources.pages import Content, PageError, in_short

Read = Callable[[], Content]


def as_named(name: str, read: Content | Read) -> Content | Read:
    """How to read a page of that name: MHTML is unpacked, everything else stays as it is."""
    return partial(unpacked, read) if MHTML_NAME.search(name) else read


def unpacked(read: Content | Read) -> Content:
    """The page in an MHTML file: its root, else its first HTML part.

    Raises:
        PageError: When it holds no HTML part.
    """
    from email import message_from_bytes, policy

    content = read if isinstance(read, Content) else read()
    data = content.data if isinstance(content.data, bytes) else content.data.encode()
    try:
        message = message_from_bytes(data, policy=policy.compat32)
        parts = [part for part in message.walk() if part.get_content_type() in _HTML]
        root = str(message.get_param("start") or "")
        part = next((part for part in parts if root and part.get("Content-ID") == root), None)
        part = part or next(iter(parts), None)
        html = part.get_payload(decode=True) if part is not None else None
        if part is None or not isinstance(html, bytes):
            raise PageError("holds no HTML part; it is no MHTML, or the file is cut.")
        url = part.get("Content-Location") or message.get("Snapshot-Content-Location")
        return Content(html, _one_line(part.get("Content-Type")), _one_line(url) or content.url)
    except PageError:
        raise
    except Exception as error:  # a hostile file can make the parser raise many kinds
        raise PageError(f"is no MHTML that can be read ({in_short(error)}).") from error


_HTML = frozenset({"text/html", "application/xhtml+xml"})


def _one_line(header: object) -> str | None:
    return " ".join(str(header).split()) if header is not None else None
