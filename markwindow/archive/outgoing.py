"""From the pages of a finished run to the records of its output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from markwindow.archive.records import RUN, Record, split_methods

WORDS = "words"
"""Where a record carries title and text as the search index stores them, if the run made them."""


def outgoing(pages: Iterable[Record], methods: Sequence[str]) -> Iterator[Record]:
    """The records of the output, in the order of the pages."""
    for made in pages:
        notes = made.pop(RUN, {})
        words = notes.get("text_words", {})
        for one in split_methods(made, methods):
            if one["method"] in words:
                one[WORDS] = (notes["title_words"], words[one["method"]])
            yield one
