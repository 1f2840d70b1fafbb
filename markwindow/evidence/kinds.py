"""Is the page a thread, in which every post counts, or an article, which lies in one region?

And do its sentences run on as in no list?
"""

from __future__ import annotations

import numpy as np

from markwindow.evidence.lexicon import (
    COMMENTS_HEAD,
    COMMENTS_ON,
    COMMENTS_ON_LENGTH,
    END_HEAD_LENGTH,
    FORUM_TITLE,
    PHRASES,
)
from markwindow.evidence.lines import Lines
from markwindow.evidence.surroundings import Floats
from markwindow.lists import BESIDE_TITLE, LEAST_TITLE
from markwindow.tree import Line

_COMMENT = list(PHRASES).index("comment")
LONG_RUN = 350
"""Characters of sentences between two titles: abstracts are shorter. In round numbers."""
_TEXT_ABOVE = 60
"""Characters of lines with sentence marks, between the title and the comments' head."""
_VERSE_ABOVE = 150
"""The same of all that is not linked: verse has no marks."""


def thread_figures(lines: Lines, title: str) -> Floats:
    """One row: the figures of a page by which threads are known."""
    comments, count = lines.phrases[_COMMENT], len(lines.lengths)
    heads = (comments > 0) & (lines.lengths <= 14) & (lines.stops == 0)
    good = (lines.stops + lines.commas > 0) & (lines.links < 0.5 * lines.lengths) & (lines.lengths >= 10)
    return np.array(
        [
            [
                *(np.log1p(comments.sum()), comments.sum() / count),
                *(lines.dates.sum() / count, np.log1p(lines.dates.sum())),
                *(len(FORUM_TITLE.findall(title)), lines.in_comment.mean()),
                *(min(3, heads.sum()), np.log1p(good.sum())),
            ]
        ]
    )


THREAD_FIGURES = 8
"""The columns of `thread_figures`."""


def comments_follow(lines: Lines, texts: list[Line]) -> bool:
    """Whether one head of readers' comments stands under a text, so that the page is no thread.

    A thread has no such head, or one for every post.
    """
    short = np.flatnonzero((lines.lengths <= END_HEAD_LENGTH) & (lines.phrases[_COMMENT] > 0))
    found = [place for place in short.tolist() if COMMENTS_HEAD.fullmatch(texts[place].text)]
    longer = np.flatnonzero(lines.lengths <= COMMENTS_ON_LENGTH)
    found += [place for place in longer.tolist() if COMMENTS_ON.fullmatch(texts[place].text)]
    if len(found) != 1:
        return False
    above = slice(max(lines.heading, 0), found[0])
    marked = (lines.lengths * (lines.stops + lines.commas > 0))[above].sum()
    unlinked = (lines.lengths - lines.links)[above].sum()
    return bool(marked >= _TEXT_ABOVE or unlinked >= _VERSE_ABOVE)


def longest_run(lines: Lines) -> int:
    """Characters of sentences outside links between two lines that may be linked titles of other pages.

    Abstracts in lists stand between the titles; an article is not interrupted by any. This is asked of every
    page, so it is rough and takes few array operations.
    """
    lengths, links = lines.lengths, lines.links
    title = (2 * links >= lengths - BESIDE_TITLE) & (links >= LEAST_TITLE)
    until = np.cumsum(lengths * ((lines.stops > 0) & (2 * links < lengths)))
    return int(np.diff(until[title], prepend=0, append=until[-1]).max())
