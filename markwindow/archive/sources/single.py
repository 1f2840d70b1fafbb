"""Sources of one page: a file, an address, standard input."""

from __future__ import annotations

import sys
from collections.abc import Container, Iterator

from markwindow.archive.sources.pages import READ_LIMIT, Content, PageError, RawPage, Source


class OnePage(Source):
    """A source of one page: a file or an address."""

    def __init__(self, page: RawPage) -> None:
        """Take the page."""
        super().__init__()
        self._page = page
        self.can_repeat = "://" not in page.id

    def pages(self, done: Container[str] = ()) -> Iterator[RawPage]:
        """The page."""
        yield self._page

    def count(self) -> int:
        """One."""
        return 1


class StandardInput(Source):
    """The page on standard input, read here: other processes do not have it."""

    can_repeat = False

    def pages(self, done: Container[str] = ()) -> Iterator[RawPage]:
        """The page."""
        yield RawPage("-", None, Content(sys.stdin.buffer.read(READ_LIMIT)), "-")

    def count(self) -> int:
        """One, without reading it."""
        return 1


def read_address(url: str) -> Content:
    """The content behind an address."""
    from markwindow.fetch import FetchError, fetch

    try:
        found = fetch(url)
    except FetchError as error:
        raise PageError(error.problem) from error
    return Content(found.content, found.content_type, found.url)
