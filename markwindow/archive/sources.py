"""Where pages come from: files, folders, addresses, standard input.

A source yields `RawPage` objects in a fixed order. A further kind of archive (zip, WARC, …) is one more
class with `pages` and a line in `open_sources`; the runner and the command line stay as they are.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from markwindow.options import Options

# A page is read up to here: no encoding of the web takes more than 4 bytes a character, so a page that was
# cut still has more characters than the limit of `Options`, and its `reason` tells of the cut.
READ_LIMIT = 4 * (Options().max_characters + 1)

# Names that hold pages in folders. Tools that save sites keep the query after the suffix, also behind
# "@" (wget --restrict-file-names=windows): thread.php?tid=12, thread.php@tid=12.
PAGE_NAME = re.compile(r"\.(?:html?|[sx]html?|xht|php[3-7]?|aspx?|jspx?)(?:[?@].*)?\Z", re.I | re.S)
# Names that may be those of pages: no suffix, or one that other programs use too (.do: Struts and Stata).
# Their contents decide, by tags that stand at the start of a page.
MAYBE_PAGE_NAME = re.compile(r"[^.?]*(?:\.(?:do|action|cgi|cfm))?(?:\?.*)?\Z", re.I | re.S)
PAGE_START = re.compile(rb"<(?:!doctype\s+html|html|head|body|title|meta|table|div)[\s>]", re.I)
SNIFF_BYTES = 4096

ADDRESS = re.compile(r"[a-z][a-z0-9+.\-]+://", re.I)


class PageError(Exception):
    """A page that cannot be read; `problem` is one sentence."""

    def __init__(self, problem: str) -> None:
        """Take the sentence, without the name of the page."""
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a page and what is known of them from outside."""

    data: bytes
    content_type: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page not yet decoded. It can go to another process before it is read."""

    id: str
    """Unique in a run: the path in its archive, after the archive's name when there are several sources."""
    archive: str | None
    """Name of the archive; None for a page given by itself."""
    read: Content | Callable[[], Content]
    """The content, or how to get it."""
    label: str
    """The name for people: the path as it can be opened from here, or the address."""

    def content(self) -> Content:
        """The content; raises `PageError` with one sentence."""
        return self.read if isinstance(self.read, Content) else self.read()


class Source(Protocol):
    """What the runner needs of a source."""

    def pages(self) -> Iterable[RawPage]:
        """The pages, always in the same order."""
        ...


def open_sources(words: Sequence[str]) -> list[Source]:
    """The sources that command-line words name; the same one named twice is read once.

    Raises:
        ValueError: One sentence, for a word that names nothing.
    """
    words = list({word if ADDRESS.match(word) else os.path.realpath(word): word for word in words}.values())
    folders = [word for word in words if not ADDRESS.match(word) and os.path.isdir(word)]
    names = dict(zip(folders, archive_names(folders), strict=True))
    return [_open(word, names, several=len(words) > 1) for word in words]


def is_single_page(words: Sequence[str]) -> bool:
    """Whether the words name one page, not a folder or several sources."""
    return len(words) == 1 and (bool(ADDRESS.match(words[0])) or not os.path.isdir(words[0]))


def count_pages(sources: Sequence[str]) -> int:
    """How many pages there are, for the time left. Reads names only; standard input counts as one."""
    return sum(1 if word == "-" else sum(1 for _ in open_sources([word])[0].pages()) for word in sources)


def archive_names(folders: Sequence[str]) -> list[str]:
    """A name for each folder: its own, with as many parents as make all of them differ."""
    parts = [Path(os.path.realpath(folder)).parts for folder in folders]
    depth = 1
    while depth < max(map(len, parts), default=0) and len({p[-depth:] for p in parts}) < len(set(parts)):
        depth += 1
    return [
        shown("/".join(filter(None, (part.strip("/\\") for part in p[-depth:])))) or "root" for p in parts
    ]


