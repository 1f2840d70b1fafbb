"""Records: blocks of one make that follow each other, each with a stamp and a text of its own.

Of all elements whose parts repeat, the one counts whose records hold the most, evenly: the sum of the square
roots of their text lengths is greatest. So ten posts win over the page's three tables, of which one holds
all ten, and over the remarks under one of the posts.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import sqrt

from selectolax.lexbor import LexborNode

from markwindow.threads.stamps import Stamps
from markwindow.tree import Tree

Signature = tuple[int, str]
_DIRECT = (0, "")
"""The signature of a line that stands in no element of its own."""
_CHANGING = frozenset(
    [
        *("odd", "even", "alt", "first", "last", "hover", "active", "current", "cur", "on", "bg"),
        *("clearfix", "clear", "cl", "fl", "fr", "row", "item"),
    ]
)
_LONGEST_TEXT = 2000
_LEAST_RECORDS = 2
_MOST_MAKES = 4
"""So many makes of children are tried as the beginnings of records, the most frequent first."""


@dataclass(slots=True)
class Record:
    """A range of lines, and of the elements in it."""

    first: int
    end: int
    elements: range
    """Elements of the record, numbers in document order; some may hold no line."""
    roots: list[int]
    """The outermost elements of the record."""


def find_records(
    tree: Tree, stamps: Stamps, first: int = 0, end: int | None = None, stamped: bool = True
) -> list[Record]:
    """The records among the lines from `first` to before `end`; fewer than two are none.

    Without stamps (`stamped` false) all that is of one make counts: only for where posts are known to stand.
    """
    end = len(tree.lines) if end is None else end
    until = _Sums(list(accumulate(stamps.at, initial=0)), list(accumulate(stamps.text, initial=0)))
    best: list[Record] = []
    best_worth = 0.0
    for items in _items_by_element(tree, first, end):
        starts = [item for item in items if not stamped or until.stamps(item)]
        for made, _ in Counter(item.signature for item in starts).most_common(_MOST_MAKES):
            records = _group(items, [item for item in starts if item.signature == made], until)
            worth = sum(sqrt(min(_LONGEST_TEXT, until.text(record))) for record in records)
            if len(records) >= _LEAST_RECORDS and worth > best_worth:
                best, best_worth = records, worth
    return best


def signature(tree: Tree, element: int) -> Signature:
    """What elements of one make share: the tag, and the first class word or id without its digits."""
    node = tree.nodes[element]
    return node.tag_id, class_word(node) or _DIGITS.sub("", node.id or "").strip("-_").lower()


def class_word(node: LexborNode) -> str:
    """The first class word of a node, without digits, that all of its make share."""
    return _telling_word(node.attributes.get("class") or "")


@lru_cache(maxsize=1 << 12)
def _telling_word(classes: str) -> str:
    # Hundreds of elements share a few classes.
    for word in classes.split():
        plain = _DIGITS.sub("", word).strip("-_").lower()
        if plain and plain not in _CHANGING:
            return plain
    return ""


_DIGITS = re.compile(r"\d+")


@dataclass(slots=True)
class _Item:
    """A child element, or a line that stands directly in the parent."""

    signature: Signature
    first: int
    end: int
    element: int
    """The element's number; −1 for a line."""
    last_element: int
    """The number of the last element in it; −1 for a line."""


@dataclass(slots=True)
class _Sums:
    stamps_until: list[int]
    text_until: list[int]

    def stamps(self, item: _Item | Record) -> int:
        return self.stamps_until[item.end] - self.stamps_until[item.first]

    def text(self, item: _Item | Record) -> int:
        return self.text_until[item.end] - self.text_until[item.first]


def whole_record(tree: Tree, element: int) -> Record:
    """All of an element as one record."""
    last = element
    while last + 1 < len(tree.nodes) and tree.first_lines[last + 1] < tree.end_lines[element]:
        last += 1
    return Record(tree.first_lines[element], tree.end_lines[element], range(element, last + 1), [element])


def _items_by_element(tree: Tree, first: int, end: int) -> list[list[_Item]]:
    """For each element its parts in document order: elements with lines in them, and its own lines."""
    count = len(tree.nodes)
    last = list(range(count))
    for number in range(count - 1, 0, -1):
        parent = tree.parents[number]
        last[parent] = max(last[parent], last[number])
    items: dict[int, list[_Item]] = defaultdict(list)
    for number in range(1, count):
        start, stop = (
            max(first, tree.first_lines[number]),
            min(end, tree.end_lines[number]),
        )
        if start < stop:
            made = signature(tree, number)
            items[tree.parents[number]].append(_Item(made, start, stop, number, last[number]))
    for number in range(first, end):
        items[tree.lines[number].element].append(_Item(_DIRECT, number, number + 1, -1, -1))
    return [
        sorted(parts, key=lambda item: item.first) for parts in items.values() if len(parts) >= _LEAST_RECORDS
    ]


def _group(items: list[_Item], starts: list[_Item], until: _Sums) -> list[Record]:
    """Records that begin at items of one make, each with what follows until the next."""
    groups: list[list[_Item]] = []
    wanted = starts[0].signature
    begin = {item.first for item in starts}
    for item in items:
        if item.signature == wanted and item.first in begin:
            groups.append([item])
        elif groups and (
            item.signature != wanted or item.element < 0 or not any(map(until.text, groups[-1]))
        ):
            groups[-1].append(item)
    if len(groups) > 1:
        # What follows the last record is mostly the page's end.
        del groups[-1][max(map(len, groups[:-1])) :]
    records = [_record(group) for group in groups]
    # A post can be one word that is a button elsewhere (顶); blocks without text mostly are no posts.
    return records if 2 * sum(until.text(record) > 0 for record in records) >= len(records) else []


def _record(group: list[_Item]) -> Record:
    elements = [item for item in group if item.element >= 0]
    numbers = range(elements[0].element, elements[-1].last_element + 1) if elements else range(0)
    return Record(group[0].first, group[-1].end, numbers, [item.element for item in elements])
