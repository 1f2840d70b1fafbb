"""jieba's segmentation: its dictionary and its model, read once, and its two algorithms in one pass each.

The words are jieba's own, in half of its time (a test compares them). Besides, nothing that other users of
jieba do in the same process (words added or deleted, words split by force) reaches us, and time is linear
in the text, where jieba's grows with the square of a run's length.
"""

from __future__ import annotations

import os
import re
import threading
import warnings
from functools import lru_cache
from math import inf, log
from typing import NamedTuple

# What jieba (0.42) splits a text by: runs that are segmented, blanks, and all others, which come one by one.
RUN = r"\u4E00-\u9FD5a-zA-Z0-9+#&\._%\-"
_RUNS = re.compile(f"([{RUN}]+)")
_BLANKS = re.compile(r"(\r\n|\s)")
# And what it splits by what its dictionary does not explain.
_CHINESE = re.compile(r"([\u4E00-\u9FD5]+)")
_LATIN = re.compile(r"([a-zA-Z0-9]+(?:\.\d+)?%?)")


class Segmenter:
    """Cuts text into tokens. Safe to share between threads."""

    def __init__(self, user_words: frozenset[str] = frozenset()) -> None:
        """`user_words`: words that win over any split of them into words of the dictionary."""
        base = _base()
        self._likelihoods = _WithUserWords(base.likelihoods, user_words) if user_words else base.likelihoods
        self._unknown = base.unknown
        self._model = base.model

    def cut(self, text: str) -> list[str]:
        """All tokens, marks and blanks too: together they are `text`."""
        tokens: list[str] = []
        for number, piece in enumerate(_RUNS.split(text)):
            if number % 2:
                self._cut_run(piece, tokens)
            elif piece:
                for blanks, between in enumerate(_BLANKS.split(piece)):
                    tokens.extend([between] if blanks % 2 else between)
        return tokens

    def _cut_run(self, run: str, tokens: list[str]) -> None:
        """The likeliest words of the dictionary; what it leaves as single characters goes to the model."""
        ends = self._word_ends(run)
        count = len(run)
        start = single = 0
        while start < count:
            end = ends[start]
            if end - start > 1:
                if single < start:
                    self._cut_unknown(run[single:start], tokens)
                tokens.append(run[start:end])
                single = end
            start = end
        if single < count:
            self._cut_unknown(run[single:], tokens)

    def _word_ends(self, run: str) -> list[int]:
        """Where the word that begins at each place ends, on the likeliest way from there to the run's end.

        Of equally likely ones the longer word.
        """
        likelihood_of = self._likelihoods.get
        count = len(run)
        ends = [0] * count
        ways = [0.0] * (count + 1)
        for start in range(count - 1, -1, -1):
            best = -inf
            best_end = end = start + 1
            found = likelihood_of(run[start])
            while found is not None:
                if found:
                    way = found + ways[end]
                    if way >= best:
                        best, best_end = way, end
                if end == count:
                    break
                end += 1
                found = likelihood_of(run[start:end])
            if best == -inf:  # no word begins here
                best = ways[start + 1] + self._unknown
            ways[start] = best
            ends[start] = best_end
        return ends

    def _cut_unknown(self, text: str, tokens: list[str]) -> None:
        """Words by the model, of characters that the dictionary leaves single."""
        if len(text) == 1 or self._likelihoods.get(text):
            tokens.extend(text)
            return
        for number, piece in enumerate(_CHINESE.split(text)):
            if number % 2:
                start = 0
                for end in self._model.word_ends(piece):
                    tokens.append(piece[start:end])
                    start = end
            elif piece:
                tokens.extend(filter(None, _LATIN.split(piece)))


def likelihood(word: str) -> float:
    """The logarithm of a word's share in all that jieba's dictionary counted.

    A character that is no word in it has what jieba gives it, anything longer −∞.
    """
    base = _base()
    return base.likelihoods.get(word) or (base.unknown if len(word) == 1 else -inf)


