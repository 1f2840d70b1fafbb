"""In all records of a page at once: which element holds the text, and which mark-up names the author.

Records of one page are made alike, so what is told by several of them holds for those that tell little.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from selectolax.lexbor import LexborNode, create_tag

from markwindow.metadata.dates import read_moment
from markwindow.threads.records import Record, Signature, class_word, signature
from markwindow.threads.stamps import Stamps, posting_time
from markwindow.threads.words import BUTTONS, FLOOR, RELATIVE, is_about_member
from markwindow.tree import Tree, displayed

Key = tuple[Signature, int]
"""An element's make, and its number among those of the same make in its record."""

_LONGEST_TEXT = 2000
_MOST_RECORDS = 0.7
"""The text's element stands in so many of the records."""
_NEARLY_ALL = 0.85
_MUCH = 0.5
_PARAGRAPHS = frozenset(create_tag(name).tag_id for name in ("p", "li", "h1", "h2", "h3", "h4", "h5", "h6"))
_LONGEST_NAME = 24


def text_elements(tree: Tree, stamps: Stamps, records: list[Record]) -> list[int | None]:
    """For each record the element that holds its text, if possible without a stamp; None where none does."""
    repeated = _repeated_lines(tree, records)
    found: list[dict[Key, int]] = []
    worth: dict[Key, float] = defaultdict(float)
    stamped: set[Key] = set()
    times: Counter[Key] = Counter()
    for record in records:
        seen: Counter[Signature] = Counter()
        own: dict[Key, int] = {}
        for element in record.elements:
            first, end = tree.first_lines[element], tree.end_lines[element]
            made = signature(tree, element)
            # A paragraph without a name of its own may be one of several.
            if first == end or (not made[1] and made[0] in _PARAGRAPHS):
                continue
            key = (made, seen[made])
            seen[made] += 1
            own[key] = element
            times[key] += 1
            length = 0
            for number in range(first, end):
                if stamps.at[number]:
                    stamped.add(key)
                elif tree.lines[number].text not in repeated:
                    length += stamps.text[number]
            worth[key] += sqrt(min(_LONGEST_TEXT, length))
        found.append(own)
    fitting = {key: value for key, value in worth.items() if times[key] >= _MOST_RECORDS * len(records)}
    most = max(fitting.values(), default=0.0)
    if not most:
        return [None] * len(records)
    clean = {key: value for key, value in fitting.items() if key not in stamped}
    if (most_clean := max(clean.values(), default=0.0)) >= _MUCH * most:
        fitting, most = clean, most_clean
    # Of elements in each other the innermost: it comes last in the page.
    best = [key for key, value in fitting.items() if value >= _NEARLY_ALL * most]
    innermost = max(best, key=lambda key: next(own[key] for own in found if key in own))
    return [own.get(innermost) for own in found]


def exact_times(
    tree: Tree, stamps: Stamps, records: list[Record], texts: list[int | None]
) -> list[str | None]:
    """For each record the time that its mark-up tells programs, in ISO 8601, where it does."""
    return [
        next(_told_times(tree, stamps, record, text), None)
        for record, text in zip(records, texts, strict=True)
    ]


def _told_times(tree: Tree, stamps: Stamps, record: Record, text: int | None) -> Iterator[str]:
    body = _clean(tree, stamps, text)
    for root in record.roots:
        for node in tree.nodes[root].css("[datetime], span[title], em[title], a[title]"):
            told = node.attributes.get("datetime") or node.attributes.get("title") or ""
            if (moment := read_moment(told)) and moment.time and not _is_in(node, body):
                yield moment.iso


def authors(tree: Tree, stamps: Stamps, records: list[Record], texts: list[int | None]) -> list[str | None]:
    """For each record its author's name, by the mark-up that names authors on this page; else None."""
    named: list[dict[str, tuple[str, float]]] = []
    worth: dict[str, float] = defaultdict(float)
    for record, text in zip(records, texts, strict=True):
        own: dict[str, tuple[str, float]] = {}
        for name in _names(tree, stamps, record, text):
            if name.make not in own:
                own[name.make] = (name.text, name.weight)
        for make, (_, weight) in own.items():
            worth[make] += weight
        named.append(own)
    by_worth = sorted(worth, key=lambda make: -worth[make])
    return [next((own[make][0] for make in by_worth if make in own), None) for own in named]


@dataclass(frozen=True, slots=True)
class _Name:
    text: str
    make: str
    weight: float


