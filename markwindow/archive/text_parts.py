"""Texts in several pages: which records of a run are parts of one text, and that text in one record.

A page names its next part (下一页). Where that is another page of the run with the same title, numbers apart,
the first part's record gets the whole text, and those of the others say so. Records of lists are left alone:
their next page is another list.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import dropwhile
from urllib.parse import urldefrag

from markwindow.archive.records import BY_METHOD, RUN, Record
from markwindow.links import is_part_of

_NO_TEXTS = frozenset(["list", "index", "home"])
_SCHEME = re.compile(r"https?://", re.IGNORECASE)
_PART_OF_TITLE = re.compile(r"[\W_\d]+|第.{1,3}[页頁]|[上中下]$")
_BEGINNING = 3
"""So many lines of the first part may stand again at the head of others."""

Wholes = dict[str, list[Record]]
"""The parts of a text in order, under the id of each of them."""


def join_parts(records: Sequence[Record]) -> list[Record]:
    """Records with every text in parts joined: the first part has all of it, the others ``part_of`` it."""
    wholes = find_wholes(lambda: records)
    return [settle(made, wholes) for made in records]


def find_wholes(read: Callable[[], Iterable[Record]]) -> Wholes:
    """The texts in parts among the records that `read` gives; it is called twice, and only parts are kept."""
    wanted: dict[str, list[str]] = {}
    targets: set[str] = set()
    for made in read():
        if made.get("next_page") and made.get("kind") not in _NO_TEXTS:
            wanted[made["id"]] = _places(made)
            targets.update(wanted[made["id"]])
    if not wanted:
        return {}
    found: dict[str, Record] = {}
    by_place: dict[str, str] = {}
    for made in read():
        own = [place for place in _own_places(made) if place in targets]
        if own or made["id"] in wanted:
            found[made["id"]] = made
            by_place.update((place, made["id"]) for place in own)
    following: dict[str, str] = {}
    followed: set[str] = set()
    for id, places in wanted.items():
        next_id = next((by_place[place] for place in places if place in by_place), id)
        if next_id != id and next_id not in followed and _is_one_text(found[id], found[next_id]):
            following[id] = next_id
            followed.add(next_id)
    wholes: Wholes = {}
    for id in following.keys() - followed:
        parts = [found[id]]
        while (id := following.get(id, "")) and len(parts) <= len(following):
            parts.append(found[id])
        wholes |= {part["id"]: parts for part in parts}
    return wholes


def settle(made: Record, wholes: Wholes) -> Record:
    """The record as it is told: with the whole text, or with a reference to the record that has it."""
    parts = wholes.get(made["id"])
    if parts is None:
        return made
    first: str = parts[0]["id"]
    is_first = made["id"] == first
    if not is_first:
        parts = []  # only the first one's record tells them

    def whole(texts: Iterable[str | None]) -> Record:
        text = _joined(list(texts)) if is_first else ""
        told: Record = {"text": text, "chars": len(text)}
        return told if is_first else told | {"reason": f"a part of the text in {first}"}

    settled = made | {"part_of": first} | whole(part["text"] for part in parts)
    if made.get(BY_METHOD):
        several = [part[BY_METHOD] for part in parts if part.get(BY_METHOD)]
        settled[BY_METHOD] = {
            name: values | whole(part[name]["text"] for part in several)
            for name, values in made[BY_METHOD].items()
        }
    if words := made.get(RUN, {}).get("text_words"):
        several = [part[RUN]["text_words"] for part in parts if part.get(RUN, {}).get("text_words")]
        joined = {name: " ".join(part[name] for part in several) if is_first else "" for name in words}
        settled[RUN] = made[RUN] | {"text_words": joined}
    return settled


def _joined(texts: Sequence[str | None]) -> str:
    """The parts one after the other, without the head lines that stand on each of them."""
    lines = (texts[0] or "").splitlines()
    head = set(lines[:_BEGINNING])
    for text in texts[1:]:
        lines += dropwhile(head.__contains__, (text or "").splitlines())
    return "\n".join(lines)


def _own_places(made: Record) -> list[str]:
    return [made["id"], *([_plain(made["url"])] if made.get("url") else [])]


def _places(made: Record) -> list[str]:
    """What the next part may be called: by its address, or as a file beside this one."""
    target = urldefrag(made["next_page"]).url
    if made.get("url"):
        return [_plain(target)]
    folder = posixpath.dirname(made["id"])
    path = target.split("?")[0]
    if _SCHEME.match(target):
        # A saved page keeps the address of the next part, and often its file's name.
        return [_plain(target), posixpath.join(folder, posixpath.basename(path))]
    return [posixpath.normpath(posixpath.join(folder, path))]


def _plain(address: str) -> str:
    return _SCHEME.sub("", urldefrag(address).url).rstrip("/")


def _is_one_text(part: Record, following: Record) -> bool:
    """Whether the titles are the same, numbers apart; without titles the addresses have to tell."""
    own, other = (_PART_OF_TITLE.sub("", one.get("title") or "") for one in (part, following))
    return own == other and bool(own or is_part_of(following.get("url") or "", part.get("url") or ""))
