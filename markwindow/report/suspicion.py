"""Which pages of an archive deserve a look: signs that a text is wrong, from the records alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markwindow.characters import COMMON_SIMPLIFIED

Record = Mapping[str, Any]

SHORT = 80
"""Characters. A 快讯 has 80 or more; shorter texts are mostly a caption or a line of furniture."""
LARGE_SOURCE = 20_000
"""Bytes of a page that should hold more than a short text."""
FAR = 0.8
"""Title–content distance from which a text is likely another text than the title's."""
DISAGREEING = 0.5
"""Overlap of two methods' texts under which they tell different stories."""
WITHOUT_ARTICLE = frozenset({"list", "home", "index", "blocked", "shell", "empty"})
"""Kinds of pages on which little text, or other text than the title's, is as it should be."""
WITHOUT_ARTICLE_WEIGHT = 0.3
GUESSED = frozenset({"guess", "fewest errors"})
# What is left when UTF-8 was read as Latin-1 or GBK, or a debugger's filled memory as GBK (烫, 屯); 锟斤拷 is
# U+FFFD in UTF-8 read as GBK.
_MOJIBAKE = re.compile(r"锟斤拷|烫烫烫|屯屯屯|[ÃÂ][\x80-\xbf]|[åäæçèéï][\x80-\xbf\u2010-\u203a]{1,2}")
# The first two bytes of each common character's UTF-8, read as GBK: rare characters, many of them there.
_UTF8_AS_GBK = (
    frozenset(c.encode()[:2].decode("gb18030", "replace") for c in COMMON_SIMPLIFIED) - COMMON_SIMPLIFIED
)
UTF8_AS_GBK_SHARE = 0.15
"""Of the characters of a text. In Chinese text as it should be they make up under 1 in 10,000."""
SAMPLE = 2_000
"""Characters of a text that are looked at for this."""
_LOST = re.compile("[\ufffd\ue000-\uf8ff]")


@dataclass(frozen=True, slots=True)
class Sign:
    """One reason to look at a page."""

    weight: float
    """0 to 1: how likely the text is wrong."""
    told: str


def signs(records: Sequence[Record]) -> list[Sign]:
    """The signs of one page, from its records by one or several methods, weightiest first."""
    first = records[0]
    if first.get("error"):
        return [Sign(1.0, f"failed: {first['error']}")]
    text = first.get("text") or ""
    of_text = [*_of_length(first, text), *_of_title(first), *_of_methods(records)]
    if first.get("kind") in WITHOUT_ARTICLE:
        of_text = [Sign(sign.weight * WITHOUT_ARTICLE_WEIGHT, sign.told) for sign in of_text]
    found = [*_of_characters(text), *of_text]
    if first.get("encoding_source") in GUESSED:
        found.append(Sign(0.3, f"the encoding {first.get('encoding')} is a guess"))
    return sorted(found, key=lambda sign: -sign.weight)


def suspicion(found: Sequence[Sign]) -> float:
    """All signs as one figure, 0 to 1: the chance that at least one is right, if each were on its own."""
    innocent = 1.0
    for sign in found:
        innocent *= 1 - sign.weight
    return 1 - innocent


def overlap(one: str, other: str) -> float | None:
    """Shared / either, in characters of lines that two texts have in common; None where both are empty."""
    first, second = (Counter(line.strip() for line in text.split("\n")) for text in (one, other))
    shared = sum(len(line) * count for line, count in (first & second).items())
    either = sum(len(line) * count for line, count in (first | second).items())
    return shared / either if either else None


def _of_characters(text: str) -> list[Sign]:
    if not text:
        return []
    found = []
    lost = len(_LOST.findall(text))
    if lost:
        found.append(Sign(min(0.95, 0.2 + 30 * lost / len(text)), f"{lost} characters could not be decoded"))
    broken = sum(len(match) for match in _MOJIBAKE.findall(text))
    as_gbk = sum(c in _UTF8_AS_GBK for c in text[:SAMPLE]) / len(text[:SAMPLE])
    if broken > len(text) / 500 or as_gbk > UTF8_AS_GBK_SHARE:
        found.append(Sign(min(0.95, 0.4 + 5 * broken / len(text)), "looks like mojibake"))
    return found


def _of_length(first: Record, text: str) -> list[Sign]:
    large = (first.get("bytes") or 0) >= LARGE_SOURCE
    if not text:
        return [Sign(0.7 if large else 0.4, f"no text: {first.get('reason') or 'no reason told'}")]
    if len(text) < SHORT:
        return [Sign(0.6 if large else 0.35, f"only {len(text)} characters of text")]
    return []


def _of_title(first: Record) -> list[Sign]:
    far = first.get("relevance")
    if far is None or far < FAR:
        return []
    return [Sign(0.5 if far >= 1 else 0.3, f"the text holds {1 - far:.0%} of the title's words")]


def _of_methods(records: Sequence[Record]) -> list[Sign]:
    first, *others = records
    found = []
    for other in others:
        share = overlap(first.get("text") or "", other.get("text") or "")
        if share is not None and share < DISAGREEING:
            told = f"{first.get('method')} and {other.get('method')} agree on {share:.0%}"
            found.append(Sign(0.55 * (1 - share), told))
    return found
