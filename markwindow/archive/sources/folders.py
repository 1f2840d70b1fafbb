"""Pages in files: folder trees, and single files."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Container, Iterator
from functools import partial

from markwindow.archive.sources.mhtml import as_named
from markwindow.archive.sources.names import (
    SNIFF_BYTES,
    is_page_name,
    kind_of_file,
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
    refuse,
    shown,
)

OpenArchive = Callable[[str, str, str], Archive]
"""Path, name and prefix of an archive to the source that reads it."""


class Folder(Archive):
    """The pages in a folder, its subfolders and the zip, tar and WARC files in them, sorted by name.

    Hidden files and folders are skipped. Links to files are read, links to folders are not followed,
    as `find` and `grep -r` do: so a loop of links is harmless and no page comes twice.
    """

    def __init__(
        self, path: str, name: str, prefix: str, archives: Callable[[str], OpenArchive | None]
    ) -> None:
        """As every archive; `archives` tells how a file of that name is opened, None if it is no archive."""
        super().__init__(path, name, prefix)
        self._archives = archives

    def pages(self, done: Container[str] = ()) -> Iterator[RawPage]:
        """Walk the folder; a subfolder that cannot be read comes as a page that cannot be read."""
        self.skipped.clear()
        for inner, path, problem in self._walk():
            archive = None
            if not problem:
                try:
                    archive = self._archive(inner, path)
                except ValueError as error:  # a package for it is missing
                    problem = str(error)
            if archive is not None:
                yield from archive.pages(done)
                self.skipped += archive.skipped
            else:
                read = partial(refuse, problem) if problem else reader(path)
                yield RawPage(self.prefix + inner, self.name, read, shown(path))

    def count(self) -> int:
        """By the names alone, and the counts of archives in the folder."""
        return sum(self._count(inner, path) for inner, path, _ in self._walk())

    def _walk(self) -> Iterator[tuple[str, str, str]]:
        """Path in the folder as ids have it, path on disk, and what hinders reading (empty: nothing)."""
        waiting: list[tuple[str, str, bool]] = [("", self.path, True)]
        while waiting:
            inner, path, is_folder = waiting.pop()
            if not is_folder:
                yield inner, path, ""
                continue
            try:
                found = sorted(self._entries(path), key=lambda item: os.fsencode(item[0]))
            except OSError as error:
                yield inner or ".", path, f"cannot be read ({error.strerror})."
                continue
            # A name that is no UTF-8 may be shown as another one really is.
            names = UniqueNames()
            before = f"{inner}/" if inner else ""
            below = [
                (before + names.take(shown(name)), os.path.join(path, name), is_folder)
                for name, is_folder in found
            ]
            waiting.extend(reversed(below))

    def _archive(self, inner: str, path: str) -> Archive | None:
        opens = self._archives(path)
        return opens(path, self.name, f"{self.prefix}{inner}/") if opens is not None else None

    def _count(self, inner: str, path: str) -> int:
        try:
            archive = self._archive(inner, path)
        except ValueError:
            archive = None
        return 1 if archive is None else archive.count()

    def _entries(self, path: str) -> Iterator[tuple[str, bool]]:
        """Name of each subfolder and source, and whether it is a folder."""
        with os.scandir(path) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    yield entry.name, True
                elif self._is_source(entry):
                    yield entry.name, False
                else:
                    self.skipped[kind_of_file(entry.name)] += 1

    def _is_source(self, entry: os.DirEntry[str]) -> bool:
        is_named_so = is_page_name(entry.name) or self._archives(entry.name) is not None
        try:
            mode = entry.stat().st_mode
        except OSError:  # a link that leads nowhere: told of when it is read
            return is_named_so
        if not stat.S_ISREG(mode):
            return False
        return is_named_so or (may_be_page(entry.name) and _is_page_inside(entry.path))


def reader(path: str) -> Content | Callable[[], Content]:
    """How the file of a page is read."""
    return as_named(path, partial(read_file, path))


def read_file(path: str) -> Content:
    """The content of a file, of any kind that can be read, up to `READ_LIMIT`."""
    try:
        with open(path, "rb") as file:
            return Content(file.read(READ_LIMIT))
    except OSError as error:
        raise PageError(f"cannot be read ({error.strerror or error}).") from error


def _is_page_inside(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return looks_like_page(file.read(SNIFF_BYTES))
    except OSError:
        return False
