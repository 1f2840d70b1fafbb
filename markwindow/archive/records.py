"""From a raw page to its record: flat keys that archives and JSON output share."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from markwindow.archive.sources import Content, PageError, RawPage
from markwindow.options import Options
from markwindow.page import Page

if TYPE_CHECKING:
    from markwindow.archive.site_pass import Sites

KEYS = (
    "id",
    "archive",
    "url",
    "title",
    "title_source",
    "text",
    "text_source",
    "method",
    "kind",
    "language",
    "date",
    "author",
    "source",
    "site",
    "date_source",
    "author_source",
    "modified",
    "editor",
    "description",
    "keywords",
    "image",
    "canonical",
    "licence",
    "encoding",
    "encoding_source",
    "encoding_declared",
    "chars",
    "bytes",
    "relevance",
    "next_page",
    "reason",
    "error",
    "repeat_of",
    "similarity",
    "part_of",
)
"""The keys of every record, in order; what a page does not have is None."""
WHOLE_NUMBERS = frozenset({"chars", "bytes"})
NUMBERS = frozenset({"relevance", "similarity"})
"""Keys whose values are numbers; the others are strings."""

METHOD_KEYS = ("text", "text_source", "method", "chars", "relevance", "reason")
"""What differs between the records of one page by several methods, besides the id."""
BY_METHOD = "by_method"
"""Where the journal keeps these, by method: there a page is one line, so that it is whole or not there."""
RUN = "run"
"""What the journal keeps for the run's own use (time, repeats, words for search); no output has it."""

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Extraction:
    """How pages are extracted. What is None or empty is not passed on: there the library's default holds."""

    methods: tuple[str, ...] = ()
    policy: str | None = None
    title: str | None = None
    options: Options = field(default_factory=Options)
    sites: Sites | None = None
    """What a pass over all pages learned of their sites."""
    wants: frozenset[str] = frozenset()
    """What the output needs of records; see `markwindow.archive.sinks.Sink`."""

    def text(self, content: Content, form: str = "text") -> str:
        """The main text alone, by the first method, in a format of `markwindow.output.OF_THE_TEXT`."""
        from markwindow import extract

        with one_sentence():
            return extract(content.data, format=form, **self._arguments(content, self.methods[:1]))

    def page(self, content: Content, method: str | None = None) -> Page:
        """All that is known of a page, by this method or the first one."""
        from markwindow import analyze

        with one_sentence():
            return analyze(
                content.data, **self._arguments(content, (method,) if method else self.methods[:1])
            )

    def pages(self, content: Content) -> dict[str, Page]:
        """The same page by each method, under the name it was called by."""
        if not self.methods:
            page = self.page(content)
            return {page.method: page}
        return {method: self.page(content, method) for method in self.methods}

    def _arguments(self, content: Content, method: tuple[str, ...]) -> dict[str, Any]:
        named = {
            "method": method[0] if method else None,
            "policy": self.policy,
            "title": content.title or self.title,
            "url": content.url,
            "content_type": content.content_type,
        }
        return {"options": self.options} | {key: value for key, value in named.items() if value is not None}


def record(raw: RawPage, how: Extraction) -> Record:
    """The record of a page; a page that cannot be handled gives a record with `error`. Never raises."""
    try:
        with one_sentence():
            return page_record(raw, pages_of(raw, how))
    except PageError as error:
        return error_record(raw, error.problem)


def record_for_run(raw: RawPage, how: Extraction) -> Record:
    """The same with what the run itself needs of the page, under `RUN`."""
    from markwindow.archive.notes import notes_on

    began = time.perf_counter()
    try:
        with one_sentence():
            pages = pages_of(raw, how)
            made = page_record(raw, pages)
            if "markdown" in how.wants:
                _put_markdown(made, pages)
            made[RUN] = notes_on(pages, how)
    except PageError as error:
        made = error_record(raw, error.problem) | {RUN: {}}
    made[RUN]["seconds"] = round(time.perf_counter() - began, 4)
    return made


@contextmanager
def one_sentence() -> Iterator[None]:
    """Turn a fault of the extractor into the failure of one page."""
    try:
        yield
    except PageError:
        raise
    except Exception as error:
        problem = f"the extractor failed ({type(error).__name__}: {error}); please report this page."
        raise PageError(" ".join(problem.split())) from error


