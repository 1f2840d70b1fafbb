"""What never belongs to an article's text, whatever the models think: the rules are few and each is told.

They look at the lines and at what is likely main text, never at the policy's threshold, so that a stricter
policy always keeps a part of what a more lenient one keeps.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import create_tag

from markwindow.evidence.lexicon import (
    BYLINE_HEAD,
    BYLINE_LENGTH,
    COMMENTS_HEAD,
    DECLARATION,
    END_HEAD,
    END_HEAD_LENGTH,
    FURNITURE,
    FURNITURE_LENGTH,
    LINE_TAGS,
    PHRASES,
    SITE_SPEAKS,
)
from markwindow.evidence.lines import Lines, linked_headings
from markwindow.evidence.surroundings import Floats
from markwindow.tree import Line

KEEP, AFTER_END, TITLE, BEFORE_HEADING, BYLINE, FURNITURE_LINE, CAPTION, LATER_POST = range(8)

_BYLINE, _COMMENT, _COPYRIGHT, _DISCLAIMER = (
    list(PHRASES).index(kind) for kind in ("byline", "comment", "copyright", "disclaimer")
)
_NO_TEXT = [_COPYRIGHT, _DISCLAIMER]
# An article has begun once this many characters of it stand before.
_BEGUN = 60
# So many headings that are links lead to other pages; one may be an article's own.
_STREAM = 3
# What looks like a head of related links is a subheading where paragraphs follow within so many characters.
_SHORT_BOX = 30
_MOST_BOXES = 8
_TITLE_LIKENESS = 0.7
_ALIKE = 0.4
_HEADING = LINE_TAGS.index("h1 h2 h3")
# Text above the heading that outweighs this share of the region is no preamble: the heading was another.
_PREAMBLE = 0.2
_LONGEST_BYLINE = 45
_FIRST_PARAGRAPH = 12
_FIGCAPTION = create_tag("figcaption").tag_id
# A container with fewer lines than these is but the head of the comments.
_MORE_THAN_A_HEAD = 4


def trim_article(
    lines: Lines, texts: list[Line], probability: Floats, first: int, end: int, *, captions: bool
) -> NDArray[np.int64]:
    """For each line of the region why it goes, or `KEEP`; `captions`: whether pictures' captions stay."""
    verdict = np.full(end - first, KEEP)
    inside = slice(first, end)
    lengths, stops = lines.lengths[inside], lines.stops[inside]
    likely = probability[inside] > 0.5
    weight = np.cumsum(lengths * likely)
    byline = lines.phrases[_BYLINE, inside] > 0
    paragraph = np.flatnonzero(likely & (lengths >= _FIRST_PARAGRAPH) & (stops > 0))
    if len(paragraph):
        places = np.arange(end - first)
        short = (lengths < _LONGEST_BYLINE) & (stops == 0)
        dated = lines.dates[inside] > 0
        verdict[(byline | dated) & short & (places < paragraph[0])] = BYLINE
        above = dated & (stops == 0) & (lengths < BYLINE_LENGTH) & (places < paragraph[0])
        for place in np.flatnonzero(above).tolist():
            if BYLINE_HEAD.match(texts[first + place].text):
                verdict[place] = BYLINE
        verdict[byline & (lengths < _LONGEST_BYLINE - 5) & (places > paragraph[-1])] = BYLINE
        verdict[_site_speaks(texts[first:end], paragraph.tolist()) :] = AFTER_END
    verdict[_furniture(lines, texts, first, end)] = FURNITURE_LINE
    for place in np.flatnonzero((lines.phrases[_DISCLAIMER, inside] > 0) & (weight >= _BEGUN)).tolist():
        if DECLARATION.match(texts[first + place].text):
            verdict[place] = FURNITURE_LINE
    if not captions:
        verdict[_in_captions(lines, first, end)] = CAPTION
    heading = _first_heading(lines, first, end) - first
    if (
        0 <= heading < end - first
        and weight[heading] - lengths[heading] * likely[heading] < _PREAMBLE * weight[-1]
    ):
        verdict[:heading] = BEFORE_HEADING
        verdict[heading] = TITLE
    verdict[lines.likeness[inside] > _TITLE_LIKENESS] = TITLE
    boxes = 0
    for place in np.flatnonzero((lengths <= END_HEAD_LENGTH) & (weight >= _BEGUN)).tolist():
        if verdict[place] != AFTER_END and END_HEAD.fullmatch(texts[first + place].text):
            boxes += 1
            # Each look at what follows takes time in proportion to the region: no article has so many boxes.
            resumed = (
                end if boxes > _MOST_BOXES else _resumed(lines, texts, probability, first, first + place, end)
            )
            verdict[place : resumed - first] = AFTER_END
    teasers = np.flatnonzero(linked_headings(lines)[inside] & (weight >= _BEGUN))
    if len(teasers) >= _STREAM:
        verdict[teasers[0] :] = AFTER_END
    return verdict


