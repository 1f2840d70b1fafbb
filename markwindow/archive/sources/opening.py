"""From the words of a call to sources. A further kind of archive is one more line in a table here."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from markwindow.archive.sources.addresses import is_address_list
from markwindow.archive.sources.folders import Folder, OpenArchive, reader
from markwindow.archive.sources.pages import Archive, RawPage, Source, UniqueNames, shown
from markwindow.archive.sources.single import OnePage, StandardInput, read_address

OpenTable = Callable[[str, str, str, str | None], Archive]
"""Path, name, prefix and column of a table to the source that reads it."""

ADDRESS = re.compile(r"[a-z][a-z0-9+.\-]+://", re.I)


def open_sources(words: Sequence[str], column: str | None = None) -> list[Source]:
    """The sources that words name; the same one named twice is read once.

    Args:
        words: Files, folders, archives, addresses, ``-``.
        column: The column with pages in JSON Lines and Parquet files; found by its name without it.

    Raises:
        ValueError: One sentence, for a word that names nothing, a table without such a column, or a package
            that is missing.
    """
    words = list({word if ADDRESS.match(word) else os.path.realpath(word): word for word in words}.values())
    archives = [word for word in words if _is_archive(word)]
    names = dict(zip(archives, archive_names(archives), strict=True))
    ids = UniqueNames()
    return [_open(word, names, ids, len(words) > 1, column) for word in words]


def is_single_page(words: Sequence[str]) -> bool:
    """Whether the words name one page, not an archive or several sources."""
    return len(words) == 1 and not _is_archive(words[0])


def count_pages(sources: Sequence[str], column: str | None = None) -> int:
    """How many pages there are, for the time left: counted or estimated (`Source.count`)."""
    return sum(source.count() for source in open_sources(sources, column))


def archive_names(paths: Sequence[str]) -> list[str]:
    """A name for each archive: its own, with as many parents as make all of them differ."""
    parts = [Path(os.path.realpath(path)).parts for path in paths]
    depth = 1
    while depth < max(map(len, parts), default=0) and len({p[-depth:] for p in parts}) < len(set(parts)):
        depth += 1
    names = UniqueNames()
    return [
        names.take(shown("/".join(filter(None, (part.strip("/\\") for part in p[-depth:])))) or "root")
        for p in parts
    ]


def _open(word: str, names: dict[str, str], ids: UniqueNames, several: bool, column: str | None) -> Source:
    if word == "-":
        return StandardInput()
    if ADDRESS.match(word):
        if not word.lower().startswith(("http://", "https://")):
            raise ValueError(
                f"{word}: only http:// and https:// addresses can be fetched; give a path for a file."
            )
        return OnePage(RawPage(ids.take(word), None, partial(read_address, word), word))
    if word in names:
        prefix = f"{names[word]}/" if several else ""
        if os.path.isdir(word):
            return Folder(word, names[word], prefix, _page_archive)
        if (opens := _page_archive(word)) is not None:
            return opens(word, names[word], prefix)
        opens_table = _table(word)
        assert opens_table is not None
        return opens_table(word, names[word], prefix, column)
    if not os.path.exists(word):
        raise ValueError(f"{shown(word)}: no such file or folder; check the path.")
    # Ids of an archive's pages start with its name: a file of the same path stands under its full path.
    inside = any(shown(word).startswith(f"{name}/") for name in names.values())
    id = ids.take(shown(os.path.abspath(word) if inside else word))
    return OnePage(RawPage(id, None, reader(word), shown(word)))


def _is_archive(word: str) -> bool:
    return not ADDRESS.match(word) and (
        os.path.isdir(word)
        or (os.path.isfile(word) and (_page_archive(word) is not None or _table(word) is not None))
    )


def _page_archive(name: str) -> OpenArchive | None:
    """How a file of that name, if it is an archive of pages, is opened."""
    return next((opens for pattern, opens in _PAGE_ARCHIVES if pattern.search(name)), None)


def _table(path: str) -> OpenTable | None:
    """How a file of that name, if it is a table with pages or a list of addresses, is opened."""
    opens = next((opens for pattern, opens in _TABLES if pattern.search(path)), None)
    return None if opens is _addresses and not is_address_list(path) else opens


def _zip(path: str, name: str, prefix: str) -> Archive:
    from markwindow.archive.sources.zips import Zip

    return Zip(path, name, prefix)


def _tar(path: str, name: str, prefix: str) -> Archive:
    from markwindow.archive.sources.tars import Tar

    return Tar(path, name, prefix)


def _warc(path: str, name: str, prefix: str) -> Archive:
    from markwindow.archive.sources.warcs import Warc

    return Warc(path, name, prefix)


def _json_lines(path: str, name: str, prefix: str, column: str | None) -> Archive:
    from markwindow.archive.sources.jsonlines import JsonLines

    return JsonLines(path, name, prefix, column)


def _parquet(path: str, name: str, prefix: str, column: str | None) -> Archive:
    from markwindow.archive.sources.parquet import Parquet

    return Parquet(path, name, prefix, column)


def _addresses(path: str, name: str, prefix: str, column: str | None) -> Archive:
    from markwindow.archive.sources.addresses import AddressList

    return AddressList(path, name, prefix)


_PAGE_ARCHIVES: tuple[tuple[re.Pattern[str], OpenArchive], ...] = (
    (re.compile(r"\.zip\Z", re.I), _zip),
    (re.compile(r"\.(?:tar(?:\.(?:gz|bz2|xz|zst))?|t(?:gz|bz2|xz|zst))\Z", re.I), _tar),
    (re.compile(r"\.warc(?:\.(?:gz|zst))?\Z", re.I), _warc),
)
"""Archives that hold pages by their nature; found in folders too."""

_TABLES = (
    (re.compile(r"\.(?:jsonl|ndjson|jsonlines)(?:\.(?:gz|bz2|xz|zst))?\Z", re.I), _json_lines),
    (re.compile(r"\.(?:parquet|pq)\Z", re.I), _parquet),
    (re.compile(r"\.(?:urls|txt)\Z", re.I), _addresses),
)
"""Files that may hold pages, or anything else: read only when named."""
