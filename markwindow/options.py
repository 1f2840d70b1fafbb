"""What a caller can choose: words, segmenter and limits."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from markwindow.nesting import MAX_DEPTH

SEGMENTERS = ("jieba", "rjieba")
LINK_RATIOS = ("count", "text")
_DEEPEST = 1000
"""Parsing takes time that grows with the square of the depth."""
POLICIES = ("strict", "balanced", "lenient")


@dataclass(frozen=True, slots=True)
class Options:
    """Choices that hold for one or many pages; all have a default.

    Two calls with different options never touch each other: nothing global is changed.
    """

    stop_words: Set[str] = frozenset()
    """Words to leave out of titles and windows, besides the function words of ``stopwords/``."""
    user_words: Set[str] = frozenset()
    """Words that the segmenter must know (names, terms)."""
    segmenter: str = "jieba"
    """``"jieba"``, or ``"rjieba"``: about 8 times faster, other words in one text of four, needs the
    extra ``markwindow[fast]`` and takes no ``user_words``."""
    captions: bool = False
    """Whether the default method keeps the marked captions of pictures."""
    comments: bool = False
    """Whether the default method keeps the comments of readers under an article."""
    first_post_only: bool = False
    """Whether the default method keeps only the first post of a thread."""
    weights: str | None = None
    """A file that `markwindow train` wrote, for methods that learn; None for the weights of the package."""
    link_ratio: str = "count"
    """What ``containers`` counts: ``"count"``, links a character, or ``"text"``, link text in all text."""
    links: bool = False
    """Whether Markdown, HTML and TEI keep the addresses of links."""
    images: bool = False
    """Whether Markdown, HTML and TEI keep the images that stand among the kept lines."""
    max_characters: int = 16_000_000
    """A longer page is read up to this many characters, and its ``reason`` says so."""
    max_lines: int = 50_000
    """A page with more lines of text is read up to so many, and its ``reason`` says so."""
    max_elements: int = 200_000
    """The same for block and line-ending elements (div, td, p …) that hold something."""
    max_depth: int = MAX_DEPTH
    """Block elements that are nested deeper are closed at once; no text is lost. At most 1,000."""
    max_seconds: float = 60.0
    """A page that takes longer to decode and to parse gives no text, and its ``reason`` says so.

    Time is looked at after each step, and a step takes time in proportion to ``max_characters``."""

    def __post_init__(self) -> None:
        """Raise one clear sentence for a value that cannot work."""
        for name in ("stop_words", "user_words"):
            object.__setattr__(self, name, _words(name, getattr(self, name)))
        if self.segmenter not in SEGMENTERS:
            raise ValueError(f"Options(segmenter={self.segmenter!r}): choose one of {', '.join(SEGMENTERS)}.")
        if self.segmenter == "rjieba" and self.user_words:
            raise ValueError(
                "Options(segmenter='rjieba') cannot take user_words: use segmenter='jieba' for them."
            )
        if self.link_ratio not in LINK_RATIOS:
            raise ValueError(
                f"Options(link_ratio={self.link_ratio!r}): choose one of {', '.join(LINK_RATIOS)}."
            )
        if self.weights is not None and not isinstance(self.weights, str):
            raise TypeError(f"Options(weights={self.weights!r}): give the file's name as a str.")
        for name in ("captions", "comments", "first_post_only", "links", "images"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"Options({name}={getattr(self, name)!r}): give True or False.")
        for name in ("max_characters", "max_lines", "max_elements", "max_depth"):
            limit = getattr(self, name)
            if type(limit) is not int or limit < 1:
                raise ValueError(f"Options({name}={limit!r}): give a whole number of at least 1.")
        if self.max_depth > _DEEPEST:
            raise ValueError(f"Options(max_depth={self.max_depth}): give at most {_DEEPEST}.")
        if type(self.max_seconds) not in (int, float) or not self.max_seconds > 0:
            raise ValueError(f"Options(max_seconds={self.max_seconds!r}): give a number of seconds above 0.")


def _words(name: str, value: Iterable[str]) -> frozenset[str]:
    if isinstance(value, str):
        raise TypeError(f"Options({name}={value!r}): give a set or list of words, not one string.")
    try:
        words = frozenset(value)
    except TypeError:
        raise TypeError(
            f"Options({name}=…): give a set or list of words, not {type(value).__name__}."
        ) from None
    if not all(isinstance(word, str) for word in words):
        raise TypeError(f"Options({name}=…): every word must be a str.")
    return words
