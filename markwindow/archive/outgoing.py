"""From the pages of a finished run to the records of its output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from markwindow.archive.records import RUN, Record, method_id, split_methods
from markwindow.archive.repeats import Repeat
from markwindow.archive.text_parts import Wholes, settle

WORDS = "words"
"""Where a record carries title and text as the search index stores them, if the run made them."""


def outgoing(
    pages: Iterable[Record],
    methods: Sequence[str],
    repeats: Mapping[str, Repeat],
    wholes: Wholes,
) -> Iterator[Record]:
    """The records of the output, in the order of the pages, with repeats marked and parts joined."""
    for page in pages:
        made = settle(page, wholes)
        notes = made.pop(RUN, {})
        words = notes.get("text_words", {})
        repeat = repeats.get(made["id"])
        for one in split_methods(made, methods):
            one["repeat_of"] = one["similarity"] = None
            if repeat is not None:
                one["repeat_of"] = method_id(repeat.of, one["method"]) if len(methods) > 1 else repeat.of
                one["similarity"] = repeat.similarity
            if one["method"] in words:
                one[WORDS] = (notes["title_words"], words[one["method"]])
            yield one
