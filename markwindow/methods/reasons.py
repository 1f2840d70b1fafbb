"""The default method's decisions in words that a user understands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from markwindow.document import Document
from markwindow.evidence.lexicon import PHRASES
from markwindow.evidence.lines import Lines
from markwindow.evidence.surroundings import Floats
from markwindow.evidence.trimming import (
    AFTER_END,
    BEFORE_HEADING,
    BYLINE,
    CAPTION,
    FURNITURE_LINE,
    LATER_POST,
    TITLE,
)
from markwindow.kind_odds import PageKind
from markwindow.relevance import distance
from markwindow.windows import line_ranges

_TRIMMED = {
    AFTER_END: "below a head of related links or comments, share buttons, or what the site says of rights",
    TITLE: "the page's title again",
    BEFORE_HEADING: "before the article's heading",
    BYLINE: "a line about date, source or editor",
    CAPTION: "the caption of a picture",
    LATER_POST: "after the thread's first post, which alone was asked for",
    FURNITURE_LINE: "a line of the page's furniture (share, editor, print, copyright …)",
}
_COMMENT, _COPYRIGHT = (list(PHRASES).index(kind) for kind in ("comment", "copyright"))


@dataclass(frozen=True, slots=True)
class Decision:
    """All that the default method decided; arrays have one entry a line."""

    lines: Lines
    probability: Floats
    """Of being main text, by the model that decided."""
    threshold: float
    thread: float
    """The probability that the page is a thread."""
    region: tuple[int, int] | None
    """The article's first line and the one after its last; None for a thread or without candidates."""
    trimmed: NDArray[np.int64]
    """Why a rule took the line out, or KEEP."""
    kept: NDArray[np.bool_]
    comments: NDArray[np.bool_] | None = None
    """Which lines were kept as readers' comments, where these were asked for."""
    page: PageKind | None = None
    """The kind of a page that is neither an article nor a thread; else None."""


def window_reasons(document: Document, decision: Decision) -> list[str]:
    """For each window why it, or which part of it, was kept or dropped."""
    ranges = line_ranges(document.windows)
    return [
        _reason(document, words, decision, start, end)
        for words, (start, end) in zip(document.window_words, ranges, strict=True)
    ]


def _reason(document: Document, words: list[str], decision: Decision, start: int, end: int) -> str:
    kept = decision.kept[start:end]
    if decision.page is not None:
        what = f"the page is of the kind {decision.page.kind} ({decision.page.reasons[0]})"
        return f"kept: title of a thread; {what}" if kept.any() else f"dropped: {what}"
    probability = decision.probability[start:end]
    told = [_title_told(document, words)]
    if kept.any():
        # Without a region, only a thread keeps anything.
        if decision.region is None:
            told.append(f"in a thread (probability {decision.thread:.2f}), where every post counts")
        elif decision.comments is not None and decision.comments[start:end].any():
            told.append("a comment of a reader, as asked for")
        else:
            told.append("inside the article's region")
            if decision.kept[:start].any() and decision.kept[end:].any():
                told.append("between kept windows")
        some = "kept" if kept.all() else f"kept {int(kept.sum())} of {len(kept)} lines"
        return f"{some}: {', '.join(filter(None, told))}; probability {probability[kept].max():.2f}"
    return f"dropped: {', '.join(_against(decision, start, end))}; probability {probability.max():.2f}"


def _title_told(document: Document, words: list[str]) -> str:
    if not words or not document.title_words:
        return ""
    edits = distance(document.title_words, words)
    return f"title-relevant (distance {edits} of {len(words)} words)" if edits < len(words) else ""


def _against(decision: Decision, start: int, end: int) -> list[str]:
    told = []
    region = decision.region
    if region is not None and (end <= region[0] or start >= region[1]):
        told.append(f"{'before' if end <= region[0] else 'after'} the article's region")
    trimmed = int(decision.trimmed[start:end].max())
    if trimmed:
        told.append(_TRIMMED[trimmed])
    lines = decision.lines
    share = lines.links[start:end].sum() / lines.lengths[start:end].sum()
    if share >= 0.5:
        told.append(f"{share:.0%} link text")
    if lines.in_comment[start:end].any():
        told.append("in a container of comments")
    if lines.phrases[_COPYRIGHT, start:end].any():
        told.append("speaks of copyright or licences")
    elif not lines.stops[start:end].any() and lines.lengths[start:end].max() < 20:
        told.append("short, without a sentence mark")
    return told or ["less like main text than its surroundings"]