def trim_thread(lines: Lines, texts: list[Line]) -> NDArray[np.int64]:
    """For each line of a thread why it goes, or `KEEP`."""
    verdict = np.full(len(texts), KEEP)
    verdict[_furniture(lines, texts, 0, len(texts))] = FURNITURE_LINE
    # A first post may repeat the title on purpose; a heading of it is no post.
    verdict[(lines.likeness > _TITLE_LIKENESS) & (lines.stops == 0)] = TITLE
    return verdict


def _first_heading(lines: Lines, first: int, end: int) -> int:
    """The first heading of the range that is like the title, where the most alike stands below it."""
    in_heading = lines.groups[first:end] == _HEADING
    alike = np.flatnonzero(in_heading & (lines.likeness[first:end] > _ALIKE))
    return min(lines.heading, first + int(alike[0])) if len(alike) else lines.heading


def _site_speaks(texts: list[Line], paragraphs: list[int]) -> int:
    """Where below the article the site begins to speak of rights and opinions; else the number of lines.

    `paragraphs`: the lines that may be paragraphs of the article.
    """
    place = len(texts)
    last = next((n for n in reversed(paragraphs) if not SITE_SPEAKS.search(texts[n].text)), place)
    for number in range(len(texts) - 1, last, -1):
        if SITE_SPEAKS.search(texts[number].text):
            place = number
    return place


def begins_after_end(
    lines: Lines, texts: list[Line], probability: Floats, starts: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Which candidates begin after a head of related links or comments that stands under a text."""
    if lines.heading < 0:
        return np.zeros(len(starts), dtype=bool)
    below = lines.heading + 1
    text = (probability > 0.5) & (lines.stops > 0) & (lines.links < 0.5 * lines.lengths)
    weight = np.cumsum((lines.lengths * text)[below:])
    for place in np.flatnonzero((lines.lengths[below:] <= END_HEAD_LENGTH) & (weight >= _BEGUN)).tolist():
        if END_HEAD.fullmatch(texts[below + place].text):
            return np.asarray(starts >= below + place)
    return np.zeros(len(starts), dtype=bool)


def _resumed(lines: Lines, texts: list[Line], probability: Floats, first: int, head: int, end: int) -> int:
    """Where the article runs on after a box of links in its midst, whose head is given; `end` if it does not.

    It runs on in paragraphs of the same tag in the same container as those before the box.
    """
    if lines.phrases[_COMMENT, head]:
        return end
    paragraphs = (probability > 0.5) & (lines.lengths >= _FIRST_PARAGRAPH) & (lines.stops > 0)
    paragraphs &= (lines.links < 0.5 * lines.lengths) & ~lines.phrases[_NO_TEXT].any(axis=0)
    before = np.flatnonzero(paragraphs[first:head])
    after = np.flatnonzero(paragraphs[head:end])
    if not len(before):
        return end

    def place_of(number: int) -> tuple[int, int]:
        element = texts[number].element
        return int(lines.elements.parents[element]), int(lines.elements.tags[element])

    resumed = [
        head + step for step in after.tolist() if place_of(head + step) == place_of(first + int(before[-1]))
    ]
    if not resumed or lines.lengths[resumed].sum() < _BEGUN:
        return end
    box = slice(head + 1, resumed[0])
    length = int(lines.lengths[box].sum())
    return resumed[0] if length < _SHORT_BOX or 2 * lines.links[box].sum() > length else end


def _furniture(lines: Lines, texts: list[Line], first: int, end: int) -> list[int]:
    """The short lines of the range that begin with what pages put around texts, counted from `first`."""
    short = (lines.lengths[first:end] <= FURNITURE_LENGTH) & (lines.stops[first:end] <= 1)
    return [place for place in np.flatnonzero(short).tolist() if FURNITURE.match(texts[first + place].text)]


def _in_captions(lines: Lines, first: int, end: int) -> NDArray[np.bool_]:
    """Which lines of the range stand in a picture's marked caption."""
    elements = lines.elements
    found = np.zeros(end - first, dtype=bool)
    for number in np.flatnonzero(elements.tags == _FIGCAPTION).tolist():
        found[max(0, int(elements.first[number]) - first) : max(0, int(elements.end[number]) - first)] = True
    return found


def comment_lines(lines: Lines, texts: list[Line], article_end: int) -> NDArray[np.bool_]:
    """Which lines under an article lie among its readers' comments."""
    elements = lines.elements
    among: NDArray[np.bool_] = lines.in_comment.copy()
    short = np.flatnonzero(lines.lengths <= END_HEAD_LENGTH)
    for place in short[short >= article_end].tolist():
        if COMMENTS_HEAD.fullmatch(texts[place].text):
            # The smallest container that holds more than the head.
            number = texts[place].element
            while number and elements.end[number] - elements.first[number] < _MORE_THAN_A_HEAD:
                number = int(elements.parents[number])
            among[place + 1 : int(elements.end[number])] = True
            break
    among[:article_end] = False
    return among
