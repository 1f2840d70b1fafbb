"""The Chinese byline: who, when and from where, as it stands near the heading or under the article.

Only lines around the heading and the end of the main text are read; dates and names in the text itself are
the story's, not the page's. A line of the main text counts only where it holds next to nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress

from markwindow.document import Document
from markwindow.evidence.lexicon import END_HEAD, END_HEAD_LENGTH
from markwindow.metadata import names
from markwindow.metadata.dates import Moment, find_month, read_moment
from markwindow.metadata.labels import ReadLine, read_line

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
_MOST_REST = 12
"""Letters that an unlabelled date may have beside it: the name of a paper, a place."""
_MOST_REST_LABELLED, _MOST_REST_UNDER = 40, 6
_SHORT = 40


@dataclass(slots=True)
class Byline:
    """What the lines tell; everything may be missing."""

    date: Moment | None = None
    modified: Moment | None = None
    written: Moment | None = None
    """The day of a document, or the date or month under a text: weaker than an address."""
    authors: tuple[str, ...] = ()
    author_source: str = ""
    source: str | None = None
    editor: str | None = None


@dataclass(frozen=True, slots=True)
class _Place:
    """A line near the heading or the end of the text."""

    line: int
    text: str
    read: ReadLine
    in_text: bool
    """Whether the line is main text."""


def read_bylines(document: Document, kept: list[bool], title: str) -> Byline:
    """Read the lines near the heading and around the end of the main text."""
    lines = [line.text for line in document.lines]
    if not lines:
        return Byline()
    heading = _heading(document, kept, title)
    first, last = _bounds(kept, heading)
    top = _head(document, kept, heading, first, last)
    bottom = _foot(document, kept, first, last)
    byline = Byline()
    _take_dates(byline, document, top, bottom)
    if byline.written is None:
        ends = (
            find_month(lines[number])
            for number in range(max(first, last - 1), last + 1)
            if len(lines[number]) <= _SHORT
        )
        byline.written = next(filter(None, ends), None)
    byline.source = _source(top, bottom, lines[first : first + 3])
    byline.editor = _editor([*bottom, *top])
    text = list(compress(lines, kept))
    byline.authors, byline.author_source = next(
        (
            (found, source)
            for found, source in _authors(top, bottom, heading, first, text, byline.source)
            if found
        ),
        ((), ""),
    )
    return byline


# --- Which lines ---


def _heading(document: Document, kept: list[bool], title: str) -> int | None:
    """The line that shows the title: the nearest before the text (the first where it stands there twice), or
    the first of the page without a text."""
    wanted = _squeezed(title)
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
        shown = _squeezed(line.text)
        if shown and wanted and (shown == wanted or _much_of(shown, wanted) or _much_of(wanted, shown)):
            shown_at = number
            if first is None:
                break
        if nearest is None and document.tree.heading_level(line) and number <= (first or 0) + 1:
            nearest = number
    return nearest if shown_at is None else shown_at


def _squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


def _much_of(part: str, whole: str) -> bool:
    return len(part) >= 4 and 2 * len(part) >= len(whole) and part in whole


def _bounds(kept: list[bool], heading: int | None) -> tuple[int, int]:
    """The first and last line of the main text, its heading apart; without a text, the place behind that."""
    numbers = [number for number, is_kept in enumerate(kept) if is_kept]
    if not numbers:
        place = min(len(kept) - 1, 0 if heading is None else heading + 1)
        return place, place
    under = [number for number in numbers[:4] if heading is None or number > heading]
    return (under or numbers)[0], numbers[-1]


def _head(document: Document, kept: list[bool], heading: int | None, first: int, last: int) -> list[_Place]:
    """Under the heading from it downwards, then above it from it upwards; last the table above a notice."""
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
    table = _places(document, kept, list(above))
    return [*_places(document, kept, order), *(place for place in table if place.read.is_index)]


def _foot(document: Document, kept: list[bool], first: int, last: int) -> list[_Place]:
    """The last lines of the text and those under it, up to the head of what follows an article."""
    numbers = []
    for number in range(max(last - _END_OF_TEXT, first), min(last + _UNDER_TEXT + 1, len(document.lines))):
        line = document.lines[number]
        if number > last and (
            document.tree.heading_level(line)
            or (len(line.text) <= END_HEAD_LENGTH and END_HEAD.fullmatch(line.text))
        ):
            break
        numbers.append(number)
    return list(_places(document, kept, numbers))


def _places(document: Document, kept: list[bool], numbers: list[int]) -> Iterator[_Place]:
    lines = document.lines
    for number in numbers:
        if not 0 <= number < len(lines):
            continue
        line = lines[number]
        read = read_line(line.text)
        if read.open_label and number + 1 < len(lines):
            value = lines[number + 1].text
            following = read_line(value)
            if not following.fields and not following.open_label and len(value) <= _SHORT:
                read = read_line(f"{line.text.rstrip(':： ')}：{value}")
        if kept[number] and read.rest_length > _MOST_REST:
            read = ReadLine((), (), read.rest, "", "")
        elif 2 * line.link_characters > len(line.text) and read.rest_length > _MOST_REST and not read.poster:
            continue
        yield _Place(number, line.text, read, kept[number])


# --- Dates ---


def _take_dates(byline: Byline, document: Document, top: list[_Place], bottom: list[_Place]) -> None:
    """The best date by place and label."""
    every = [*top, *bottom]
    byline.modified = _dated(every, "modified")
    byline.date = (
        _dated(top, "published")
        or next(filter(None, (_exact_date(document, place) for place in top)), None)
        or _dated(top, "", _MOST_REST)
        or _dated(bottom, "published")
        # Some systems show no other date.
        or byline.modified
    )
    byline.written = _dated(every, "written") or _dated(
        [place for place in bottom if not _FLOOR.search(place.text)], "", _MOST_REST_UNDER
    )


def _dated(places: list[_Place], kind: str, most_rest: int = _MOST_REST_LABELLED) -> Moment | None:
    """The first date behind a label of that kind; without a kind, the first that stands nearly alone."""
    for place in places:
        marks = _MARKS if place.in_text else _SENTENCE
        if place.read.rest_length <= most_rest and (kind or not marks.search(place.text)):
            for label, moment in place.read.moments:
                if label == kind:
                    return moment
    return None


_FLOOR = re.compile(r"\d\s?[楼樓#]|#\s?\d")
_RELATIVE = re.compile(r"(?:\d{1,3}|半)\s?(?:秒|分钟|分鐘|小时|小時|天|周|(?:个|個)?月|年)前|昨天|前天|今天")


def _exact_date(document: Document, place: _Place) -> Moment | None:
    """For words like 3 天前 the exact time that forums keep in the title of the element."""
    if len(place.text) > _SHORT or not _RELATIVE.search(place.text):
        return None
    element = document.tree.nodes[document.lines[place.line].element]
    for node in element.css("[title], time[datetime]")[:20]:
        told = node.attributes.get("datetime") or node.attributes.get("title") or ""
        if _RELATIVE.search(node.text()) and len(told) <= _SHORT and (moment := read_moment(told)):
            return moment
    return None


# --- Source and editor ---


def _source(top: list[_Place], bottom: list[_Place], beginning: list[str]) -> str | None:
    for place in [*top, *bottom]:
        for value in place.read.values("source"):
            if (source := names.read_source(value)) is not None:
                return source
    for place in top:
        if place.read.moments and place.read.rest_length <= _MOST_REST:
            for piece in place.read.rest:
                if names.is_medium(piece):
                    return names.read_source(piece)
    return next(filter(None, map(names.dateline_source, beginning)), None)


def _editor(places: list[_Place]) -> str | None:
    for place in places:
        for value in place.read.values("editor"):
            if found := names.read_names(value):
                return "、".join(found)
    return None


# --- Authors ---

_REPORTERS_LINE = re.compile(
    r"[（(〔【\[□■○●◎◆]?\s?[\u4e00-\u9fffA-Za-z·•《》]{0,16}?(?:记者|記者|通讯员|通訊員|实习生|實習生|评论员|評論員|撰稿人?|专栏作[家者])"
    r"\s?[:：]?\s?[\u4e00-\u9fff]"
)
_REPORTERS_IN_TEXT = re.compile(
    r"[（(【\[]([^（()）【】\[\]]{0,20}?(?:记者|記者)[^（()）【】\[\]]{1,40})[)）】\]]"
)
_AFTER_DATELINE = re.compile(
    r"(?:电|電|讯|訊)\s?"
    r"(?:[（(]([^（()）]{2,40})[)）]|((?:特约|实习|见习)?记者\s?[\u4e00-\u9fff、 ]{2,20}?报道))"
)
_SIGNATURE = re.compile(r"[（(]([^（()）]{2,30})[)）][\s□■]{0,3}$")
_SENTENCE = re.compile(r"[。！？!?]")
_MARKS = re.compile(r"[。！？!?；;，]")
_NO_NAMES = re.compile(r"[。！？!?；;，,摄攝]|记者|記者")
_BEGINNING, _ENDING = 3, 2


def _authors(
    top: list[_Place],
    bottom: list[_Place],
    heading: int | None,
    first: int,
    text: list[str],
    source: str | None,
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Candidates, best first: the name and which kind of evidence it is."""
    for place in top:
        yield _labelled(place, "author", source), "byline"
    for place in top:
        yield _poster(place), "byline"
    start = first if heading is None else heading
    own = {place.line: _own_line(place, start) for place in top}
    for place in top:
        if own[place.line] and start <= place.line <= max(start, first) + _BEGINNING:
            # Reporters and correspondents may have a line each.
            yield tuple(dict.fromkeys((*own[place.line], *own.get(place.line + 1, ())))), "byline"
    for place in top:
        yield _beside_date(place), "byline"
    for places in (top, bottom):
        if places is bottom:
            for place in places:
                yield _labelled(place, "author", source), "byline"
                yield _poster(place), "byline"
        for place in places:
            for value in place.read.values("reporter"):
                yield names.read_reporters(value), "reporter"
    for place in bottom:
        yield _reporters_line(place.text), "reporter"
    for line in [*text[:_BEGINNING], *text[max(_BEGINNING, len(text) - _ENDING) :]]:
        match = _REPORTERS_IN_TEXT.search(line) or _AFTER_DATELINE.search(line[:_SHORT])
        if match:
            yield names.read_reporters(next(filter(None, match.groups()))), "reporter"
    for line in text[-_ENDING:]:
        if match := _SIGNATURE.search(line):
            found = names.read_reporters(match[1])
            yield found if all(map(names.is_person, found)) else (), "signature"
    for place in [*top, *bottom]:
        for value in place.read.values("publisher"):
            yield names.read_names(value), "publisher"


