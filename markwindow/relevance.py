"""Title relevance: the published rule over words, exact, with the two shortcuts that decide most windows.

A window is relevant when ``levenshtein(title words, window words) < number of window words``. With t title
words and w window words:

* No word in common: the distance is max(t, w), so the window is dropped. Tokens joined are the text, so a
  window whose text holds none of the title words as a substring needs no segmentation at all.
* Title word i equal to window word j keeps the window if 0 ≤ j − i ≤ w − t: align that pair and pad both
  sides, and at most w − 1 edits remain. So it is enough to know that at least i words stand before the
  match and at least t − 1 − i after it, and only the runs around it are segmented.
"""

from __future__ import annotations

from rapidfuzz.distance import Levenshtein

from markwindow.words import Words


def distance(title_words: list[str], window_words: list[str]) -> int:
    """Levenshtein distance over words."""
    return Levenshtein.distance(title_words, window_words)


class TitleRule:
    """Decides windows against one title."""

    def __init__(self, title_words: list[str], words: Words) -> None:
        self._title_words = title_words
        self._words = words
        self._places: dict[str, list[int]] = {}
        for place, word in enumerate(title_words):
            self._places.setdefault(word, []).append(place)

    def is_relevant(self, text: str) -> bool:
        """Whether a window with this text is kept; the same answer as the full distance gives."""
        common = [word for word in self._places if word in text]
        return bool(common) and _Comparison(self, text, common).decide()


class _Comparison:
    """One window against the title: its runs are segmented only as far as the decision needs."""

    def __init__(self, rule: TitleRule, text: str, common: list[str]) -> None:
        self._title_words = rule._title_words
        self._places = rule._places
        self._words = rule._words
        self._runs = self._words.runs(text)
        self._segmented: list[list[str] | None] = [None] * len(self._runs)
        self._common = common

    def decide(self) -> bool:
        matched = False
        for index, run in enumerate(self._runs):
            if not any(word in run for word in self._common):
                continue
            run_words = self._run(index)
            for offset, word in enumerate(run_words):
                for place in self._places.get(word, ()):
                    matched = True
                    before = place - offset
                    after = len(self._title_words) - 1 - place - (len(run_words) - 1 - offset)
                    if self._has_words(range(index - 1, -1, -1), before) and self._has_words(
                        range(index + 1, len(self._runs)), after
                    ):
                        return True
        if not matched:
            return False
        words = [word for index in range(len(self._runs)) for word in self._run(index)]
        return distance(self._title_words, words) < len(words)

    def _run(self, index: int) -> list[str]:
        known = self._segmented[index]
        if known is None:
            known = self._segmented[index] = self._words.words(self._runs[index])
        return known

    def _has_words(self, indexes: range, needed: int) -> bool:
        for index in indexes:
            if needed <= 0:
                return True
            needed -= len(self._run(index))
        return needed <= 0
