"""Where records go in the end. Each sink makes the output from the finished journal.

While a run lasts, records lie in the journal whatever the output is (`markwindow.archive.journal`); a sink
only turns the whole of it into the output. So continuing and interrupting work alike for every sink.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol


class Sink(Protocol):
    """A kind of output."""

    suffixes: tuple[str, ...]
    """By these the kind is guessed from the output's name."""

    def put(self, journal: Path, out: Path) -> None:
        """Make `out` from the journal (one JSON record a line) in one atomic step."""
        ...

    def take_back(self, out: Path, journal: Path) -> None:
        """Write the records of an existing `out` into a journal, to continue it."""
        ...


class JsonLines:
    """JSON Lines: the journal itself becomes the output."""

    suffixes: tuple[str, ...] = (".jsonl", ".ndjson", ".jsonlines")

    def put(self, journal: Path, out: Path) -> None:
        """Rename the journal."""
        os.replace(journal, out)

    def take_back(self, out: Path, journal: Path) -> None:
        """Copy the output."""
        import shutil

        shutil.copyfile(out, journal)


SINKS: dict[str, Sink] = {"jsonl": JsonLines()}
"""Sinks by the name that ``--to`` takes."""


def sink_name(out: str) -> str:
    """The name of the sink that an output's name tells; raises `ValueError` with one sentence."""
    for name, sink in SINKS.items():
        if out.lower().endswith(sink.suffixes):
            return name
    endings = ", ".join(suffix for sink in SINKS.values() for suffix in sink.suffixes)
    raise ValueError(f"{out}: the name does not tell the format; end it in {endings}, or give --to.")
