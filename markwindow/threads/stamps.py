"""Lines around posts: which tell who posted when, and which can be a post's own words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markwindow.metadata.dates import find_moments
from markwindow.threads.words import LONGEST_STAMP, NO_POSTING, RELATIVE, floor_of, is_about_member
from markwindow.tree import Line, Tree


@dataclass(frozen=True, slots=True)
class Stamps:
    """What each line of a page is to posts."""

    at: list[bool]
    """Whether the line is a stamp."""
    text: list[int]
    """Characters of it that can be a post's own words: none of a stamp, a profile or a path of links."""


def read_stamps(tree: Tree) -> Stamps:
    """Look at all lines of a page once."""
    at = [is_stamp(line.text) for line in tree.lines]
    text = [0 if stamp else _text_length(line) for stamp, line in zip(at, tree.lines, strict=True)]
    return Stamps(at, text)


def is_stamp(text: str) -> bool:
    """Whether the line tells when somebody posted, or on which floor, and nothing like a sentence."""
    if len(text) > LONGEST_STAMP or not _MAY_TELL.search(text) or "。" in text or NO_POSTING.search(text):
        return False
    return posting_time(text) is not None or bool(RELATIVE.search(text)) or floor_of(text) is not None


# A figure, a numeral, or what words for times and floors begin with: most lines have none.
_MAY_TELL = re.compile(r"[\d一二三四五六七八九十刚剛半昨前今楼樓沙板地]")


def posting_time(text: str) -> str | None:
    """The time in the line, in ISO 8601, unless it is about something else than posting."""
    if _FEW_DIGITS.search(text) is None or NO_POSTING.search(text):
        return None
    found = find_moments(text)
    return found[0].moment.iso if found else None


# No date is told with less: a look at this spares most lines the search for one.
_FEW_DIGITS = re.compile(r"[\d０-９一二三四五六七八九十].{0,20}[\d０-９一二三四五六七八九十日號]")


_CRUMBS = re.compile(r"[→›»＞>]|->|::")


def _text_length(line: Line) -> int:
    if is_about_member(line.text) or (line.link_characters and _CRUMBS.search(line.text)):
        return 0
    return max(0, len(line.text) - line.link_characters)
