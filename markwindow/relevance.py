"""Title relevance: the published rule over words, exact, with the shortcuts that decide most windows.

A window is relevant when ``levenshtein(title words, window words) < number of window words``. With t title
words and w window words:

* No word in common: the distance is max(t, w), so the window is dropped. Tokens joined are the text, so a
  window whose text holds none of the title words as a substring needs no segmentation at all.
* A window with fewer words than the title needs t − w + 1 matching ones: the distance is at least
  t − (matching words). Many a short window cannot hold as many, whatever its words are.
* Title word i equal to window word j keeps the window if 0 ≤ j − i ≤ w − t: align that pair and pad both
  sides, and at most w − 1 edits remain. So it is enough to know that at least i words stand before the
  match and at least t − 1 − i after it, and only the runs around it are segmented.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate

from markwindow.words import Words


def distance(title_words: list[str], window_words: list[str]) -> int:
    """Levenshtein distance over words."""
    # Most pages are decided without it, and it takes as long to import as all of this package.
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.distance(title_words, window_words)


class TitleRule:
    """Decides windows against one title."""

    def __init__(self, title_words: list[str], words: Words) -> None:
        self._title_words = title_words
        self._words = words
        self._places: dict[str, list[int]] = {}
        for place, word in enumerate(title_words):
            self._places.setdefault(word, []).append(place)

    def are_relevant(self, texts: list[str]) -> list[bool]:
        """For each window's text whether it is kept; the same answers as the full distance gives."""
        common = _holding(texts, self._places)
        return [number in common and self._decide(text, common[number]) for number, text in enumerate(texts)]

    def _decide(self, text: str, common: list[str]) -> bool:
        if not self._can_match_enough(text, common):
            return False
        return _Comparison(self._title_words, self._places, self._words, text).decide(common)

    def _can_match_enough(self, text: str, common: list[str]) -> bool:
        """Whether a short window can hold the words it needs: at least t − w + 1 must match."""
        missing = len(self._title_words) - len(text)
        # A window has at most as many words as characters.
        if missing < 0:
            return True
        return sum(min(text.count(word), len(self._places[word])) for word in common) > missing


_LOOKS = 20
"""Times that each run of a window may be looked at, on average. On real pages one window in a hundred needs
more than 8, and none more than 16."""


class _Comparison:
    """One window against the title: its runs are segmented only as far as the decision needs."""

    def __init__(self, title_words: list[str], places: dict[str, list[int]], words: Words, text: str) -> None:
        self._title_words = title_words
        self._places = places
        self._words = words
        self._runs = words.runs(text)
        self._segmented: list[list[str] | None] = [None] * len(self._runs)
        self._looks = _LOOKS * len(self._runs)
        """How many more runs may be looked at: where shortcuts lead nowhere, the distance is quicker."""

    def decide(self, common: list[str]) -> bool:
        """The decision, given the title words that the text holds as substrings."""
        runs = self._runs
        candidates = [
            (-max(map(len, held)), abs(2 * index - len(runs)), index)
            for index, held in _holding(runs, common).items()
        ]
        # A long word in a run is most likely a word of it, and not a piece of another; and in the middle a
        # match has most words on both sides, so that it is most likely enough.
        candidates.sort()
        matching_words = 0
        for _, _, index in candidates:
            for offset, word in enumerate(self._run(index)):
                places = self._places.get(word, ())
                matching_words += bool(places)
                if any(self._looks > 0 and self._is_enough(index, offset, place) for place in places):
                    return True
        if matching_words < 2:
            return False
        words = [word for index in range(len(runs)) for word in self._run(index)]
        return distance(self._title_words, words) < len(words)

    def _is_enough(self, index: int, offset: int, place: int) -> bool:
        """Whether this match alone keeps the window: word `offset` of run `index` is title word `place`."""
        before = place - offset
        after = len(self._title_words) - 1 - place - (len(self._run(index)) - 1 - offset)
        return self._have_words(range(index - 1, -1, -1), before) and self._have_words(
            range(index + 1, len(self._runs)), after
        )

    def _have_words(self, indexes: range, needed: int) -> bool:
        """Whether the runs of these indexes hold as many words; segments as few of them as possible."""
        surely = 0
        characters = 0
        for index in indexes:
            if surely >= needed:
                return True
            self._looks -= 1
            surely += self._words.surely_holds_a_word(self._runs[index])
            characters += len(self._runs[index])
        if surely >= needed:
            return True
        if characters < needed:
            return False
        for index in indexes:
            if needed <= 0:
                return True
            needed -= len(self._run(index))
        return needed <= 0

    def _run(self, index: int) -> list[str]:
        known = self._segmented[index]
        if known is None:
            known = self._segmented[index] = self._words.words(self._runs[index])
        return known


def _holding(texts: list[str], words: Iterable[str]) -> dict[int, list[str]]:
    """Which of the words stand in the texts as substrings, by the number of the text."""
    # One search of all texts a word: most texts hold none, and never need be looked at again.
    joined = "\0".join(texts)
    ends = list(accumulate([len(text) + 1 for text in texts]))
    found: dict[int, list[str]] = {}
    for word in words:
        at = joined.find(word)
        while at >= 0:
            number = bisect_right(ends, at)
            found.setdefault(number, []).append(word)
            at = joined.find(word, ends[number])
    return found
