"""What the default method gives on pages that are neither an article nor a thread.

Of a forum's index the titles of the threads; of lists, front pages, notices and shells nothing, with the
reason. Most pages are passed at once: where sentences run on between two titles, there is an article.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import compress

import numpy as np

from markwindow.document import Document
from markwindow.evidence.kinds import LONG_RUN, longest_run
from markwindow.evidence.lines import Lines
from markwindow.kind_odds import PageKind
from markwindow.listing import main_list
from markwindow.lists import LEAST_TITLE, find_lists
from markwindow.methods.reasons import Decision

_FEW_TITLES = 5
_LABEL = 3
_MASTHEAD = 12
"""Characters of a site's name above frames, or of labels."""
_LONG = 800
"""Characters of a page that is more than a notice."""
_STORY = 100
"""Characters kept outside links: with so many, the page must be of another kind beyond doubt."""
_LIKELY, _BEYOND_DOUBT = 0.7, 0.97

_WHY = {
    "index": "the index of a forum, without titles of threads",
    "list": "a list of other pages and no article (Page.entries has them)",
    "home": "a front page and no article (Page.entries has what it links to)",
    "blocked": "a notice in place of the page",
    "shell": "the page's text is brought by scripts or frames: render it first",
    "empty": "nothing to read on the page",
}


def other_kind(document: Document, decision: Decision) -> PageKind | None:
    """The kind of a page that is not what was decided on, article or thread; None if it is, or in doubt."""
    lines = decision.lines
    if _is_surely_article(lines):
        return None
    # Most pages need none of the words of kinds.
    from markwindow.page_kinds import judge

    page = judge(document, lines, decision.thread)
    if page.kind in ("article", "forum"):
        # Threads that the page model did not know, by the floors of their posts.
        return page if page.kind == "forum" and decision.region is not None else None
    if page.kind in ("shell", "empty") and not _says_so(document, decision):
        return None
    unlinked = decision.kept & (2 * lines.links < lines.lengths)
    # The abstracts on a forum's index are long enough for a story.
    is_story = page.kind != "index" and lines.lengths[unlinked].sum() >= _STORY
    # How sure it is that there is no article, not which of the other kinds it is.
    sure = 1 - page.probabilities["article"] - page.probabilities["forum"]
    return page if sure >= (_BEYOND_DOUBT if is_story else _LIKELY) else None


def _is_surely_article(lines: Lines) -> bool:
    """Whether sentences run on between two lines that may be linked titles, or such lines are few."""
    if longest_run(lines) >= LONG_RUN:
        return True
    return bool(np.count_nonzero(lines.links >= LEAST_TITLE) < _FEW_TITLES and lines.lengths.sum() >= _LONG)


def settle(document: Document, decision: Decision, page: PageKind) -> Decision:
    """What is kept of a page of such a kind: the titles of an index, of others nothing."""
    kept = np.zeros(len(document.lines), dtype=bool)
    if page.kind == "index":
        for one in main_list(find_lists(document.tree), document.tree):
            kept[[item.title for item in one.items]] = True
    return replace(decision, kept=kept, page=page)


def _says_so(document: Document, decision: Decision) -> bool:
    """Whether the kept lines are hardly more than notices that the page is loading or empty."""
    kept = [line.text for line in compress(document.lines, decision.kept)]
    if sum(map(len, kept)) <= _MASTHEAD and not any(decision.lines.stops[decision.kept]):
        return True
    return 2 * sum(len(text) for text in kept if _is_no_text(text)) >= sum(map(len, kept))


def _is_no_text(text: str) -> bool:
    from markwindow.kind_words import BARE, CONTACT, LOADING, NOTHING, REDIRECTING, UNFILLED

    patterns = (LOADING, NOTHING, UNFILLED, REDIRECTING, CONTACT)
    if sum(map(str.isalpha, text)) < _LABEL or BARE.fullmatch(text):
        return True
    return any(pattern.search(text) for pattern in patterns)


def why_nothing(page: PageKind) -> str:
    """Why nothing was kept of a page of such a kind, in one sentence."""
    return f"{_WHY[page.kind]}: {page.reasons[0]}"
