"""Methods that learn: what they offer, what they learn from, and the file their weights are kept in.

A weights file is a JSON object: ``method``, ``weights`` (what `Trainable.train` returned) and ``card``, which
says what they were trained on, how, and how well weights trained so did on pages they had not seen.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from markwindow.document import Document
    from markwindow.methods import Method

T = TypeVar("T")


class PlaceError(ValueError):
    """A file that cannot be written there; the text is one sentence with the mend."""


class ExampleError(ValueError):
    """Pages that a method cannot learn from; the text is one sentence with the mend."""


@dataclass(frozen=True, slots=True)
class Example:
    """A page to learn from."""

    id: str
    document: Document
    gold: str
    """The main text as people copied it."""
    site: str
    """The host; for a page of no known site something that no other page has."""
    kind: str | None
    """``article``, ``forum`` …, where the set tells."""
    sha256: str
    """Of the page's bytes, in hexadecimal."""


@runtime_checkable
class Trainable(Protocol):
    """What a method offers besides `markwindow.methods.Method` when it can learn.

    With loaded weights it also has ``card``: the card of its weights file, or None.
    """

    @property
    def name(self) -> str:
        """The name it is called by."""

    def train(self, examples: Sequence[Example], seed: int) -> dict[str, Any]:
        """Weights learned from these pages alone, as plain JSON values; the same for the same seed.

        Raises:
            ExampleError: for pages that it cannot learn from.
        """
        ...

    def with_weights(self, weights: dict[str, Any]) -> Method:
        """A method that decides with these weights."""
        ...


def trainable_names() -> list[str]:
    """The names of the methods that can learn."""
    from markwindow import methods

    return [name for name in methods.METHODS if isinstance(methods.method_named(name), Trainable)]


def check_some(pages: Sequence[object], what: str) -> None:
    """See that there is a page to learn from, of the kind `what` names; raises `ExampleError`."""
    if not pages:
        raise ExampleError(f"there is no {what} among the pages to learn from; give some.")


def as_plain(weights: Mapping[str, Any]) -> dict[str, Any]:
    """Weights as they come back from a file; raises `ValueError` or `TypeError` for what JSON cannot hold."""
    plain: dict[str, Any] = json.loads(json.dumps(weights, allow_nan=False))
    return plain


def read_weights(path: str) -> dict[str, Any]:
    """A weights file as `write_weights` made it, kept until the file changes.

    Raises:
        ValueError: with one sentence for any other file.
    """
    return _weights(path, *_state(path))


def read_models(path: str, method: str, make: Callable[[Any], T]) -> T:
    """What a method makes of the weights in a file, kept until the file changes.

    Args:
        path: the file.
        method: the name of the method.
        make: makes it of what `Trainable.train` returned; raises AttributeError, LookupError, TypeError or
            ValueError for weights that this version cannot decide with.

    Raises:
        ValueError: with one sentence for a file without weights, with another method's, or another version's.
    """
    state = _state(path)
    found = _weights(path, *state)["method"]
    if found != method:
        raise ValueError(
            f"{path} holds weights of the method {found!r}, not of {method}; "
            "choose that method, or give weights of this one."
        )
    try:
        models: T = _models(path, *state, make)
    except (AttributeError, LookupError, TypeError, ValueError):
        raise ValueError(
            f"{path} holds weights of another version; train them anew with `markwindow train`."
        ) from None
    return models


def _state(path: str) -> tuple[int, int]:
    """When a file was last changed, in nanoseconds, and its size in bytes."""
    try:
        found = os.stat(path)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=8)
def _weights(path: str, changed: int, size: int) -> dict[str, Any]:
    """The file in this state of it."""
    try:
        plain = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, RecursionError, ValueError) as error:
        raise _unreadable(path, error) from None
    if not isinstance(plain, dict) or not {"method", "weights", "card"} <= plain.keys():
        raise ValueError(f"{path} holds no weights; give a file that `markwindow train` wrote.")
    return plain


@lru_cache(maxsize=8)
def _models(path: str, changed: int, size: int, make: Callable[[Any], object]) -> Any:  # noqa: ANN401
    return make(_weights(path, changed, size)["weights"])


def _unreadable(path: str, error: Exception) -> ValueError:
    why = error.strerror if isinstance(error, OSError) else "it is not JSON"
    return ValueError(f"{path} cannot be read as weights ({why}); give a file that `markwindow train` wrote.")


def check_place(path: Path, *, overwrite: bool) -> None:
    """See that a file can be written here; raises `PlaceError`."""
    if path.is_dir():
        raise PlaceError(f"{path} is a folder; give the name of a file to write.")
    if not path.parent.is_dir():
        raise PlaceError(f"the folder {path.parent} does not exist; make it first.")
    if path.exists() and not overwrite:
        raise PlaceError(f"{path} exists; give --overwrite to replace it, or another name.")


def write_weights(path: Path, method: str, weights: Mapping[str, Any], card: Mapping[str, Any]) -> None:
    """Write a weights file in one atomic step: whatever happens, an old file is whole.

    Raises:
        OSError: When the disk does not take it.
    """
    parts = {"method": method, "weights": weights, "card": card}
    lines = (
        f'"{name}": {json.dumps(part, ensure_ascii=False, allow_nan=False)}' for name, part in parts.items()
    )
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with open(new, "w", encoding="utf-8", newline="\n") as file:
            file.write("{" + ",\n ".join(lines) + "}\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def today() -> str:
    """The date in UTC, ``YYYY-MM-DD``; SOURCE_DATE_EPOCH (seconds) stands in for the clock, for equal files.

    See https://reproducible-builds.org/specs/source-date-epoch/.
    """
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    return time.strftime("%Y-%m-%d", time.gmtime(int(seconds) if seconds.isdecimal() else None))
