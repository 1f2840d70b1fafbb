"""Words: what the segmenter returns, minus function words.

A *word* is a token that holds at least one letter, digit or Chinese character and is neither a
function word nor on the caller's list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

from markwindow.options import Options
from markwindow.segmenter import RUN, Segmenter

# What the segmenter works on one by one, and what it returns character by character; words are in no others.
_RUNS = re.compile(rf"[{RUN}]+|[^{RUN}\W]+")
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
        return self._cut(text)

    def surely_holds_a_word(self, run: str) -> bool:
        """Whether some character stands in no stop word: then its token is a word, whatever it is."""
        return self._in_no_stop_word.search(run) is not None

    def runs(self, text: str) -> list[str]:
        """Pieces of `text` whose words, one after the other, are the words of `text`."""
        return _RUNS.findall(text) if self._by_runs else [text]


def words_for(options: Options) -> Words:
    """The words of these options; the dictionary is loaded at the first call and shared by all."""
    return _words_for(options.segmenter, frozenset(options.stop_words), frozenset(options.user_words))


@lru_cache(maxsize=16)
def _words_for(segmenter: str, stop_words: frozenset[str], user_words: frozenset[str]) -> Words:
    # jieba returns English in the case of the page: a caller's word is left out in any case.
    stops = function_words() | stop_words | {word.lower() for word in stop_words}
    if segmenter == "rjieba":
        return Words(_rjieba_cut(), stops, by_runs=False)
    return Words(Segmenter(user_words).cut, stops, by_runs=True)


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


def _rjieba_cut() -> Callable[[str], Iterable[str]]:
    try:
        import rjieba
    except ImportError:
        raise ValueError(
            "Options(segmenter='rjieba') needs the package rjieba: pip install 'markwindow[fast]'."
        ) from None
    return lambda text: rjieba.cut(text)
