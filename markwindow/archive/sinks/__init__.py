"""Where records go in the end. Each sink makes a whole output from the records of a finished run.

While a run lasts, records lie in the journal whatever the output is (`markwindow.archive.journal`); a sink
only turns the whole of it into the output. So interrupting and continuing work alike for every sink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from markwindow.archive.records import Extraction, Record


class Sink(Protocol):
    """A kind of output."""

    is_folder: bool
    """Whether the output is a folder, not a file."""
    wants: frozenset[str]
    """What records must carry: ``"words"`` (segmented for search), ``"markdown"`` in place of plain text."""

    def write(self, records: Iterator[Record], target: Path) -> None:
        """Make the whole output at `target`, which is not there yet, and see it safely on disk."""
        ...

    def read(self, out: Path) -> Iterator[Record]:
        """The records of an output that `write` made, in their order; ValueError for something else."""
        ...


def _json_lines(out: str, how: Extraction) -> Sink:
    from markwindow.archive.sinks.json_lines import JsonLines

    return JsonLines(out)


def _parquet(out: str, how: Extraction) -> Sink:
    from markwindow.archive.sinks.parquet import Parquet

    return Parquet()


def _sqlite(out: str, how: Extraction) -> Sink:
    from markwindow.archive.sinks.sqlite import Sqlite

    return Sqlite(how.options)


def _text(out: str, how: Extraction) -> Sink:
    from markwindow.archive.sinks.files import Files

    return Files(".txt")


def _markdown(out: str, how: Extraction) -> Sink:
    from markwindow.archive.sinks.files import Files

    return Files(".md")


SINKS: dict[str, Callable[[str, Extraction], Sink]] = {
    "jsonl": _json_lines,
    "parquet": _parquet,
    "sqlite": _sqlite,
    "text": _text,
    "markdown": _markdown,
}
"""Sinks by the name that ``--to`` takes. A sink's packages are imported when it is chosen."""

_ENDINGS = {
    "jsonl": tuple(
        name + packed for packed in ("", ".gz", ".zst") for name in (".jsonl", ".ndjson", ".jsonlines")
    ),
    "parquet": (".parquet", ".pq"),
    "sqlite": (".sqlite", ".sqlite3", ".db"),
}


def open_sink(out: str, to: str | None, how: Extraction) -> Sink:
    """The sink that `to` names, or that the name of `out` tells.

    Raises:
        ValueError: One sentence, where neither tells, or a package is missing.
    """
    return SINKS[to or sink_name(out)](out, how)


def sink_name(out: str) -> str:
    """The name of the sink that an output's name tells; raises `ValueError` with one sentence."""
    for name, endings in _ENDINGS.items():
        if out.lower().endswith(endings):
            return name
    raise ValueError(
        f"{out}: the name does not tell the format; end it in .jsonl, .jsonl.gz, .jsonl.zst, .parquet or "
        f".sqlite, or give --to ({', '.join(SINKS)})."
    )
