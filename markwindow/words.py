"""Words: what the segmenter returns, minus function words.

A *word* is a token that holds at least one letter, digit or Chinese character and is neither a
function word nor on the caller's list.
"""

from __future__ import annotations

import os
import re
import threading
import warnings
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain
from math import inf, log
from pathlib import Path
from typing import Any

from markwindow.options import Options

# The runs that jieba segments each on its own (the pattern it splits a text by, jieba 0.42): marks, blanks
# and characters outside it come out one by one. jieba's time grows with the square of a run's length, so
# a run longer than anybody writes is cut (the longest on the bench pages has 155 characters).
_LONGEST_RUN = 400
_RUN = re.compile(rf"([\u4E00-\u9FD5a-zA-Z0-9+#&\._%\-]{{1,{_LONGEST_RUN}}})")
_CHINESE = frozenset(map(chr, range(0x4E00, 0x9FD6)))


class Words:
    """Segments text into words as the options say. Safe to share between threads."""

    def __init__(
        self, cut: Callable[[str], Iterable[str]], stop_words: frozenset[str], by_runs: bool
    ) -> None:
        """`by_runs`: whether a text may be segmented run by run with the same result."""
        self._cut = cut
        self._stop_words = stop_words
        self._by_runs = by_runs
        in_stop_words = "".join(sorted(set("".join(stop_words)) & _CHINESE))
        self._in_no_stop_word = re.compile(rf"(?![{in_stop_words}\n])[\u4e00-\u9fd5]")

    def words(self, text: str) -> list[str]:
        """The words of `text`, in order."""
        stop_words = self._stop_words
        return [
            token
            for token in self.tokens(text)
            if (token.isalnum() or any(map(str.isalnum, token)))
            and token not in stop_words
            and not (token.isascii() and token.lower() in stop_words)
        ]

    def tokens(self, text: str) -> Iterable[str]:
        """All that the segmenter returns, marks and blanks too: together they are `text`."""
        if len(text) > _LONGEST_RUN and self._by_runs:
            return chain.from_iterable(map(self._cut, self.runs(text)))
        return self._cut(text)

    def surely_holds_a_word(self, run: str) -> bool:
        """Whether some character stands in no stop word: then its token is a word, whatever it is."""
        return self._in_no_stop_word.search(run) is not None

    def runs(self, text: str) -> list[str]:
        """Pieces of `text` whose words, one after the other, are the words of `text`."""
        return [run for run in _RUN.split(text) if run] if self._by_runs else [text]


def words_for(options: Options) -> Words:
    """The words of these options; the dictionary is loaded at the first call and shared by all."""
    return _words_for(options.segmenter, frozenset(options.stop_words), frozenset(options.user_words))


@lru_cache(maxsize=16)
def _words_for(segmenter: str, stop_words: frozenset[str], user_words: frozenset[str]) -> Words:
    # jieba returns English in the case of the page: a caller's word is left out in any case.
    stops = function_words() | stop_words | {word.lower() for word in stop_words}
    if segmenter == "rjieba":
        return Words(_rjieba_cut(), stops, by_runs=False)
    return Words(_jieba_cut(user_words), stops, by_runs=True)


@lru_cache(maxsize=1)
def function_words() -> frozenset[str]:
    """All function words of the lists in ``stopwords/``."""
    from importlib import resources

    try:
        folder = resources.files("markwindow.stopwords")
    except ModuleNotFoundError:  # imported from a checkout, whose lists lie beside the package
        folder = Path(__file__).parent.parent / "stopwords"
    lists = (item for item in folder.iterdir() if item.name.endswith(".txt"))
    lines = (line for item in lists for line in item.read_text(encoding="utf-8").splitlines())
    return frozenset(line for line in lines if line and not line.startswith("#"))


def frequency(word: str) -> int:
    """How often jieba's dictionary counted the word; 0 for what is no word in it."""
    return _jieba_base()[1].get(word, 0)


