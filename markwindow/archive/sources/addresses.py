"""Lists of addresses: one a line, fetched politely."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from markwindow.archive.compression import needed
from markwindow.archive.sources.pages import Archive, Content, RawPage, refuse

if TYPE_CHECKING:
    from markwindow.polite import PoliteFetcher

LIST_NAME = re.compile(r"\.urls\Z", re.I)
MAYBE_LIST_NAME = re.compile(r"\.txt\Z", re.I)
_ADDRESS = re.compile(r"https?://\S+\Z", re.I)
_LONGEST = 4096

AHEAD = 32
"""Pages that are being fetched or wait for their turn in the list."""


class AddressList(Archive):
    """The pages behind the addresses in a file, in its order; ids are the addresses.

    Blank lines and lines that begin with # are passed over, and so is an address that came before.
    """

    can_repeat = False

    def __init__(self, path: str, name: str, prefix: str) -> None:
        """As every archive; raises `ValueError` when the package that reads robots.txt is missing."""
        super().__init__(path, name, prefix)
        needed("protego", "urls", "lists of addresses")

    def pages(self, done: Container[str] = ()) -> Iterator[RawPage]:
        """Fetch some pages ahead, several hosts at a time."""
        from markwindow.polite import PoliteFetcher

        self.skipped.clear()
        try:
            addresses = self._addresses()
        except OSError as error:
            yield self.rest(f"cannot be read ({error.strerror or error}).")
            return
        with closing(PoliteFetcher()) as fetcher:
            wanted = (a for a in addresses if _ADDRESS.match(a) and self.prefix + a not in done)
            for address in islice(wanted, AHEAD):
                fetcher.order(address)
            for address in addresses:
                if not _ADDRESS.match(address):
                    yield self.failed(address, "is no address; one begins with http:// or https://.")
                elif self.prefix + address in done:
                    yield self.failed(address, "was fetched before.")
                else:
                    page = self.page(address, _read(fetcher, address))
                    for following in islice(wanted, 1):
                        fetcher.order(following)
                    yield page

    def count(self) -> int:
        """The addresses."""
        try:
            return len(self._addresses())
        except OSError:
            return 1

    def page(self, inner: str, read: Content | Callable[[], Content]) -> RawPage:
        """A page behind an address, which is its name for people too."""
        return RawPage(self.prefix + inner, self.name, read, inner)

    def _addresses(self) -> list[str]:
        with open(self.path, encoding="utf-8-sig", errors="backslashreplace") as file:
            lines = [line.strip()[:_LONGEST] for line in file]
        addresses = [line for line in lines if line and not line.startswith("#")]
        unique = list(dict.fromkeys(addresses))
        if len(unique) < len(addresses):
            self.skipped["addresses again"] = len(addresses) - len(unique)
        return unique


def _read(fetcher: PoliteFetcher, address: str) -> Content | Callable[[], Content]:
    from markwindow.fetch import FetchError

    try:
        found = fetcher.take(address)
    except FetchError as error:
        return partial(refuse, error.problem)
    return Content(found.content, found.content_type, found.url)


def is_address_list(path: str) -> bool:
    """Whether a file is a list of addresses: by its name, or a .txt file whose first line is an address."""
    if LIST_NAME.search(path):
        return True
    if not MAYBE_LIST_NAME.search(path):
        return False
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            lines = (line.strip() for line in iter(partial(file.readline, _LONGEST), ""))
            first = next((line for line in islice(lines, 1000) if line and not line.startswith("#")), "")
    except OSError:
        return False
    return bool(_ADDRESS.match(first))
