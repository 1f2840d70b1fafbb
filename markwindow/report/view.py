"""All that a report shows of one page, as plain data: made once, drawn by any front end.

Lines are stored once and methods as marks on them, so that a view with ten methods is little larger than the
page's text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from markwindow.document import Document
from markwindow.extract import describe, read_document, size_of
from markwindow.methods import METHODS, Method, method_named
from markwindow.options import POLICIES, Options
from markwindow.page import Page, Window
from markwindow.reading import read
from markwindow.report.curves import page_curves
from markwindow.training import read_weights

View = dict[str, Any]


def page_view(
    html: object,
    methods: Sequence[str] = METHODS,
    *,
    policy: str = "balanced",
    title: str | None = None,
    url: str | None = None,
    content_type: str | None = None,
    options: Options | None = None,
) -> View:
    """Facts, lines, windows, decisions of each method and curves of a page, ready for JSON.

    Arguments and errors are those of `markwindow.analyze`. Lines are numbered over the whole page; a method's
    ``kept`` has one character a line, ``1`` for kept, and ``reasons`` one number a window, into the view's
    list of reasons.
    """
    if not methods:
        raise ValueError(f"A view wants at least one method: choose from {', '.join(METHODS)}.")
    deciders = [method_named(name) for name in dict.fromkeys(methods)]
    if policy not in POLICIES:
        raise ValueError(f"There is no policy {policy!r}: choose one of {', '.join(POLICIES)}.")
    document, decoding, trouble = read_document(html, title, url, content_type, options)
    documents = [_with_own_weights(document, one) for one in deciders]
    readings = [read(page, one, policy) for page, one in zip(documents, deciders, strict=True)]
    pages = [
        describe(page, decoding, trouble, reading, one, policy, bytes=size_of(html))
        for page, one, reading in zip(documents, deciders, readings, strict=True)
    ]
    # What the first method decided on is shown: the page, or a text that the page hides.
    shown = readings[0].document
    windows = pages[0].windows
    lines = [line for window in windows for line in window.text.split("\n")]
    reasons: dict[str, int] = {}
    return {
        "facts": _facts(pages[0]),
        "policy": policy,
        "title_words": list(dict.fromkeys(shown.title_words)),
        "lines": lines,
        "windows": [_window(window) for window in windows],
        "methods": [_method(page, windows, lines, reasons) for page in pages],
        "reasons": list(reasons),
        "curves": page_curves(shown, windows, policy),
    }


def kept_lines(window: Window) -> list[bool]:
    """For each line of a window whether it is among the kept ones."""
    waiting = window.kept_text.split("\n") if window.kept else []
    waiting.reverse()
    kept = []
    for line in window.text.split("\n"):
        kept.append(bool(waiting) and line == waiting[-1])
        if kept[-1]:
            waiting.pop()
    return kept


FACTS = (
    *("url", "title_source", "language", "kind", "encoding", "encoding_source", "bytes"),
    *("text_source", "date", "author", "source", "site"),
)
"""What a report tells of a page, by the keys of its record."""


def _with_own_weights(document: Document, decide: Method) -> Document:
    """The page for a method: a weights file is of one method, the others keep those of the package."""
    path = document.options.weights
    if path is None or read_weights(path)["method"] == decide.name:
        return document
    return document.with_options(replace(document.options, weights=None))


def _facts(page: Page) -> dict[str, Any]:
    record = page.to_dict()
    return {name: record[name] for name in FACTS} | {
        "title": page.title,
        "clean_title": page.clean_title,
        "kind_reasons": list(page.kind_reasons),
        "declared": page.decoding.declared,
        "misfits": page.decoding.misfits,
    }


def _window(window: Window) -> dict[str, Any]:
    return {
        "lines": window.text.count("\n") + 1,
        "distance": window.distance,
        "length": window.length,
        "density": window.density,
        "link_share": window.link_share,
        "source_length": window.source_length,
        "path": window.path,
    }


def _method(
    page: Page, windows: Sequence[Window], lines: list[str], reasons: dict[str, int]
) -> dict[str, Any]:
    is_same = [window.text for window in page.windows] == [window.text for window in windows]
    if is_same:
        kept = [is_kept for window in page.windows for is_kept in kept_lines(window)]
        told = [window.reason for window in page.windows]
    else:
        text = set(page.text.split("\n")) if page.text else set()
        kept = [line in text for line in lines]
        told = [f"decided on other text of the page ({page.text_source}), not on this window"] * len(windows)
    joined = "\n".join(line for line, is_kept in zip(lines, kept, strict=True) if is_kept)
    return {
        "name": page.method,
        "chars": len(page.text),
        "relevance": page.relevance,
        "reason": page.reason,
        "kept": "".join("01"[is_kept] for is_kept in kept),
        "reasons": [reasons.setdefault(reason, len(reasons)) for reason in told],
        # The text is the kept lines, unless it came from elsewhere or is rendered otherwise.
        "text": None if page.text == joined else page.text,
    }
