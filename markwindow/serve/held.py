"""Pages that the workbench works on, held for a while so that a change of method need not send them again."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import replace

from markwindow.serve.asks import Ask

MOST_PAGES = 100
MOST_BYTES = 64_000_000


class HeldPages:
    """The pages used last, within bounds of number and size."""

    def __init__(self, most_pages: int = MOST_PAGES, most_bytes: int = MOST_BYTES) -> None:
        self._most_pages = most_pages
        self._most_bytes = most_bytes
        self._bytes = 0
        self._pages: OrderedDict[str, Ask] = OrderedDict()

    def hold(self, ask: Ask) -> str:
        """Hold a request's page, address and content type; returns the id to ask for it by."""
        told = f"{ask.url}\0{ask.content_type}\0{isinstance(ask.html, str)}\0"
        id = hashlib.sha256(told.encode("utf-8", "surrogatepass") + page_bytes(ask)).hexdigest()[:16]
        if id not in self._pages:
            self._pages[id] = Ask(html=ask.html, url=ask.url, content_type=ask.content_type)
            self._bytes += len(ask.html or b"")
        self._pages.move_to_end(id)
        while len(self._pages) > 1 and (
            len(self._pages) > self._most_pages or self._bytes > self._most_bytes
        ):
            _, gone = self._pages.popitem(last=False)
            self._bytes -= len(gone.html or b"")
        return id

    def with_page(self, ask: Ask) -> Ask | None:
        """The request with the page that it names; None if that is not held any more."""
        held = self._pages.get(ask.page or "")
        if held is None:
            return None
        self._pages.move_to_end(ask.page or "")
        return replace(ask, html=held.html, url=held.url, content_type=held.content_type)


def page_bytes(ask: Ask) -> bytes:
    """The page as it is stored: its own bytes, or the pasted text as UTF-8."""
    if isinstance(ask.html, str):
        return ask.html.encode("utf-8", "surrogatepass")
    return ask.html or b""
