"""The figures of a page's lists of links, which tell lists, indexes and front pages from each other."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from markwindow.document import Document
from markwindow.evidence.lines import Lines
from markwindow.lists import Item, LinkList
from markwindow.threads.words import RELATIVE

MOST = 0.6
"""Share of a list's items that makes something true of the list."""
_LOOKED_AT = 40
"""Items that tell what the others of their list are like."""
_LEAST_ABSTRACT = 18
_LONGEST_NUMBER = 16
_ANSWERED = re.compile(
    r"\d+\s?[个個条條]?\s?(?:回答|回[复復覆應应]|回帖|跟帖|人?关注|人?赞同)|赞同\s?\d|(?:回答|回[复復覆應应])\s?[:：(（]?\s?\d|\(\d+\s?(?:bytes|字节|字)\)|[(（]无内容"
)
_COUNT = re.compile(
    r"\d[\d,.]{0,9}\s?(?:[万wkK]|/\s?\d[\d,.]{0,9}[万wkK]?)?|\d{1,9}\s?(?:回[复復覆應应]|回答|条|帖子?|主题)?"
)
_PERIOD = re.compile(
    r"\W{0,4}(?:(?:19|20)\d\d\s?年?\W{0,2})?(?:\d{1,2}\s?月份?|[一二三四五六七八九十]{1,3}月)?\W{0,3}(?:[(（]\d+\s?篇?[)）])?"
)
"""The year or month that heads a part of an archive."""


@dataclass(frozen=True, slots=True)
class ListFigures:
    """Figures of all lists of a page, and of the one with most characters of titles."""

    lists: int
    """How many; parts of one list under years or months count as one."""
    titles: int
    """Characters of titles of all lists."""
    size: int
    """Characters of titles of the main list."""
    items: int
    share: float
    """Share of the page's characters that the main list's items take."""
    dated: float
    """Share of its items with a date, and so on for the next six."""
    recent: float
    """With a time that depends on the day of reading."""
    answered: float
    """That tell how many answered."""
    numbered: float
    """With a number on a line of its own."""
    twice_numbered: float
    asking: float
    """That are questions."""
    abstracts: float
    """With words on what the title stands for."""


def list_figures(document: Document, lines: Lines, lists: list[LinkList]) -> ListFigures | None:
    """The figures of a page's lists; None without one."""
    if not lists:
        return None
    merged = _merged(document, lists)
    sizes = [int(lines.links[[item.title for item in items]].sum()) for items in merged]
    main = max(range(len(sizes)), key=sizes.__getitem__)
    items = merged[main]
    first, end = (np.array([getattr(item, side) for item in items]) for side in ("first", "end"))
    until = np.concatenate([[0], np.cumsum(lines.lengths)])
    dates = np.concatenate([[0], np.cumsum(lines.dates)])
    some = items[:: max(1, len(items) // _LOOKED_AT)]
    numbers = [_numbers(document, lines, item) for item in some]
    return ListFigures(
        lists=len(sizes),
        titles=sum(sizes),
        size=sizes[main],
        items=len(items),
        share=float((until[end] - until[first]).sum() / until[-1]),
        dated=float((dates[end] > dates[first]).mean()),
        recent=_share(some, lambda item: _has(RELATIVE, document, item)),
        answered=_share(some, lambda item: _has(_ANSWERED, document, item)),
        numbered=sum(number > 0 for number in numbers) / len(some),
        twice_numbered=sum(number > 1 for number in numbers) / len(some),
        asking=_share(some, lambda item: document.lines[item.title].text.rstrip()[-1:] in "？?"),
        abstracts=_share(some, lambda item: _has_abstract(lines, item)),
    )


def _merged(document: Document, lists: list[LinkList]) -> list[list[Item]]:
    """The items of each list; parts under years or months are one list."""
    merged: list[list[Item]] = []
    for one in lists:
        above = one.items[0].first - 1
        if merged and above >= 0 and (text := document.lines[above].text) and _PERIOD.fullmatch(text):
            merged[-1].extend(one.items)
        else:
            merged.append(list(one.items))
    return merged


def _share(items: list[Item], is_so: Callable[[Item], bool]) -> float:
    return sum(map(is_so, items)) / len(items)


def _has(pattern: re.Pattern[str], document: Document, item: Item) -> bool:
    return any(pattern.search(line.text) for line in document.lines[item.first : item.end])


def _numbers(document: Document, lines: Lines, item: Item) -> int:
    short = np.flatnonzero(lines.lengths[item.first : item.end] <= _LONGEST_NUMBER) + item.first
    return sum(1 for number in short.tolist() if _COUNT.fullmatch(document.lines[number].text))


def _has_abstract(lines: Lines, item: Item) -> bool:
    inside: NDArray[np.bool_] = lines.lengths[item.first : item.end] >= _LEAST_ABSTRACT
    inside &= (lines.stops + lines.commas)[item.first : item.end] > 0
    inside &= lines.dates[item.first : item.end] == 0
    inside[item.title - item.first] = False
    return bool(inside.any())
