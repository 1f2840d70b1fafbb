"""What sources and the runner agree on: a page that is not yet read, its content, and what gives pages."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import partial

from markwindow.options import Options

# A page is read up to here: no encoding of the web takes more than 4 bytes a character, so a page that was
# cut still has more characters than the limit of `Options`, and its `reason` tells of the cut.
READ_LIMIT = 4 * (Options().max_characters + 1)

REST = "(rest)"
"""The name of what an archive would have held behind the place where it cannot be read any more."""


class PageError(Exception):
    """A page that cannot be read; `problem` is one sentence."""

    def __init__(self, problem: str) -> None:
        """Take the sentence, without the name of the page."""
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Content:
    """A page's bytes, or its text where the source holds text, and what is known of them from outside."""

    data: bytes | str
    content_type: str | None = None
    url: str | None = None
    title: str | None = None
    """A title from outside, better than the page's own."""


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

    @property
    def size(self) -> int:
        """Bytes (of text: characters) that travel with the page; 0 for one that is still to be read."""
        carried = [self.read, *getattr(self.read, "args", ())]
        return sum(
            len(part.data) if isinstance(part, Content) else len(part)
            for part in carried
            if isinstance(part, Content | bytes)
        )

    def content(self) -> Content:
        """The content; raises `PageError` with one sentence."""
        return self.read if isinstance(self.read, Content) else self.read()


class Source(ABC):
    """What gives pages."""

    can_repeat = True
    """Whether `pages` can be gone over more than once, at no cost to others."""

    def __init__(self) -> None:
        self.skipped: Counter[str] = Counter()
        """What the last `pages` passed over because it is no page, by kind (plural words)."""

    @abstractmethod
    def pages(self, done: Container[str] = ()) -> Iterator[RawPage]:
        """The pages, always in the same order. Contents of those whose id is in `done` are not needed."""

    @abstractmethod
    def count(self) -> int:
        """How many pages there are; where only reading all would tell, an estimate from the first ones."""


class Archive(Source):
    """A source with many pages that have paths within it."""

    def __init__(self, path: str, name: str, prefix: str) -> None:
        """Take the path on disk, the name as an archive, and what stands before the ids."""
        super().__init__()
        self.path = path
        self.name = name
        self.prefix = prefix

    def page(self, inner: str, read: Content | Callable[[], Content]) -> RawPage:
        """A page with this path in the archive."""
        return RawPage(self.prefix + inner, self.name, read, f"{shown(self.path)}/{inner}")

    def failed(self, inner: str, problem: str) -> RawPage:
        """A page that cannot be read, for a reason that is known now."""
        return self.page(inner, partial(refuse, problem))

    def rest(self, problem: str) -> RawPage:
        """What cannot be read any more of this archive."""
        return self.failed(REST, problem)


class UniqueNames:
    """Names that an archive may hold twice: the second time as ``name#2``."""

    def __init__(self, *kept: str) -> None:
        """`kept`: names that count as taken."""
        # Hashes, not names: a tenth of the memory.
        self._seen: set[int] = set(map(hash, kept))
        self._copies: dict[str, int] = {}

    def take(self, name: str) -> str:
        """The name, with a number behind it where it came before. A lone surrogate becomes its escape.

        So it does in outputs (`markwindow.archive.records.encodable`), which must not make two names one.
        """
        name = name.encode("utf-8", "backslashreplace").decode()
        made, copy = name, self._copies.get(name, 1)
        while hash(made) in self._seen:
            copy += 1
            made = f"{name}#{copy}"
        if copy > 1:
            self._copies[name] = copy
        self._seen.add(hash(made))
        return made


def refuse(problem: str) -> Content:
    """Raise `PageError` with this sentence: the way to read a page that cannot be read."""
    raise PageError(problem)


def in_short(error: Exception) -> str:
    """What an error says, on one line."""
    return " ".join(str(error).split()) or type(error).__name__


def shown(path: str) -> str:
    """A path as text: bytes that are no UTF-8, and control characters, as backslash escapes."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return escaped(text)


def escaped(text: str) -> str:
    """Text with control characters as backslash escapes."""
    return "".join(
        c if c.isprintable() or c == "\u3000" else c.encode("unicode_escape").decode() for c in text
    )
