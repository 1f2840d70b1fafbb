"""The way of the data: bytes → decode → tree → windows → decide → render."""

from __future__ import annotations

import sys
from copy import copy
from dataclasses import replace
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING

from markwindow.decode import Decoding, decode, without_surrogates
from markwindow.document import Document
from markwindow.methods import Method, method_named
from markwindow.options import POLICIES, Options
from markwindow.output import FORMATS, OF_THE_TEXT, render, write
from markwindow.page import Page
from markwindow.reading import Reading, read
from markwindow.sniff import binary_data, other_than_a_page
from markwindow.tree import Tree, parse

if TYPE_CHECKING:
    from bs4 import Tag

_DEFAULT_OPTIONS = Options()
_LISTED = 5
"""So many addresses of frames a reason names."""


def extract(
    html: object,
    *,
    method: str = "default",
    policy: str = "balanced",
    format: str = "text",
    title: str | None = None,
    url: str | None = None,
    content_type: str | None = None,
    options: Options | None = None,
) -> str:
    """The main text of a page, one paragraph a line; empty when there is none (`analyze` says why).

    Args:
        html: ``bytes`` (best: the encoding is found out), ``bytearray`` or ``memoryview``, ``str``, or a bs4
            ``BeautifulSoup`` or ``Tag``; None and empty count as an empty page.
        method: ``"default"`` or a name of `markwindow.methods.METHODS`.
        policy: ``"strict"``, ``"balanced"`` or ``"lenient"``.
        format: ``"text"``, ``"markdown"``, ``"html"``, ``"tei"``, or ``"json"`` for the record of
            `Page.to_dict`.
        title: the title to compare with, where you know better than the page.
        url: where the page came from.
        content_type: the HTTP header, for its charset.
        options: words, segmenter, limits, and whether outputs keep links and images.

    Raises:
        TypeError, ValueError: for a wrong call, with the mend; never for what a page holds.
    """
    _check("format", format, FORMATS)
    if format not in OF_THE_TEXT:
        page = analyze(
            html,
            method=method,
            policy=policy,
            format=format,
            title=title,
            url=url,
            content_type=content_type,
            options=options,
        )
        return render(page, format)
    decide = method_named(method)
    _check("policy", policy, POLICIES)
    document, _, _ = read_document(html, title, url, content_type, options)
    reading = read(document, decide, policy)
    return write(reading.document, reading.kept, format)


def analyze(
    html: object,
    *,
    method: str = "default",
    policy: str = "balanced",
    format: str = "text",
    title: str | None = None,
    url: str | None = None,
    content_type: str | None = None,
    options: Options | None = None,
) -> Page:
    """All that is known of a page: text, title, decoding, language, and each window with its reason.

    Arguments and errors are those of `extract`; `format` is checked and changes nothing here.
    """
    decide = method_named(method)
    _check("policy", policy, POLICIES)
    _check("format", format, FORMATS)
    document, decoding, trouble = read_document(html, title, url, content_type, options)
    reading = read(document, decide, policy)
    return describe(document, decoding, trouble, reading, decide, policy, bytes=size_of(html))


def size_of(html: object) -> int | None:
    """Bytes of a page as given; None when it came as str or as a bs4 object, or not at all."""
    return memoryview(html).nbytes if isinstance(html, bytes | bytearray | memoryview) else None


def describe(
    page: Document,
    decoding: Decoding,
    trouble: str,
    reading: Reading,
    decide: Method,
    policy: str,
    *,
    bytes: int | None = None,
) -> Page:
    """The result of one method on a page that was read; several methods can share that.

    The first three arguments are what `read_document` gives, `reading` is what `read` gives of the page by
    this method and policy; `bytes` is the size of the page as given.
    """
    # Explanations cost what plain extraction need not load.
    from markwindow.explain import explain_windows, relevance
    from markwindow.language import detect_language
    from markwindow.links import page_links
    from markwindow.listing import page_entries
    from markwindow.metadata.read import read_metadata
    from markwindow.output.structure import read_blocks
    from markwindow.page_kinds import kind_of
    from markwindow.threads.comments import read_comments
    from markwindow.threads.posts import read_posts
    from markwindow.title import Title

    document, kept, text = reading.document, reading.kept, reading.text
    page_kept = kept if document is page else [False] * len(page.lines)
    cleaned = document.clean_title
    # Also of a page that was decided on without its hidden elements, where the same limit cut it.
    is_same = reading.source == "displayed" and document.tree.cut_by == page.tree.cut_by
    reason = reading.reason or (trouble if is_same else "")
    if not text and not reason:
        reason = decide.nothing_kept(document, policy)
    language = detect_language(
        text or "\n".join(line.text for line in document.lines), _declared_language(document)
    )
    judge = cache(lambda: kind_of(document, trouble))
    return Page(
        text=text,
        title=document.title.text,
        title_source=document.title.source,
        clean_title=cleaned,
        decoding=decoding,
        language=language,
        method=decide.name,
        relevance=relevance(document, cleaned, text),
        reason=reason,
        text_source=reading.source,
        url=page.url,
        bytes=bytes,
        _later={
            "windows": lambda: explain_windows(document, kept, decide.reasons(document, policy, kept)),
            "metadata": lambda: read_metadata(
                page, page_kept, Title(cleaned, document.title.source), language
            ),
            "links": lambda: page_links(page),
            "blocks": lambda: read_blocks(document, kept),
            "comments": lambda: read_comments(page, page_kept),
            "posts": lambda: read_posts(page, page_kept),
            "page_kind": judge,
            "entries": lambda: page_entries(page, judge().kind),
        },
    )


