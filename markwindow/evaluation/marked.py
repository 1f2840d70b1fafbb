"""Pages that a person marked, written as a set (`markwindow.evaluation.sets`) for `evaluate` and `train`."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markwindow.archive.records import to_line
from markwindow.evaluation.sets import read_meta

KINDS = ("article", "forum", "list", "other")
"""The kinds of pages that sets tell apart."""


def save_marked(folder: Path, html: bytes, gold: str, facts: Mapping[str, Any]) -> str:
    """Write a page, its gold text and what is known of it into a set; returns the page's id.

    The id comes from the page's bytes: marking a page again replaces its gold. The folder is made if need be.
    Each file is replaced in one step, the page first, so a set is sound whenever it is read.

    Raises:
        OSError: When the folder cannot be written.
        SetError: When the folder's ``meta.jsonl`` cannot be read.
    """
    id = hashlib.sha1(html, usedforsecurity=False).hexdigest()[:12]
    for below in ("pages", "gold"):
        (folder / below).mkdir(parents=True, exist_ok=True)
    meta = folder / "meta.jsonl"
    known = read_meta(meta)
    known[id] = {"id": id} | {name: value for name, value in facts.items() if value is not None}
    _replace(folder / "pages" / f"{id}.html", html)
    _replace(meta, "".join(to_line(entry) + "\n" for entry in known.values()).encode())
    _replace(folder / "gold" / f"{id}.txt", f"{gold}\n".encode("utf-8", "replace") if gold else b"")
    return id


def _replace(path: Path, content: bytes) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(content)
    os.replace(part, path)
