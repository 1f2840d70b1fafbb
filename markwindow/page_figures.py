"""The figures of a whole page that tell its kind: sentences, lists of links, the title's heading."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from markwindow.document import Document
from markwindow.evidence.lexicon import PHRASES
from markwindow.evidence.lines import Lines
from markwindow.kind_words import FAILURE, NOTICE, OF_FORMS, TRACE, UNFILLED, WEAK_NOTICE, simplified
from markwindow.list_figures import ListFigures, list_figures
from markwindow.lists import LEAST_ITEMS, LinkList, find_lists
from markwindow.page_posts import PagePosts
from markwindow.tree import Line

_COPYRIGHT, _BYLINE = (list(PHRASES).index(kind) for kind in ("copyright", "byline"))
_LEAST_SENTENCE = 15
_LONG_LINE = 40
LONG_HEADING = 8
_LEAST_NAME = 3
_SHORT_STORY = 40
LITTLE = 800
"""A page with fewer characters may be a notice, or one that scripts fill."""
_ALIKE = 0.75
_OF_TRACES = (
    *("xception", "Error", "error", "SQLSTATE", "race", "Uncaught", "ORA-", "ODBC", "OLE DB", "undefined"),
    *(".php", ".java", ".asp", ".cs", ".py", ".jsp", ".rb", ".js", ".ts", ".go", "LINE", "System."),
    *("Request Method", "does not exist", "unexpected"),
    *("运行时", "堆栈", "未处理", "未经处理", "异常详细", "Web 请求"),
)
_LONGEST_LABEL = 80
_SHORT_LINE = 50
_OF_FAILURE = 0.5
_BELOW = 13
"""Lines under a heading in which its text begins; figures and names may stand between."""
_LONGEST_SECTION = 10
_LEAST_LINKED = 3
_LONGEST_BESIDE = 24
_BESIDE = 14
"""Characters of a date beside a link."""
_ORNAMENTS = " \u3000■□◆◇●○★☆▲△▼►▶»>≫·•|｜:：【】[]「」—-_*#~～"
_MORE = ("更多", "更多内容", "more", "MORE", "More", "查看全部", "查看更多", "")
_OPENING = re.compile(r"[{<\[]")
"""What a place that a template is to fill begins with."""
_LAST_DAY = 31
_TWO_NUMBERS = re.compile(r"^(\d{1,9})\s?[/\n]\s?(\d{1,9})$", re.MULTILINE)
_NO_SECTION = re.compile(r"\d|[。，,？?！!]|[一二三四五六七八九十零〇]+[年月卷章部编回集册季]")


@dataclass(frozen=True, slots=True)
class PageFigures:
    """Figures of one page; lengths in characters."""

    characters: int
    prose: int
    """Of sentences outside links."""
    prose_outside: int
    """The same without what stands in items of lists."""
    heading: int
    """Length of the line that is the title again, if it is no link, two Latin letters as one; else 0."""
    notice: str
    """The words of a notice or a failure that are half of the title or more."""
    is_entry: bool
    """Whether the line below that line begins with the title, as entries of encyclopaedias do."""
    has_byline: bool
    """Whether author, source or date are told near that line."""
    unfilled: int
    """Of the places that a template is to fill."""
    rows: int
    """Of pairs of numbers beside or below each other, as of the threads and posts of a board."""
    traces: int
    """Of lines in which a program tells of its failure."""
    sections: int
    """How many runs of links stand under a heading of their own."""
    largest_section: float
    """Share of all such links that the largest run has."""
    linked: float
    """Share of all characters that are links."""
    headings: int
    """How many short headings, different ones, stand outside links."""
    is_headed: bool
    """Whether that line is more than a name: long, with a byline, or marked as a heading of text below."""
    said: int
    """Of sentences, or of what stands in posts, whichever is more."""
    story: int
    """Of sentences that stand directly below that line."""
    own: int
    """Of all lines that are no links, outside lists and without the site's foot."""
    refusal: float
    """Share of these characters that stand in lines with notices."""
    labels: str
    """The different lines that are neither sentences nor titles of lists."""
    lists: ListFigures | None

    @property
    def fails(self) -> bool:
        """Whether a notice stands in the title, or a program tells of its failure."""
        return bool(self.notice) or self.traces >= _OF_FAILURE * self.characters > 0


