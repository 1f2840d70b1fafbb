"""What a run notes of each page besides its record: for the summary, for repeats, for the search index.

Made in the worker that has the page, kept in the journal, never in an output.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markwindow.archive.records import Extraction
from markwindow.archive.repeats import signature
from markwindow.compare import Kept, compare
from markwindow.page import Page

Notes = dict[str, Any]


def notes_on(pages: Mapping[str, Page], how: Extraction) -> Notes:
    """Notes on a page by the methods of the run; flat, as JSON holds it."""
    first = next(iter(pages.values()))
    notes: Notes = {"signature": signature(first.text)}
    if len(pages) > 1:
        texts = {name: Kept(page.text) for name, page in pages.items()}
        notes["overlap"] = compare("", texts).overlap
    if "words" in how.wants:
        from markwindow.search import segmented

        notes["title_words"] = segmented(first.metadata.title, how.options)
        notes["text_words"] = {name: segmented(page.text, how.options) for name, page in pages.items()}
    return notes
