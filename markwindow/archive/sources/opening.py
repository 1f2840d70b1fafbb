"""From the words of a call to sources. A further kind of archive is one more line in a table here."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from markwindow.archive.sources.folders import Folder, OpenArchive, reader
from markwindow.archive.sources.pages import Archive, RawPage, Source, shown
from markwindow.archive.sources.single import OnePage, StandardInput, read_address

ADDRESS = re.compile(r"[a-z][a-z0-9+.\-]+://", re.I)


def open_sources(words: Sequence[str]) -> list[Source]:
    """The sources that words name: files, folders, addresses, ``-``; the same one named twice is read once.

    Raises:
        ValueError: One sentence, for a word that names nothing.
    """
    words = list({word if ADDRESS.match(word) else os.path.realpath(word): word for word in words}.values())
    archives = [word for word in words if _is_archive(word)]
    names = dict(zip(archives, archive_names(archives), strict=True))
    return [_open(word, names, several=len(words) > 1) for word in words]


def is_single_page(words: Sequence[str]) -> bool:
    """Whether the words name one page, not an archive or several sources."""
    return len(words) == 1 and not _is_archive(words[0])


def count_pages(sources: Sequence[str]) -> int:
    """How many pages there are, for the time left: counted or estimated (`Source.count`)."""
    return sum(source.count() for source in open_sources(sources))


def archive_names(paths: Sequence[str]) -> list[str]:
    """A name for each archive: its own, with as many parents as make all of them differ."""
    parts = [Path(os.path.realpath(path)).parts for path in paths]
    depth = 1
    while depth < max(map(len, parts), default=0) and len({p[-depth:] for p in parts}) < len(set(parts)):
        depth += 1
    return [
        shown("/".join(filter(None, (part.strip("/\\") for part in p[-depth:])))) or "root" for p in parts
    ]


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
        prefix = f"{names[word]}/" if several else ""
        if os.path.isdir(word):
            return Folder(word, names[word], prefix, _page_archive)
        opens = _page_archive(word)
        assert opens is not None
        return opens(word, names[word], prefix)
    if not os.path.exists(word):
        raise ValueError(f"{shown(word)}: no such file or folder; check the path.")
    # Ids of an archive's pages start with its name: a file of the same path stands under its full path.
    inside = any(word.startswith(f"{name}/") for name in names.values())
    return OnePage(RawPage(shown(os.path.abspath(word) if inside else word), None, reader(word), shown(word)))


def _is_archive(word: str) -> bool:
    return not ADDRESS.match(word) and (
        os.path.isdir(word) or (os.path.isfile(word) and _page_archive(word) is not None)
    )


def _page_archive(name: str) -> OpenArchive | None:
    """How a file of that name, if it is an archive of pages, is opened."""
    return next((opens for pattern, opens in _PAGE_ARCHIVES if pattern.search(name)), None)


def _zip(path: str, name: str, prefix: str) -> Archive:
    from markwindow.archive.sources.zips import Zip

    return Zip(path, name, prefix)


_PAGE_ARCHIVES: tuple[tuple[re.Pattern[str], OpenArchive], ...] = ((re.compile(r"\.zip\Z", re.I), _zip),)
"""Archives that hold pages by their nature; found in folders too."""