class _Model:
    """jieba's hidden Markov model: each character begins (B), continues (M), ends (E) or is (S) a word."""

    def __init__(
        self, start: dict[str, float], trans: dict[str, dict[str, float]], emit: dict[str, dict[str, float]]
    ) -> None:
        self._start = tuple(start[state] for state in "BMES")
        self._emit = tuple(emit[state].get for state in "BMES")
        self._trans = tuple(
            trans[pair[0]][pair[1]] for pair in ("EB", "SB", "MM", "BM", "BE", "ME", "SS", "ES")
        )

    def word_ends(self, text: str) -> list[int]:
        """Where the words of Chinese characters end, by Viterbi's algorithm; as jieba decides ties."""
        emit_b, emit_m, emit_e, emit_s = self._emit
        eb, sb, mm, bm, be, me, ss, es = self._trans
        first = text[0]
        begin, middle, end, single = (
            start + emit(first, _NEVER) for start, emit in zip(self._start, self._emit, strict=True)
        )
        # For each later character whether the likeliest state before it was the second of its two.
        before: list[tuple[bool, bool, bool, bool]] = []
        for character in text[1:]:
            b, m = emit_b(character, _NEVER), emit_m(character, _NEVER)
            e, s = emit_e(character, _NEVER), emit_s(character, _NEVER)
            end_b, single_b = end + eb + b, single + sb + b
            begin_m, middle_m = begin + bm + m, middle + mm + m
            begin_e, middle_e = begin + be + e, middle + me + e
            end_s, single_s = end + es + s, single + ss + s
            from_single, from_middle = single_b >= end_b, middle_m >= begin_m
            e_from_middle, s_from_single = middle_e >= begin_e, single_s >= end_s
            before.append((from_single, from_middle, e_from_middle, s_from_single))
            begin = single_b if from_single else end_b
            middle = middle_m if from_middle else begin_m
            end = middle_e if e_from_middle else begin_e
            single = single_s if s_from_single else end_s
        state = "S" if single >= end else "E"
        ends = []
        for place in range(len(text) - 1, -1, -1):
            if state in "ES":
                ends.append(place + 1)
            if place:
                state = _BEFORE[state][before[place - 1][_STATES.index(state)]]
        return ends[::-1]


_NEVER = -3.14e100
_STATES = "BMES"
_BEFORE = {"B": "ES", "M": "BM", "E": "BM", "S": "ES"}
"""The two states that may stand before each, in alphabetical order: of equally likely ones the second."""


class _Base(NamedTuple):
    likelihoods: dict[str, float]
    """By word the logarithm of its share in all words counted; 0 for what only begins a word."""
    unknown: float
    """The same for what the dictionary does not know, as jieba has it."""
    model: _Model


# Held while jieba is imported and its dictionary read. A fork waits for it: a child that begins with half
# a dictionary, or with a lock that no thread will ever open again, would hang.
_loading = threading.Lock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_loading.acquire, after_in_parent=_loading.release, after_in_child=_loading.release
    )


def _base() -> _Base:
    with _loading:
        return _load()


@lru_cache(maxsize=1)
def _load() -> _Base:
    with warnings.catch_warnings():
        # jieba 0.42 warns on new Pythons (escapes in its patterns, pkg_resources): not our users' business.
        warnings.simplefilter("ignore")
        from jieba.finalseg import emit_P, start_P, trans_P
    from importlib import resources

    # jieba's own loader logs, changes a log level and keeps a cache at a guessable place in the shared
    # temporary folder. Reading the word list ourselves takes no longer.
    text = resources.files("jieba").joinpath("dict.txt").read_text(encoding="utf-8")
    counts = {word: int(count) for word, count, _ in map(str.split, text.splitlines())}
    unknown = -log(sum(counts.values()))
    # Few counts differ: each logarithm is kept once.
    logs = {count: log(count) + unknown for count in set(counts.values())}
    likelihoods = {word: logs[count] for word, count in counts.items()}
    # The segmenter looks words up letter by letter: every beginning of a word is in the table, with 0.
    for word in counts:
        for end in range(1, len(word)):
            likelihoods.setdefault(word[:end], 0.0)
    return _Base(likelihoods, unknown, _Model(start_P, trans_P, emit_P))


class _WithUserWords(dict[str, float]):
    """The base dictionary with a few words laid over it: a lookup that misses here is asked there."""

    def __init__(self, base: dict[str, float], user_words: frozenset[str]) -> None:
        super().__init__()
        self._base = base
        for word in user_words:
            self[word] = _NEARLY_CERTAIN
            for end in range(1, len(word)):
                self.setdefault(word[:end], base.get(word[:end], 0.0))

    def get(self, word: str, default: float | None = None) -> float | None:  # type: ignore[override]
        return super().get(word, self._base.get(word, default))


_NEARLY_CERTAIN = -1e-9
"""Of a user's word: more than any split of it into words of the base dictionary can have."""
