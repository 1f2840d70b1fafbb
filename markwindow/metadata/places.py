"""Which lines of a page can hold its byline: those near the heading, at the end of the text and under it.

Dates and names in the text itself are the story's, not the page's: a line of the main text counts only where
it holds next to nothing else, or in brackets at its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markwindow.document import Document
from markwindow.evidence.lexicon import END_HEAD, END_HEAD_LENGTH
from markwindow.metadata.labels import ReadLine, may_be_index, read_line
from markwindow.tree import without_marks

# How far from the heading, and from the first and last line of the text, a byline stands.
_ABOVE_HEADING, _UNDER_HEADING = 3, 8
_ABOVE_TEXT, _INTO_TEXT = 8, 8
_END_OF_TEXT, _UNDER_TEXT = 2, 8
_TABLE_ABOVE = 24
"""Lines of the table (索引号, 发文机关, 成文日期) that stands above the notices of offices."""
_FAR = 60
"""Lines between a heading and its text that are looked through for the heading."""
_TWICE = 6
"""Lines between two headings of which one repeats the other."""
MOST_REST = 12
"""Letters that an unlabelled date may have beside it: the name of a paper, a place."""
SHORT = 40
"""Characters of a line that holds nothing but names, or of a date's."""
SIGNATURE = re.compile(r"[（(]([^（()）]{2,30})[)）][\s□■]{0,3}$")


@dataclass(frozen=True, slots=True)
class Place:
    """A line near the heading or the end of the text."""

    line: int
    text: str
    read: ReadLine
    in_text: bool
    """Whether the line is main text."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where to look, best lines first."""

    top: list[Place]
    """Under the heading from it downwards, then above it from it upwards; last the table above a notice."""
    bottom: list[Place]
    """The last lines of the text and those under it, in the order of the page."""
    heading: int
    """The line that shows the title; the first of the text where none does."""
    first: int
    """The first line of the main text, its heading apart; without a text, the place behind that."""
    last: int


def byline_places(document: Document, kept: list[bool], title: str) -> Places:
    """The lines to look at; the page must have lines."""
    heading = _heading(document, kept, title)
    first, last = _bounds(kept, heading)
    top = _head(document, kept, heading, first, last)
    bottom = _foot(document, kept, first, last)
    return Places(top, bottom, first if heading is None else heading, first, last)


def _heading(document: Document, kept: list[bool], title: str) -> int | None:
    """The line that shows the title: the nearest before the text (the first where it stands there twice), or
    the first of the page without a text."""
    wanted = without_marks(title)
    lines = document.lines
    first = kept.index(True) if True in kept else None
    order = (
        range(len(lines))
        if first is None
        else range(min(first + 3, len(lines) - 1), max(first - _FAR, -1), -1)
    )
    shown_at = nearest = None
    for number in order:
        if shown_at is not None and number < shown_at - _TWICE:
            break
        line = lines[number]
        if len(line.text) > 3 * max(len(title), 20) or 2 * line.link_characters > len(line.text):
            continue
        shown = without_marks(line.text)
        if shown and wanted and (shown == wanted or _much_of(shown, wanted) or _much_of(wanted, shown)):
            shown_at = number
            if first is None:
                break
        if nearest is None and document.tree.heading_level(line) and number <= (first or 0) + 1:
            nearest = number
    return nearest if shown_at is None else shown_at


def _much_of(part: str, whole: str) -> bool:
    return len(part) >= 4 and 2 * len(part) >= len(whole) and part in whole


def _bounds(kept: list[bool], heading: int | None) -> tuple[int, int]:
    """The first and the last line of the text, see `Places`."""
    numbers = [number for number, is_kept in enumerate(kept) if is_kept]
    if not numbers:
        place = min(len(kept) - 1, 0 if heading is None else heading + 1)
        return place, place
    under = [number for number in numbers[:4] if heading is None or number > heading]
    return (under or numbers)[0], numbers[-1]


def _head(document: Document, kept: list[bool], heading: int | None, first: int, last: int) -> list[Place]:
    """See `Places.top`."""
    numbers = set(range(first - _ABOVE_TEXT, first + _INTO_TEXT + 1))
    if heading is not None:
        numbers |= set(range(heading - _ABOVE_HEADING, heading + _UNDER_HEADING + 1))
        numbers = {number for number in numbers if number >= heading - _ABOVE_HEADING}
    start = first if heading is None else heading
    order = sorted(
        (number for number in numbers if number <= max(last, start)),
        key=lambda number: (number < start, abs(number - start)),
    )
    above = range(max(0, start - _TABLE_ABOVE), max(0, min(order, default=0)))
    # A table above, which hardly any page has, is told by its labels before its lines are read.
    has_table = may_be_index("\n".join([document.lines[number].text for number in above]))
    table = _places(document, kept, list(above) if has_table else [])
    return [*_places(document, kept, order), *(place for place in table if place.read.is_index)]


def _foot(document: Document, kept: list[bool], first: int, last: int) -> list[Place]:
    """See `Places.bottom`: up to the head of what follows an article; then what brackets end the text."""
    numbers = []
    for number in range(max(last - _END_OF_TEXT, first), min(last + _UNDER_TEXT + 1, len(document.lines))):
        line = document.lines[number]
        if number > last and (
            document.tree.heading_level(line)
            or (len(line.text) <= END_HEAD_LENGTH and END_HEAD.fullmatch(line.text))
        ):
            break
        numbers.append(number)
    signatures = (
        Place(number, match[1], read_line(match[1]), True)
        for number in numbers
        if number <= last and (match := SIGNATURE.search(document.lines[number].text))
    )
    return [*_places(document, kept, numbers), *signatures]


def _places(document: Document, kept: list[bool], numbers: list[int]) -> Iterator[Place]:
    lines = document.lines
    for number in numbers:
        if not 0 <= number < len(lines):
            continue
        line = lines[number]
        read = read_line(line.text)
        if read.open_label and number + 1 < len(lines):
            value = lines[number + 1].text
            following = read_line(value)
            if not following.fields and not following.open_label and len(value) <= SHORT:
                read = read_line(f"{line.text.rstrip(':： ')}：{value}")
        if kept[number] and read.rest_length > MOST_REST:
            read = ReadLine(rest=read.rest, rest_length=read.rest_length)
        elif 2 * line.link_characters > len(line.text) and read.rest_length > MOST_REST and not read.poster:
            continue
        yield Place(number, line.text, read, kept[number])
