"""Evidence about each line: its text, its neighbours, its containers, its place relative to the title.

All is figured for all lines of a page at once. A *figure* is one number a line; its name is ``group:name``,
and the groups are what ablations leave out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from markwindow.document import Document
from markwindow.evidence.lexicon import (
    AROUND_TAG,
    AROUND_TAGS,
    CLASS_WORDS,
    DATE,
    LINE_TAG,
    LINE_TAGS,
    PHRASE,
    PHRASES,
    class_bits,
)
from markwindow.title import clean_title

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

HAN, DIGIT, LATIN, STOP, COMMA, SEPARATOR, BLANK = range(1, 8)
_HEADING, _SUBHEADING, _OTHER_TAG = 3, 4, 8
CONTAINER_LEVELS = 5
_KINDS = len(CLASS_WORDS)


def _character_classes() -> NDArray[np.uint8]:
    table = np.zeros(1 << 16, dtype=np.uint8)
    for first, last in ("㐀\u9fff", "豈\ufaff", "\ud800\udfff"):
        table[ord(first) : ord(last) + 1] = HAN
    for first, last in ("09", "０９"):
        table[ord(first) : ord(last) + 1] = DIGIT
    for first, last in ("az", "AZ", "Àÿ"):
        table[ord(first) : ord(last) + 1] = LATIN
    for marks, kind in (
        ("。！？!?；;…", STOP),
        ("，、,：:“”「」", COMMA),
        ("|｜>»›·•/\\-_[]【】［］()（）", SEPARATOR),
        (" \u3000\xa0\n", BLANK),
    ):
        table[[ord(mark) for mark in marks]] = kind
    return table


_CHARACTER_CLASS = _character_classes()
_ENDS = np.array([ord(mark) for mark in "”」）："])


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a page in figures; arrays have one entry a line unless they say otherwise."""

    figures: Floats
    """One row a line, one column a name of `line_figure_names()`."""
    lengths: Ints
    links: Ints
    stops: Ints
    commas: Ints
    phrases: Floats
    """One row a kind of phrase."""
    dates: Floats
    groups: Ints
    """Which of `LINE_TAGS` the line stands in."""
    hits: Floats
    """Pairs of neighbouring characters that the cleaned title has too."""
    cover: Floats
    """Share of the title's pairs that the line holds, at most 1."""
    likeness: Floats
    """How like the line is to the title (Dice coefficient of pairs), 0 to 1."""
    heading: int
    """The line that is most like the title, where it is like enough; else −1."""
    in_comment: NDArray[np.bool_]
    """Whether some container's class or id speaks of comments or replies."""
    class_bits: list[int]
    """For each element, the kinds of class words of its own."""
    tag_ids: list[int]
    """For each element."""
    title_length: int


