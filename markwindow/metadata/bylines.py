"""The Chinese byline: who, when and from where, as it stands near the heading or under the article."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import compress

from markwindow.document import Document
from markwindow.metadata import names
from markwindow.metadata.authors import byline_authors
from markwindow.metadata.dates import Moment, find_month, read_moment
from markwindow.metadata.places import MOST_REST, SHORT, Place, Places, byline_places

_MOST_REST_LABELLED, _MOST_REST_UNDER = 40, 6
"""As `MOST_REST`, for labelled dates and for those under a text."""


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


def read_bylines(document: Document, kept: list[bool], title: str) -> Byline:
    """Read the lines near the heading and around the end of the main text."""
    byline = Byline()
    if not document.lines:
        return byline
    lines = [line.text for line in document.lines]
    places = byline_places(document, kept, title)
    _take_dates(byline, document, places)
    if byline.written is None:
        # The issue of a monthly, under the text or near the heading.
        ends = lines[max(places.first, places.last - 1) : places.last + 1]
        heads = [place.text for place in places.top if place.read.rest_length <= MOST_REST]
        months = (find_month(line) for line in [*ends, *heads] if len(line) <= SHORT)
        byline.written = next(filter(None, months), None)
    byline.source = _source(places, lines[places.first : places.first + _BEGINNING])
    byline.editor = _editor([*places.bottom, *places.top])
    candidates = byline_authors(places, list(compress(lines, kept)), byline.source)
    byline.authors, byline.author_source = next(((who, how) for who, how in candidates if who), ((), ""))
    return byline


# --- Dates ---

_SENTENCE = re.compile(r"[。！？!?]")
_MARKS = re.compile(r"[。！？!?；;，]")


def _take_dates(byline: Byline, document: Document, places: Places) -> None:
    """The best date by place and label."""
    top, bottom = places.top, places.bottom
    every = [*top, *bottom]
    byline.modified = _dated(every, "modified")
    byline.date = (
        _dated(top, "published")
        or next(filter(None, (_exact_date(document, place) for place in top)), None)
        or _dated(top, "", MOST_REST)
        or _dated(bottom, "published", MOST_REST)
        # Some systems show no other date.
        or byline.modified
    )
    byline.written = _dated(every, "written") or _dated(
        [
            place
            for place in bottom
            if not _FLOOR.search(place.text) and not document.lines[place.line].link_characters
        ],
        "",
        _MOST_REST_UNDER,
    )


def _dated(places: list[Place], kind: str, most_rest: int = _MOST_REST_LABELLED) -> Moment | None:
    """The first date behind a label of that kind; without a kind, the first that stands nearly alone."""
    for place in places:
        marks = _MARKS if place.in_text else _SENTENCE
        is_alone = kind or not (marks.search(place.text) or _CLOCK.search(place.text))
        if place.read.rest_length <= most_rest and is_alone:
            for label, moment in place.read.moments:
                if label == kind:
                    return moment
    return None


_CLOCK = re.compile(r"今天是|今日[是:：]|现在是|現在是|[当當]前(?:时间|時間|日期)|今天[:：]")
_FLOOR = re.compile(r"\d\s?[楼樓#]|#\s?\d")
_INEXACT = re.compile(
    r"(?<![年\d])\d{1,2}\s?月\s?\d{1,2}\s?日|(?<![\d-])\d\d-\d\d(?![\d-])|"
    r"(?:\d{1,3}|半)\s?(?:秒|分钟|分鐘|小时|小時|天|周|(?:个|個)?月|年)前|昨天|前天|今天"
)


def _exact_date(document: Document, place: Place) -> Moment | None:
    """For words like 3 天前 or a day without a year: what a time element, or a title in a forum, tells."""
    if len(place.text) > SHORT or not _INEXACT.search(place.text):
        return None
    element = document.tree.nodes[document.lines[place.line].element]
    for node in element.css("time[datetime], [title]")[:20]:
        told = node.attributes.get("datetime") or node.attributes.get("title") or ""
        if _INEXACT.search(node.text()) and len(told) <= SHORT and (moment := read_moment(told)):
            return moment
    return None


# --- Source and editor ---

_BEGINNING = 3


def _source(places: Places, beginning: list[str]) -> str | None:
    for place in [*places.top, *places.bottom]:
        for value in place.read.values("source"):
            if (source := names.read_source(value)) is not None:
                return source
    for place in places.top:
        if place.read.moments and place.read.rest_length <= MOST_REST:
            for piece in place.read.rest:
                if names.is_medium(piece):
                    return names.read_source(piece)
    return next(filter(None, map(names.dateline_source, beginning)), None)


def _editor(places: list[Place]) -> str | None:
    for place in places:
        for value in place.read.values("editor"):
            if found := names.read_names(value):
                return "、".join(found)
    return None
