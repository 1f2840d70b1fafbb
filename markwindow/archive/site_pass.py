"""The site pass: before pages are extracted, what the pages of each site say together.

Two things are learned: what text repeats on a site's pages (`markwindow.noise`), and what the links to a page
call it, which is a good title where the page has none of its own. A *site* is a host where the address is
known, else the first folder of the id. The pass reads all pages for their links, and extracts up to a hundred
of each site.

Memory while it lasts: the texts of these hundred, about 300 bytes a page, and every different link text of at
least six characters once a target.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from markwindow.archive.records import Extraction, Record, one_sentence, record
from markwindow.archive.sources import Content, PageError, RawPage
from markwindow.archive.workers import Task
from markwindow.metadata import Metadata
from markwindow.noise import SiteNoise, text_noise
from markwindow.output.blocks import Block, Break, Paragraph
from markwindow.page import Page

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

SAMPLE = 100
"""Pages of a site that are compared: more tell nothing new."""
SHARED = 3
"""A title that so many pages of a site have is the site's, not theirs."""
SHORTEST, LONGEST = 6, 80
"""Characters of a link text that may be a title: 详细内容 is none."""
_CUT_OFF = ("…", "...", "．．．")
_FILES = "file:///"
"""Stands before ids that are paths, so that links between them can be resolved."""
LINK = "link"
"""What ``title_source`` says of a title that links tell."""
EMPTIED = "all of its text stands on other pages of the site too"

Run = Callable[[Iterator[RawPage], Task], Iterable[Record]]
"""Does a task on pages, in whatever order and process."""


@dataclass(frozen=True, slots=True)
class Sites:
    """What was learned."""

    noise: Mapping[str, SiteNoise]
    """By site; only sites whose pages share something."""
    titles: Mapping[str, str]
    """By page id; only pages without a title of their own."""
    sites: int
    """How many sites there are."""

    def pages(self, raw: RawPage, how: Extraction) -> dict[str, Page]:
        """The page by each method, under the title that links give it, without the noise of its site."""
        title = self.titles.get(raw.id)
        content = raw.content()
        pages = how.pages(replace(content, title=title) if title else content)
        noise = self.noise.get(site_of(raw.id, content.url))
        return {name: _changed(page, title, noise) for name, page in pages.items()}


def learn(pages: Callable[[], Iterator[RawPage]], how: Extraction, run: Run) -> Sites:
    """Go over all pages; `pages` begins anew each time it is called."""
    known: dict[str, tuple[str, bytes, bytes]] = {}
    own_titles: Counter[tuple[str, bytes]] = Counter()
    link_texts: dict[bytes, str] = {}
    for made in run(pages(), scout):
        if made["error"] is not None:
            continue
        site, title = sys.intern(made["site"]), _short(made["title"])
        known[made["id"]] = site, _short(made["address"]), title
        own_titles[site, title] += 1
        for target, text in made["links"]:
            key = _short(target)
            link_texts[key] = _better(link_texts.get(key, ""), text)
    empty = _short("")
    titles = {
        id: link_texts[address]
        for id, (site, address, title) in known.items()
        if address in link_texts and (title == empty or own_titles[site, title] >= SHARED)
    }
    texts: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for made in run(_sample(pages(), known), record):
        if made["text"]:
            texts[known[made["id"]][0]].append((made["id"], made["text"]))
    noise = {site: text_noise(text for _, text in sorted(of_site)) for site, of_site in texts.items()}
    return Sites(
        {site: found for site, found in noise.items() if found.pieces},
        titles,
        len({site for site, _, _ in known.values()}),
    )


def site_of(id: str, url: str | None = None) -> str:
    """The site of a page, by its address or else its id."""
    address = url or id
    if "://" in address:
        try:
            return urlsplit(address[address.rfind("/", 0, address.index("://")) + 1 :]).netloc.lower()
        except ValueError:  # no address after all
            pass
    return id.partition("/")[0] if "/" in id else ""


def scout(raw: RawPage, how: Extraction) -> Record:
    """What a page says of itself and of the pages that it links to; never raises."""
    try:
        with one_sentence():
            return _scouted(raw, how)
    except PageError as error:
        return {"id": raw.id, "error": error.problem}