def read_lines(document: Document) -> Lines:
    """Figure the evidence for every line of a document that has lines."""
    tree = document.tree
    count = len(tree.lines)
    texts = [line.text for line in tree.lines]
    lengths = np.array([len(text) for text in texts])
    links = np.minimum([line.link_characters for line in tree.lines], lengths)
    element = np.array([line.element for line in tree.lines])
    strong = np.array([line.strong for line in tree.lines])
    window = np.array([line.window for line in tree.lines])
    joined = "\n".join(texts) + "\n"
    codes = _codes(joined)
    ends = np.cumsum(lengths + 1)
    starts = ends - lengths - 1
    classes = _CHARACTER_CLASS[codes]
    by_class = np.add.reduceat(
        classes == np.arange(8, dtype=np.uint8)[:, None], starts, axis=1, dtype=np.int64
    )
    stops, commas = by_class[STOP], by_class[COMMA]
    cleaned = clean_title(document.title.text, tree)
    hits, pairs = _title_pairs(cleaned, codes, starts)
    cover = np.minimum(1, hits / max(1, pairs))
    likeness = np.minimum(1, 2 * hits / (max(1, pairs) + np.maximum(lengths - 1, 1)))
    line_at = np.repeat(np.arange(count), lengths + 1)
    phrases = np.zeros((len(PHRASES), count))
    for match in PHRASE.finditer(joined):
        phrases[(match.lastindex or 1) - 1, line_at[match.start()]] += 1
    dates = np.zeros(count)
    dates[[line_at[match.start()] for match in DATE.finditer(joined)]] = 1

    tag_ids = [node.tag_id for node in tree.nodes]
    bits = _class_bits(document)
    own = np.array(bits)
    parents = np.array(tree.parents)
    first, end = np.array(tree.first_lines), np.array(tree.end_lines)
    around, classes_around = _inherited(tree.parents, tag_ids, bits)
    groups = np.array([LINE_TAG.get(tag_ids[number], _OTHER_TAG) for number in element.tolist()])
    levels = [element]
    for _ in range(CONTAINER_LEVELS):
        levels.append(parents[levels[-1]])
    link_share = links / lengths
    good = ((stops + commas > 0) & (link_share < 0.5) & (lengths >= 10)).astype(float)
    boiler = phrases.sum(axis=0)
    sums = _Sums(np.column_stack([lengths, links, stops, commas, good, hits, boiler]))
    free_total = max(1.0, sums.total[0] - sums.total[1])
    score = (
        likeness
        + 0.25 * (groups == _HEADING)
        + 0.1 * (groups == _SUBHEADING)
        + 0.1 * strong
        - 0.3 * link_share
    )
    best = int(np.argmax(score))
    heading = best if likeness[best] > 0.4 else -1

    text = {
        "text:length": np.log1p(lengths),
        "text:short": lengths < 8,
        "marks:stops": np.log1p(stops),
        "marks:commas": np.log1p(commas),
        "marks:stop rate": stops / lengths,
        "marks:comma rate": commas / lengths,
        "text:digits": by_class[DIGIT] / lengths,
        "text:latin": by_class[LATIN] / lengths,
        "text:han": by_class[HAN] / lengths,
        "marks:separators": by_class[SEPARATOR] / lengths,
        "marks:ends a sentence": (classes[ends - 2] == STOP) | np.isin(codes[ends - 2], _ENDS),
        "links:share": link_share,
        "links:any": links > 0,
        "text:strong": strong,
        "title:hits": np.log1p(hits),
        "title:cover": cover,
        "title:likeness": likeness,
        "title:is title": likeness > 0.75,
        "phrases:date": dates,
    }
    text |= {f"phrases:{kind}": np.minimum(row, 2) for kind, row in zip(PHRASES, phrases, strict=True)}
    columns: list[Any] = list(text.values())
    columns += list(groups == np.arange(len(LINE_TAGS))[:, None])
    columns += list(around[element] >> np.arange(len(AROUND_TAGS))[:, None] & 1)
    for level in levels[:4]:
        columns += list(own[level] >> np.arange(_KINDS)[:, None] & 1)
    columns += list(classes_around[element] >> np.arange(_KINDS)[:, None] & 1)
    window_starts, window_ends = np.searchsorted(window, window), np.searchsorted(window, window, "right")
    columns += _containers(
        sums,
        np.stack([window_starts, *(first[level] for level in levels[1:])]),
        np.stack([window_ends, *(end[level] for level in levels[1:])]),
        free_total,
    )
    names = list(text)
    beside = [columns[names.index(name)] for name in _BESIDE if name != "marks:good"] + [good]
    columns += _neighbours(np.column_stack(beside), window, groups, parents[element])
    columns += _nearby(sums, count)
    columns += _place(sums, count)
    columns += _title_place(document, sums, heading, int(element[best]), free_total)
    columns += _heads(phrases, lengths, stops, heading, first, levels)
    columns += _likes(texts, tag_ids, element.tolist(), tree.parents, lengths, links, good, free_total)
    page = [sums.total[0], 0.0, sums.total[4], count, phrases[4].sum(), sums.total[2]]
    page_figures = np.log1p(page)
    page_figures[1] = sums.total[1] / max(1, sums.total[0])
    columns += [np.full(count, figure) for figure in page_figures]
    return Lines(
        figures=np.array(columns, dtype=float).T,
        lengths=lengths,
        links=links,
        stops=stops,
        commas=commas,
        phrases=phrases,
        dates=dates,
        groups=groups,
        hits=hits,
        cover=cover,
        likeness=likeness,
        heading=heading,
        in_comment=classes_around[element] >> 1 & 1 > 0,
        class_bits=bits,
        tag_ids=tag_ids,
        title_length=len(cleaned),
    )


