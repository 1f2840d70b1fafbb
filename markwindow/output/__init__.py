"""From kept lines to what people read: text, Markdown, HTML, JSON, TEI, written from one model of blocks.

`structure` reads the blocks of a page (with `tables`, `code`, `formulas`, `addresses` and `layout`);
`text`, `markdown`, `html` and `tei` write them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markwindow.document import Document
    from markwindow.page import Page

FORMATS = ("text", "markdown", "html", "json", "tei")
OF_THE_TEXT = ("text", "markdown", "html")
"""The formats that hold the text alone, and need nothing else that is known of a page."""


def write(document: Document, kept: Sequence[bool], format: str) -> str:
    """The kept lines of a document in one of the formats `OF_THE_TEXT`, without a line end at its end."""
    if format == "text":
        from markwindow.output.plain import plain_text

        return plain_text(document, kept)
    from markwindow.output.structure import read_blocks

    blocks = read_blocks(document, kept)
    if format == "markdown":
        from markwindow.output.markdown import to_markdown

        return to_markdown(blocks)
    from markwindow.output.html import to_html

    return to_html(blocks)


def render(page: Page, format: str) -> str:
    """A page in one of `FORMATS`, without a line end at its end."""
    if format == "markdown":
        return page.to_markdown()
    if format == "html":
        return page.to_html()
    if format == "tei":
        return page.to_tei()
    if format == "json":
        return json.dumps(page.to_dict(), ensure_ascii=False)
    return page.text
