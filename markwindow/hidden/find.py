"""Look behind a page that displays hardly any text; what is found goes the way of every page's text."""

from __future__ import annotations

import html
from collections.abc import Iterator
from itertools import chain

from selectolax.lexbor import LexborHTMLParser

from markwindow.document import Document
from markwindow.hidden.scripts import script_data
from markwindow.hidden.shells import NO_SCRIPTS, needs_rendering, verification
from markwindow.hidden.strings import Found, best_text
from markwindow.methods import Method
from markwindow.reading import Reading

_TIMES_MORE = 2
_LONGEST_MESSAGE = 200
# What is displayed outside links outweighs hidden text that is shorter.


def read_hidden(reading: Reading, method: Method, policy: str) -> Reading:
    """What the page hides, where that is more; else the same reading, or why there is no text."""
    page = reading.document
    nothing = [False] * len(page.lines)
    if reason := verification(page):
        return Reading(page, nothing, reason=reason)
    outside_links = sum(len(line.text) - line.link_characters for line in page.lines)
    found = best_text(chain(script_data(page.tree.parser), _unread_mark_up(page.tree.parser)))
    if found and found.prose > max(_TIMES_MORE * reading.length, outside_links):
        other = _document_of(found, page)
        inside = Reading(other, method.keep(other, policy), _SOURCES.get(found.keys[0], "script"))
        if inside.length > reading.length:
            return inside
    if reason := needs_rendering(page, reading.text):
        return Reading(page, nothing, reason=reason)
    return reading


_SOURCES = {
    "application/ld+json": "json-ld",
    **{name: name for name in ("template", "textarea", "noscript", "input")},
}


def _unread_mark_up(parser: LexborHTMLParser) -> Iterator[tuple[str, str]]:
    """The contents of templates, fields and noscript, which a browser does not display as a text."""
    for node in parser.css("template, textarea, noscript, input[value]"):
        if node.tag == "input":
            yield "input", node.attributes.get("value") or ""
        elif node.tag == "template":
            # The parser keeps a template's contents apart, but writes them.
            yield "template", (node.html or "").partition(">")[2].rpartition("</")[0]
        elif len(text := node.text()) > _LONGEST_MESSAGE or not NO_SCRIPTS.search(text):
            yield str(node.tag), text


def _document_of(found: Found, page: Document) -> Document:
    """The page with its own head, and what was found as its body."""
    head = page.tree.parser.head
    if head is not None and page.title.source in ("title", "og:title"):
        opening = head.html or ""
    else:
        opening = f"<head><title>{html.escape(found.title or page.title.text)}</title></head>"
    return page.with_source(f"<html>{opening}<body>{found.html}</body></html>")