_AUTHOR_WORD = re.compile(
    r"author|user|uname|nick|poster|auth(?:i|or)?(?![a-z])|member|people|owner|floor-?host|louzhu|zuozhe|name",
    re.IGNORECASE,
)
_NO_AUTHOR_WORD = re.compile(
    r"avatar|reply-?to|quote|time|date|level|rank|title|group|signature|forum-?name|info|stat|digest|online|badge|medal|hono|icon|vip",
    re.IGNORECASE,
)
_MEMBER_ADDRESS = re.compile(
    r"space|uid=|/u/|/user|/people/|member|profile|userinfo|author|/i/|home\.php|blog\.|/n/|viewpro|uname",
    re.IGNORECASE,
)
_NO_MEMBER_ADDRESS = re.compile(
    r"usergroup|spacecp|ac=|mod=logging|login|register|/(?:topic|thread|t)/",
    re.IGNORECASE,
)
POSTED = re.compile(r"\s?(?:发布于|发表于|回复于|发表|发布|写道|说|(?:当前)?[离在]线)?\s?[:：]?$")
_NO_NAME = re.compile(r"[。！？!?；;：:]|https?://|[\[【]")


def _names(tree: Tree, stamps: Stamps, record: Record, text: int | None) -> Iterator[_Name]:
    """What could be the author's name: marked as such, or a link to a member, outside the text."""
    body = _clean(tree, stamps, text)
    for root in record.roots:
        for node in tree.nodes[root].css("a, [class], strong, b, cite"):
            name = POSTED.sub("", _only_text(node))
            if not 0 < len(name) <= _LONGEST_NAME or _NO_NAME.search(name) or not any(map(str.isalnum, name)):
                continue
            if (
                BUTTONS.fullmatch(name)
                or FLOOR.fullmatch(name)
                or RELATIVE.search(name)
                or posting_time(name)
            ):
                continue
            if is_about_member(name) or name.isdigit() or _is_in(node, body):
                continue
            if weight := _weight(node):
                yield _Name(name, _make(node), weight)


def _clean(tree: Tree, stamps: Stamps, text: int | None) -> int | None:
    """The node that holds a text and nothing about its post; None when its element holds a stamp too."""
    if text is None or any(stamps.at[tree.first_lines[text] : tree.end_lines[text]]):
        return None
    return tree.nodes[text].mem_id


def _only_text(node: LexborNode) -> str:
    """The text of a node that holds one text and nothing else to read; empty for a box with more in it."""
    inside: LexborNode | None = node
    while inside is not None and inside.is_element_node:
        child, only = inside.first_child, None
        while child is not None:
            if child.is_element_node and child.first_child is None:
                child = child.next
                continue
            if not child.is_text_node or not child.is_empty_text_node:
                if only is not None:
                    return ""
                only = child
            child = child.next
        inside = only
    text = inside.text_content or "" if inside is not None and inside.is_text_node else ""
    return displayed(text) if len(text) <= _LONGEST_SOURCE else ""


_LONGEST_SOURCE = 200


def _weight(node: LexborNode) -> float:
    attributes = node.attributes
    own = f"{attributes.get('class') or ''} {attributes.get('id') or ''} {attributes.get('itemprop') or ''}"
    weight = 0.0
    address = attributes.get("href") or ""
    if node.tag == "a" and _MEMBER_ADDRESS.search(address) and not _NO_MEMBER_ADDRESS.search(address):
        weight += 2
    around = node.parent.attributes if node.parent is not None else {}
    says = _says_author(own)
    if says == 1:
        # More than an address and a box of users: of a link and the name in it, the name.
        weight += 3.5
    elif says:
        weight -= 2
    if _says_author(f"{around.get('class') or ''} {around.get('id') or ''}") == 1:
        weight += 1
    return max(0.0, weight)


@lru_cache(maxsize=1 << 12)
def _says_author(named: str) -> int:
    """Whether class and id tell of an author (1), of something beside one (-1), or of neither (0)."""
    if _NO_AUTHOR_WORD.search(named):
        return -1
    return 1 if _AUTHOR_WORD.search(named) else 0


def _make(node: LexborNode) -> str:
    around = node.parent
    own, near = (f"{one.tag} {class_word(one)}" if one is not None else "" for one in (node, around))
    return f"{near}/{own}"


def _is_in(node: LexborNode | None, body: int | None) -> bool:
    while body is not None and node is not None:
        if node.mem_id == body:
            return True
        node = node.parent
    return False


def _repeated_lines(tree: Tree, records: list[Record]) -> set[str]:
    """Lines that more than half of the records have but for digits: labels, buttons, ranks."""
    times: Counter[str] = Counter()
    texts: dict[str, set[str]] = defaultdict(set)
    for record in records:
        plain = {_DIGITS.sub("0", line.text) for line in tree.lines[record.first : record.end]}
        times.update(plain)
        for line in tree.lines[record.first : record.end]:
            texts[_DIGITS.sub("0", line.text)].add(line.text)
    often = [plain for plain, count in times.items() if 2 * count > len(records) and len(records) > 2]
    return {text for plain in often for text in texts[plain]}


_DIGITS = re.compile(r"\d+")
