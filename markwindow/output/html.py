"""Blocks as clean HTML: a fragment made of an allow-list of tags and attributes, safe to show.

Nothing of the page's own mark-up is passed on. Every tag is written here, every text escaped, and every
address has been read and judged (`markwindow.output.addresses`): there is nothing that a browser could run.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from markwindow.output.blocks import (
    MARKS,
    Block,
    Break,
    Cell,
    Code,
    Container,
    Figure,
    Formula,
    Image,
    Inline,
    Item,
    Listing,
    Note,
    NoteMark,
    Paragraph,
    Quotation,
    Rule,
    Table,
    Text,
    loose_lists,
    nested,
)

ALLOWED = {
    "a": {"href", "rel"},
    "blockquote": set[str](),
    "br": set[str](),
    "code": {"class"},
    "del": set[str](),
    "em": set[str](),
    "figcaption": set[str](),
    "figure": set[str](),
    **{f"h{level}": set[str]() for level in range(1, 7)},
    "hr": set[str](),
    "img": {"src", "alt"},
    "li": set[str](),
    "ol": {"start"},
    "p": set[str](),
    "pre": set[str](),
    "strong": set[str](),
    "sub": set[str](),
    "sup": set[str](),
    "table": set[str](),
    "tbody": set[str](),
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "thead": set[str](),
    "tr": set[str](),
    "ul": set[str](),
}
"""All tags that the output can hold, with their attributes."""

_REL = "noopener noreferrer"


def to_html(blocks: Sequence[Block]) -> str:
    """HTML of blocks, a block a line."""
    parts: list[str] = []
    loose = loose_lists(blocks)
    for kind, thing in nested(blocks):
        if isinstance(thing, Paragraph) and _is_bare(thing, loose):
            parts.append(_inlines(thing.inlines))
        elif isinstance(thing, Paragraph | Code | Rule | Table):
            parts.append(_block(thing) + "\n")
        else:
            tag = _container(thing, is_start=kind == "open")
            is_line = kind == "close" or isinstance(thing, Listing | Quotation | Figure)
            parts.append(tag + ("\n" if tag and is_line else ""))
    return "".join(parts).rstrip("\n")


def _is_bare(paragraph: Paragraph, loose: set[int]) -> bool:
    """Whether it is all of an item that needs no paragraph."""
    parent = paragraph.inside[-1] if paragraph.inside else None
    item = parent.item if isinstance(parent, Note) else parent
    return isinstance(item, Item) and item.list_number not in loose and not paragraph.level


def _container(container: Container | Listing, *, is_start: bool) -> str:
    if isinstance(container, Listing):
        name = "ol" if container.first else "ul"
        start = f' start="{container.first}"' if container.first > 1 else ""
    elif isinstance(container, Item) or (isinstance(container, Note) and container.item):
        name, start = "li", ""
    elif isinstance(container, Quotation | Figure):
        name, start = ("blockquote" if isinstance(container, Quotation) else "figure"), ""
    else:
        return ""
    return f"<{name}{start}>" if is_start else f"</{name}>"


def _block(block: Block) -> str:
    if isinstance(block, Rule):
        return "<hr>"
    if isinstance(block, Code):
        language = f' class="language-{escape(block.language)}"' if block.language else ""
        return f"<pre><code{language}>{_text(block.text)}</code></pre>"
    if isinstance(block, Table):
        return _table(block)
    if block.level:
        name = f"h{block.level}"
    else:
        in_figure = any(isinstance(container, Figure) for container in block.inside)
        name = "figcaption" if block.is_caption and in_figure else "p"
    return f"<{name}>{_inlines(block.inlines)}</{name}>"


def _table(table: Table) -> str:
    heads = 0
    while heads < len(table.rows) - 1 and all(cell.is_head for cell in table.rows[heads]):
        heads += 1
    parts = ["<table>\n"]
    for name, rows in (("thead", table.rows[:heads]), ("tbody", table.rows[heads:])):
        if rows:
            parts.append(f"<{name}>\n")
            parts.extend(f"<tr>{''.join(map(_cell, row))}</tr>\n" for row in rows)
            parts.append(f"</{name}>\n")
    return "".join([*parts, "</table>"])


def _cell(cell: Cell) -> str:
    name = "th" if cell.is_head else "td"
    spans = (("colspan", cell.columns), ("rowspan", cell.rows))
    attributes = "".join(f' {key}="{value}"' for key, value in spans if value > 1)
    return f"<{name}{attributes}>{_inlines(cell.inlines)}</{name}>"


def _inlines(inlines: Sequence[Inline]) -> str:
    parts: list[str] = []
    link = ""
    for inline in inlines:
        its_link = inline.link if isinstance(inline, Text | Image) else ""
        if its_link != link:
            parts.append("</a>" if link else "")
            parts.append(f'<a href="{escape(its_link)}" rel="{_REL}">' if its_link else "")
            link = its_link
        parts.append(_inline(inline))
    parts.append("</a>" if link else "")
    return "".join(parts)


def _inline(inline: Inline) -> str:
    if isinstance(inline, Break):
        return "<br>"
    if isinstance(inline, Image):
        return f'<img src="{escape(inline.source)}" alt="{escape(inline.description)}">'
    if isinstance(inline, Formula):
        return _text(inline.delimited)
    if isinstance(inline, NoteMark):
        return f"<sup>{_text(inline.text)}</sup>"
    text = _text(inline.text)
    for mark in reversed(MARKS):
        if mark in inline.marks:
            text = f"<{mark}>{text}</{mark}>"
    return text


def _text(text: str) -> str:
    return escape(text, quote=False)
