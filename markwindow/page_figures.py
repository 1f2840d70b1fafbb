"""The figures of a whole page that tell its kind: sentences, lists of links, the title's heading, posts."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from markwindow.document import Document
from markwindow.evidence.kinds import comments_follow
from markwindow.evidence.lexicon import PHRASES
from markwindow.evidence.lines import Lines
from markwindow.lists import LEAST_ITEMS, LEAST_TITLE, LinkList, find_lists

_COPYRIGHT, _BYLINE, _COMMENT = (list(PHRASES).index(kind) for kind in ("copyright", "byline", "comment"))
_LEAST_SENTENCE = 15
_LONG_LINE = 40
_LONGEST_MARK = 80
_RUN = 350
"""Characters of sentences between two titles: abstracts are shorter. In round numbers."""
_FEW_TITLES = 5
LITTLE = 800
"""A page with fewer characters may be a notice, or one that scripts fill."""
_ALIKE = 0.75
_FLOOR = re.compile(
    r"(?:^|[\s(（\[【])(?:#(\d{1,5})(?!\d)|(\d{1,5})\s?(?:楼|樓|F\b|#(?!\w)))|第\s?(\d{1,5})\s?[楼樓]"
)
_POSTED = re.compile(
    r"(?:发表于|發表於|回复日期|回复于|發表日期|发布于|回答于|回覆於|发[表贴帖]时间|Posted)[:：]?\s?(?:\d{4}|\d{1,2}[-/月])"
)


@dataclass(frozen=True, slots=True)
class PageFigures:
    """Figures of one page; lengths in characters."""

    characters: int
    prose: int
    """Of sentences outside links."""
    prose_outside: int
    """The same without what stands in items of lists."""
    heading: int
    """Length of the line that is the title again, if it is no link; 0 without one."""
    has_byline: bool
    """Whether author, source or date are told near that line."""
    floors: int
    """How many posts are marked by floors that count upwards, or by who posted when."""
    lists: list[LinkList]
    sizes: list[int]
    """Characters of the titles of each list."""
    shares: list[float]
    """Share of the page's characters that the items of each list take."""


def prose_of(lines: Lines) -> NDArray[np.int64]:
    """For each line its length if it is a sentence outside links, else 0."""
    is_prose = (lines.stops > 0) & (lines.lengths >= _LEAST_SENTENCE)
    is_prose |= (lines.commas > 0) & (lines.lengths >= _LONG_LINE)
    is_prose &= (lines.links < 0.3 * lines.lengths) & (lines.phrases[_COPYRIGHT] == 0)
    return np.asarray(is_prose * lines.lengths)


def is_surely_article(lines: Lines) -> bool:
    """Whether sentences run on between two lines that may be linked titles, or such lines are few.

    Abstracts in lists stand between the titles; an article is not interrupted by any. This is asked of every
    page, so it is rough and takes few array operations.
    """
    lengths, links = lines.lengths, lines.links
    is_linked = 2 * links >= lengths
    title = is_linked & (links >= LEAST_TITLE)
    until = np.cumsum(lengths * ((lines.stops > 0) & ~is_linked))
    at_titles = until[title]
    runs = np.diff(at_titles, prepend=0, append=until[-1])
    if runs.max() >= _RUN:
        return True
    return bool(np.count_nonzero(links >= LEAST_TITLE) < _FEW_TITLES and lengths.sum() >= LITTLE)


def page_figures(document: Document, lines: Lines) -> PageFigures:
    """The figures of a page that has lines."""
    tree = document.tree
    prose = prose_of(lines)
    lists = find_lists(tree)
    in_lists = np.zeros(len(prose), dtype=bool)
    sizes, shares = [], []
    until = np.concatenate([[0], np.cumsum(lines.lengths)])
    for one in lists:
        sizes.append(sum(tree.lines[item.title].link_characters for item in one.items))
        shares.append(float(sum(until[item.end] - until[item.first] for item in one.items) / until[-1]))
        for item in one.items if len(one) > LEAST_ITEMS else ():
            in_lists[item.first : item.end] = True
    at = lines.heading
    is_heading = (
        0 <= at < len(prose) - 2 and 2 * lines.links[at] < lines.lengths[at] and _is_title(document, lines)
    )
    near = slice(max(0, at - 2), at + 7)
    told = ~in_lists[near] & ((lines.phrases[_BYLINE, near] > 0) | (lines.dates[near] > 0))
    return PageFigures(
        characters=int(until[-1]),
        prose=int(prose.sum()),
        prose_outside=int(prose[~in_lists].sum()),
        heading=min(len(document.clean_title), int(lines.lengths[at])) if is_heading else 0,
        has_byline=bool(is_heading and told.any()),
        floors=_floors(document, lines),
        lists=lists,
        sizes=sizes,
        shares=shares,
    )


def _is_title(document: Document, lines: Lines) -> bool:
    """Whether the heading is the title or a part of it, or the title a part of the heading."""
    text, title = document.lines[lines.heading].text, document.title.text
    return lines.likeness[lines.heading] >= _ALIKE or text in title or document.clean_title in text


def _floors(document: Document, lines: Lines) -> int:
    """Marks like 3楼, #3, 3# that count upwards, or lines that tell who posted when, whichever are more."""
    if comments_follow(lines, document.lines):
        return 0
    counted = posted = 0
    about_posts = (lines.phrases[_COMMENT] > 0) | (lines.dates > 0) | (lines.lengths <= 6)
    for number in np.flatnonzero(about_posts & (lines.lengths <= _LONGEST_MARK)).tolist():
        text = document.lines[number].text
        posted += bool(_POSTED.search(text))
        if (mark := _FLOOR.search(text)) and int(mark[mark.lastindex or 0]) == counted + 1:
            counted += 1
    return max(counted, posted)
