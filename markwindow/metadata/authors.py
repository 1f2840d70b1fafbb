"""Who wrote it, by the lines near the heading and around the end of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from markwindow.metadata import names
from markwindow.metadata.labels import read_line
from markwindow.metadata.places import MOST_REST, SHORT, SIGNATURE, Place, Places

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
_SENTENCE = re.compile(r"[。！？!?]")
_NO_NAMES = re.compile(r"[。！？!?；;，,摄攝]|记者|記者")
_BEGINNING, _ENDING = 3, 2


def byline_authors(
    places: Places, text: list[str], source: str | None
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Candidates, best first, each with its kind of evidence (see `Metadata.author_source`); some are empty.

    Args:
        places: The lines near the heading and around the end of the text.
        text: The lines of the main text.
        source: The medium that the byline names: it is no author.
    """
    top, bottom = places.top, places.bottom
    yield from ((_labelled(place, source), "byline") for place in top)
    yield from ((_poster(place), "byline") for place in top)
    told = {place.line for place in top if place.read.fields or place.read.moments}
    beside = {places.heading + 1, places.heading + 2, *(number + 1 for number in told)}
    own = {place.line: _own_line(place, place.line in beside) for place in top}
    for number in own:
        if own[number] and places.heading <= number <= max(places.heading, places.first) + _BEGINNING:
            # Reporters and correspondents may have a line each.
            yield tuple(dict.fromkeys((*own[number], *own.get(number + 1, ())))), "byline"
    yield from ((_beside_date(place), "byline") for place in top)
    yield from ((names.read_reporters(value), "reporter") for value in _values(top, "reporter"))
    for place in bottom:
        yield _labelled(place, source), "byline"
        yield _poster(place), "byline"
    yield from ((names.read_reporters(value), "reporter") for value in _values(bottom, "reporter"))
    yield from ((_reporters_line(place.text), "reporter") for place in bottom)
    for line in [*text[:_BEGINNING], *text[max(_BEGINNING, len(text) - _ENDING) :]]:
        match = _REPORTERS_IN_TEXT.search(line) or _AFTER_DATELINE.search(line[:SHORT])
        if match:
            yield names.read_reporters(next(filter(None, match.groups()))), "reporter"
    for line in text[-_ENDING:]:
        if match := SIGNATURE.search(line):
            found = names.read_reporters(match[1])
            yield found if all(map(names.is_person, found)) else (), "signature"
    yield from ((names.read_names(value), "publisher") for value in _values([*top, *bottom], "publisher"))


def _values(places: list[Place], kind: str) -> Iterator[str]:
    return (value for place in places for value in place.read.values(kind))


def _labelled(place: Place, source: str | None) -> tuple[str, ...]:
    for value in place.read.values("author"):
        found = names.read_names(value)
        if found and not (len(found) == 1 and (found[0] == source or names.is_medium(found[0]))):
            return found
    return ()


def _poster(place: Place) -> tuple[str, ...]:
    name = place.read.poster.removeprefix("由").removesuffix("于")
    return (name,) if 2 <= len(name) <= 20 and not re.search(r"[\[\]【】（）()]", name) else ()


def _own_line(place: Place, is_beside: bool) -> tuple[str, ...]:
    """A line between heading and text that holds 本报记者 and names; or nothing but names, beside the heading
    or another line of the byline."""
    if found := _reporters_line(place.text):
        return found
    if is_beside and len(place.text) <= SHORT and not _NO_NAMES.search(place.text):
        told = names.read_names(place.text.strip("□■○●◎◆◇△▲★☆※·•-—–－~～ "))
        found = tuple(name for name in told if not names.is_medium(name))
        if any(map(names.is_person, found)) and all(len(name) <= 4 or "·" in name for name in found):
            return found
    return ()


def _reporters_line(text: str) -> tuple[str, ...]:
    if len(text) > SHORT or _SENTENCE.search(text) or not _REPORTERS_LINE.match(text):
        return ()
    read = read_line(text)
    return names.read_reporters(" ".join(read.rest)) if read.rest else ()


def _beside_date(place: Place) -> tuple[str, ...]:
    """A name alone beside a date: in brackets, or a plain person's name."""
    if not place.read.moments or place.read.rest_length > MOST_REST:
        return ()
    pieces = [piece.strip("[]【】（）() ") for piece in place.read.rest]
    return tuple(takewhile(names.is_person, filter(None, pieces)))