def _labelled(place: _Place, kind: str, source: str | None) -> tuple[str, ...]:
    for value in place.read.values(kind):
        found = names.read_names(value)
        if found and not (len(found) == 1 and (found[0] == source or names.is_medium(found[0]))):
            return found
    return ()


def _poster(place: _Place) -> tuple[str, ...]:
    name = place.read.poster.removeprefix("由").removesuffix("于")
    return (name,) if 2 <= len(name) <= 20 and not re.search(r"[\[\]【】（）()]", name) else ()


def _own_line(place: _Place, heading: int) -> tuple[str, ...]:
    """A line between heading and text that holds nothing but names, or 本报记者 and names."""
    if found := _reporters_line(place.text):
        return found
    if (
        place.line in (heading + 1, heading + 2)
        and len(place.text) <= _SHORT
        and not _NO_NAMES.search(place.text)
    ):
        told = names.read_names(place.text.strip("□■○●◎◆◇△▲★☆※·•-—–－~～ "))
        found = tuple(name for name in told if not names.is_medium(name))
        if any(map(names.is_person, found)) and all(len(name) <= 4 or "·" in name for name in found):
            return found
    return ()


def _reporters_line(text: str) -> tuple[str, ...]:
    if len(text) > _SHORT or _SENTENCE.search(text) or not _REPORTERS_LINE.match(text):
        return ()
    read = read_line(text)
    return names.read_reporters(" ".join(read.rest)) if read.rest else ()


def _beside_date(place: _Place) -> tuple[str, ...]:
    """A name alone beside a date: in brackets, or a plain person's name."""
    if not place.read.moments or place.read.rest_length > _MOST_REST:
        return ()
    pieces = [piece.strip("[]【】（）() ") for piece in place.read.rest]
    people = [piece for piece in pieces if names.is_person(piece)]
    return tuple(people) if people and len(people) == len([piece for piece in pieces if piece]) else ()