# Held while jieba is imported and its dictionary read. A fork waits for it: a child that begins with half
# a dictionary, or with a lock that no thread will ever open again, would hang.
_loading = threading.Lock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_loading.acquire, after_in_parent=_loading.release, after_in_child=_loading.release
    )


def _jieba_base() -> tuple[type[Any], dict[str, int], int]:
    """Our tokenizer class, jieba's base dictionary and the sum of all frequencies, loaded once."""
    with _loading:
        return _load_jieba()


@lru_cache(maxsize=1)
def _load_jieba() -> tuple[type[Any], dict[str, int], int]:
    with warnings.catch_warnings():
        # jieba 0.42 warns on new Pythons (escapes in its patterns, pkg_resources): not our users' business.
        warnings.simplefilter("ignore")
        import jieba
    from importlib import resources

    # jieba's own loader logs, changes a log level and keeps a cache at a guessable place in the shared
    # temporary folder. Reading the word list ourselves takes no longer.
    text = resources.files("jieba").joinpath("dict.txt").read_text(encoding="utf-8")
    frequencies = {word: int(count) for word, count, _ in map(str.split, text.splitlines())}
    total = sum(frequencies.values())
    # The segmenter looks words up letter by letter: every beginning of a word is in the table, with 0.
    for word in list(frequencies):
        for end in range(1, len(word)):
            frequencies.setdefault(word[:end], 0)
    return _tokenizer_class(jieba.Tokenizer), frequencies, total


def _tokenizer_class(base: type[Any]) -> type[Any]:
    class Tokenizer(base):  # type: ignore[misc]
        """jieba's tokenizer with its two inner loops as one: the same words in two thirds of the time."""

        def get_DAG(self, sentence: str) -> None:
            """Nothing: `calc` looks the words up itself."""

        def calc(self, sentence: str, dag: None, route: dict[int, tuple[float, int]]) -> None:
            """The likeliest way from each place to the end; of equal ones the longer first word."""
            frequency = self.FREQ.get
            log_total = log(self.total)
            end = len(sentence)
            route[end] = (0.0, 0)
            for start in range(end - 1, -1, -1):
                best, last, place = -inf, start, start
                count = frequency(sentence[start])
                while count is not None:
                    place += 1
                    if count:
                        likelihood = log(count) - log_total + route[place][0]
                        if likelihood >= best:
                            best, last = likelihood, place - 1
                    if place == end:
                        break
                    count = frequency(sentence[start : place + 1])
                if best == -inf:  # no word begins here
                    best = route[start + 1][0] - log_total
                route[start] = (best, last)

    return Tokenizer


class _WithUserWords(dict[str, int]):
    """The base dictionary with a few words laid over it: a lookup that misses here is asked there."""

    def __init__(self, base: dict[str, int], user_words: frozenset[str], weight: int) -> None:
        super().__init__()
        self._base = base
        for word in user_words:
            self[word] = max(weight, base.get(word, 0))
            for end in range(1, len(word)):
                self.setdefault(word[:end], base.get(word[:end], 0))

    def __contains__(self, word: object) -> bool:
        return super().__contains__(word) or word in self._base

    def __missing__(self, word: str) -> int:
        return self._base[word]

    def get(self, word: str, default: int | None = None) -> int | None:  # type: ignore[override]
        return super().get(word, self._base.get(word, default))


def _jieba_cut(user_words: frozenset[str]) -> Callable[[str], Iterable[str]]:
    tokenizer_class, base, total = _jieba_base()
    tokenizer = tokenizer_class()
    # A word of this weight wins over any split of it into words of the base dictionary.
    tokenizer.FREQ = _WithUserWords(base, user_words, weight=total) if user_words else base
    tokenizer.total = total
    tokenizer.initialized = True
    cut: Callable[[str], Iterable[str]] = tokenizer.cut
    return cut


def _rjieba_cut() -> Callable[[str], Iterable[str]]:
    try:
        import rjieba
    except ImportError:
        raise ValueError(
            "Options(segmenter='rjieba') needs the package rjieba: pip install 'markwindow[fast]'."
        ) from None
    return lambda text: rjieba.cut(text)
