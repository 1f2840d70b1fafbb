"""A page as XML-TEI (P5): a header from what is known of it, and its blocks as body.

The elements are those that corpora of web pages use: div with head, p, list, quote, table, figure, code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree as xml

from markwindow.metadata.result import Metadata
from markwindow.output.blocks import (
    MARKS,
    Block,
    Break,
    Code,
    Figure,
    Formula,
    Inline,
    Item,
    Listing,
    Mark,
    NoteMark,
    Paragraph,
    Quotation,
    Rule,
    Table,
    Text,
    nested,
)

NAMESPACE = "http://www.tei-c.org/ns/1.0"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
# Characters that XML 1.0 cannot hold.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_RENDITIONS: dict[Mark, str] = {
    "strong": "bold",
    "em": "italic",
    "del": "strikethrough",
    "sub": "subscript",
    "sup": "superscript",
}


def to_tei(blocks: Sequence[Block], metadata: Metadata, url: str | None = None) -> str:
    """A TEI document of a page's main text, with its metadata and address in the header."""
    root = xml.Element("TEI", {"xmlns": NAMESPACE})
    _header(root, metadata, url)
    text = xml.SubElement(root, "text")
    if metadata.language:
        text.set(_LANG, _clean(metadata.language))
    _Body(xml.SubElement(text, "body")).write(blocks)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + xml.tostring(root, encoding="unicode")


def _header(root: xml.Element, metadata: Metadata, url: str | None) -> None:
    header = xml.SubElement(root, "teiHeader")
    file = xml.SubElement(header, "fileDesc")
    _people(xml.SubElement(file, "titleStmt"), metadata)
    publication = xml.SubElement(file, "publicationStmt")
    _add(publication, "publisher", metadata.site or "unknown")
    if metadata.licence:
        _add(xml.SubElement(publication, "availability"), "licence", metadata.licence)
    source = xml.SubElement(xml.SubElement(file, "sourceDesc"), "bibl")
    _people(source, metadata)
    _add(source, "orgName", metadata.source, role="source")
    if metadata.date:
        _add(source, "date", metadata.date, when=metadata.date)
    if address := metadata.canonical or url:
        xml.SubElement(source, "ptr", {"type": "URL", "target": _clean(address)})
    profile = xml.SubElement(header, "profileDesc")
    if metadata.description:
        _add(xml.SubElement(profile, "abstract"), "p", metadata.description)
    if metadata.keywords:
        keywords = xml.SubElement(xml.SubElement(profile, "textClass"), "keywords")
        for keyword in metadata.keywords:
            _add(keywords, "term", keyword)


def _people(parent: xml.Element, metadata: Metadata) -> None:
    _add(parent, "title", metadata.title)
    for author in metadata.authors:
        _add(parent, "author", author)
    _add(parent, "editor", metadata.editor)


def _add(parent: xml.Element, name: str, text: str | None, **attributes: str) -> None:
    """An element with text; none for None, and for empty text an empty one."""
    if text is not None:
        attributes = {key: _clean(value) for key, value in attributes.items()}
        xml.SubElement(parent, name, attributes).text = _clean(text)


class _Body:
    """The body that is being written: headings at the top begin a new div."""

    def __init__(self, body: xml.Element) -> None:
        self._body = body
        self._place = [xml.SubElement(body, "div")]

    def write(self, blocks: Sequence[Block]) -> None:
        for kind, thing in nested(blocks):
            if kind == "close":
                self._place.pop()
            elif isinstance(thing, Paragraph | Code | Rule | Table):
                self._block(thing)
            elif isinstance(thing, Listing):
                rend = {"rend": "numbered"} if thing.first else {"rend": "bulleted"}
                self._open("list", rend)
            elif isinstance(thing, Item):
                self._open("item", {})
            elif isinstance(thing, Quotation):
                self._open("quote", {})
            elif isinstance(thing, Figure):
                self._open("figure", {})
            else:
                self._open("item" if thing.item else "note", {"n": _clean(thing.label)})

    def _open(self, name: str, attributes: dict[str, str]) -> None:
        self._place.append(xml.SubElement(self._place[-1], name, attributes))

    def _block(self, block: Block) -> None:
        place = self._place[-1]
        if isinstance(block, Rule):
            xml.SubElement(xml.SubElement(place, "p"), "milestone", {"unit": "section", "rend": "rule"})
        elif isinstance(block, Code):
            code = xml.SubElement(xml.SubElement(place, "p"), "code", {_SPACE: "preserve"})
            if block.language:
                code.set("lang", block.language)
            code.text = _clean(block.text)
        elif isinstance(block, Table):
            table = xml.SubElement(place, "table")
            for cells in block.rows:
                row = xml.SubElement(table, "row")
                for cell in cells:
                    attributes = {"role": "label"} if cell.is_head else {}
                    spans = (("cols", cell.columns), ("rows", cell.rows))
                    attributes |= {key: str(value) for key, value in spans if value > 1}
                    _write(xml.SubElement(row, "cell", attributes), cell.inlines)
        elif block.level and len(self._place) == 1:
            if len(place):
                place = self._place[0] = xml.SubElement(self._body, "div")
            _write(xml.SubElement(place, "head", {"rend": f"h{block.level}"}), block.inlines)
        else:
            rend = {"rend": f"h{block.level}"} if block.level else {}
            _write(xml.SubElement(place, "p", rend), block.inlines)


def _write(element: xml.Element, inlines: Sequence[Inline]) -> None:
    for inline in inlines:
        if isinstance(inline, Text):
            _write_text(element, inline)
        elif isinstance(inline, Break):
            xml.SubElement(element, "lb")
        elif isinstance(inline, Formula):
            formula = xml.SubElement(element, "formula", {"notation": "TeX"})
            formula.text = _clean(inline.delimited)
        elif isinstance(inline, NoteMark):
            xml.SubElement(element, "ref", {"type": "note", "n": inline.label}).text = _clean(inline.text)
        else:
            figure = element if element.tag == "figure" else xml.SubElement(element, "figure")
            xml.SubElement(figure, "graphic", {"url": _clean(inline.source)})
            if inline.description:
                _add(figure, "figDesc", _clean(inline.description))


def _write_text(element: xml.Element, inline: Text) -> None:
    if inline.link:
        element = xml.SubElement(element, "ref", {"target": _clean(inline.link)})
    for mark in MARKS:
        if mark in inline.marks:
            name, attributes = ("code", {}) if mark == "code" else ("hi", {"rend": _RENDITIONS[mark]})
            element = xml.SubElement(element, name, attributes)
    text = _clean(inline.text)
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text


def _clean(text: str) -> str:
    return _NO_XML.sub("", text)
