"""SQLite: a table with a row a record, and a full-text index of our words (`markwindow.search`)."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from markwindow.archive.journal import RunError
from markwindow.archive.outgoing import WORDS
from markwindow.archive.records import KEYS, NUMBERS, WHOLE_NUMBERS, Record, encodable
from markwindow.options import Options
from markwindow.search import JOINT, TOKENIZER, segmented

ROWS = 500
"""Records written at a time."""

_TYPES = dict.fromkeys(WHOLE_NUMBERS, "INTEGER") | dict.fromkeys(NUMBERS, "REAL") | {"id": "TEXT UNIQUE"}


class Sqlite:
    """A file that `markwindow search`, and any program that speaks SQL, can ask."""

    is_folder = False
    wants = frozenset({"words"})

    def __init__(self, options: Options) -> None:
        """`options`: how texts were segmented; the query side needs the same and finds it in the file."""
        self._options = options

    def write(self, records: Iterator[Record], target: Path) -> None:
        """All in one transaction.

        Raises:
            OSError: Where the disk does not take it, as with any file.
            RunError: Where SQLite does not take a record, as the second one of an id.
        """
        try:
            self._write(records, target)
        except sqlite3.OperationalError as error:
            raise OSError(errno.EIO, str(error), str(target)) from error
        except sqlite3.Error as error:
            raise RunError(
                f"SQLite does not take the records ({error}); "
                "give an output of another kind, like one that ends in .jsonl."
            ) from error

    def _write(self, records: Iterator[Record], target: Path) -> None:
        with closing(sqlite3.connect(target, isolation_level=None)) as base:
            # The file becomes the output only when it is whole, so nothing need be rolled back.
            base.execute("PRAGMA journal_mode = OFF")
            base.execute("PRAGMA synchronous = OFF")
            base.execute("BEGIN")
            columns = ", ".join(f'"{key}" {_TYPES.get(key, "TEXT")}' for key in KEYS)
            base.execute(f"CREATE TABLE pages (rowid INTEGER PRIMARY KEY, {columns})")
            base.execute(
                "CREATE VIRTUAL TABLE words USING fts5 "
                f"(title, text, content = '', tokenize = \"{TOKENIZER}\")"
            )
            base.execute("CREATE TABLE splits (word TEXT PRIMARY KEY, leaves TEXT) WITHOUT ROWID")
            base.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID")
            about = {
                "segmenter": self._options.segmenter,
                "user_words": sorted(self._options.user_words),
            }
            base.execute("INSERT INTO about VALUES ('words', ?)", (json.dumps(about),))
            first = 1
            while batch := list(islice(records, ROWS)):
                self._insert(base, [encodable(made) for made in batch], first)
                first += len(batch)
            base.execute("INSERT INTO words (words) VALUES ('optimize')")
            base.execute("COMMIT")
        with open(target, "rb+") as file:
            os.fsync(file.fileno())

    def read(self, out: Path) -> Iterator[Record]:
        """Row by row, as they were written."""
        with closing(sqlite3.connect(f"{out.absolute().as_uri()}?mode=ro", uri=True)) as base:
            try:
                columns = ", ".join(f'"{key}"' for key in KEYS)
                for row in base.execute(f"SELECT {columns} FROM pages ORDER BY rowid"):
                    yield dict(zip(KEYS, row, strict=True))
            except sqlite3.DatabaseError as error:
                raise ValueError(
                    f"{out} is no output of ours ({error}); give another -o or --overwrite."
                ) from None

    def _insert(self, base: sqlite3.Connection, batch: list[Record], first: int) -> None:
        marks = ", ".join("?" * (len(KEYS) + 1))
        rows = [(number, *(made.get(key) for key in KEYS)) for number, made in enumerate(batch, first)]
        base.executemany(f"INSERT INTO pages VALUES ({marks})", rows)
        texts = [self._words(made) for made in batch]
        base.executemany("INSERT OR IGNORE INTO splits VALUES (?, ?)", _splits(texts))
        base.executemany(
            "INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)",
            [(number, *words) for number, words in enumerate(texts, first)],
        )

    def _words(self, made: Record) -> tuple[str, str]:
        """Segmented in the worker that made the record; here only for records of an earlier output."""
        if WORDS in made:
            title, text = made[WORDS]
            return title, text
        title, text = (segmented(made.get(key) or "", self._options) for key in ("title", "text"))
        return title, text


def _splits(texts: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Words that stand in the index as several leaves."""
    words = {word for pair in texts for text in pair for word in text.split(" ") if JOINT in word}
    return {
        ("".join(leaf.removeprefix("_") for leaf in word.split(JOINT)), word.replace(JOINT, " "))
        for word in words
    }