def warm_up(options: Options | None = None) -> None:
    """Load what the first use would load: the dictionary and the function words (about a second)."""
    from markwindow.methods.default import own_weights

    options = options or Options()
    options = replace(options, weights=own_weights(options.weights))
    for method in ("default", "title"):
        extract("<title>预热词典</title><p>预热词典。", method=method, options=options)


def read_document(
    html: object,
    title: str | None = None,
    url: str | None = None,
    content_type: str | None = None,
    options: Options | None = None,
) -> tuple[Document, Decoding, str]:
    """What every method decides on, how the page was decoded, and what hinders reading it (empty: nothing).

    Arguments and errors are those of `extract`.
    """
    for name, value in (("title", title), ("url", url), ("content_type", content_type)):
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{name} must be a str or None, not {type(value).__name__}.")
    title, url = title and without_surrogates(title), url and without_surrogates(url)
    if options is None:
        options = _DEFAULT_OPTIONS
    elif not isinstance(options, Options):
        raise TypeError(f"options must be markwindow.Options(…), not {type(options).__name__}.")
    began = monotonic()
    page = _page_of(html)
    what = other_than_a_page(page) if isinstance(page, bytes) else ""
    text, decoding = decode(b"" if what else page, content_type)
    if isinstance(page, bytes) and not what and (what := binary_data(page, text)):
        text, decoding = decode(b"")
    trouble = f"not a web page: {what}" if what else ""
    if len(text) > options.max_characters:
        trouble = f"partial: only the first {options.max_characters} of {len(text)} characters were read"
        text = text[: options.max_characters]
    is_late = monotonic() - began > options.max_seconds
    tree = parse("" if is_late else text, options.max_lines, options.max_elements, options.max_depth)
    if is_late or monotonic() - began > options.max_seconds:
        trouble = f"empty: reading took longer than {options.max_seconds:g} seconds (Options.max_seconds)"
        text, tree = "", parse("")
    elif tree.cut_by == "lines":
        trouble = f"partial: only the first {options.max_lines} lines of text were read"
    elif tree.cut_by == "elements":
        trouble = f"partial: only what stands in the first {options.max_elements} elements was read"
    if not tree.lines and not trouble:
        trouble = _no_text(text, tree, url)
    return Document(text, tree, options, title, url), decoding, trouble


def _no_text(text: str, tree: Tree, url: str | None) -> str:
    from markwindow.links import base_address, frame_addresses

    if not text.strip():
        return "empty page"
    frames = frame_addresses(tree.parser, base_address(tree.parser, url))
    if tree.is_frameset:
        return f"the page is a frameset: its text stands in the frames' own pages: {_listed(frames)}"
    return f"no displayed text{f'; frames hold other pages: {_listed(frames)}' if frames else ''}"


def _listed(addresses: tuple[str, ...]) -> str:
    more = f" and {len(addresses) - _LISTED} more" if len(addresses) > _LISTED else ""
    return f"{', '.join(addresses[:_LISTED]) or 'none is named'}{more}"


def _page_of(html: object) -> bytes | str:
    if html is None:
        return b""
    if isinstance(html, bytes | str):
        return html
    if isinstance(html, bytearray | memoryview):
        return bytes(html)
    # A caller who holds a bs4 object has imported bs4; nobody else need wait for it.
    if (bs4 := sys.modules.get("bs4")) is not None and isinstance(html, bs4.Tag):
        return _markup(html)
    raise TypeError(
        f"html must be bytes, str, a bs4 BeautifulSoup/Tag or None, not {type(html).__name__}: "
        "read the file first, for example with open(path, 'rb').read()."
    )


def _markup(tag: Tag) -> str:
    """A bs4 tree as text, also where a program has set attributes that are no text."""
    try:
        return str(tag)
    except TypeError:
        tag = copy(tag)
        for element in [tag, *tag.find_all(True)]:
            element.attrs = {
                str(name): " ".join(map(str, value)) if isinstance(value, list) else value
                for name, value in element.attrs.items()
            }
        return str(tag)


def _declared_language(document: Document) -> str | None:
    root = document.tree.parser.root
    return root.attributes.get("lang") if root is not None else None


def _check(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ValueError(f"There is no {name} {value!r}: choose one of {', '.join(choices)}.")
