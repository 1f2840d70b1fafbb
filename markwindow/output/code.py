"""Preformatted text: its language, and the line numbers that pages print beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from selectolax.lexbor import LexborNode

NUMBER_START, NUMBER_END = "\x01", "\x02"
"""Around a text node that is all digits, while code is read: line numbers stand in nodes of their own."""

_NUMBER = re.compile(f"\\s*{NUMBER_START}\\s*([0-9]+)\\s*{NUMBER_END}")
_MARKERS = str.maketrans("", "", NUMBER_START + NUMBER_END)
_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language|lang|brush|highlight-source|sourceCode)(?:-|:\s*|\s+)(?P<name>[\w+#.\-]{1,24})",
    re.IGNORECASE,
)
_HLJS = re.compile(
    r"(?:^|\s)hljs\s+(?P<name>[a-z][\w+#\-]{0,23})|(?:^|\s)(?P<before>[a-z][\w+#\-]{0,23})\s+hljs(?:\s|$)"
)
_NO_LANGUAGES = {"none", "text", "plain", "plaintext", "copyable", "nohighlight", "default"}
_CJK = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]")
_PROSE_SHARE = 0.5
# Empty rows may have no number, and long ones more than one row.
_COUNTED_SHARE = 0.8


def language_of(pre: LexborNode) -> str:
    """The language that classes or attributes of a pre, its code child or its parent name; or empty."""
    nodes = [pre.css_first("code"), pre, pre.parent]
    for node in nodes:
        if node is None or not node.is_element_node:
            continue
        attributes = node.attributes
        told = attributes.get("data-lang") or attributes.get("data-language") or ""
        classes = attributes.get("class") or ""
        found = _LANGUAGE.search(classes) or _HLJS.search(classes)
        name = told or (found and next(filter(None, found.groups()), "")) or ""
        if re.fullmatch(r"[\w+#.\-]{1,24}", name) and name.lower() not in _NO_LANGUAGES:
            return name.lower()
    return ""


def text_of_rows(rows: Sequence[str], kept: Sequence[bool]) -> str:
    """Rows of preformatted text as one text, without line numbers.

    Code is kept whole if at least half of it is, or it would be of no use; of prose only the kept rows are,
    and the empty ones between them.
    """
    bare = without_line_numbers(rows)
    whole = "\n".join(row for row in bare if row is not None)
    kept_length = sum(len(row) for row, keep in zip(rows, kept, strict=True) if keep)
    is_whole = 2 * kept_length >= sum(map(len, rows)) and not is_prose(whole)
    left: list[str] = []
    empty = 0
    for raw, row, keep in zip(rows, bare, kept, strict=True):
        if not raw:
            empty += 1
            continue
        if (keep or is_whole) and row is not None:
            left.extend([""] * empty)
            left.append(row.rstrip())
        empty = 0
    return "\n".join(left).strip("\n")


def without_line_numbers(rows: Sequence[str]) -> list[str | None]:
    """Rows of code without the numbers in nodes of their own, if those count the rows.

    None for a row that was only a number, where all numbers stand on rows of their own.
    """
    numbers = [(place, int(found[1])) for place, row in enumerate(rows) if (found := _NUMBER.match(row))]
    bare = [row.translate(_MARKERS) for row in rows]
    if len(numbers) < 2 or not counts_on([number for _, number in numbers]):
        return list(bare)
    rests = {place: _NUMBER.sub("", rows[place], count=1).translate(_MARKERS) for place, _ in numbers}
    filled = sum(bool(row.strip()) for row in bare)
    if not any(rest.strip() for rest in rests.values()):
        counted = filled - len(numbers) or len(numbers)
        rows_without = [None if place in rests else row for place, row in enumerate(bare)]
    else:
        counted = filled
        rows_without = [rests.get(place, row) for place, row in enumerate(bare)]
    return rows_without if len(numbers) >= _COUNTED_SHARE * counted else list(bare)


def counts_on(numbers: Sequence[int]) -> bool:
    """Whether each number is one more than the one before."""
    return all(after == before + 1 for before, after in pairwise(numbers))


def is_prose(text: str) -> bool:
    """Whether preformatted text is mostly Chinese: an old text archive rather than code."""
    letters = sum(map(str.isalnum, text))
    return len(_CJK.findall(text)) > _PROSE_SHARE * letters
