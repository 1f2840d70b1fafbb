"""The measure: character 4-grams of letters and digits, against gold text.

Both texts are normalised to NFKC and only letters and digits are kept, so that blanks, marks and line breaks
do not count; then the multisets of 4-grams are compared. Figures of a set are means over its pages.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import NamedTuple

GRAM = 4
"""Characters of a gram."""


class Score(NamedTuple):
    """How one text agrees with its gold; each from 0 to 1."""

    precision: float
    recall: float
    f1: float


NOTHING = Score(0.0, 0.0, 0.0)


def score(text: str, gold: str) -> Score:
    """The score of an extracted text; an empty text or an empty gold gives zeros.

    >>> score("甲乙丙丁戊，己", "甲乙丙丁戊")
    Score(precision=0.6666666666666666, recall=1.0, f1=0.8)
    """
    return score_grams(grams(text), grams(gold))


def score_grams(got: Counter[str], wanted: Counter[str]) -> Score:
    """The score from the grams of the text and of its gold."""
    hits = sum((got & wanted).values())
    if not hits:
        return NOTHING
    precision, recall = hits / got.total(), hits / wanted.total()
    return Score(precision, recall, 2 * precision * recall / (precision + recall))


def grams(text: str) -> Counter[str]:
    """The multiset of grams; a text of fewer than `GRAM` letters and digits is one gram."""
    kept = unicodedata.normalize("NFKC", text).translate(_LETTERS_AND_DIGITS)
    if not kept:
        return Counter()
    return Counter(kept[start : start + GRAM] for start in range(max(1, len(kept) - GRAM + 1)))


def counts(character: str) -> bool:
    """Whether a character (of NFKC text) is a letter or a digit: Unicode's categories L* and N*."""
    return unicodedata.category(character)[0] in "LN"


def size(text: str) -> int:
    """Characters without blanks."""
    return len("".join(text.split()))


class _LettersAndDigits(dict[int, int | None]):
    """For `str.translate`: asked once for each character there is."""

    def __missing__(self, code: int) -> int | None:
        self[code] = code if counts(chr(code)) else None
        return self[code]


_LETTERS_AND_DIGITS = _LettersAndDigits()
