"""From kept lines to what people read: text, Markdown, HTML, JSON, TEI, written from one model of blocks.

`structure` reads the blocks of a page (with `tables`, `code`, `formulas`, `addresses` and `layout`);
`text`, `markdown`, `html` and `tei` write them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markwindow.page import Page

FORMATS = ("text", "markdown", "html", "json", "tei")


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