def _scouted(raw: RawPage, how: Extraction) -> Record:
    from markwindow.extract import read_document

    content = raw.content()
    document, _, _ = read_document(content.data, None, content.url, content.content_type, how.options)
    parser = document.tree.parser
    title = parser.css_first("title")
    address = _address(raw, content)
    links = {
        (target, text)
        for node in parser.css("a[href]")
        if len(text := _link_text(node)) >= SHORTEST
        and (target := _target(address, node.attributes.get("href")))
        and target != address
    }
    return {
        "id": raw.id,
        "error": None,
        "site": site_of(raw.id, content.url),
        "title": " ".join(title.text().split()) if title is not None else "",
        "address": address,
        "links": sorted(links),
    }


def _link_text(link: LexborNode) -> str:
    """What a link says; empty where that is too long, or another link stands in it, which tells its own.

    So every text node is read once, however links are nested.
    """
    pieces: list[str] = []
    length = 0
    for node in link.traverse(include_text=True):
        if node.is_text_node:
            pieces.append(node.text_content or "")
            length += len("".join(pieces[-1].split()))
            if length > LONGEST:
                return ""
        elif node.tag == "a" and node.mem_id != link.mem_id:
            return ""
    text = " ".join("".join(pieces).split())
    return text if len(text) <= LONGEST else ""


def _sample(pages: Iterator[RawPage], known: Mapping[str, tuple[str, bytes, bytes]]) -> Iterator[RawPage]:
    """The first pages of each site, in the order of the sources."""
    taken: Counter[str] = Counter()
    for raw in pages:
        if raw.id not in known:
            continue
        site = known[raw.id][0]
        taken[site] += 1
        if taken[site] <= SAMPLE:
            yield raw


def _changed(page: Page, title: str | None, noise: SiteNoise | None) -> Page:
    if title is not None:
        from_link = partial(_from_link, page)
        page = replace(page, title_source=LINK, _later={**page._later, "metadata": from_link})
    text = noise.clean(page.text) if noise is not None else page.text
    if text == page.text:
        return page
    left = Counter(_plain(line) for line in text.split("\n"))
    gone = Counter(_plain(line) for line in page.text.split("\n")) - left
    blocks = partial(_blocks_without, page, frozenset(gone))
    later: dict[str, Callable[[], object]] = {**page._later, "blocks": blocks}
    return replace(page, text=text, reason=page.reason if text else EMPTIED, _later=later)


def _blocks_without(page: Page, gone: frozenset[str]) -> tuple[Block, ...]:
    """The page's blocks without the paragraphs that are noise as a whole."""
    return tuple(
        block
        for block in page.blocks
        if not (isinstance(block, Paragraph) and _plain_lines(block) and _plain_lines(block) <= gone)
    )


def _plain_lines(block: Paragraph) -> frozenset[str]:
    text = "".join("\n" if isinstance(one, Break) else getattr(one, "text", "") for one in block.inlines)
    return frozenset(filter(None, map(_plain, text.split("\n"))))


def _plain(line: str) -> str:
    return "".join(line.split())


def _from_link(page: Page) -> Metadata:
    return replace(page.metadata, title_source=LINK)


def _address(raw: RawPage, content: Content) -> str:
    if content.url:
        return content.url.partition("#")[0]
    return raw.id if "://" in raw.id else _FILES + raw.id


def _target(address: str, href: str | None) -> str:
    """Where a link leads, as an address of our own kind; empty where nowhere."""
    try:
        target = urldefrag(urljoin(address, (href or "").strip()))[0]
    except ValueError:
        return ""
    return unquote(target) if target.startswith(_FILES) else target


def _better(one: str, other: str) -> str:
    """The text that tells more: not cut off, then longer; of equals the same one in any order."""
    return max(one, other, key=lambda text: (not text.endswith(_CUT_OFF), len(text), text))


def _short(text: str) -> bytes:
    """Eight bytes for a text: what is kept of addresses and titles, of which there are many."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
