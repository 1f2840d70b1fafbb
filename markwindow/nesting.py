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

from markwindow.open_elements import FORMATTING, SPECIAL, UNNESTED, OpenElements

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    _Table = NDArray[numpy.int8]

# Far above what people write (deepest page of the bench: 37 levels), far below where squares hurt.
MAX_DEPTH = 400
MAX_OPEN_FORMATTING = 30
MAX_TAG_BYTES = 20_000
MAX_ATTRIBUTES = 200
_FEW_TAGS = 1_500
_MANY_TAGS = 5_000

# Tags that hardly nest, and whose names are so short that a quick look tells them from all others.
_FREQUENT = ("p", "br", "hr", "td", "th", "tr", "li")
_ENDS = " \t\n\f\r/>"
"""What ends the name of a tag."""
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
_NAME = re.compile(rb"[^\s/>]+")
_UNNESTED = frozenset(name.encode() for name in UNNESTED)
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
    """Whether it may; rarely true where it does not.

    On pages with few tags, where even a squared parse is quick, end tags out of place can hide some depth.
    """
    # A page with fewer tags is parsed within milliseconds whatever they are; the shortest has three bytes.
    few = min(_FEW_TAGS, max_depth)
    if len(page) < 3 * few:
        return False
    import numpy

    characters = numpy.frombuffer(page, dtype=numpy.uint8)
    begin = numpy.flatnonzero(characters[:-3] == ord("<"))
    if len(begin) < few:
        return False
    depth_step, formatting_step, may_not_nest, goes_on, is_item = _steps()
    closing = characters[begin + 1] == ord("/")
    name = begin + 1 + closing
    first, second = characters[name], characters[name + 1]
    pair = first.astype(numpy.uint16) << 8 | second
    sign = 1 - 2 * closing.astype(numpy.int8)
    formatting = numpy.cumsum(formatting_step[pair] * sign, dtype=numpy.int32).max()
    if formatting > MAX_OPEN_FORMATTING:
        return True
    longer = goes_on[characters[numpy.minimum(name + 2, len(page) - 1)]]
    step = depth_step[longer, pair] * sign
    # Letters tell well enough which start and end tags belong together.
    letters = (first & 31).astype(numpy.int16) << 5 | (second & 31) * goes_on[second]
    unmatched = numpy.bincount(letters, weights=-step, minlength=1 << 10)
    # An end tag without its start ends nothing.
    depth = numpy.cumsum(step, dtype=numpy.int32).max() + unmatched[unmatched > 0].sum()
    if depth <= max_depth and len(begin) <= _MANY_TAGS:
        return False
    for place in numpy.flatnonzero(may_not_nest[pair] & (step != 0)).tolist():
        told = _NAME.match(page, name[place])
        if told and told.group().lower() in _UNNESTED:
            step[place] = 0
    items = numpy.cumsum(is_item[longer, pair] * sign, dtype=numpy.int32)
    depth = numpy.cumsum(step, dtype=numpy.int32).max() + _ends_in_doubt(step, letters, items)
    return bool(depth > max_depth)


def _ends_in_doubt(step: _Table, letters: NDArray[numpy.int16], items: NDArray[numpy.int32]) -> int:
    """How many end tags may end nothing: those that meet another start than theirs, or a paragraph or list
    item that still stands between them and theirs."""
    import numpy

    counted = numpy.flatnonzero(step)
    step, letters, items = step[counted], letters[counted], items[counted]
    # The start and end of an element have the same level, and are next to each other in it.
    level = numpy.cumsum(step, dtype=numpy.int32) + (step < 0)
    order = numpy.argsort(level, kind="stable")
    start, end = order[:-1], order[1:]
    together = (level[start] == level[end]) & (step[start] > 0) & (step[end] < 0)
    together &= letters[start] == letters[end]
    together &= (items[start] >= items[end]) | ~_is_inline()[letters[end]]
    return int(numpy.count_nonzero(step < 0) - numpy.count_nonzero(together))


@lru_cache(maxsize=1)
def _steps() -> tuple[_Table, ...]:
    """Tables by the first two bytes of a tag's name: what it adds to the depth and to the open formatting,
    and whether it may be one of those that hold nothing; by any byte, whether it can belong to a name; and,
    again by two bytes, which tags are paragraphs and list items.

    The first and the last have a part for names of at most two letters and one for longer ones. The depth
    comes out too high where tags without an end are many.
    """
    import numpy

    def after(name: str) -> list[int]:
        first = (name[0], name[0].upper())
        second = (name[1], name[1].upper()) if len(name) > 1 else _ENDS
        return [ord(a) << 8 | ord(b) for a in first for b in second]

    depth = numpy.zeros((2, 1 << 16), dtype=numpy.int8)
    for letter in range(ord("A"), ord("z") + 1):
        if chr(letter).isalpha():
            depth[:, letter << 8 : (letter + 1) << 8] = 1
    is_item = numpy.zeros_like(depth)
    for table, value, names in ((depth, 0, _FREQUENT), (is_item, 1, ("p", "li", "dd", "dt"))):
        for name in names:
            # Behind a name of one letter and its end, the third byte tells nothing.
            table[slice(None) if len(name) == 1 else 0, after(name)] = value
    formatting = numpy.zeros(1 << 16, dtype=numpy.int8)
    may_not_nest = numpy.zeros_like(formatting)
    for name in FORMATTING - {"a"}:
        formatting[after(name)] = 1
    for name in UNNESTED:
        may_not_nest[after(name)] = 1
    goes_on = numpy.ones(1 << 8, dtype=numpy.int8)
    goes_on[[ord(end) for end in _ENDS]] = 0
    return depth, formatting, may_not_nest, goes_on, is_item


@lru_cache(maxsize=1)
def _is_inline() -> NDArray[numpy.bool_]:
    """By the first two letters of a name: whether its end tag does nothing within a paragraph or item."""
    import numpy

    table = numpy.ones(1 << 10, dtype=bool)
    for name in SPECIAL | FORMATTING:
        second = ord(name[1]) & 31 if len(name) > 1 else 0
        table[(ord(name[0]) & 31) << 5 | second] = False
    return table


def _limited(page: bytes, max_depth: int) -> Iterator[bytes]:
    position = copied = 0
    open_elements = OpenElements()
    surplus: Counter[str] = Counter()
    seen_once: set[str] = set()
    while match := _MARKUP.search(page, position):
        start, position = match.span()
        if match["name"] is None:
            continue
        name = match["name"].decode("ascii", "replace").lower()
        instead: bytes | None = None
        if name in _RAW_TEXT and not match["slash"]:
            stop = re.compile(b"</" + match["name"] + rb"[\s/>]", re.IGNORECASE).search(page, position)
            position = stop.start() if stop else len(page)
        elif name in ("html", "body"):
            # The standard merges the attributes of a second one into the first.
            instead = b"" if name in seen_once else None
            seen_once.add(name)
        elif match["slash"]:
            if surplus[name]:
                surplus[name] -= 1
                instead = _empty_pair(name)
            else:
                open_elements.end(name)
        elif open_elements.make_way(name, match.group()):
            if len(open_elements) >= max_depth or (
                name in FORMATTING and open_elements.formatting >= MAX_OPEN_FORMATTING
            ):
                surplus[name] += 1
                instead = _empty_pair(name)
            else:
                open_elements.start(name)
        if instead is not None:
            yield page[copied:start]
            yield instead
            copied = position
    yield page[copied:]


def _empty_pair(name: str) -> bytes:
    return b"" if name in FORMATTING or name == "span" else f"<{name}></{name}>".encode()


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