def pages_of(raw: RawPage, how: Extraction) -> dict[str, Page]:
    """The analyses that a page's record is made from; PageError where it cannot be read."""
    return how.pages(raw.content()) if how.sites is None else how.sites.pages(raw, how)


def page_record(raw: RawPage, pages: Mapping[str, Page]) -> Record:
    """The record of a page that was analysed, by one method or several."""
    values = {name: page.to_dict() for name, page in pages.items()}
    made = dict.fromkeys(KEYS) | {"id": raw.id, "archive": raw.archive} | values[next(iter(values))]
    if len(values) > 1:
        made[BY_METHOD] = {name: {key: each[key] for key in METHOD_KEYS} for name, each in values.items()}
    return made


def _put_markdown(made: Record, pages: Mapping[str, Page]) -> None:
    """The texts of a record as Markdown."""
    first, *_ = texts = {name: page.to_markdown() for name, page in pages.items()}
    made["text"] = texts[first]
    for name, each in made.get(BY_METHOD, {}).items():
        each["text"] = texts[name]


def error_record(raw: RawPage, problem: str) -> Record:
    """The record of a page that failed."""
    return dict.fromkeys(KEYS) | {"id": raw.id, "archive": raw.archive, "error": problem}


def split_methods(made: Record, methods: Sequence[str]) -> list[Record]:
    """A page's record as the output has it: itself, or with several methods a record for each.

    These share all that is the page's; their ids are the page's with ``#method`` after it.
    """
    if len(methods) < 2:
        return [made]
    by_method = made.get(BY_METHOD) or {}
    shared = {key: value for key, value in made.items() if key != BY_METHOD}
    return [
        shared | {"method": name} | by_method.get(name, {}) | {"id": method_id(made["id"], name)}
        for name in methods
    ]


def join_methods(records: Iterable[Record], methods: Sequence[str]) -> Iterator[Record]:
    """Undo `split_methods` for records in the order of an output; ValueError if they are of other methods."""
    several = len(methods) > 1
    expected = set(methods or ("default",))
    for id, same in groupby(records, key=page_id if several else itemgetter("id")):
        by_method = {made.get("method"): made for made in same}
        # The record of a page that failed tells no method, unless there are several.
        if set(by_method) != expected and (several or set(by_method) != {None}):
            raise ValueError(
                f"the output was made with other methods ({', '.join(map(str, by_method))}); "
                "repeat the call as it was, or give --overwrite to begin anew."
            )
        made = next(iter(by_method.values()))
        if several:
            made = by_method[methods[0]] | {"id": id}
            if made["error"] is None:
                made[BY_METHOD] = {
                    name: {key: by_method[name][key] for key in METHOD_KEYS} for name in methods
                }
        yield made


def method_id(id: str, method: str) -> str:
    """The id of a page's record by one of several methods."""
    return f"{id}#{method}"


def page_id(made: Record) -> str:
    """The id of the page that a record is of, whichever method made it."""
    id: str = made["id"]
    return id.removesuffix(f"#{made.get('method')}")


def encodable(made: Record) -> Record:
    """The record with a lone surrogate, which no UTF-8 can hold, as its escape."""
    return {
        key: value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value
        for key, value in made.items()
    }


def to_line(made: Record) -> str:
    """The record as one line of JSON, without the line end; Chinese stays as it is.

    The three characters that JSON allows in strings but many programs take for line ends are escaped.
    A lone surrogate would be no UTF-8; its escape is.
    """
    line = json.dumps(made, ensure_ascii=False)
    for character, escape in _LINE_ENDS:  # `translate` would look up every character
        line = line.replace(character, escape)
    return line.encode("utf-8", "backslashreplace").decode()


def from_line(line: bytes) -> Record | None:
    """The record in a line as `to_line` makes them; None for a line that is torn, or is no record."""
    try:
        made = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return made if isinstance(made, dict) and isinstance(made.get("id"), str) else None


_LINE_ENDS = tuple((chr(code), f"\\u{code:04x}") for code in (0x85, 0x2028, 0x2029))
