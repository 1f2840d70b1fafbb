"""Is the page a thread, in which every post counts, or an article, which lies in one region?"""

from __future__ import annotations

import numpy as np

from markwindow.evidence.lexicon import FORUM_TITLE, PHRASES
from markwindow.evidence.lines import Lines
from markwindow.evidence.surroundings import Floats

_COMMENT = list(PHRASES).index("comment")


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
