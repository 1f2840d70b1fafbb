"""Records on disk while a run lasts: nothing finished is lost, whatever ends the run.

Beside the output stands a folder ``OUT.parts`` with the records so far (one JSON line each, written out page
by page) and a state file that tells how the run was begun. A line torn by a kill is cut off when the run is
continued. At the end a sink makes the output from the records in one step and the folder goes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Literal

from markwindow.archive.records import Record, to_line
from markwindow.archive.sinks import Sink

Mode = Literal["new", "resume", "overwrite"]
Settings = Mapping[str, Any]

PARTS = ".parts"
RECORDS = "records.jsonl"
STATE = "state.json"
STATE_NEW = "state.new"
ORDERED = "ordered.jsonl"


class RunError(Exception):
    """A run that cannot go on; the text is one sentence. What is finished is kept."""


class Journal:
    """The records of one run. Use as a context; without `finish` the parts stay for the next run."""

    def __init__(self, out: str, sink: Sink, settings: Settings, mode: Mode) -> None:
        """Begin or continue; `settings` are what two runs must share to give like records.

        Raises:
            ValueError: One sentence, when the output or its parts are there and `mode` does not allow it.
            RunError: When the disk does not take it.
        """
        self.out = Path(out)
        self.parts = Path(out + PARTS)
        self._sink = sink
        self._file: BinaryIO | None = None
        self._replaces = self.out.exists()
        self._check_place(mode)
        try:
            self._open(settings, mode)
        except OSError as error:
            raise self._failure(error) from error

    def __enter__(self) -> Journal:
        """Nothing more to do."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file; the parts stay unless the run was finished."""
        self.close()

    def records(self) -> Iterator[Record]:
        """The records of earlier runs, in the order they were written; a torn end is cut off."""
        path = self.parts / RECORDS
        good = 0
        with open(path, "rb") as file:
            for line in file:
                made = _record_of(line)
                if made is None:
                    break
                good += len(line)
                yield made
        if good < path.stat().st_size:
            os.truncate(path, good)

    def write(self, made: Record) -> None:
        """Write one record through to the system: after this a kill does not lose it."""
        assert self._file is not None
        try:
            self._file.write(to_line(made).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            raise self._failure(error) from error

    def finish(self, order: Mapping[str, int] | None = None) -> None:
        """Make the output; with `order`, in this order of ids."""
        assert self._file is not None
        path = self.parts / RECORDS
        try:
            os.fsync(self._file.fileno())
            self.close()
            if order is not None:
                _write_ordered(path, self.parts / ORDERED, order)
                os.replace(self.parts / ORDERED, path)
            if self.out.exists() and not self._replaces:
                raise RunError(
                    f"{self.out} was made by something else meanwhile; move it away and repeat with --resume."
                )
            self._sink.put(path, self.out)
            self._remove_parts()
        except OSError as error:
            raise self._failure(error) from error

    def discard(self) -> None:
        """Give up a run that recorded nothing."""
        self.close()
        self._remove_parts()

    def close(self) -> None:
        """Close the file; what a full disk did not take is given up."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None

    def _check_place(self, mode: Mode) -> None:
        if self.out.is_dir():
            raise ValueError(f"{self.out} is a folder; give the name of a file to write.")
        if not self.out.parent.is_dir():
            raise ValueError(f"the folder {self.out.parent} does not exist; make it first.")
        if self.out.exists() and not self.out.is_file():
            raise ValueError(f"{self.out} is no ordinary file; give the name of a file to write.")
        there = [str(path) for path in (self.out, self.parts) if path.exists()]
        if mode == "new" and there:
            raise ValueError(
                f"{there[0]} exists; give --resume to go on with it or --overwrite to begin anew."
            )
        if mode == "resume" and self.parts.is_dir() and not (self.parts / RECORDS).exists():
            others = sorted(path.name for path in self.parts.iterdir())
            if set(others) - {STATE, STATE_NEW}:
                raise ValueError(
                    f"{self.parts} holds nothing of a run, but other files ({', '.join(others[:3])}); "
                    "move them away, or give another -o."
                )

    def _open(self, settings: Settings, mode: Mode) -> None:
        records, state = self.parts / RECORDS, self.parts / STATE
        if mode == "resume" and records.exists():
            self._check_state(settings)
            self._file = self._locked(records)
            return
        self.parts.mkdir(exist_ok=True)
        self._file = self._locked(records)
        self._file.truncate(0)
        new = self.parts / STATE_NEW
        # ASCII: the name of a source may hold bytes that are no UTF-8.
        new.write_text(json.dumps({**settings, "replaces": self._replaces}), "utf-8")
        os.replace(new, state)
        if mode == "resume" and self.out.exists():
            self._sink.take_back(self.out, records)

    def _check_state(self, settings: Settings) -> None:
        try:
            state = json.loads((self.parts / STATE).read_text("utf-8"))
        except (OSError, ValueError):
            raise ValueError(
                f"{self.parts} has no readable {STATE}; give --overwrite to begin anew."
            ) from None
        other = [name for name in settings if state.get(name) != settings[name]]
        if other:
            raise ValueError(
                f"{self.parts} was begun with other settings ({', '.join(other)}); "
                "repeat the call as it was, or give --overwrite to begin anew."
            )
        if self._replaces and not state.get("replaces"):
            raise ValueError(
                f"{self.out} and {self.parts} are both there; move {self.out} away to go on with the parts, "
                "or give --overwrite to begin anew."
            )

    def _locked(self, path: Path) -> BinaryIO:
        file = open(path, "ab")  # noqa: SIM115 - the journal closes it
        try:
            import fcntl
        except ImportError:  # Windows: there the file cannot be renamed under another run anyway
            return file
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise ValueError(
                f"another run is writing to {self.parts}; wait for it or give another -o."
            ) from None
        return file

    def _remove_parts(self) -> None:
        for name in (RECORDS, ORDERED, STATE):
            (self.parts / name).unlink(missing_ok=True)
        with suppress(OSError):  # something else lies there, which is not ours to remove
            self.parts.rmdir()

    def _failure(self, error: OSError) -> RunError:
        return RunError(
            f"cannot write {error.filename or self.parts} ({error.strerror or error}); "
            f"make sure that there is room and that you may write there; repeat the call with --resume, "
            f"what is finished stands in {self.parts}."
        )


def _record_of(line: bytes) -> Record | None:
    """The record in a line; None for a line that is torn or not ours."""
    if not line.endswith(b"\n"):
        return None
    try:
        made = json.loads(line)
    except ValueError:
        return None
    return made if isinstance(made, dict) and isinstance(made.get("id"), str) else None


def _write_ordered(source: Path, target: Path, order: Mapping[str, int]) -> None:
    """Copy the lines of `source` by the order of their ids; ids not in it come last, as they stand."""
    places: list[tuple[int, int, int]] = []
    offset = 0
    with open(source, "rb") as file, open(target, "wb") as ordered:
        for line in file:
            made = _record_of(line)
            places.append((order.get(made["id"], len(order)) if made else len(order), offset, len(line)))
            offset += len(line)
        for _, start, length in sorted(places):
            file.seek(start)
            ordered.write(file.read(length))
        ordered.flush()
        os.fsync(ordered.fileno())
