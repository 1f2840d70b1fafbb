"""Lists of links on a page: runs of items of one make, each led by a linked title.

Lists tell what kind a page is (`page_kinds`), and are what `listing` reads entries from. All is linear in the
number of lines and elements.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate

from markwindow.tree import Line, Tree

LEAST_TITLE = 5
"""Characters of a link that can be a title; menu items mostly have fewer."""
LONGEST_TITLE = 90
LEAST_ITEMS = 3
BESIDE_TITLE = 20
"""Characters that a date, a number or a source may take beside the title on its line."""
_BESIDE_ANSWER = 40
_POSTED = re.compile(r"\d{1,2}[-/月.]\d{1,2}日?\s\d{1,2}:\d\d")
"""When somebody wrote what a title stands for: name, time, length and readers stand beside it."""
_LEAST_LETTERS = 4
_LONGEST_ITEM = 600
"""Characters of a title with its abstract, date and so on."""
_OUT_OF_LINE = 4
_FEW = 4
"""Containers with at most so many titles each, of which there are at least as many, are items themselves."""


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a list: a range of lines, and the one that is its title."""

    title: int
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class LinkList:
    """A list: its items in document order."""

    container: int
    """The element that holds all of them; of several, the first."""
    items: list[Item]

    def __len__(self) -> int:
        """The number of items."""
        return len(self.items)


def is_title(line: Line) -> bool:
    """Whether a line can be the linked title of an item."""
    text, linked = line.text, line.link_characters
    length = len(text)
    if linked < LEAST_TITLE or length > LONGEST_TITLE:
        return False
    if 2 * linked < length - BESIDE_TITLE:
        # "去看吴清源全集第二卷 - 老棋迷 (36 bytes) 02/26 22:40 [点击:92]"
        return "。" not in text and 2 * linked >= length - _BESIDE_ANSWER and bool(_POSTED.search(text))
    if "。" in text and 10 * linked < 9 * length:
        return False
    letters = sum(map(str.isalpha, text))
    # "候鸟 2024-03-05 10:20" tells who posted last and when.
    return letters >= _LEAST_LETTERS and 2 * letters >= sum(map(str.isdigit, text))


def find_groups(tree: Tree, leads: list[int]) -> list[LinkList]:
    """Runs of items of one make, each led by one of the given lines, which stand in order."""
    groups = _containers(tree, leads)
    return _joined(tree, [_list(tree, container, group) for (container, _), group in sorted(groups.items())])


def find_lists(tree: Tree) -> list[LinkList]:
    """The lists of a page, of at least three items each, in document order."""
    titles = [number for number, line in enumerate(tree.lines) if is_title(line)]
    # What stands under every post or headline ("只看该作者", "阅读全文 >>") is no title.
    often = Counter(tree.lines[number].text for number in titles)
    titles = [number for number in titles if often[tree.lines[number].text] < LEAST_ITEMS]
    if len(titles) < LEAST_ITEMS:
        return []
    until = [0, *accumulate(len(line.text) for line in tree.lines)]
    regular = [LinkList(one.container, _alike(one.items, until)) for one in find_groups(tree, titles)]
    return [one for one in regular if len(one) >= LEAST_ITEMS]


