"""The results: a page, its windows, and why each was kept or dropped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from markwindow.decode import Decoding
from markwindow.metadata import Metadata

if TYPE_CHECKING:
    from markwindow.kind_odds import PageKind
    from markwindow.links import PageLinks
    from markwindow.listing import Entry
    from markwindow.output.blocks import Block
    from markwindow.threads.comments import Comment
    from markwindow.threads.posts import Post

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Window:
    """One tag window: a maximal run of displayed text with no start or end of a boundary tag in it."""

    text: str
    """Its paragraphs, one a line."""
    kept: bool
    reason: str
    """Which method kept or dropped it and why, in words."""
    kept_text: str
    """What the method kept of it: all, some of its lines, or nothing."""
    distance: int | None
    """Levenshtein distance to the title over words; None for a window without words: a filter left it out, or
    it holds nothing but function words."""
    length: int
    """Number of words; 0 for such a window."""
    density: float
    """Text length / source length, both in characters; 0 to 1."""
    link_share: float
    """Share of its characters that are link text; 0 to 1."""
    source_length: int
    """Characters of the decoded page that it took, mark-up included."""
    path: str
    """Where it stands, as an XPath from the nearest element with an id."""


@dataclass(frozen=True)
class Page:
    """All that `analyze` found: the text, its evidence, and how the page was read.

    `windows`, `blocks`, `metadata`, `links`, `page_kind`, `entries`, `posts` and `comments` are made at the
    first question.
    """

    text: str
    title: str
    """The title as the title rule compares it."""
    title_source: str
    """``given``, ``title``, ``og:title``, ``heading``, ``strong`` or ``none``."""
    clean_title: str
    """The title without the site's tail, cut by evidence from the page."""
    decoding: Decoding
    language: str | None
    method: str
    relevance: float | None
    """Title–content distance: 1 − (title words that the text holds / title words); None without either."""
    reason: str
    """Why the text is empty or partial; empty when there is nothing to say."""
    text_source: str = "displayed"
    """Where it stood: ``displayed``, or in ``json-ld``, a ``script``, ``template``, ``textarea``, ``input``
    or ``noscript``."""
    url: str | None = None
    bytes: int | None = None
    """Size of the page as given; None when it came as str or as a bs4 object, or not at all."""

    _later: Mapping[str, Callable[[], Any]] = field(default_factory=dict, repr=False, compare=False)
    """What makes the parts that are made at the first question, by their names."""

    @cached_property
    def windows(self) -> tuple[Window, ...]:
        """Every tag window of the page in document order, with what became of it and why."""
        return self._made("windows", ())

    @cached_property
    def metadata(self) -> Metadata:
        """Title, dates, author, source, addresses and more of what the page tells about itself."""
        found = self._made("metadata", Metadata())
        return found.of_thread(self.posts[0].author, self.posts[0].time) if self.posts else found

    @cached_property
    def links(self) -> PageLinks:
        """Where the text goes on, and where else it stands: next page, frames, AMP and print versions."""
        from markwindow.links import PageLinks

        return self._made("links", PageLinks())

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The kept text with its structure (see `markwindow.output.blocks`)."""
        return self._made("blocks", ())

    @property
    def next_page(self) -> str | None:
        """The address of the next part of the same text; None where the page names none."""
        return self.links.next_page

    @cached_property
    def page_kind(self) -> PageKind | None:
        """What kind of page it is, how sure that is, and why; None for a page that was not read."""
        return self._made("page_kind", None)

    @property
    def kind(self) -> str | None:
        """One of `markwindow.page_kinds.KINDS`: ``article``, ``forum``, ``index``, ``list``, ``home`` …"""
        return self.page_kind.kind if self.page_kind else None

    @property
    def kind_reasons(self) -> tuple[str, ...]:
        """The evidence for the kind in words, strongest first."""
        return self.page_kind.reasons if self.page_kind else ()

    @cached_property
    def posts(self) -> tuple[Post, ...]:
        """The posts of a thread, or a question with its answers; empty on pages of another kind."""
        return self._made("posts", ()) if self.kind == "forum" else ()

    @cached_property
    def comments(self) -> tuple[Comment, ...]:
        """The comments of readers under an article; empty on threads, whose posts are `posts`."""
        return self._made("comments", ()) if self.kind != "forum" else ()

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """What a list, a forum's index or a front page tells of other pages; otherwise empty."""
        return self._made("entries", ())

    def _made(self, name: str, otherwise: T) -> T:
        made: T = self._later[name]() if name in self._later else otherwise
        return made

    def __getstate__(self) -> dict[str, Any]:
        """A copy for another process carries what can be made, not the page that it is made from."""
        return self.__dict__ | {name: getattr(self, name) for name in self._later} | {"_later": {}}

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from markwindow.report.notebook import page_html

        return page_html(self)

    def to_markdown(self) -> str:
        """The text as Markdown: CommonMark, with tables and footnotes as GitHub has them."""
        from markwindow.output.markdown import to_markdown

        return to_markdown(self.blocks)

    def to_html(self) -> str:
        """The text as a fragment of clean HTML, safe to show (see `markwindow.output.html`)."""
        from markwindow.output.html import to_html

        return to_html(self.blocks)

    def to_tei(self) -> str:
        """The page as a document of XML-TEI, with what is known of it in the header."""
        from markwindow.output.tei import to_tei

        return to_tei(self.blocks, self.metadata, self.url)

    def to_dict(self) -> dict[str, Any]:
        """The record with flat keys that archives and JSON output share, without the windows.

        ``title`` is the cleaned one, as in `metadata`.
        """
        return {
            "url": self.url,
            **self.metadata.to_dict(),
            "text": self.text,
            "text_source": self.text_source,
            "method": self.method,
            "kind": self.kind,
            "language": self.language,
            "encoding": self.decoding.encoding,
            "encoding_source": self.decoding.source,
            "encoding_declared": self.decoding.declared,
            "chars": len(self.text),
            "bytes": self.bytes,
            "relevance": self.relevance,
            "next_page": self.next_page,
            "reason": self.reason,
        }
