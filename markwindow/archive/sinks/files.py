"""A folder with a file for each page that has text, and one list of all records.

Ids come from archives of strangers. What becomes of them here can never leave the folder, never meet another
page's file, and can be written on every usual file system.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from markwindow.archive.records import Record, from_line, to_line
from markwindow.archive.sources.pages import in_short

LIST = "records.jsonl"
"""All records of the folder, one a line, with ``file`` in place of the text."""

# Characters that some usual file system does not take in a name (Windows: "Naming files, paths, and
# namespaces"), and what it takes for a device.
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\]')
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.I)
_LONGEST_NAME = 200
"""Bytes of a name; file systems take 255, the ending and the mark of a changed name included."""
_LONGEST_PATH = 1000
"""Bytes of a path below the folder; systems take 4,096 and sometimes less."""
_MARK = re.compile(r"~[0-9a-f]{16}\Z")


class Files:
    """A folder of text or Markdown files, laid out as the archive was."""

    is_folder = True

    def __init__(self, ending: str) -> None:
        """`ending`: of the files' names, ``.txt`` or ``.md``."""
        self._ending = ending
        self.wants = frozenset({"markdown"} if ending == ".md" else ())

    def write(self, records: Iterator[Record], target: Path) -> None:
        """A file for each record with text; all records in the list."""
        target.mkdir()
        folders = {target}
        with open(target / LIST, "wb") as listed:
            for made in records:
                content = made.get("text")
                name = self._write_page(target, made["id"], content, folders) if content else None
                values = {key: value for key, value in made.items() if key != "text" or not name}
                listed.write(to_line(values | {"file": name}).encode() + b"\n")
            listed.flush()
            os.fsync(listed.fileno())
        if hasattr(os, "sync"):  # thousands of small files: one call for all
            os.sync()

    def read(self, out: Path) -> Iterator[Record]:
        """The records of the list, each with the text of its file."""
        try:
            listed = open(out / LIST, "rb")  # noqa: SIM115 - closed below
        except OSError:
            raise ValueError(f"{out} has no {LIST}; give another -o or --overwrite.") from None
        folder = out.resolve()
        with listed:
            for number, line in enumerate(listed, 1):
                made = from_line(line)
                name = made.pop("file", None) if made is not None else None
                if made is None or not (name is None or isinstance(name, str)):
                    raise ValueError(
                        f"{out / LIST}: line {number} is no record; give another -o or --overwrite."
                    )
                yield made | {"text": _text_of(folder, name)} if name else made

    def _write_page(self, target: Path, id: str, content: str, folders: set[Path]) -> str:
        data = content.encode("utf-8", "backslashreplace") + b"\n"
        for name in (path_for(id, self._ending), _marked("", id) + self._ending):
            path = target / name
            if path.parent not in folders:
                path.parent.mkdir(parents=True, exist_ok=True)
                folders.add(path.parent)
            try:
                with open(path, "xb") as file:
                    file.write(data)
            except FileExistsError:  # a file system that takes a and A for one
                continue
            return name
        raise ValueError(f"{target}: the id {id!r} stands there twice.")


def path_for(id: str, ending: str) -> str:
    """The file's path below the folder, with ``/``: the id, with what is unsafe in it replaced.

    Where something was replaced, a piece of the id's hash tells it from others; so different ids never give
    the same path, and the same id always gives the same.
    """
    parts = [part for part in id.split("/") if part not in ("", ".")]
    safe = [_safe(part, ending if place < len(parts) - 1 else "") for place, part in enumerate(parts)]
    path = "/".join(safe)
    if not path or path != id or _MARK.search(id) or len(path.encode()) > _LONGEST_PATH:
        kept = path if len(path.encode()) <= _LONGEST_PATH else safe[-1]
        path = _marked(kept, id)
    return path + ending


def _safe(part: str, ending: str) -> str:
    """A name that every file system takes; a folder's (`ending` given) never looks like a file of ours."""
    name = _NOT_IN_NAMES.sub("_", part.encode("utf-8", "replace").decode())
    if name != name.strip(". "):
        name = "_" + name.strip(". ")
    if _DEVICES.match(name) or (ending and (name.lower() == LIST or name.lower().endswith(ending))):
        name = f"_{name}_"
    return name.encode()[:_LONGEST_NAME].decode("utf-8", "ignore")


def _marked(path: str, id: str) -> str:
    mark = hashlib.sha256(id.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"{path}~{mark}" if path else f"~{mark}"


def _text_of(folder: Path, name: str) -> str:
    """The text of a file that a folder's list names; ValueError with one sentence where there is none."""
    try:
        path = (folder / name).resolve()
        if path.is_relative_to(folder):
            return path.read_text(encoding="utf-8").removesuffix("\n")
        problem = f"lists a file outside of it, {name!r}"
    except FileNotFoundError:
        problem = f"lacks the file {name!r}"
    except (OSError, RuntimeError, ValueError) as error:  # a circle of links, bytes that are no UTF-8
        problem = f"lists a file that cannot be read, {name!r} ({in_short(error)})"
    raise ValueError(f"{folder} {problem}; give --overwrite to begin anew.")
