"""The language of a text, from its own characters; what a page declares only settles what they leave open."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markwindow.characters import SIMPLIFIED, TRADITIONAL

# Four Chinese characters, or as much text in other scripts.
_LEAST = 4
_SAMPLE = 2000
_PIECES = 4
# A Chinese character, a kana or a hangul syllable counts as much as a word of five letters.
_LETTERS_A_WORD = 5
# Japanese prose is half kana and its headlines a quarter; in Chinese they stand in names and as ornament.
_KANA_SHARE = 0.2
_LEAST_KANA = 3

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]+")
# Without the middle dot U+30FB and the length mark U+30FC, which Chinese pages use too.
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]+")
_HANGUL = re.compile("[\uac00-\ud7a3]+")
_NOT_TELLING = re.compile(f"[^{SIMPLIFIED}{TRADITIONAL}]+")

# For each alphabet: its letters, the language it stands for, and those that are believed when declared.
_ALPHABETS = tuple(
    (re.compile(letters + "+"), language, frozenset(others.split()))
    for letters, language, others in (
        (
            "[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]",
            "en",
            "af az ca cs cy da de es et eu fi fil fr ga gl hr hu id is it la lt lv ms mt nb nl nn no pl pt "
            "ro sk sl sq sv sw tl tr uz vi",
        ),
        ("[\u0400-\u052f]", "ru", "be bg kk ky mk mn sr tg tt uk uz"),
        ("[\u0620-\u06ff\ufb50-\ufdff\ufe70-\ufefc]", "ar", "fa kk ku ps ug ur"),
        ("[\u0e01-\u0e5b]", "th", ""),
        ("[\u0f00-\u0fff]", "bo", "dz"),
        ("[\u1820-\u18aa]", "mn", "mnc sjo"),
        ("[\u0370-\u03ff\u1f00-\u1fff]", "el", ""),
        ("[\u05d0-\u05ea]", "he", "yi"),
        ("[\u0900-\u097f]", "hi", "mr ne sa"),
    )
)


def detect_language(text: str, declared: str | None = None) -> str | None:
    """The language of the text as a BCP 47 tag: ``zh-Hans``, ``zh-Hant``, ``ja``, ``ko``, ``en``, ``ru`` …

    ``declared`` is the page's ``lang``, which is often left over from a template: it is believed only between
    languages of one alphabet, and between the scripts of Chinese where no character tells them apart. None
    when there are fewer than four Chinese characters or words. At most 2,000 characters are looked at.

    >>> detect_language("今天天气很好，我们去公园。", declared="en")
    'zh-Hans'
    """
    sample = _sample(text)
    tag = (declared or "").strip().lower().replace("_", "-")
    kana = _count(_KANA, sample)
    chinese_or_japanese = _count(_HAN, sample) + kana
    is_japanese = kana >= max(_LEAST_KANA, _KANA_SHARE * chinese_or_japanese)
    most: float = chinese_or_japanese
    language = "ja" if is_japanese else _chinese_script(sample, tag)
    # Half the characters are more than any alphabet can have besides.
    for amount, other in () if 2 * most >= len(sample) else _alphabets_of(sample, tag.partition("-")[0]):
        if amount > most:
            most, language = amount, other
    return language if most >= _LEAST else None


def _sample(text: str) -> str:
    """The text, or four pieces of a long one, from its beginning to its end."""
    if len(text) <= _SAMPLE:
        return text
    size = _SAMPLE // _PIECES
    last = len(text) - size
    return "".join(text[start : start + size] for start in range(0, last + 1, last // (_PIECES - 1)))


def _count(runs: re.Pattern[str], text: str) -> int:
    return sum(map(len, runs.findall(text)))


def _alphabets_of(sample: str, declared: str) -> Iterator[tuple[float, str]]:
    """For hangul and each alphabet: its amount in words, and the language it stands for."""
    yield _count(_HANGUL, sample), "ko"
    for letters, language, others in _ALPHABETS:
        yield _count(letters, sample) / _LETTERS_A_WORD, declared if declared in others else language


_TRADITIONAL_ONLY = frozenset(TRADITIONAL)
_TRADITIONAL_TAGS = ("zh-hant", "zh-tw", "zh-hk", "zh-mo", "zh-cht")


def _chinese_script(sample: str, tag: str) -> str:
    """By the characters that only one script has; where they leave it open, by the declared tag."""
    telling = _NOT_TELLING.sub("", sample)
    traditional = sum(map(_TRADITIONAL_ONLY.__contains__, telling))
    simplified = len(telling) - traditional
    if traditional == simplified:
        return "zh-Hant" if tag.startswith(_TRADITIONAL_TAGS) else "zh-Hans"
    return "zh-Hant" if traditional > simplified else "zh-Hans"
