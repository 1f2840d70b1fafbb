"""From all evidence to one answer a field: JSON-LD, meta elements, bylines, the address."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from markwindow.document import Document
from markwindow.metadata import head
from markwindow.metadata.dates import Moment, read_moment, url_moment
from markwindow.metadata.head import Declared, read_head
from markwindow.metadata.linked_data import address, names, text
from markwindow.metadata.result import Metadata
from markwindow.title import Title


def read_metadata(document: Document, kept: list[bool], title: Title, language: str | None) -> Metadata:
    """All that the page tells about itself.

    Args:
        document: The page.
        kept: For each line whether it is main text; dates and names in the main text are not the page's.
        title: The cleaned title, and where it was found.
        language: The language of the text.
    """
    declared = read_head(document, title.text)
    date, date_source = next(_dates(declared), (None, None))
    return Metadata(
        title=title.text,
        title_source=title.source,
        date=date.iso if date else None,
        date_source=date_source,
        modified=_modified(declared),
        site=_site(declared),
        canonical=_canonical(declared),
        description=declared.first(head.DESCRIPTION) or text(declared.article.get("description")) or None,
        image=_image(declared),
        language=language,
    )


def _dates(declared: Declared) -> Iterator[tuple[Moment, str]]:
    if moment := read_moment(text(declared.article.get("datePublished"))):
        yield moment, "json-ld"
    for content in declared.all(head.DATE):
        if moment := read_moment(content):
            yield moment, "meta"
    if declared.base and (moment := url_moment(declared.base)):
        yield moment, "url"


def _modified(declared: Declared) -> str | None:
    for content in (text(declared.article.get("dateModified")), *declared.all(head.MODIFIED)):
        if moment := read_moment(content):
            return moment.iso
    return None


def _site(declared: Declared) -> str | None:
    named = (
        declared.first(head.SITE) or declared.site or next(iter(names(declared.article.get("publisher"))), "")
    )
    return named or _host(declared.base)


def _host(url: str | None) -> str | None:
    try:
        return urlsplit(url or "").hostname
    except ValueError:
        return None


def _canonical(declared: Declared) -> str | None:
    told = declared.links.get("canonical") or declared.first("og:url") or address(declared.article.get("url"))
    return declared.absolute(told) if told else None


def _image(declared: Declared) -> str | None:
    told = (
        address(declared.article.get("image"))
        or declared.first(head.IMAGE)
        or declared.links.get("image_src")
    )
    return declared.absolute(told) if told else None
