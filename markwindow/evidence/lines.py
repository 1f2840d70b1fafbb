"""Evidence about each line: its text, its neighbours, its containers, its place relative to the title.

All is figured for all lines of a page at once. A *figure* is one number a line; its name is ``group:name``,
and the groups are what ablations leave out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from markwindow.document import Document
from markwindow.evidence.elements import Elements, read_elements
from markwindow.evidence.lexicon import AROUND_TAGS, CLASS_WORDS, DATE, LINE_TAGS, PHRASE, PHRASES
from markwindow.evidence.surroundings import (
    BESIDE,
    CONTAINER,
    CONTAINER_GROUPS,
    CONTAINER_LEVELS,
    NEARBY,
    REACHES,
    STEPS,
    TITLE_PLACE,
    Figures,
    Floats,
    Ints,
    Sums,
    containers,
    heads,
    likes,
    nearby,
    neighbours,
    place,
    title_place,
)

HAN, DIGIT, LATIN, STOP, COMMA, SEPARATOR, BLANK = range(1, 8)
_CLASSES = 8
_HEADING, _SUBHEADING = 3, 4
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
_ENDS_SENTENCE = _CHARACTER_CLASS == STOP
_ENDS_SENTENCE[[ord(mark) for mark in "”」）："]] = True


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a page in figures; arrays have one entry a line unless they say otherwise."""

    figures: Figures
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
    fellows: Ints
    """The same number for lines in the same three tags whose own classes speak of the same."""
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
    elements: Elements
    title_length: int


def read_lines(document: Document) -> Lines:
    """Figure the evidence for every line of a document that has lines."""
    tree = document.tree
    count = len(tree.lines)
    texts = [line.text for line in tree.lines]
    lengths = np.array([len(text) for text in texts])
    links = np.array([line.link_characters for line in tree.lines])
    element = np.array([line.element for line in tree.lines])
    strong = np.array([line.strong for line in tree.lines])
    window = np.array([line.window for line in tree.lines])
    joined = "\n".join(texts) + "\n"
    codes = _codes(joined)
    ends = np.cumsum(lengths + 1)
    starts = ends - lengths - 1
    line_at = np.repeat(np.arange(0, count * _CLASSES, _CLASSES), lengths + 1)
    by_class = np.bincount(line_at + _CHARACTER_CLASS[codes], minlength=count * _CLASSES)
    by_class = by_class.reshape(count, _CLASSES).T
    stops, commas = by_class[STOP], by_class[COMMA]
    cleaned = document.clean_title
    hits, pairs = _title_pairs(cleaned, codes, starts)
    cover = np.minimum(1, hits / max(1, pairs))
    likeness = np.minimum(1, 2 * hits / (max(1, pairs) + np.maximum(lengths - 1, 1)))
    phrases, dates = _find_phrases(joined, starts)
    elements = read_elements(tree)
    groups, like = elements.groups[element], elements.like[element]
    link_share = links / lengths
    good = (stops + commas > 0) & (link_share < 0.5) & (lengths >= 10)
    sums = Sums(np.stack([lengths, links, stops, commas, good, hits, phrases.sum(axis=0)]))
    free_total = max(1.0, float(sums.total[0] - sums.total[1]))
    score = (
        likeness
        + 0.25 * (groups == _HEADING)
        + 0.1 * (groups == _SUBHEADING)
        + 0.1 * strong
        - 0.3 * link_share
    )
    best = int(np.argmax(score))
    heading = best if likeness[best] > 0.4 else -1

    table = np.empty((len(line_figure_names()), count), dtype=np.float32)
    own = table[: len(_OWN)]
    own[:4] = lengths, stops, commas, hits
    np.log1p(own[:4], out=own[:4])
    own[4:10] = by_class[_RATED]
    own[4:10] /= lengths
    own[10:18] = (
        *(cover, likeness, link_share, dates, lengths < 8),
        *(_ENDS_SENTENCE[codes[ends - 2]], strong, links > 0),
    )
    np.greater(likeness, 0.75, out=own[18])
    np.minimum(phrases, 2, out=own[19:])
    at = len(own)
    levels = [element]
    for _ in range(CONTAINER_LEVELS):
        levels.append(elements.parents[levels[-1]])
    in_levels = np.stack(levels)
    first, end = elements.first[in_levels], elements.end[in_levels]
    first[0], end[0] = np.searchsorted(window, window), np.searchsorted(window, window, "right")
    beside = np.concatenate([own[_BESIDE_ROWS], good[None]])
    # One column a line, and for classes one row a level and kind.
    own_classes = elements.class_bits[in_levels[:4]][:, None] >> _KIND_BITS & 1
    for block in (
        groups == _GROUP_NUMBERS,
        elements.tags_around[element] >> _AROUND_BITS & 1,
        own_classes.reshape(-1, count),
        elements.classes_around[element] >> _KIND_BITS & 1,
        containers(sums, first, end, free_total),
        neighbours(beside, np.stack([window, groups, in_levels[1]])),
        nearby(sums, count),
        place(sums, count),
        title_place(document, sums, heading, int(element[best]), free_total),
        heads(phrases, (lengths <= 14) & (stops == 0), heading, first[1], first[2]),
        likes(texts, like, sums, free_total),
        _page_figures(sums, count, phrases),
    ):
        table[at : at + len(block)] = block
        at += len(block)
    return Lines(
        figures=table.T,
        lengths=lengths,
        links=links,
        stops=stops,
        commas=commas,
        phrases=phrases,
        dates=dates,
        groups=groups,
        fellows=(like << _KINDS) + elements.class_bits[element],
        hits=hits,
        cover=cover,
        likeness=likeness,
        heading=heading,
        in_comment=elements.classes_around[element] >> 1 & 1 > 0,
        elements=elements,
        title_length=len(cleaned),
    )


