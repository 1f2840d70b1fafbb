"""Running extractors on pages: every page once by every extractor in turn, timed and scored.

In turn, so that a slow moment of the machine hits all alike. Our own methods start from the bytes as stored,
decoding included; peers get the decoded text (`markwindow.evaluation.peers`).
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from markwindow.evaluation.peers import ExtractText, MissingPeer, Peer, quiet_engines
from markwindow.evaluation.score import NOTHING, Score, grams, score_grams
from markwindow.evaluation.sets import GoldPage
from markwindow.extract import read_document
from markwindow.methods import Method
from markwindow.reading import read

WARM = "<title>天气预报</title><p>天气预报说，今天有雨，气温下降。</p>"
"""A page that every extractor gets before it is timed, so that dictionaries and models are loaded."""


@dataclass(frozen=True, slots=True)
class Given:
    """A page as extractors get it."""

    html: bytes
    decoded: str
    url: str | None = None
    fold: int | None = None
    """None without cross-validation."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one extractor made of one page."""

    page: GoldPage
    text: str
    score: Score
    milliseconds: float
    """CPU time of the whole process."""
    fold: int | None
    seen: bool
    """Whether the weights that decided were trained on this very page."""
    failure: str
    """What was raised, in one line; empty when nothing was. The text is empty then."""


class Extractor(Protocol):
    """What can be run: one of our methods, or a peer."""

    @property
    def name(self) -> str:
        """The name it was asked for by."""

    @property
    def is_peer(self) -> bool:
        """Whether it is not ours."""

    @property
    def note(self) -> str:
        """What a reader of its figures must know; empty when there is nothing."""

    def text(self, given: Given) -> str:
        """The main text of a page."""

    def has_seen(self, sha256: str) -> bool:
        """Whether it was trained on the page of these bytes."""


@dataclass(frozen=True, slots=True)
class OwnMethod:
    """One of our methods; a cross-validated one decides with the weights made without the page's fold."""

    name: str
    method: Method
    policy: str
    by_fold: Mapping[int, Method] = field(default_factory=dict)
    note: str = ""
    is_peer: bool = False

    def text(self, given: Given) -> str:
        """From the bytes, as `markwindow.extract` does it."""
        decide = self.by_fold[given.fold] if self.by_fold and given.fold is not None else self.method
        document, _, _ = read_document(given.html, url=given.url)
        return read(document, decide, self.policy).text

    def has_seen(self, sha256: str) -> bool:
        """By the card of the weights that come with the method."""
        card: Mapping[str, Any] = (None if self.by_fold else getattr(self.method, "card", None)) or {}
        return sha256 in card.get("pages", ())


@dataclass(frozen=True, slots=True)
class OtherEngine:
    """A peer that has been opened."""

    name: str
    extract: ExtractText
    note: str
    is_peer: bool = True

    def text(self, given: Given) -> str:
        """From the decoded text."""
        return self.extract(given.decoded, given.url) or ""

    def has_seen(self, sha256: str) -> bool:
        """Nobody can tell."""
        return False


def open_peer(peer: Peer) -> OtherEngine:
    """Import a peer; raises `MissingPeer`."""
    with quiet_engines():
        return OtherEngine(peer.name, peer.open(), f"version {peer.version}")


def open_peers(peers: Iterable[Peer]) -> tuple[list[OtherEngine], list[str]]:
    """Those that can be imported, and for each of the others a sentence with the command that installs it."""
    opened, missing = [], []
    for peer in peers:
        try:
            opened.append(open_peer(peer))
        except MissingPeer as error:  # noqa: PERF203 - a dozen peers
            missing.append(str(error))
    return opened, missing


def run(
    extractors: Sequence[Extractor],
    pages: Sequence[GoldPage],
    folds: Mapping[str, int] | None = None,
    on_page: Callable[[int], object] = lambda done: None,
) -> dict[str, list[Outcome]]:
    """The outcomes of each extractor, by its name, in the order of the pages.

    Args:
        extractors: with names that differ.
        pages: of any number of sets.
        folds: the fold of each page by its key, when methods were cross-validated.
        on_page: told the number of pages done before each page.
    """
    outcomes: dict[str, list[Outcome]] = {extractor.name: [] for extractor in extractors}
    with quiet_engines():
        for extractor in extractors:
            for fold in sorted(set(folds.values())) if folds else [None]:
                _attempt(extractor, Given(WARM.encode(), WARM, fold=fold))
        for done, page in enumerate(pages):
            on_page(done)
            html = page.read()
            given = Given(html, page.decoded(html), page.url, folds[page.key] if folds else None)
            sha256 = hashlib.sha256(html).hexdigest()
            wanted = grams(page.gold)
            for extractor in extractors:
                begin = time.process_time()
                text, failure = _attempt(extractor, given)
                milliseconds = (time.process_time() - begin) * 1000
                agrees = NOTHING if failure else score_grams(grams(text), wanted)
                seen = extractor.has_seen(sha256)
                outcomes[extractor.name].append(
                    Outcome(page, text, agrees, milliseconds, given.fold, seen, failure)
                )
    return outcomes


def _attempt(extractor: Extractor, given: Given) -> tuple[str, str]:
    """Its text, and what it raised."""
    try:
        return extractor.text(given), ""
    except Exception as error:  # an engine can raise anything, and the others go on
        return "", " ".join(f"{type(error).__name__}: {error}".split())