def shown(path: str) -> str:
    """A path as text: bytes that are no UTF-8, and control characters, as backslash escapes."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return "".join(
        c if c.isprintable() or c == "\u3000" else c.encode("unicode_escape").decode() for c in text
    )


class Folder:
    """The pages in a folder and its subfolders, sorted by name.

    Hidden files and folders are skipped. Links to files are read, links to folders are not followed,
    as `find` and `grep -r` do: so a loop of links is harmless and no page comes twice.
    """

    def __init__(self, root: str, name: str, prefix: str) -> None:
        """Take the folder's path, its name as an archive, and what stands before its ids."""
        self.root = root
        self.name = name
        self.prefix = prefix

    def pages(self) -> Iterator[RawPage]:
        """Walk the folder; a subfolder that cannot be read comes as a page that cannot be read."""
        waiting: list[tuple[str, bool]] = [("", True)]
        while waiting:
            inner, is_folder = waiting.pop()
            path = os.path.join(self.root, inner) if inner else self.root
            if not is_folder:
                yield self._page(inner, path, partial(read_file, path))
                continue
            try:
                found = list(self._entries(path, inner))
            except OSError as error:
                yield self._page(inner, path, partial(_refuse, f"cannot be read ({error.strerror})."))
                continue
            waiting.extend(sorted(found, key=lambda item: os.fsencode(item[0]), reverse=True))

    def _page(self, inner: str, path: str, read: Callable[[], Content]) -> RawPage:
        return RawPage(self.prefix + shown(inner or "."), self.name, read, shown(path))

    @staticmethod
    def _entries(path: str, inner: str) -> Iterator[tuple[str, bool]]:
        with os.scandir(path) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                below = f"{inner}/{entry.name}" if inner else entry.name
                if entry.is_dir(follow_symlinks=False):
                    yield below, True
                elif _is_page(entry):
                    yield below, False


@dataclass(frozen=True, slots=True)
class OnePage:
    """A source of one page: a file or an address."""

    page: RawPage

    def pages(self) -> Iterator[RawPage]:
        """The page."""
        yield self.page


class StandardInput:
    """The page on standard input, read here: other processes do not have it."""

    def pages(self) -> Iterator[RawPage]:
        """The page."""
        yield RawPage("-", None, Content(sys.stdin.buffer.read(READ_LIMIT)), "-")


def read_file(path: str) -> Content:
    """The content of a file, of any kind that can be read, up to `READ_LIMIT`."""
    try:
        with open(path, "rb") as file:
            return Content(file.read(READ_LIMIT))
    except OSError as error:
        raise PageError(f"cannot be read ({error.strerror or error}).") from error


def read_address(url: str) -> Content:
    """The content behind an address."""
    from markwindow.fetch import FetchError, fetch

    try:
        found = fetch(url)
    except FetchError as error:
        raise PageError(error.problem) from error
    return Content(found.content, found.content_type, found.url)


def _open(word: str, names: dict[str, str], several: bool) -> Source:
    if word == "-":
        return StandardInput()
    if ADDRESS.match(word):
        if not word.lower().startswith(("http://", "https://")):
            raise ValueError(
                f"{word}: only http:// and https:// addresses can be fetched; give a path for a file."
            )
        return OnePage(RawPage(word, None, partial(read_address, word), word))
    if word in names:
        return Folder(word, names[word], prefix=f"{names[word]}/" if several else "")
    if not os.path.exists(word):
        raise ValueError(f"{shown(word)}: no such file or folder; check the path.")
    # Ids of a folder's pages start with its name: a file of the same path stands under its full path.
    inside = any(word.startswith(f"{name}/") for name in names.values())
    return OnePage(
        RawPage(shown(os.path.abspath(word) if inside else word), None, partial(read_file, word), shown(word))
    )


def _refuse(problem: str) -> Content:
    raise PageError(problem)


def _is_page(entry: os.DirEntry[str]) -> bool:
    try:
        mode = entry.stat().st_mode
    except OSError:  # a link that leads nowhere: told of when it is read
        return bool(PAGE_NAME.search(entry.name))
    if not stat.S_ISREG(mode):
        return False
    if PAGE_NAME.search(entry.name):
        return True
    return bool(MAYBE_PAGE_NAME.match(entry.name)) and _looks_like_page(entry.path)


def _looks_like_page(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            # Without its zeros, UTF-16 mark-up reads like ASCII.
            return bool(PAGE_START.search(file.read(SNIFF_BYTES).replace(b"\0", b"")))
    except OSError:
        return False
