"""Evidence about each line: its text, its neighbours, its containers, its place relative to the title.

All is figured for all lines of a page at once. A *figure* is one number a line; its name is ``group:name``,
and the groups are what ablations leave out.
"""

from __future__ import annotations

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
from markwindow.evidence.surroundings import (
    BESIDE,
    CONTAINER,
    CONTAINER_GROUPS,
    CONTAINER_LEVELS,
    NEARBY,
    REACHES,
    STEPS,
    TITLE_PLACE,
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
from markwindow.title import clean_title

HAN, DIGIT, LATIN, STOP, COMMA, SEPARATOR, BLANK = range(1, 8)
_HEADING, _SUBHEADING, _OTHER_TAG = 3, 4, 8
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
    sums = Sums(np.column_stack([lengths, links, stops, commas, good, hits, boiler]))
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
    columns += containers(
        sums,
        np.stack([window_starts, *(first[level] for level in levels[1:])]),
        np.stack([window_ends, *(end[level] for level in levels[1:])]),
        free_total,
    )
    names = list(text)
    beside = [columns[names.index(name)] for name in BESIDE if name != "marks:good"] + [good]
    columns += neighbours(np.column_stack(beside), window, groups, parents[element])
    columns += nearby(sums, count)
    columns += place(sums, count)
    columns += title_place(document, sums, heading, int(element[best]), free_total)
    columns += heads(phrases, lengths, stops, heading, first, levels)
    columns += likes(texts, tag_ids, element.tolist(), tree.parents, lengths, links, good, free_total)
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
    return names


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
