"""From a raw page to its record: flat keys that archives and JSON output share."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from markwindow.archive.sources import Content, PageError, RawPage
from markwindow.options import Options
from markwindow.page import Page

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
    "chars",
    "bytes",
    "relevance",
    "next_page",
    "reason",
    "error",
)
"""The keys of every record, in order; what a page does not have is None."""

METHOD_KEYS = ("text", "chars", "relevance", "reason")
"""With several methods the first fills these keys, each further method ``key_method`` (``text_density``)."""

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Extraction:
    """How pages are extracted. What is None or empty is not passed on: there the library's default holds."""

    methods: tuple[str, ...] = ()
    policy: str | None = None
    title: str | None = None
    options: Options = field(default_factory=Options)

    def text(self, content: Content) -> str:
        """The main text alone, by the first method."""
        from markwindow import extract

        with _one_sentence():
            return extract(content.data, **self._arguments(content, self.methods[:1]))

    def page(self, content: Content, method: str | None = None) -> Page:
        """All that is known of a page, by this method or the first one."""
        from markwindow import analyze

        with _one_sentence():
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
            "title": self.title,
            "url": content.url,
            "content_type": content.content_type,
        }
        return {"options": self.options} | {key: value for key, value in named.items() if value is not None}


def record(raw: RawPage, how: Extraction) -> Record:
    """The record of a page; a page that cannot be handled gives a record with `error`. Never raises."""
    try:
        with _one_sentence():
            return page_record(raw, how.pages(raw.content()))
    except PageError as error:
        return error_record(raw, error.problem)


def page_record(raw: RawPage, pages: Mapping[str, Page]) -> Record:
    """The record of a page that was analysed, by one method or several."""
    first, *others = pages
    made = dict.fromkeys(KEYS) | {"id": raw.id, "archive": raw.archive} | pages[first].to_dict()
    for name in others:
        values = pages[name].to_dict()
        made |= {f"{key}_{name.replace('-', '_')}": values[key] for key in METHOD_KEYS}
    return made


def error_record(raw: RawPage, problem: str) -> Record:
    """The record of a page that failed."""
    return dict.fromkeys(KEYS) | {"id": raw.id, "archive": raw.archive, "error": problem}


def to_line(made: Record) -> str:
    """The record as one line of JSON, without the line end; Chinese stays as it is.

    The three characters that JSON allows in strings but many programs take for line ends are escaped.
    A lone surrogate would be no UTF-8; its escape is.
    """
    line = json.dumps(made, ensure_ascii=False).translate(_LINE_ENDS)
    return line.encode("utf-8", "backslashreplace").decode()


_LINE_ENDS = {code: f"\\u{code:04x}" for code in (0x85, 0x2028, 0x2029)}


@contextmanager
def _one_sentence() -> Iterator[None]:
    """Turn a fault of the extractor into the failure of one page."""
    try:
        yield
    except PageError:
        raise
    except Exception as error:
        problem = f"the extractor failed ({type(error).__name__}: {error}); please report this page."
        raise PageError(" ".join(problem.split())) from error
