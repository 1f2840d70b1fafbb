"""From all evidence to one answer a field: JSON-LD, meta elements, bylines, the address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from markwindow.document import Document
from markwindow.metadata import head, names
from markwindow.metadata.bylines import Byline, read_bylines
from markwindow.metadata.dates import Moment, as_shown, read_moment, url_moment
from markwindow.metadata.head import Declared, read_head
from markwindow.metadata.linked_data import address, text
from markwindow.metadata.linked_data import names as names_in
from markwindow.metadata.result import Metadata
from markwindow.metadata.titles import best_title, owner_in_title, site_in_title
from markwindow.title import Title
from markwindow.tree import without_marks


def read_metadata(document: Document, kept: list[bool], title: Title, language: str | None) -> Metadata:
    """All that the page tells about itself.

    Args:
        document: The page.
        kept: For each line whether it is main text; dates and names in the main text are not the page's.
        title: The cleaned title, and where it was found.
        language: The language of the text.
    """
    declared = read_head(document, title.text)
    site = _site(declared) or site_in_title(document.title.text, title.text)
    title = best_title(document, kept, declared, title, site)
    byline = read_bylines(document, kept, title.text)
    date, date_source = next(_dates(document, declared, byline), (None, None))
    authors, author_source = next(_authors(document, declared, byline, site, title), ((), None))
    modified = next(filter(None, map(read_moment, _modified(declared))), byline.modified)
    return Metadata(
        title=title.text,
        title_source=title.source,
        date=date.iso if date else None,
        date_source=date_source,
        modified=modified.iso if modified else None,
        authors=authors,
        author_source=author_source,
        source=_source(declared) or byline.source,
        editor=byline.editor or _editor(declared),
        site=site or _host(declared.url or _canonical(declared)),
        canonical=_canonical(declared),
        description=declared.first(head.DESCRIPTION) or text(declared.article.get("description")) or None,
        keywords=_keywords(declared),
        image=_image(declared),
        language=language,
        licence=_licence(declared),
    )


# --- Dates ---

# Values are looked for first: they are rarer than names.
_SCRIPT_DATE = re.compile(
    r"""[:=]\s{0,3}["']?(1\d{9}(?:\d{3})?|20\d\d-\d\d-\d\d[^"'<>]{0,20})["',;\s}]""",
)
_SCRIPT_NAME = re.compile(
    r"""\b(?:publish_?(?:time|date)|pub_?(?:time|date)|release_?time|create_?time|ctime|ct)["']?\s{0,3}$""",
    re.IGNORECASE,
)
_LONGEST_NAME = 24


def _dates(document: Document, declared: Declared, byline: Byline) -> Iterator[tuple[Moment, str]]:
    """The dates of publication, best evidence first."""
    contents = [(text(declared.article.get("datePublished")), "json-ld")]
    contents += [(content, "meta") for content in declared.all(head.DATE)]
    for content, source in contents:
        if moment := read_moment(content):
            yield as_shown(moment, byline.date) if byline.date else moment, source
    if byline.date:
        yield byline.date, "byline"
    for content in declared.all(head.WEAK_DATE):
        if moment := read_moment(content):
            yield moment, "meta"
    address = declared.url or _canonical(declared)
    in_address = url_moment(address) if address else None
    if in_address and in_address.day:
        yield in_address, "url"
    if moment := _in_scripts(document.source):
        yield moment, "script"
    if byline.written:
        yield byline.written, "byline"
    if in_address:
        yield in_address, "url"


def _in_scripts(source: str) -> Moment | None:
    """The day that all variables of scripts named for publishing agree on."""
    found: dict[str, Moment] = {}
    for match in _SCRIPT_DATE.finditer(source):
        before = source[max(0, match.start() - _LONGEST_NAME) : match.start()]
        if _SCRIPT_NAME.search(before) and (moment := read_moment(match[1])):
            found.setdefault(moment.iso[:10], moment)
    return next(iter(found.values())) if len(found) == 1 else None


def _modified(declared: Declared) -> list[str]:
    return [text(declared.article.get("dateModified")), *declared.all(head.MODIFIED)]


# --- People ---

