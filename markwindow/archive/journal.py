"""Records on disk while a run lasts: nothing finished is lost, whatever ends the run.

Beside the output stands a folder ``OUT.parts`` with the records so far (one JSON line each, written out page
by page) and a state file that tells how the run was begun. A line torn by a kill is cut off when the run is
continued. At the end a sink makes the whole output in that folder, it takes its place in one step, and the
folder goes.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Literal

from markwindow.archive.records import Record, from_line, to_line
from markwindow.archive.sinks import Sink
from markwindow.archive.sinks.files import LIST

Mode = Literal["new", "resume", "overwrite"]
Settings = Mapping[str, Any]

PARTS = ".parts"
RECORDS = "records.jsonl"
STATE = "state.json"
STATE_NEW = "state.new"
ORDERED = "ordered.jsonl"
NEW = "new"
"""The output while a sink makes it."""
OLD = "old"
"""A folder that another one replaces: folders cannot change places in one step."""


class RunError(Exception):
    """A run that cannot go on; the text is one sentence. What is finished is kept."""


class Journal:
    """The records of one run. Use as a context; without `finish` the parts stay for the next run."""

    def __init__(
        self,
        out: str,
        sink: Sink,
        settings: Settings,
        mode: Mode,
        join: Callable[[Iterator[Record]], Iterable[Record]] = lambda records: records,
    ) -> None:
        """Begin or continue; `settings` are what two runs must share to give like records.

        `join` makes pages' records from those of a finished output, where a run goes on with one.

        Raises:
            ValueError: One sentence, when the output or its parts are there and `mode` does not allow it.
            RunError: When the disk does not take it.
        """
        self.out = Path(out)
        self.parts = Path(out + PARTS)
        self._sink = sink
        self._settings = settings
        self._join = join
        self._file: BinaryIO | None = None
        self._check_place(mode)
        self._replaces = self._is_there()
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
                made = from_line(line)
                if made is None or not line.endswith(b"\n"):
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

    def finish(
        self,
        order: Mapping[str, int] | None = None,
        change: Callable[[Iterator[Record]], Iterable[Record]] = lambda pages: pages,
    ) -> None:
        """Make the output from the records as `change` passes them on; with `order`, in this order of ids."""
        assert self._file is not None
        path, new = self.parts / RECORDS, self.parts / NEW
        try:
            os.fsync(self._file.fileno())
            if order is not None:
                _write_ordered(path, self.parts / ORDERED, order)
                path = self.parts / ORDERED
            _remove(new)
            self._sink.write(iter(change(_records_in(path))), new)
            if self._is_there() and not self._replaces:
                raise RunError(
                    f"{self.out} was made by something else meanwhile; move it away and repeat with --resume."
                )
            # From here on the output may be there; a run that continues may make it once more.
            self._write_state(self._settings, replaces=True)
            if self.out.is_dir() and any(self.out.iterdir()):
                # A kill while it was removed may have left what an earlier output replaced.
                _remove(self.parts / OLD)
                os.replace(self.out, self.parts / OLD)
            os.replace(new, self.out)
            self.close()
            self._remove_parts()
        except OSError as error:
            raise self._failure(error) from error

    def discard(self) -> None:
        """Give up a run that recorded nothing."""
        self.close()
        self._remove_parts()

    def left(self) -> list[str]:
        """What still lies in the folder of the parts after the end: it is not of this run."""
        return sorted(map(str, self.parts.iterdir())) if self.parts.is_dir() else []

    def close(self) -> None:
        """Close the file; what a full disk did not take is given up."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None

    def _check_place(self, mode: Mode) -> None:
        if not self.out.parent.is_dir():
            raise ValueError(f"the folder {self.out.parent} does not exist; make it first.")
        if self._sink.is_folder:
            if self.out.exists() and not self.out.is_dir():
                raise ValueError(f"{self.out} is a file; give the name of a folder to write.")
        elif self.out.is_dir():
            raise ValueError(f"{self.out} is a folder; give the name of a file to write.")
        elif self.out.exists() and not self.out.is_file():
            raise ValueError(f"{self.out} is no ordinary file; give the name of a file to write.")
        there = [str(self.out)] * self._is_there() + [str(self.parts)] * self.parts.exists()
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
        if self._sink.is_folder and self._is_there() and not (self.out / LIST).is_file():
            raise ValueError(f"{self.out} holds other things; give a folder that is new or empty.")

    def _is_there(self) -> bool:
        """Whether the place of the output is taken; an empty folder is none."""
        return self.out.exists() and not (self.out.is_dir() and not any(self.out.iterdir()))

    def _open(self, settings: Settings, mode: Mode) -> None:
        records = self.parts / RECORDS
        if mode == "resume" and records.exists():
            self._check_state(settings)
            self._file = self._locked(records)
            return
        self.parts.mkdir(exist_ok=True)
        self._file = self._locked(records)
        self._file.truncate(0)
        self._write_state(settings, replaces=self._replaces)
        if mode == "resume" and self._replaces:
            try:
                for made in self._join(self._sink.read(self.out)):
                    self._file.write(to_line(made).encode() + b"\n")
                self._file.flush()
            except ValueError:
                self.discard()
                raise

    def _write_state(self, settings: Settings, *, replaces: bool) -> None:
        state = self.parts / STATE
        new = self.parts / STATE_NEW
        # ASCII: the name of a source may hold bytes that are no UTF-8.
        new.write_text(json.dumps({**settings, "replaces": replaces}), "utf-8")
        os.replace(new, state)

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
        for name in (NEW, OLD, ORDERED, RECORDS, STATE_NEW, STATE):
            _remove(self.parts / name)
        with suppress(OSError):  # something else lies there, which is not ours to remove
            self.parts.rmdir()

    def _failure(self, error: OSError) -> RunError:
        return RunError(
            f"cannot write {error.filename or self.parts} ({error.strerror or error}); "
            f"make sure that there is room and that you may write there; repeat the call with --resume, "
            f"what is finished stands in {self.parts}."
        )


def _records_in(path: Path) -> Iterator[Record]:
    with open(path, "rb") as file:
        yield from map(json.loads, file)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _write_ordered(source: Path, target: Path, order: Mapping[str, int]) -> None:
    """Copy the lines of `source` by the order of their ids; ids not in it come last, as they stand."""
    places: list[tuple[int, int, int]] = []
    offset = 0
    with open(source, "rb") as file, open(target, "wb") as ordered:
        for line in file:
            made = from_line(line)
            places.append((order.get(made["id"], len(order)) if made else len(order), offset, len(line)))
            offset += len(line)
        for _, start, length in sorted(places):
            file.seek(start)
            ordered.write(file.read(length))
        ordered.flush()
        os.fsync(ordered.fileno())
