"""Sets of pages with gold text, as they lie on disk.

A set is a folder with ``pages/<id>.html`` (the bytes as stored), ``gold/<id>.txt`` (the main text, UTF-8) and
best ``meta.jsonl``: a JSON object a line with ``id`` and, where known, ``encoding``, ``site``, ``kind`` and
``url``, and ``gold_flag`` for a page whose gold is known to be off.
"""

from __future__ import annotations

import codecs
import json
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from markwindow.decode import decode

PAGE_SUFFIXES = (".html", ".htm", ".shtml", ".xhtml")


class SetError(ValueError):
    """Sets that cannot be used as asked; the text is one sentence with the mend."""


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A page to be scored. Its bytes stay on disk until they are asked for."""

    id: str
    """Unique in its set."""
    set: str
    path: Path
    gold: str
    site: str | None = None
    """The host, as the set tells it, or from the address."""
    kind: str | None = None
    url: str | None = None
    encoding: str | None = None
    """Python's name of the true encoding; None where the set does not tell."""

    @property
    def key(self) -> str:
        """Unique among all sets."""
        return f"{self.set}/{self.id}"

    def read(self) -> bytes:
        """The page as stored; raises `SetError`."""
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise SetError(f"{self.path} cannot be read ({error.strerror}).") from None

    def decoded(self, html: bytes) -> str:
        """Its bytes as text: by the true encoding, or by our own decoding where the set does not tell."""
        if self.encoding is None:
            return decode(html)[0]
        return html.decode(self.encoding, "replace").removeprefix("\ufeff")


@dataclass(frozen=True, slots=True)
class GoldSet:
    """The pages of a set that are scored, in the order of their ids, and how many are not."""

    name: str
    pages: tuple[GoldPage, ...]
    flagged: int
    """Pages left out because their gold is known to be off."""
    without_gold: int


def read_sets(folders: Sequence[str]) -> list[GoldSet]:
    """The sets in these folders, each a set or a folder of sets; a set is read once, in the order given.

    Raises:
        SetError: When there is no set or a set is not sound.
    """
    roots = list(dict.fromkeys(root for folder in folders for root in _roots(folder)))
    shared = {name for name, count in Counter(root.name for root in roots).items() if count > 1}
    return [_read_set(root, str(root) if root.name in shared else root.name) for root in roots]


def _roots(given: str) -> list[Path]:
    folder = Path(os.path.abspath(given))
    if not folder.is_dir():
        raise SetError(f"{given}: there is no such folder; give a set or a folder of sets.")
    found = [folder] if _is_set(folder) else sorted(below for below in folder.iterdir() if _is_set(below))
    if not found:
        raise SetError(f"{given}: no set there; a set is a folder with pages/ and gold/ in it.")
    return found


def _is_set(folder: Path) -> bool:
    return (folder / "pages").is_dir() and (folder / "gold").is_dir()


def _read_set(root: Path, name: str) -> GoldSet:
    facts = read_meta(root / "meta.jsonl")
    pages = {path.stem: path for suffix in reversed(PAGE_SUFFIXES) for path in root.glob(f"pages/*{suffix}")}
    scored: list[GoldPage] = []
    flagged = 0
    golds = sorted((path.stem, path) for path in root.glob("gold/*.txt"))
    for id, gold in golds:
        known = facts.get(id, {})
        if known.get("gold_flag"):
            flagged += 1
            continue
        if id not in pages:
            raise SetError(f"{gold} has no page; put it as {root / 'pages' / id}.html or take the gold away.")
        url = _told(known, "url")
        scored.append(
            GoldPage(
                id=id,
                set=name,
                path=pages[id],
                gold=_read_text(gold),
                site=_told(known, "site") or _host(url),
                kind=_told(known, "kind"),
                url=url,
                encoding=_encoding(_told(known, "encoding"), root / "meta.jsonl", id),
            )
        )
    return GoldSet(name, tuple(scored), flagged, len(pages.keys() - dict(golds).keys()))


def read_meta(path: Path) -> dict[str, dict[str, Any]]:
    """What the set tells of its pages, by id; nothing where it tells nothing."""
    facts: dict[str, dict[str, Any]] = {}
    if not path.exists():
        return facts
    for number, line in enumerate(_read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            facts[entry["id"]] = entry
        except (ValueError, KeyError, TypeError):
            raise SetError(f'{path}, line {number}: not a JSON object with an "id"; mend the line.') from None
    return facts


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SetError(f"{path} cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise SetError(f"{path} is not UTF-8; save it as UTF-8.") from None


def _told(known: dict[str, Any], name: str) -> str | None:
    value = known.get(name)
    return value if isinstance(value, str) and value.strip() else None


def _host(url: str | None) -> str | None:
    try:
        return urlsplit(url or "").hostname
    except ValueError:  # brackets that are no address
        return None


def _encoding(label: str | None, path: Path, id: str) -> str | None:
    """Python's name; every label of the gb family is read as the widest of them, as browsers do."""
    if label is None:
        return None
    name = "gb18030" if label.lower().startswith("gb") else label
    try:
        return codecs.lookup(name).name
    except LookupError:
        raise SetError(
            f"{path}: the encoding {label!r} of {id} is not known; mend it or leave it out."
        ) from None
