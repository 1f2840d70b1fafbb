"""What a person would note down about a page, and where each thing was found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Metadata:
    """Title, dates, people and addresses of a page; what the page does not tell is None or empty."""

    title: str = ""
    """The title without the names of channel and site."""
    title_source: str = "none"
    """``given``, ``title``, ``og:title``, ``headline`` (JSON-LD), ``heading``, ``strong``, ``line`` (the one
    above the text) or ``none``."""
    date: str | None = None
    """When it was published, in ISO 8601 as far as the page tells: ``2024-03-05``, with ``T14:30``
    and ``+08:00`` where time and zone are told; ``1998-03`` for the issue of a month."""
    date_source: str | None = None
    """``json-ld``, ``meta``, ``byline`` (text near the heading or under the article), ``url``, ``script``,
    ``post`` (the opening one of a thread)."""
    modified: str | None = None
    """When it was last changed, in the same form."""
    authors: tuple[str, ...] = ()
    """The names, in the order of the page."""
    author_source: str | None = None
    """``json-ld``, ``meta``, ``byline``, ``reporter`` (记者 in the text), ``signature``, ``publisher`` (of a
    notice), ``owner`` (of a blog), ``post`` (the opening one of a thread), or ``editor`` where the page
    names nobody but its editor."""
    source: str | None = None
    """来源: who published it first."""
    editor: str | None = None
    """责任编辑."""
    site: str | None = None
    """The site's name; its host where the page does not tell a name."""
    canonical: str | None = None
    """The address that the page gives for itself."""
    description: str | None = None
    keywords: tuple[str, ...] = ()
    image: str | None = None
    """Address of the lead image."""
    language: str | None = None
    """As `Page.language`."""
    licence: str | None = None
    """Address or words of the licence."""

    def of_thread(self, author: str | None, time: str | None) -> Metadata:
        """Completed by author and time of a thread's opening post, where the page tells none about itself."""
        found = self
        # The head of the opening post counts more than a line near the heading, which can be another post's.
        if time and (not self.date or (author and self.date_source == "byline")):
            found = replace(found, date=time, date_source="post")
        if author and self.author_source in (None, "owner", "editor"):
            found = replace(found, authors=(author,), author_source="post")
        return found

    @property
    def author(self) -> str | None:
        """All names in one string, joined by 、."""
        return "、".join(self.authors) or None

    def to_dict(self) -> dict[str, Any]:
        """Flat keys: strings or None, the keywords in one string; `language` is left to the page's record."""
        return {
            "title": self.title,
            "title_source": self.title_source,
            "date": self.date,
            "date_source": self.date_source,
            "modified": self.modified,
            "author": self.author,
            "author_source": self.author_source,
            "source": self.source,
            "editor": self.editor,
            "site": self.site,
            "canonical": self.canonical,
            "description": self.description,
            "keywords": "、".join(self.keywords) or None,
            "image": self.image,
            "licence": self.licence,
        }