def _containers(tree: Tree, titles: list[int]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """For each container and tag of children, its titles with the child of each (−1: the container itself).

    The container of a title is the nearest element whose titles stand in at least three children of it.
    """
    parents, lines = tree.parents, tree.lines
    spread = dict.fromkeys((0,), 0)
    for number in titles:
        element = lines[number].element
        is_new = element not in spread
        spread[element] = spread.get(element, 0) + 1
        while is_new and element:
            parent = parents[element]
            is_new = parent not in spread
            spread[parent] = spread.get(parent, 0) + 1
            element = parent
    # Where each element's titles belong: containers come before what they hold.
    home: dict[int, tuple[int, int]] = {}
    groups: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for element in sorted(spread):
        if spread[element] >= LEAST_ITEMS or not element:
            home[element] = (element, -1)
        else:
            container, child = home[parents[element]]
            home[element] = (container, element if child < 0 else child)
    for number in titles:
        container, child = home[lines[number].element]
        tag = tree.nodes[child].tag_id if child >= 0 else 0
        groups.setdefault((container, tag), []).append((number, child))
    return groups


def _list(tree: Tree, container: int, titles: list[tuple[int, int]]) -> LinkList:
    items: list[Item] = []
    last_child = -1
    for number, child in titles:
        if child >= 0 and child == last_child:
            if _rank(tree, number) > _rank(tree, items[-1].title):
                items[-1] = Item(number, items[-1].first, items[-1].end)
            continue
        first, end = (number, number + 1) if child < 0 else (tree.first_lines[child], tree.end_lines[child])
        items.append(Item(number, first, end))
        last_child = child
    return LinkList(container, _up_to_the_next(items, tree.end_lines[container]))


def _rank(tree: Tree, number: int) -> tuple[bool, int]:
    """Which of several linked lines of an item is its title: a heading, else the longest link, not a text."""
    line = tree.lines[number]
    length = line.link_characters
    return bool(tree.heading_level(line)) or line.strong, -length if "。" in line.text else length


def _up_to_the_next(items: list[Item], end: int) -> list[Item]:
    """What follows an item's own element up to the next one belongs to it (dd after dt, text after br)."""
    ends = [*(after.first for after in items[1:]), end]
    rests = sorted(stop - item.end for item, stop in zip(items, ends[:-1], strict=False))
    usual = rests[len(rests) // 2] if rests else 0
    return [
        Item(item.title, item.first, max(item.end, min(stop, item.end + usual)))
        for item, stop in zip(items, ends, strict=True)
    ]


def _joined(tree: Tree, lists: list[LinkList]) -> list[LinkList]:
    """Join lists of one make that follow each other directly; of many small ones each is an item."""
    joined: list[list[LinkList]] = []
    for one in sorted(lists, key=lambda one: one.items[0].first):
        if joined and _continues(tree, joined[-1][-1], one):
            joined[-1].append(one)
        else:
            joined.append([one])
    made = []
    for parts in joined:
        small = len(parts) >= _FEW and all(len(part) <= _FEW for part in parts)
        if small and tree.nodes[parts[0].container].tag != "tr":
            items = [_as_item(tree, part) for part in parts]
        else:
            items = [item for part in parts for item in part.items]
        made.append(LinkList(parts[0].container, items))
    return made


def _continues(tree: Tree, one: LinkList, other: LinkList) -> bool:
    first, second = one.container, other.container
    if not (first and second) or tree.parents[first] != tree.parents[second]:
        return False
    # Anything between two long lists parts them. Small ones may be cards, which begin with a picture or a
    # date, but not with a heading.
    if min(len(one), len(other)) > _FEW:
        if other.items[0].first > one.items[-1].end:
            return False
    elif tree.first_lines[second] > tree.end_lines[first] or _is_heading(tree, tree.first_lines[second]):
        return False
    return _make(tree, first) == _make(tree, second)


def _is_heading(tree: Tree, number: int) -> bool:
    line = tree.lines[number]
    return bool(tree.heading_level(line)) and 2 * line.link_characters < len(line.text)


def _alike(items: list[Item], until: list[int]) -> list[Item]:
    """The items without those that hold far more text than the others: an article beside links is none."""
    sizes = [until[item.end] - until[item.first] for item in items]
    most = min(_LONGEST_ITEM, _OUT_OF_LINE * sorted(sizes)[len(sizes) // 2] + LONGEST_TITLE)
    return [item for item, size in zip(items, sizes, strict=True) if size <= most]


def _make(tree: Tree, element: int) -> tuple[str | None, str | None]:
    node = tree.nodes[element]
    return node.tag, node.attributes.get("class")


def _as_item(tree: Tree, part: LinkList) -> Item:
    title = max((item.title for item in part.items), key=lambda number: _rank(tree, number))
    return Item(title, tree.first_lines[part.container], tree.end_lines[part.container])
