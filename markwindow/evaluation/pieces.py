"""What an extracted text missed of its gold, and what it wrongly kept, as pieces to read.

By the grams of the score: a character is right when some 4-gram that holds it stands in the other text, each
gram as often as it stands there. So the pieces add up to what the score counts.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from markwindow.evaluation.score import GRAM, counts, grams

MOST_PIECES = 3
PIECE_CHARACTERS = 60
"""Pieces are shortened to this."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of one text that the other does not have."""

    longest: tuple[str, ...]
    """The longest first, shortened."""
    count: int
    characters: int
    """Letters and digits in all pieces."""


def pieces_missing(text: str, other: str) -> Pieces:
    """The pieces of lines of `text` that `other` does not have.

    >>> pieces_missing("首页 新闻频道\\n大桥今日通车。", "大桥今日通车")
    Pieces(longest=('首页 新闻频道',), count=1, characters=6)
    """
    found = list(_pieces(text, other))
    longest = sorted(found, key=lambda piece: -piece[1])[:MOST_PIECES]
    return Pieces(
        tuple(_shortened(piece) for piece, _ in longest), len(found), sum(size for _, size in found)
    )


def _pieces(text: str, other: str) -> Iterator[tuple[str, int]]:
    """Each piece and its letters and digits, in the order of the text."""
    letters, places = _letters(text)
    right = _right(letters, other)
    start = None
    for index in range(len(letters) + 1):
        at_end = index == len(letters) or right[index]
        if start is not None and (at_end or "\n" in text[places[index - 1] : places[index]]):
            yield text[places[start] : places[index - 1] + 1], index - start
            start = None
        if start is None and not at_end:
            start = index


def _letters(text: str) -> tuple[str, list[int]]:
    """The letters and digits that count, and the place in `text` that each comes from."""
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for folded in unicodedata.normalize("NFKC", character):
            if counts(folded):
                letters.append(folded)
                places.append(place)
    return "".join(letters), places


def _right(letters: str, other: str) -> list[bool]:
    """For each letter, whether the other text has it."""
    left = grams(other)
    right = [False] * len(letters)
    for start in range(max(1, len(letters) - GRAM + 1)):
        gram = letters[start : start + GRAM]
        if left[gram] > 0:
            left[gram] -= 1
            right[start : start + GRAM] = [True] * len(gram)
    return right


def _shortened(piece: str) -> str:
    one_line = " ".join(piece.split())
    return one_line if len(one_line) <= PIECE_CHARACTERS else one_line[: PIECE_CHARACTERS - 1] + "…"
