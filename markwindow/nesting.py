"""Keep mark-up within what the parser handles in linear time, without losing text.

HTML parsers follow a standard whose cost grows with the square of three things: the nesting depth,
the formatting tags left open, and the attributes of one tag (measured for lexbor: 20,000 nested `div`
1.2 s, 20,000 different unclosed `font` 3.8 s, one tag with 20,000 attributes 1.2 s). Browsers stop at
512 levels. Pages under the limits, as nearly all are, pass untouched after a look that costs a tenth
of a parse.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy.typing

# Far above what people write (deepest page of the bench: 37 levels), far below where squares hurt.
MAX_DEPTH = 400
MAX_OPEN_FORMATTING = 30
MAX_TAG_BYTES = 20_000
MAX_ATTRIBUTES = 200
_FEW_TAGS = 1_500

# Tags that have no end, or whose end people leave out and parsers supply: they do not nest by themselves.
_UNNESTED = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
        "p",
        "li",
        "dd",
        "dt",
        "td",
        "th",
        "tr",
        "tbody",
        "thead",
        "tfoot",
        "option",
        "optgroup",
        "colgroup",
    ]
)
# The standard's "formatting" category: reopened in every later block until closed.
_FORMATTING = frozenset(
    ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"]
)
# Elements whose contents the parser reads as text: what looks like a tag in there is none.
_RAW_TEXT = frozenset(
    ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript"]
)

# One piece of mark-up. No part can match in two ways and every branch can end at the end of the page,
# so there is never anything to try again: the scan is linear.
_MARKUP = re.compile(
    rb"<!--.*?(?:-->|\Z)"
    rb"|<(?P<slash>/?)(?P<name>[a-zA-Z][^\s/>]*)"
    rb"(?P<attributes>(?:[^>=]*=\s*(?:\"[^\"]*(?:\"|\Z)|'[^']*(?:'|\Z)|))*[^>=]*)(?:>|\Z)",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(rb"[^\s=]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"']+))?")


def limit_nesting(page: bytes, max_depth: int = MAX_DEPTH) -> bytes:
    """The page (UTF-8) without its too deep, too many open or too long tags; usually `page` itself.

    A surplus block tag becomes an empty pair of its kind, so that windows still end there; a surplus
    inline tag just goes. Text is never touched. Linear in the page's length.
    """
    long_tags = _may_be_long_tags(page)
    if long_tags:
        page = b"".join(_with_short_tags(page, long_tags))
    return b"".join(_limited(page, max_depth)) if _nests_deeply(page, max_depth) else page


def _may_be_long_tags(page: bytes) -> list[int]:
    """Where tags may begin that are longer than MAX_TAG_BYTES: each covers a whole block without '>'."""
    block = MAX_TAG_BYTES // 2
    found: list[int] = []
    start_of_tag = -1
    for start in range(0, len(page), block):
        end = start + block
        last_close = page.rfind(b">", start, end)
        last_open = page.rfind(b"<", start, end)
        if start_of_tag >= 0 and last_close < 0 and found[-1:] != [start_of_tag]:
            found.append(start_of_tag)
        if last_open >= 0 or last_close >= 0:
            start_of_tag = last_open if last_open > last_close else -1
    return found


def _with_short_tags(page: bytes, starts: list[int]) -> Iterator[bytes]:
    position = 0
    for start in starts:
        tag = _MARKUP.match(page, start) if start >= position else None
        if tag:
            yield page[position:start]
            yield _shorter(tag) if tag["name"] else tag.group()
            position = tag.end()
    yield page[position:]


def _nests_deeply(page: bytes, max_depth: int) -> bool:
    # A page with fewer tags is parsed within milliseconds whatever they are; the shortest has three bytes.
    few = min(_FEW_TAGS, max_depth)
    if len(page) < 3 * few:
        return False
    import numpy

    characters = numpy.frombuffer(page, dtype=numpy.uint8)
    after = numpy.flatnonzero(characters[:-3] == ord("<")) + 1
    if len(after) < few:
        return False
    depth_step, formatting_step = _steps()
    closing = characters[after] == ord("/")
    after += closing
    pair = characters[after].astype(numpy.uint16) << 8 | characters[after + 1]
    sign = 1 - 2 * closing.astype(numpy.int8)
    depth = numpy.cumsum(depth_step[pair] * sign, dtype=numpy.int32).max()
    formatting = numpy.cumsum(formatting_step[pair] * sign, dtype=numpy.int32).max()
    return bool(depth > max_depth or formatting > MAX_OPEN_FORMATTING)


@lru_cache(maxsize=1)
def _steps() -> tuple[numpy.typing.NDArray[numpy.int8], numpy.typing.NDArray[numpy.int8]]:
    """What a tag adds to the depth and to the open formatting, by the first two bytes of its name."""
    import numpy

    def after(name: str) -> list[str]:
        first = (name[0], name[0].upper())
        second = (name[1], name[1].upper()) if len(name) > 1 else " >/\t\n\r"
        return [a + b for a in first for b in second]

    depth = numpy.zeros(1 << 16, dtype=numpy.int8)
    for letter in range(ord("A"), ord("z") + 1):
        if chr(letter).isalpha():
            depth[letter << 8 : (letter + 1) << 8] = 1
    formatting = numpy.zeros(1 << 16, dtype=numpy.int8)
    for names, table, value in ((_UNNESTED, depth, 0), (_FORMATTING - {"a"}, formatting, 1)):
        for pair in {pair for name in names for pair in after(name)}:
            table[ord(pair[0]) << 8 | ord(pair[1])] = value
    return depth, formatting


def _limited(page: bytes, max_depth: int) -> list[bytes]:
    out: list[bytes] = []
    depth = formatting = position = 0
    surplus: Counter[str] = Counter()
    seen_once: set[str] = set()
    while match := _MARKUP.search(page, position):
        start, end = match.span()
        out.append(page[position:start])
        position = end
        tag = match.group()
        if match["name"] is None:
            out.append(tag)
            continue
        name = match["name"].decode("ascii", "replace").lower()
        if name in _RAW_TEXT and not match["slash"]:
            stop = re.compile(b"</" + match["name"] + rb"[\s/>]", re.IGNORECASE).search(page, end)
            position = stop.start() if stop else len(page)
            out.append(tag + page[end:position])
            continue
        if name in ("html", "body"):
            # The standard merges the attributes of a second one into the first.
            out.append(tag if name not in seen_once else b"")
            seen_once.add(name)
            continue
        if name in _UNNESTED:
            out.append(tag)
        elif match["slash"]:
            if surplus[name]:
                surplus[name] -= 1
                out.append(_empty_pair(name))
                continue
            depth = max(0, depth - 1)
            formatting = max(0, formatting - (name in _FORMATTING))
            out.append(tag)
        elif depth >= max_depth or (name in _FORMATTING and formatting >= MAX_OPEN_FORMATTING):
            surplus[name] += 1
            out.append(_empty_pair(name))
        else:
            depth += 1
            formatting += name in _FORMATTING
            out.append(tag)
    out.append(page[position:])
    return out


def _empty_pair(name: str) -> bytes:
    return b"" if name in _FORMATTING or name == "span" else f"<{name}></{name}>".encode()


def _shorter(tag: re.Match[bytes]) -> bytes:
    """The tag with its first attributes only, if it has too many; one long attribute is no harm."""
    whole = tag.group()
    # In a script, a < may look like a tag that runs over the script's end: then it is none.
    if len(whole) <= MAX_TAG_BYTES or b"</" in whole:
        return whole
    attributes = [
        found.group() for found in islice(_ATTRIBUTE.finditer(tag["attributes"]), MAX_ATTRIBUTES + 1)
    ]
    if len(attributes) <= MAX_ATTRIBUTES:
        return whole
    return b"<" + tag["slash"] + tag["name"] + b" " + b" ".join(attributes[:-1]) + b">"