def linked_headings(lines: Lines) -> NDArray[np.bool_]:
    """Which lines are headings that are links: a stream of them leads to other pages."""
    in_heading = (lines.groups == _HEADING) | (lines.groups == _SUBHEADING)
    return np.asarray(in_heading & (lines.links >= 0.8 * lines.lengths))


def line_figure_names() -> list[str]:
    """The name of every column of `Lines.figures`, as ``group:name``."""
    names = [
        *("text:length", "text:short", "marks:stops", "marks:commas", "marks:stop rate", "marks:comma rate"),
        *("text:digits", "text:latin", "text:han", "marks:separators", "marks:ends a sentence"),
        *("links:share", "links:any", "text:strong"),
        *("title:hits", "title:cover", "title:likeness", "title:is title", "phrases:date"),
        *(f"phrases:{kind}" for kind in PHRASES),
        *(f"tags:in {tags}" for tags in LINE_TAGS),
        *(f"tags:within {tags}" for tags in AROUND_TAGS),
        *(f"classes:{kind} {level} up" for level in range(4) for kind in CLASS_WORDS),
        *(f"classes:{kind} anywhere" for kind in CLASS_WORDS),
    ]
    containers = ["window", *(f"container {level}" for level in range(1, CONTAINER_LEVELS + 1))]
    names += [
        f"{_CONTAINER_GROUP.get(figure, 'containers')}:{figure} of {of}"
        for figure in _CONTAINER
        for of in containers
    ]
    for step in _STEPS:
        names += [f"neighbours:{name.split(':')[1]} {step:+d}" for name in _BESIDE]
        names += [f"neighbours:same {what} {step:+d}" for what in ("window", "tag", "parent")]
    names += [f"neighbours:{figure} of {reach} {side}" for reach, side in _REACHES for figure in _NEARBY]
    names += ["place:lines before", "place:characters before", "place:good lines before"]
    names += [f"title:{name}" for name in _TITLE_PLACE]
    for head in ("related", "comment", "copyright"):
        names += [
            f"heads:{head} {where}"
            for where in ("before", "ahead", "before in parent", "before in grandparent")
        ]
    names += [
        f"likes:{name}" for name in ("repeated", "count", "length", "link share", "good share", "share")
    ]
    names += [
        f"page:{name}" for name in ("characters", "link share", "good lines", "lines", "comments", "stops")
    ]
    return names


class _Sums:
    """Sums of figures over any range of lines, from sums over all beginnings."""

    def __init__(self, rows: NDArray[Any]) -> None:
        self._until = np.zeros((len(rows) + 1, rows.shape[1]))
        np.cumsum(rows, axis=0, out=self._until[1:])
        self.total = self._until[-1]

    def between(self, first: Ints, end: Ints) -> Floats:
        """Sums of each figure from line `first` to before line `end`; the figure is the last axis."""
        return self._until[end] - self._until[first]

    def until(self, column: int) -> Floats:
        """Sums over all beginnings of one figure: one entry more than there are lines."""
        return self._until[:, column]


def _codes(text: str) -> NDArray[np.uint32]:
    """One code a character; characters beyond the first plane count as its last one."""
    codes: NDArray[np.uint32] = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    return np.asarray(np.minimum(codes, 0xFFFF))


