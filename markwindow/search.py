"""Chinese full-text search in an archive's SQLite output.

SQLite's own tokenizers find nothing in Chinese for one or two characters, so words are ours, on both sides.
A page is stored as the *leaves* of its words: what jieba returns, split further into the words of the
dictionary that it is made of (北京大学 → 北京 大学; 北京市 → 北京 _市, where the mark says that 市 is no word
here). A query is split in the same way and looked for as a phrase. So 北京 finds 北京市 and 北京大学, 市
finds neither, and no query finds characters that belong to two words (研究生 not in 研究 生命). Marks and
blanks between words are kept as a break that no phrase crosses.
"""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from markwindow.options import Options
from markwindow.segmenter import likelihood
from markwindow.words import words_for

TOKENIZER = "ascii tokenchars '_.+#&%-'"
"""FTS5 splits our leaves at blanks and ``/`` only; everything outside ASCII belongs to a word for it."""
BREAK = "."
JOINT = "/"
"""Between the leaves of one word."""

SNIPPET = 60
"""Characters shown around the first place that the query stands at."""
_TITLE_WEIGHT = 4.0
"""A word of the title says more than one of the text; BM25 takes the rest from the lengths."""


@dataclass(frozen=True, slots=True)
class Found:
    """A page that holds all words of the query."""

    id: str
    title: str | None
    url: str | None
    snippet: str
    score: float
    """BM25, title words counted four times; higher is better."""

    def to_dict(self) -> dict[str, Any]:
        """Flat, for JSON."""
        return asdict(self)


def search(path: str, query: str, limit: int = 10) -> list[Found]:
    """The pages that hold every blank-separated term of the query as words, best first.

    Args:
        path: An output of ``markwindow archive --to sqlite``.
        query: Terms of one character or more.
        limit: At most so many pages.

    Raises:
        ValueError: One sentence: no such output, or a query without a word.
    """
    if not Path(path).is_file():
        raise ValueError(f"{path}: no such file; make it with markwindow archive … -o {path}.")
    with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as base:
        try:
            return list(_search(base, query, limit))
        except sqlite3.DatabaseError as error:
            raise ValueError(
                f"{path} cannot be searched ({error}); give an output of markwindow archive --to sqlite."
            ) from None


def segmented(text: str, options: Options) -> str:
    """The words of a text as FTS5 stores them: blanks between words, ``/`` between leaves, ``.`` a mark."""
    words: list[str] = []
    for token in words_for(options).tokens(fold(text)):
        if token.isalnum() or any(map(str.isalnum, token)):
            words.append(JOINT.join(leaves(token)))
        elif words and words[-1] != BREAK:
            words.append(BREAK)
    return " ".join(words)


def fold(text: str) -> str:
    """Width and case that a reader does not tell apart when searching."""
    return unicodedata.normalize("NFKC", text).lower()


@lru_cache(maxsize=1 << 16)
def leaves(word: str) -> tuple[str, ...]:
    """The dictionary words that a word is made of, single characters in between marked with ``_``.

    Of several ways to split it, the likeliest by the dictionary's frequencies (as jieba chooses), each word
    split further in the same way. A word that holds no other word is its own leaf.
    """
    if len(word) < 3 or word.isascii():
        return (word,)
    pieces = _likeliest_split(word)
    if max(map(len, pieces)) == 1:
        return (word,)
    return tuple(leaf for piece in pieces for leaf in (leaves(piece) if len(piece) > 1 else (f"_{piece}",)))


def _likeliest_split(word: str) -> list[str]:
    """Into at least two pieces, by dynamic programming from the end; frequencies of single words multiply."""
    size = len(word)
    best: list[tuple[float, int]] = [(0.0, size)] * (size + 1)
    for start in reversed(range(size)):
        best[start] = max(
            (likelihood(word[start:end]) + best[end][0], end)
            for end in range(start + 1, size + 1)
            if (start, end) != (0, size)
        )
    pieces: list[str] = []
    start = 0
    while start < size:
        end = best[start][1]
        pieces.append(word[start:end])
        start = end
    return pieces


def _search(base: sqlite3.Connection, query: str, limit: int) -> Iterator[Found]:
    [(about,)] = base.execute("SELECT value FROM about WHERE name = 'words'")
    base.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, words, row)")
    terms = query.split()
    phrases = [phrase for term in terms for phrase in _phrases(base, fold(term), json.loads(about))]
    if not phrases:
        raise ValueError(f"the query {query!r} holds no word; give words, for example 正文.")
    rows = base.execute(
        # FTS5 sorts by its own rank twice as fast as by an expression.
        "SELECT id, title, url, text, -place FROM pages JOIN ("
        "SELECT rowid AS number, rank AS place FROM words WHERE words MATCH ? AND rank MATCH ? "
        "ORDER BY rank LIMIT ?) ON pages.rowid = number ORDER BY place, number",
        (" AND ".join(f'"{phrase}"' for phrase in phrases), f"bm25({_TITLE_WEIGHT}, 1.0)", limit),
    )
    for id, title, url, text, score in rows:
        yield Found(id, title, url, snippet(text or "", terms), round(score, 4))


def _phrases(base: sqlite3.Connection, term: str, about: dict[str, Any]) -> list[str]:
    """A term as phrases of leaves: one, or several where marks stand in it."""
    # A character is one word, and a word that stands in some page is known without loading jieba, which takes
    # most of a second.
    if any(map(str.isalnum, term)) and (
        len(term) == 1
        or base.execute("SELECT 1 FROM temp.vocabulary WHERE term = ?", (term,)).fetchone() is not None
    ):
        return [term]
    split = base.execute("SELECT leaves FROM splits WHERE word = ?", (term,)).fetchone()
    if split is not None:
        return [split[0]]
    options = Options(segmenter=about["segmenter"], user_words=frozenset(about["user_words"]))
    words = f" {segmented(term, options)} ".split(f" {BREAK} ")
    return [" ".join(phrase.replace(JOINT, " ").split()) for phrase in words if phrase.strip()]


def snippet(text: str, terms: list[str]) -> str:
    """One line around the first place of the first term that stands in the text, else its beginning."""
    line = " ".join(text.split())
    folded = fold(line)
    if len(folded) != len(line):  # places would not agree
        folded = line
    places = [place for term in terms if (place := folded.find(fold(term))) >= 0]
    middle = places[0] if places else 0
    start = max(0, min(middle - SNIPPET // 3, len(line) - SNIPPET))
    end = start + SNIPPET
    return ("…" if start else "") + line[start:end] + ("…" if end < len(line) else "")
