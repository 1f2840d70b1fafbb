"""What an earlier run wrote, read again: an output can be compared without extracting anything anew."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from markwindow.archive.records import Extraction, Record, page_id
from markwindow.archive.sinks import open_sink, sink_name
from markwindow.archive.sinks.files import LIST
from markwindow.compare import Comparison, Kept, compare


def is_output(path: str) -> bool:
    """Whether the path is an output of ``markwindow archive``, by its name and its first record."""
    try:
        first = next(read_output(path), None)
    except (ValueError, OSError):
        return False
    return first is not None and {"id", "text", "method", "error"} <= set(first)


def read_output(path: str) -> Iterator[Record]:
    """The records of an output; ValueError with one sentence where it is none."""
    out = Path(path)
    to = sink_name(path) if not out.is_dir() else "text"
    if not (out / LIST if to == "text" else out).is_file():
        raise ValueError(f"{path}: no such output.")
    return open_sink(path, to, Extraction()).read(out)


def comparisons(path: str) -> Iterator[Comparison]:
    """What the methods of a run kept of each page, in the order of the output; failed pages left out.

    Raises:
        ValueError: One sentence, where the run had one method only.
    """
    for id, same in groupby(read_output(path), key=page_id):
        by_method = {made["method"]: made for made in same}
        if len(by_method) < 2:
            raise ValueError(
                f"{path} holds the texts of one method; make it with --methods title,density to compare."
            )
        if all(made["error"] is None for made in by_method.values()):
            yield compare(
                id,
                {
                    name: Kept(made["text"] or "", made["reason"] or "", made["relevance"])
                    for name, made in by_method.items()
                },
            )