def _title_pairs(title: str, codes: NDArray[np.uint32], starts: Ints) -> tuple[Floats, int]:
    """For each line how many pairs of neighbouring characters the title has too; and the title's pairs."""
    own = _codes(title)
    kinds = _CHARACTER_CLASS[own]
    wordly = (kinds >= HAN) & (kinds <= LATIN)
    pairs = set((own[:-1] << 16 | own[1:])[wordly[:-1] & wordly[1:]].tolist())
    hits = np.zeros(len(starts))
    if pairs:
        in_title = np.zeros(1 << 16, dtype=bool)
        in_title[own] = True
        known = in_title[codes]
        at = np.flatnonzero(known[:-1] & known[1:])
        found = [pair in pairs for pair in (codes[at] << 16 | codes[at + 1]).tolist()]
        np.add.at(hits, np.searchsorted(starts, at[found], "right") - 1, 1)
    return hits, len(pairs)


def _class_bits(document: Document) -> list[int]:
    tree = document.tree
    known: dict[str, int] = {}
    bits = [0] * len(tree.nodes)
    for number, node in enumerate(tree.nodes):
        if number and tree.end_lines[number] > tree.first_lines[number]:
            attributes = node.attributes
            identifiers = f"{attributes.get('class')} {attributes.get('id')}"
            if identifiers not in known:
                known[identifiers] = class_bits(identifiers)
            bits[number] = known[identifiers]
    return bits


def _inherited(parents: list[int], tag_ids: list[int], bits: list[int]) -> tuple[Ints, Ints]:
    """For each element the tags and class words of itself and all around it, as bits."""
    tags, classes = [0] * len(parents), [0] * len(parents)
    for number, parent in enumerate(parents):
        tags[number] = tags[parent] | AROUND_TAG.get(tag_ids[number], 0)
        classes[number] = classes[parent] | bits[number]
    return np.array(tags), np.array(classes)


_CONTAINER = (
    *("length", "share", "link share", "stops", "mark rate", "good lines", "good share", "lines"),
    *("title hits", "phrases a line"),
)
_CONTAINER_GROUP = {"title hits": "title", "link share": "links", "mark rate": "marks", "stops": "marks"}


def _containers(sums: _Sums, first: Ints, end: Ints, free_total: float) -> list[Floats]:
    inside = sums.between(first, end)
    characters, links, stops, commas, good, hits, boiler = np.moveaxis(inside, -1, 0)
    lines = np.maximum(end - first, 1)
    some = np.maximum(characters, 1)
    figures = (
        *(np.log1p(characters), (characters - links) / free_total, links / some, np.log1p(stops)),
        *((stops + commas) / some, np.log1p(good), good / lines, np.log1p(end - first)),
        *(np.log1p(hits), boiler / lines),
    )
    return [row for figure in figures for row in figure]


_BESIDE = (
    *("text:length", "links:share", "marks:stops", "marks:comma rate", "title:likeness"),
    *(
        "phrases:related",
        "phrases:comment",
        "phrases:byline",
        "phrases:copyright",
        "phrases:date",
        "marks:good",
    ),
)
_STEPS = (-1, 1, -2, 2)


def _neighbours(beside: NDArray[Any], window: Ints, groups: Ints, parent: Ints) -> list[NDArray[Any]]:
    columns: list[NDArray[Any]] = []
    places = np.arange(len(window))
    for step in _STEPS:
        other = np.clip(places + step, 0, len(window) - 1)
        columns += list(beside[other].T)
        columns += [window[other] == window, groups[other] == groups, parent[other] == parent]
    return columns


_NEARBY = ("link share", "good lines", "length", "phrases")
_REACHES = tuple((reach, side) for reach in (4, 10) for side in ("before", "after"))


def _nearby(sums: _Sums, count: int) -> list[Floats]:
    places = np.arange(count)
    columns: list[Floats] = []
    for reach, side in _REACHES:
        if side == "before":
            inside = sums.between(np.maximum(places - reach, 0), places)
        else:
            inside = sums.between(places + 1, np.minimum(places + reach + 1, count))
        characters, links, _, _, good, _, boiler = inside.T
        columns += [links / np.maximum(characters, 1), good / reach, np.log1p(characters), boiler / reach]
    return columns


