"""What a page declares about itself: meta elements, links, JSON-LD, the note of a browser that saved it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from urllib.parse import urlsplit

from markwindow.document import Document
from markwindow.links import base_address, joined
from markwindow.metadata.linked_data import Node, read_linked_data
from markwindow.tree import displayed

# Names of meta elements (name, property or itemprop) in lower case, best first, blanks between. Beside Open
# Graph (https://ogp.me), schema.org and Dublin Core these are the ones that the standard for Chinese
# government sites (国办发〔2017〕47号) and widespread content systems write.
DATE = (
    "article:published_time og:published_time og:article:published_time datepublished "
    "bytedance:published_time pubdate publishdate publish_date publish-date publish_time publishtime "
    "article.published citation_publication_date citation_date parsely-pub-date dc.date.issued "
    "dcterms.issued og:release_date og:pubdate"
)
WEAK_DATE = "dcterms.created dc.date.created dc.date dcterms.date createdate datecreated date"
"""Templates and editors often write their own day here."""
MODIFIED = (
    "article:modified_time og:updated_time og:article:modified_time datemodified bytedance:updated_time "
    "bytedance:lrdate_time lastmodified dcterms.modified dc.date.modified update_time updatetime revised"
)
AUTHOR = (
    "article:author og:article:author citation_author parsely-author dc.creator dcterms.creator byl author"
)
SOURCE = "contentsource article:source og:article:source dc.source source mediasource"
EDITOR = "editor article:editor responsibleeditor"
SITE = "og:site_name sitename application-name apple-mobile-web-app-title"
DESCRIPTION = "og:description description dc.description twitter:description"
KEYWORDS = "news_keywords keywords article:tag og:article:tag parsely-tags dc.subject"
IMAGE = "og:image og:image:url og:image:secure_url twitter:image twitter:image:src image thumbnail"
TITLE = "og:title articletitle dc.title twitter:title citation_title"
LICENCE = "license licence dcterms.license dc.rights dcterms.rights"

_ELEMENTS = (
    'meta[content], link[rel], a[rel~="license"], script[type="application/ld+json" i], [itemprop][datetime]'
)
_SAVED_FROM = re.compile(r"<!--\s{0,9}saved from url=\(\d{1,6}\)(\S{1,2000})\s{0,9}-->", re.IGNORECASE)
_HEAD = 4000
_MOST_NAMES = 20
"""Names of one meta element that are read."""
_MOST_VALUES = 100
"""Different contents of one name that are read."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What the page's mark-up tells."""

    metas: dict[str, dict[str, None]] = field(default_factory=dict)
    """By name in lower case: the contents that are not empty, each once, in the page's order."""
    links: dict[str, str] = field(default_factory=dict)
    """By rel in lower case: the first address, as written."""
    article: Node = field(default_factory=dict)
    """The JSON-LD node of the article; empty without one."""
    site: str | None = None
    """The site's name by JSON-LD."""
    url: str | None = None
    """Where the page came from: as the caller says, or as the browser noted that saved it."""
    base: str = ""
    """What its addresses are relative to."""

    def all(self, names: str) -> list[str]:
        """The contents of the elements of these names (blanks between them), the first name's first."""
        return [content for name in names.split() for content in self.metas.get(name, ())]

    def first(self, names: str) -> str:
        """The first of `all`; empty without any."""
        return next(iter(self.all(names)), "")

    def absolute(self, address: str | None) -> str | None:
        """The full address; None for what is none on the web."""
        full = joined(self.base, (address or "").strip())
        return (
            full if full and urlsplit(full).scheme in ("http", "https") and urlsplit(full).hostname else None
        )


def read_head(document: Document, title: str) -> Declared:
    """Read all declarations, wherever they stand: broken heads end early, and scripts stand anywhere."""
    metas: dict[str, dict[str, None]] = {}
    links: dict[str, str] = {}
    scripts: list[str] = []
    for node in document.tree.parser.css(_ELEMENTS):
        if node.tag == "script":
            scripts.append(node.text())
        elif node.tag == "meta":
            _add_meta(node.attributes, metas)
        elif node.tag in ("link", "a"):
            for rel in (node.attributes.get("rel") or "").lower().split():
                links.setdefault(rel, node.attributes.get("href") or "")
        if name := node.attributes.get("itemprop"):
            _add(metas, [name.lower()], node.attributes.get("datetime") or "")
    article, site = read_linked_data(scripts, title)
    saved = _SAVED_FROM.search(document.source[:_HEAD])
    url = document.url or (saved[1] if saved else None)
    return Declared(metas, links, article, site, url, base_address(document.tree.parser, url))


def _add_meta(attributes: Mapping[str, str | None], metas: dict[str, dict[str, None]]) -> None:
    words = (word for key in ("property", "name", "itemprop") for word in (attributes.get(key) or "").split())
    _add(metas, islice(dict.fromkeys(map(str.lower, words)), _MOST_NAMES), attributes.get("content") or "")


def _add(metas: dict[str, dict[str, None]], names: Iterable[str], content: str) -> None:
    # Some systems escape twice.
    content = displayed(html.unescape(content)) if "&" in content else displayed(content)
    for name in names if content else ():
        values = metas.setdefault(name, {})
        if len(values) < _MOST_VALUES:
            values[content] = None