def linked_headings(lines: Lines) -> NDArray[np.bool_]:
    """Which lines are headings that are links: a stream of them leads to other pages."""
    in_heading = (lines.groups == _HEADING) | (lines.groups == _SUBHEADING)
    return np.asarray(in_heading & (lines.links >= 0.8 * lines.lengths))


_OWN = (
    *("text:length", "marks:stops", "marks:commas", "title:hits", "marks:stop rate", "marks:comma rate"),
    *("text:digits", "text:latin", "text:han", "marks:separators", "title:cover", "title:likeness"),
    *("links:share", "phrases:date", "text:short", "marks:ends a sentence", "text:strong", "links:any"),
    *("title:is title", *(f"phrases:{kind}" for kind in PHRASES)),
)
_BESIDE_ROWS = [_OWN.index(name) for name in BESIDE if name in _OWN]
_RATED = [STOP, COMMA, DIGIT, LATIN, HAN, SEPARATOR]
_GROUP_NUMBERS = np.arange(len(LINE_TAGS))[:, None]
_AROUND_BITS = np.arange(len(AROUND_TAGS))[:, None]
_KIND_BITS = np.arange(_KINDS)[:, None]


@cache
def line_figure_names() -> tuple[str, ...]:
    """The name of every column of `Lines.figures`, as ``group:name``."""
    names = [
        *_OWN,
        *(f"tags:in {tags}" for tags in LINE_TAGS),
        *(f"tags:within {tags}" for tags in AROUND_TAGS),
        *(f"classes:{kind} {level} up" for level in range(4) for kind in CLASS_WORDS),
        *(f"classes:{kind} anywhere" for kind in CLASS_WORDS),
    ]
    containers = ["window", *(f"container {level}" for level in range(1, CONTAINER_LEVELS + 1))]
    names += [
        f"{CONTAINER_GROUPS.get(figure, 'containers')}:{figure} of {of}"
        for figure in CONTAINER
        for of in containers
    ]
    for step in STEPS:
        names += [f"neighbours:{name.split(':')[1]} {step:+d}" for name in BESIDE]
        names += [f"neighbours:same {what} {step:+d}" for what in ("window", "tag", "parent")]
    names += [f"neighbours:{figure} of {reach} {side}" for reach, side in REACHES for figure in NEARBY]
    names += ["place:lines before", "place:characters before", "place:good lines before"]
    names += [f"title:{name}" for name in TITLE_PLACE]
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
    return tuple(names)


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
    if not pairs:
        return np.zeros(len(starts)), 0
    in_title = np.zeros(1 << 16, dtype=bool)
    in_title[own] = True
    known = in_title[codes]
    at = np.flatnonzero(known[:-1] & known[1:])
    found = [pair in pairs for pair in (codes[at] << 16 | codes[at + 1]).tolist()]
    lines = np.searchsorted(starts, at[found], "right") - 1
    return np.bincount(lines, minlength=len(starts)).astype(np.float64), len(pairs)


def _find_phrases(joined: str, starts: Ints) -> tuple[Floats, Floats]:
    """How many phrases of each kind every line holds, and whether it holds a date."""
    count = len(starts)
    phrases, dates = np.zeros((len(PHRASES), count)), np.zeros(count)
    found = [((match.lastindex or 1) - 1, match.start()) for match in PHRASE.finditer(joined)]
    if found:
        kinds, places = np.array(found).T
        lines = np.searchsorted(starts, places, "right") - 1
        times = np.bincount(kinds * count + lines, minlength=phrases.size)
        phrases = times.reshape(len(PHRASES), count).astype(np.float64)
    places_of_dates = [match.start() for match in DATE.finditer(joined)]
    if places_of_dates:
        dates[np.searchsorted(starts, places_of_dates, "right") - 1] = 1
    return phrases, dates


def _page_figures(sums: Sums, count: int, phrases: Floats) -> Floats:
    """Figures of the whole page, the same for every line."""
    page = np.log1p([sums.total[0], 0.0, sums.total[4], count, phrases[4].sum(), sums.total[2]])
    page[1] = sums.total[1] / max(1, sums.total[0])
    return np.broadcast_to(page[:, None], (len(page), count))