def prose_of(lines: Lines) -> NDArray[np.int64]:
    """For each line its length if it is a sentence outside links, else 0."""
    is_prose = (lines.stops > 0) & (lines.lengths >= _LEAST_SENTENCE)
    is_prose |= (lines.commas > 0) & (lines.lengths >= _LONG_LINE)
    is_prose &= (lines.links < 0.3 * lines.lengths) & (lines.phrases[_COPYRIGHT] == 0)
    return np.asarray(is_prose * lines.lengths)


def page_figures(document: Document, lines: Lines, posts: PagePosts) -> PageFigures:
    """The figures of a page that has lines; names in posts make no lists."""
    tree = document.tree
    prose = prose_of(lines)
    places = _places(document)
    traces = failures(document)
    prose[traces + [number for number, length in places.items() if 4 * length > lines.lengths[number]]] = 0
    lists = [one for one in find_lists(tree) if not posts.count or not _is_in_posts(one, posts)]
    characters = int(lines.lengths.sum())
    heading = document.lines[lines.heading].text
    at = lines.heading
    is_heading = (
        0 <= at < len(prose) - 2
        and (2 * lines.links[at] < lines.lengths[at] or tree.heading_level(tree.lines[at]))
        and _is_title(document, lines)
    )
    in_lists = np.zeros(len(prose), dtype=bool)
    is_label = (prose == 0) & (lines.lengths <= _LONGEST_LABEL)
    is_own = (2 * lines.links < lines.lengths) & (lines.phrases[_COPYRIGHT] == 0)
    for one in lists:
        is_label[[item.title for item in one.items]] = False
        for item in one.items if len(one) > LEAST_ITEMS else ():
            # What holds the page's title is its article.
            if not (is_heading and item.first <= at < item.end and item.title != at):
                in_lists[item.first : item.end] = True
    is_own &= ~in_lists
    own = int(lines.lengths[is_own].sum())
    near = slice(max(0, at - 2), at + 7)
    told = ~in_lists[near] & ((lines.phrases[_BYLINE, near] > 0) | (lines.dates[near] > 0))
    has_byline = bool(is_heading and told.any())
    length = min(map(width, (document.clean_title, heading))) if is_heading else 0
    below = slice(at + 1, at + _BELOW)
    story = int(prose[below][~in_lists[below]].sum()) if is_heading else 0
    sections, largest = _sections(document)
    texts = compress((line.text for line in document.lines), is_label.tolist())
    labels = simplified("\n".join(dict.fromkeys(texts)))
    return PageFigures(
        characters=characters,
        prose=int(prose.sum()),
        prose_outside=int(prose[~in_lists].sum()),
        heading=length,
        notice=notice_in_title(document),
        is_entry=bool(is_heading and _is_entry(document, lines)),
        has_byline=has_byline,
        unfilled=sum(places.values()),
        rows=_rows(labels),
        traces=int(lines.lengths[traces].sum()),
        sections=sections,
        largest_section=largest,
        linked=float(lines.links.sum() / characters),
        headings=_headings(document),
        story=story,
        is_headed=length >= LONG_HEADING or has_byline or (story >= _SHORT_STORY and length >= _LEAST_NAME),
        said=max(int(prose.sum()), posts.characters),
        own=own,
        refusal=_refusal(document, is_own) / own if 0 < own < LITTLE else 0.0,
        labels=labels,
        lists=list_figures(document, lines, lists),
    )


def _rows(labels: str) -> int:
    # Others are days of a month.
    return sum(max(map(int, pair)) > _LAST_DAY for pair in _TWO_NUMBERS.findall(labels))


def _is_title(document: Document, lines: Lines) -> bool:
    """Whether the heading is the title or a part of it, or the title a part of the heading."""
    text, title = document.lines[lines.heading].text, document.title.text
    if "。" in text and text not in title:  # what a site says of itself
        return False
    return lines.likeness[lines.heading] >= _ALIKE or text in title or document.clean_title in text


