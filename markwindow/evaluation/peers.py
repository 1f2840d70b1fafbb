"""Other extractors, called as their own documents call them for Chinese pages.

Each gets the page as correctly decoded text, and its address where the set tells it: encodings are not held
against them. An engine is imported only when it is used.
"""

from __future__ import annotations

import importlib
import logging
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import metadata
from typing import Any

ExtractText = Callable[[str, str | None], str | None]
"""From the decoded page and its address to the main text; None counts as an empty text."""


class MissingPeer(Exception):
    """An engine that cannot be imported; the text is one sentence with the command that installs it."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A peer by the name that ``--against`` takes."""

    name: str
    load: Callable[[], ExtractText]
    """Imports the engine; the function it gives is called page by page."""
    package: str
    """What pip installs."""

    def open(self) -> ExtractText:
        """The peer's function; raises `MissingPeer`."""
        try:
            return self.load()
        except ImportError as error:
            mend = f"install it by: pip install {self.package}"
            raise MissingPeer(f"the peer {self.name} cannot be imported ({error}); {mend}") from None

    @property
    def version(self) -> str:
        """The installed version of its package; ``unknown`` where it was not installed as one."""
        try:
            return metadata.version(self.package.split()[0])
        except metadata.PackageNotFoundError:
            return "unknown"


@contextmanager
def quiet_engines() -> Iterator[None]:
    """Without the engines' log messages and warnings: they would tear the progress line and the report."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


# --- The peers ---


def _readability() -> ExtractText:
    document = _imported("readability").Document
    text_of = _text_of_html()
    return lambda text, url: text_of(document(text).summary())


def _trafilatura(**options: bool) -> Callable[[], ExtractText]:
    def load() -> ExtractText:
        extract: Callable[..., str | None] = _imported("trafilatura").extract
        return lambda text, url: extract(text, url=url, **options)

    return load


def _resiliparse() -> ExtractText:
    extract: Callable[..., str] = _imported("resiliparse.extract.html2text").extract_plain_text
    # Its defaults write alternative texts of pictures too, which gold never has.
    return lambda text, url: extract(text, main_content=True, alt_texts=False, links=False)


def _magic_html(**options: str) -> Callable[[], ExtractText]:
    def load() -> ExtractText:
        extractor = _imported("magic_html").GeneralExtractor()
        text_of = _text_of_html()
        return lambda text, url: text_of(extractor.extract(text, base_url=url or "", **options)["html"])

    return load


def _newspaper() -> ExtractText:
    article_of = _imported("newspaper").Article

    def extract(text: str, url: str | None) -> str | None:
        article = article_of(url or "http://example.invalid/", language="zh", fetch_images=False)
        article.download(input_html=text)
        article.parse()
        found: str | None = article.text
        return found

    _imported("jieba").setLogLevel(logging.CRITICAL)
    return extract


def _gne() -> ExtractText:
    extractor_of = _imported("gne").GeneralNewsExtractor

    def extract(text: str, url: str | None) -> str | None:
        found: str | None = extractor_of().extract(text)["content"]
        return found

    return extract


def _justext() -> ExtractText:
    justext = _imported("justext").justext
    # It has no Chinese stop words, so this is its mode without a language; its lengths of 70 and 200 Latin
    # letters would drop most Chinese paragraphs (F1 0.43, 0.75 and 0.41 on the development sets in place of
    # 0.77, 0.92 and 0.63): a Chinese character is taken for three and a half letters.
    options = {"length_low": 20, "length_high": 60, "stopwords_low": 0.0, "stopwords_high": 0.0}

    def extract(text: str, url: str | None) -> str:
        paragraphs = justext(text, frozenset(), **options)
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return extract


def _boilerpy3() -> ExtractText:
    extractor = _imported("boilerpy3.extractors").ArticleExtractor(raise_on_failure=False)
    extract: Callable[[str], str] = extractor.get_content
    return lambda text, url: extract(text)


def _goose() -> ExtractText:
    goose = _imported("goose3").Goose(
        {"stopwords_class": _imported("goose3.text").StopWordsChinese, "enable_image_fetching": False}
    )
    return lambda text, url: goose.extract(raw_html=text).cleaned_text


_ALL = (
    Peer("readability-lxml", _readability, "readability-lxml"),
    Peer("trafilatura", _trafilatura(), "trafilatura"),
    Peer("trafilatura-precision", _trafilatura(favor_precision=True), "trafilatura"),
    Peer("trafilatura-recall", _trafilatura(favor_recall=True), "trafilatura"),
    Peer("resiliparse", _resiliparse, "Resiliparse"),
    Peer("magic-html", _magic_html(), "magic-html"),
    Peer("magic-html-forum", _magic_html(html_type="forum"), "magic-html"),
    Peer("newspaper4k", _newspaper, "newspaper4k jieba"),
    Peer("gne", _gne, "gne"),
    Peer("justext", _justext, "jusText"),
    Peer("boilerpy3", _boilerpy3, "boilerpy3"),
    Peer("goose3", _goose, "goose3 jieba"),
)
PEERS = {peer.name: peer for peer in _ALL}
"""Peers by name, in the order in which ``--against all`` runs them."""


def _imported(module: str) -> Any:  # noqa: ANN401 - engines without types
    return importlib.import_module(module)


def _text_of_html() -> Callable[[str | None], str]:
    """What turns the HTML that some engines return into its text; by lxml, which they all need."""
    parse = _imported("lxml.html").fromstring

    def text_of(html: str | None) -> str:
        return "\n".join(parse(html).itertext()) if html and html.strip() else ""

    return text_of