def _place(sums: _Sums, count: int) -> list[Floats]:
    return [
        np.arange(count) / max(1, count - 1),
        sums.until(0)[:-1] / max(1.0, sums.total[0]),
        sums.until(4)[:-1] / max(1.0, sums.total[4]),
    ]


_TITLE_PLACE = (
    *("heading found", "after heading", "before heading", "lines from heading", "text from heading"),
    *("share from heading", "levels to heading", "share with heading", "link share with heading"),
)


def _title_place(
    document: Document, sums: _Sums, heading: int, element: int, free_total: float
) -> list[NDArray[Any]]:
    """Where each line stands relative to the heading, and the smallest container that holds both."""
    tree = document.tree
    count = len(tree.lines)
    if heading < 0:
        return [np.zeros(count)] * len(_TITLE_PLACE)
    away = np.arange(count) - heading
    free = sums.until(0) - sums.until(1)
    between = np.maximum(0, np.where(away > 0, free[:-1] - free[heading + 1], free[heading] - free[1:]))
    levels, shares, links = np.full(count, 12.0), np.zeros(count), np.zeros(count)
    level = 0
    # From the inside out, each container claims the lines that no smaller one holds.
    low = high = heading
    while True:
        first, end = tree.first_lines[element], tree.end_lines[element]
        characters, linked = sums.between(np.array(first), np.array(end))[:2]
        for claimed in (slice(first, low), slice(high, end)):
            levels[claimed] = min(level, 12)
            shares[claimed] = (characters - linked) / free_total
            links[claimed] = linked / max(1.0, characters)
        low, high = min(low, first), max(high, end)
        if element == 0:
            break
        element = tree.parents[element]
        level += 1
    return [
        *(np.ones(count), away > 0, away < 0, np.sign(away) * np.log1p(np.abs(away))),
        *(np.log1p(between), between / free_total, levels, shares, links),
    ]


def _heads(
    phrases: Floats, lengths: Ints, stops: Ints, heading: int, first: Ints, levels: list[Ints]
) -> list[Floats]:
    """How many heads of related links, of comments, and copyright lines stand before and after each line."""
    kinds = list(PHRASES)
    short = (lengths <= 14) & (stops == 0)
    columns: list[Floats] = []
    for found in (
        (phrases[kinds.index("related")] > 0) & short,
        (phrases[kinds.index("comment")] > 0) & short,
        phrases[kinds.index("copyright")] > 0,
    ):
        until = np.concatenate([[0.0], np.cumsum(found)])
        since = until[max(heading, 0)]
        columns += [
            np.clip(until[:-1] - since, 0, 3),
            np.minimum(3, until[-1] - until[1:]),
            np.minimum(3, until[:-1] - until[first[levels[1]]]),
            np.minimum(3, until[:-1] - until[first[levels[2]]]),
        ]
    return columns


def _likes(
    texts: list[str],
    tag_ids: list[int],
    elements: list[int],
    parents: list[int],
    lengths: Ints,
    links: Ints,
    good: Floats,
    free_total: float,
) -> list[NDArray[Any]]:
    """What the lines with the same three tags around them have in common."""
    numbers: dict[tuple[int, int, int], int] = {}
    like = np.array(
        [
            numbers.setdefault(
                (tag_ids[number], tag_ids[parents[number]], tag_ids[parents[parents[number]]]), len(numbers)
            )
            for number in elements
        ]
    )
    times = Counter(texts)
    count = np.bincount(like)
    characters, linked = np.bincount(like, lengths), np.bincount(like, links)
    return [
        np.array([times[text] > 1 for text in texts]),
        np.log1p(count)[like],
        np.log1p(characters / count)[like],
        (linked / np.maximum(characters, 1))[like],
        (np.bincount(like, good) / count)[like],
        ((characters - linked) / free_total)[like],
    ]