def _is_entry(document: Document, lines: Lines) -> bool:
    below = document.lines[lines.heading + 1].text
    return len(below) >= _LEAST_SENTENCE and below.startswith(document.lines[lines.heading].text)


def _places(document: Document) -> dict[int, int]:
    """For each line with places that a template is to fill how many characters they are."""
    may = ((number, line.text) for number, line in enumerate(document.lines) if _OPENING.search(line.text))
    found = {number: sum(map(len, UNFILLED.findall(text))) for number, text in may}
    return {number: length for number, length in found.items() if length}


def failures(document: Document) -> list[int]:
    """The lines in which a program tells of its failure."""
    texts = [line.text for line in document.lines]
    # Plain words are found a hundred times as fast: most pages have none of these.
    whole = "\n".join(texts)
    if not any(map(whole.__contains__, _OF_TRACES)):
        return []
    return [number for number, text in enumerate(texts) if TRACE.search(text)]


def width(text: str) -> int:
    """Length of a text, two Latin letters as one character."""
    latin = sum(character.isascii() and character.isalpha() for character in text)
    return len(text) - latin // 2


def is_short(text: str) -> bool:
    """Whether a line is as short as those of notices; an article that speaks of notices has long ones."""
    return len(text) <= _SHORT_LINE or (len(text) <= 2 * _SHORT_LINE and width(text) <= _SHORT_LINE)


def notice_in_title(document: Document) -> str:
    """The words of a notice or a failure that are half of the title or more."""
    # The site's name may stand beside it.
    for text in map(simplified, (document.title.text, document.clean_title)):
        for pattern in (NOTICE, FAILURE):
            found = [match.group() for match in pattern.finditer(text)]
            if found and 2 * sum(map(len, found)) >= sum(map(str.isalnum, text)):
                return "、".join(found)
    return ""


def _refusal(document: Document, is_own: NDArray[np.bool_]) -> int:
    """Characters of the page's own lines that are notices, and no labels of forms."""
    refused = 0
    for line in compress(document.lines, is_own.tolist()):
        text = simplified(line.text)
        if is_short(text) and (
            NOTICE.search(OF_FORMS.sub("", text)) or len(set(WEAK_NOTICE.findall(text))) > 1
        ):
            refused += len(text)
    return refused


def _headings(document: Document) -> int:
    tree = document.tree
    return len(
        {
            line.text
            for line in document.lines
            if len(line.text) <= _LONGEST_SECTION
            and not line.link_characters
            and tree.heading_level(line)
            and not _NO_SECTION.search(line.text)
        }
    )


def _is_in_posts(one: LinkList, posts: PagePosts) -> bool:
    inside = sum(posts.first <= item.title < posts.end for item in one.items)
    return 2 * inside > len(one)


def _sections(document: Document) -> tuple[int, float]:
    """How many runs of linked lines stand under a heading of their own, and the share of the largest run.

    A heading has few characters outside links. Days, volumes and chapters hold digits and are none.
    """
    runs: dict[str, int] = {}
    head, linked = "", 0
    for line in document.lines:
        text = line.text.strip(_ORNAMENTS)
        if line.link_characters >= _LEAST_LINKED and 2 * line.link_characters >= len(line.text) - _BESIDE:
            linked += text not in _MORE
            runs[head] = linked
        elif text in _MORE:
            continue
        elif _is_section(line, text):
            head, linked = text, runs.get(text, 0)
        elif len(text) <= _LONGEST_BESIDE and any(map(str.isdigit, text)):
            continue  # a date, who posted it, how many read it
        elif any(map(str.isalpha, text)):
            head, linked = "", runs.get("", 0)
    sizes = {head: size for head, size in runs.items() if size > 1}
    if not sizes:
        return 0, 0.0
    return len(sizes.keys() - {""}), max(sizes.values()) / sum(runs.values())


def _is_section(line: Line, text: str) -> bool:
    is_label = 2 * line.link_characters >= len(line.text)
    return not is_label and len(text) <= _LONGEST_SECTION and not _NO_SECTION.search(text)
