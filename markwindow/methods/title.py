"""Tag windows kept by title relevance (基于标记窗): the published rule, exactly.

A window is kept when the Levenshtein distance between the title's words and its own is smaller than its
number of words. Function words are no words. Nothing else takes over when no window passes.
"""

from __future__ import annotations

from markwindow.document import Document
from markwindow.relevance import TitleRule, distance
from markwindow.windows import left_out


class TitleMethod:
    """Keeps the windows that are about the title."""

    name = "title"

    def keep(self, document: Document, policy: str) -> list[bool]:
        """All lines of the windows that pass; the rule has no parameter, so `policy` changes nothing."""
        compared = [window.compared for window in document.windows]
        relevant = TitleRule(document.title_words, document.words).are_relevant(compared)
        kept: list[bool] = []
        for window, text, is_relevant in zip(document.windows, compared, relevant, strict=True):
            keep = is_relevant and not left_out(window.text, text)
            kept.extend([keep] * len(window.lines))
        return kept

    def reasons(self, document: Document, policy: str, kept: list[bool]) -> list[str]:
        """The filter that left a window out, or its distance beside its length."""
        return [
            self._reason(document, left_out(window.text, window.compared), words)
            for window, words in zip(document.windows, document.window_words, strict=True)
        ]

    def nothing_kept(self, document: Document, policy: str) -> str:
        """What is missing: a title, its words, or a window near it."""
        if not document.title.text:
            return "the page has no title to compare with; give one with title="
        if not document.title_words:
            return f"the title “{document.title.text}” holds only function words; give another with title="
        return f"no window is close enough to the title “{document.title.text}”"

    def _reason(self, document: Document, filtered: str, words: list[str]) -> str:
        if filtered:
            return f"left out: {filtered}"
        if not words:
            return "left out: no word but function words"
        if not document.title_words:
            return "dropped: there is no title to compare with"
        edits = distance(document.title_words, words)
        told = f"distance {edits} of {len(words)} words"
        return f"title-relevant: {told}" if edits < len(words) else f"not about the title: {told}"