_MAKERS = re.compile(
    r"网络|網絡|公司|科技|集团|工作室|制作|设计|软件|系统|cms|\bteam\b|\binc\b", re.IGNORECASE
)
_SHORT = 40


def _authors(
    document: Document, declared: Declared, byline: Byline, site: str | None, title: Title
) -> Iterator[tuple[tuple[str, ...], str]]:
    """The names, best evidence first."""
    article = declared.article
    publishers = {without_marks(name).lower() for name in [site or "", *names_in(article.get("publisher"))]}
    for field in ("author", "creator"):
        if told := _people(names_in(article.get(field)), publishers):
            yield told, "json-ld"
    if byline.authors and byline.author_source != "publisher":
        yield byline.authors, byline.author_source
    # The tail of the title names the site, and some systems name the editor as the author.
    whole = document.title.text
    others = whole[whole.rfind(title.text) + len(title.text) :] + (byline.editor or "")
    for content in declared.all(head.AUTHOR):
        told = _people([content], publishers)
        if told and told[0] not in others and not _MAKERS.search(content) and _is_shown(document, told):
            yield told, "meta"
    if byline.authors:
        yield byline.authors, byline.author_source
    if owner := owner_in_title(whole, title.text):
        yield (owner,), "owner"
    # Where only an editor answers for a page, readers name that one.
    if byline.editor:
        yield tuple(byline.editor.split("、")), "editor"


def _people(told: list[str], publishers: set[str]) -> tuple[str, ...]:
    found = [name for value in told for name in names.read_names(value)]
    return tuple(
        dict.fromkeys(
            name
            for name in found
            if without_marks(name).lower() not in publishers and not names.is_medium(name)
        )
    )


def _is_shown(document: Document, told: tuple[str, ...]) -> bool:
    """Whether the page shows the names to its readers, or they are plainly people's."""
    if all(map(names.is_person, told)):
        return True
    return any(told[0] in line.text for line in document.lines if len(line.text) <= _SHORT)


def _source(declared: Declared) -> str | None:
    told = [*declared.all(head.SOURCE), text(declared.article.get("sourceOrganization"))]
    return next(filter(None, map(names.read_source, told)), None)


def _editor(declared: Declared) -> str | None:
    told = [*declared.all(head.EDITOR), *names_in(declared.article.get("editor"))]
    return next(("、".join(found) for found in map(names.read_names, told) if found), None)


# --- The site and addresses ---


def _site(declared: Declared) -> str | None:
    publisher = next(iter(names_in(declared.article.get("publisher"))), "")
    return declared.first(head.SITE) or declared.site or publisher or None


def _host(url: str | None) -> str | None:
    try:
        return urlsplit(url or "").hostname
    except ValueError:  # brackets that are no address
        return None


def _canonical(declared: Declared) -> str | None:
    told = declared.links.get("canonical") or declared.first("og:url") or address(declared.article.get("url"))
    return declared.absolute(told) if told else None


def _image(declared: Declared) -> str | None:
    told = (
        declared.first(head.IMAGE)
        or address(declared.article.get("image"))
        or declared.links.get("image_src")
    )
    return declared.absolute(told) if told else None


def _licence(declared: Declared) -> str | None:
    told = declared.links.get("license") or address(declared.article.get("license"))
    return (declared.absolute(told) if told else None) or declared.first(head.LICENCE) or None


_BETWEEN_KEYWORDS = re.compile(r"[,，、;；|｜]")
_MOST_KEYWORDS, _LONGEST_KEYWORD = 50, 50


def _keywords(declared: Declared) -> tuple[str, ...]:
    """Keywords of meta elements and JSON-LD; blanks part them only where nothing else does."""
    told = declared.article.get("keywords")
    found: list[str] = []
    for content in [*declared.all(head.KEYWORDS), *(names_in(told) if told else [])]:
        parts = _BETWEEN_KEYWORDS.split(content)
        if len(parts) == 1 and not content.isascii():
            parts = content.split()
        found += [part.strip() for part in parts if 0 < len(part.strip()) <= _LONGEST_KEYWORD]
    return tuple(dict.fromkeys(found))[:_MOST_KEYWORDS]
