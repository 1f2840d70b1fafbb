"""Noise that repeats across the pages of one site: found by what pages share, taken off each text.

After the published idea that common substrings of more than 20 characters, stronger at the head or the tail,
are noise. Pages are not compared in pairs: every piece of 21 characters is hashed and counted once a page, so
the work grows with the text of all pages, however many they are. Blanks and line breaks count for nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from markwindow.page import Page

LEAST = 21
"""Characters without blanks: shared pieces of this length are noise ("longer than 20")."""
LEAST_PAGES = 3
"""Pages that share noise at least: what two pages share is too often a text that both quote."""
_FACTOR = 0x9E3779B97F4A7C15  # 2⁶⁴ divided by the golden ratio: spreads near numbers far apart
_BLANK = np.array([chr(code).isspace() for code in range(0x3001)])

Flags = NDArray[np.bool_]
Hashes = NDArray[np.uint64]


def site_noise(pages: Iterable[object]) -> SiteNoise:
    """What the pages of one site share.

    Args:
        pages: what `extract` takes (``bytes``, ``str`` of HTML, bs4 objects), of which all displayed text is
            compared; or results of `analyze`, of which the main text is. At least three; a hundred tell as
            much as a thousand.

    Raises:
        TypeError: for one page in place of several, or for something that is no page.
    """
    if isinstance(pages, str | bytes | Page) or not isinstance(pages, Iterable):
        raise TypeError(
            f"site_noise compares several pages: give a list of them, not {type(pages).__name__}."
        )
    return text_noise(page.text if isinstance(page, Page) else displayed_text(page) for page in pages)


def text_noise(texts: Iterable[str]) -> SiteNoise:
    """What texts of one site share: for texts that are extracted already, a paragraph a line.

    Texts that are wholly alike count once: a page that was stored twice is no noise.
    """
    distinct = list({text: None for text in texts if text and not text.isspace()})
    count = len(distinct)
    shingles: list[Hashes] = []
    lines: Counter[str] = Counter()
    for text in distinct:
        piece = _Piece(text)
        shingles.append(np.unique(piece.hashes))
        lines.update({line for line in piece.lines if len(line) < LEAST})
    if count < LEAST_PAGES:
        return SiteNoise(count, np.zeros(0, np.uint64), np.zeros(0, np.int64), frozenset(), ())
    hashes, pages = np.unique(np.concatenate(shingles), return_counts=True)
    shared = pages >= _least_at_ends(count)
    half = max(LEAST_PAGES, (count + 1) // 2)
    return SiteNoise(
        count,
        hashes[shared],
        pages[shared].astype(np.int64),
        frozenset(line for line, pages_with in lines.items() if pages_with >= half),
        tuple(distinct),
    )


def displayed_text(page: object) -> str:
    """All that a page displays, one line a line; `page` is what `extract` takes."""
    from markwindow.extract import read_document

    return "\n".join(line.text for line in read_document(page)[0].lines)


@dataclass(frozen=True, slots=True)
class NoisePiece:
    """A line, or a piece of one, that pages share."""

    text: str
    pages: int
    """Of how many of the compared pages it was taken off."""
    place: float
    """Where it stands on average: 0 at the head of the text, 1 at its tail."""


@dataclass(frozen=True, eq=False)
class SiteNoise:
    """The noise of one site; `clean` takes it off a text."""

    pages: int
    """How many different texts were compared."""
    _hashes: Hashes
    _pages_with: NDArray[np.int64]
    _short_lines: frozenset[str]
    _texts: tuple[str, ...]

    def clean(self, text: str) -> str:
        """The text without what the site's pages share; lines that become empty go.

        Raises:
            TypeError: for anything else than a text.
        """
        if not isinstance(text, str):
            raise TypeError(f"clean takes a text, for example page.text, not {type(text).__name__}.")
        if not text or not (len(self._hashes) or self._short_lines):
            return text
        piece = _Piece(text)
        noise = self._noise(piece)
        return piece.without(noise) if noise.any() else text

    @cached_property
    def pieces(self) -> tuple[NoisePiece, ...]:
        """What `clean` takes off the compared pages, most frequent first."""
        found: dict[str, list[float]] = {}
        for text in self._texts:
            piece = _Piece(text)
            on_page = dict(piece.taken(self._noise(piece)))
            for taken, place in on_page.items():
                found.setdefault(taken, []).append(place)
        made = [
            NoisePiece(taken, len(places), round(sum(places) / len(places), 3))
            for taken, places in found.items()
        ]
        return tuple(sorted(made, key=lambda one: (-one.pages, one.place)))

    def _noise(self, piece: _Piece) -> Flags:
        """For each character of the piece whether it is noise."""
        pages_with = np.zeros(len(piece.hashes), dtype=np.int64)
        if len(self._hashes):
            at = np.minimum(np.searchsorted(self._hashes, piece.hashes), len(self._hashes) - 1)
            pages_with = np.where(self._hashes[at] == piece.hashes, self._pages_with[at], 0)
        noise = piece.covered(pages_with >= _least_inside(self.pages))
        at_ends = piece.covered(pages_with > 0)
        starts, ends = piece.line_starts, piece.line_ends
        whole = [bool(noise[start:end].all()) for start, end in zip(starts, ends, strict=True)]
        ends_only = [
            bool(at_ends[start:end].all()) or line in self._short_lines
            for start, end, line in zip(starts, ends, piece.lines, strict=True)
        ]
        short = [line in self._short_lines for line in piece.lines]
        # At an end of the text fewer pages are enough; and a short line goes when it touches noise.
        for order in (range(len(whole)), range(len(whole) - 1, -1, -1)):
            at_end = touches = True
            for number in order:
                if not whole[number]:
                    whole[number] = (at_end and ends_only[number]) or (touches and short[number])
                touches = whole[number]
                at_end = at_end and touches
        for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
            if whole[number]:
                noise[start:end] = True
        return noise


def _least_inside(count: int) -> int:
    """How many pages must share what stands amid the text: 15 % of them, at least 4 (of few, over half)."""
    return max(LEAST_PAGES, min(count // 2 + 1, max(4, -(-15 * count // 100))))


def _least_at_ends(count: int) -> int:
    """The same at the head or the tail of what is left: 2 % of them."""
    return max(LEAST_PAGES, -(-2 * count // 100))


class _Piece:
    """A text with its blanks left out: characters, where they stood, and the lines that they made."""

    def __init__(self, text: str) -> None:
        self._text = text
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
        blank = _BLANK[np.minimum(codes, len(_BLANK) - 1)] & (codes < len(_BLANK))
        self._at = np.flatnonzero(~blank)
        line_of = np.cumsum(codes == ord("\n"))[self._at]
        edges = np.flatnonzero(np.diff(line_of, prepend=-1))
        self.line_starts: list[int] = edges.tolist()
        self.line_ends: list[int] = [*self.line_starts[1:], len(self._at)] if len(edges) else []
        self._codes = codes[self._at]
        self.hashes = _shingles(self._codes)
        joined = "".join(text.split())
        self.lines = [joined[start:end] for start, end in zip(self.line_starts, self.line_ends, strict=True)]

    def covered(self, shared: Flags) -> Flags:
        """The characters that shared shingles cover, cut back where a shared run only just enters a line."""
        length = len(self._codes)
        cover = np.zeros(length + 1, dtype=np.int64)
        at = np.flatnonzero(shared)
        np.add.at(cover, at, 1)
        np.add.at(cover, at + LEAST, -1)
        covered: Flags = np.cumsum(cover)[:length] > 0
        edges = np.flatnonzero(np.diff(covered, prepend=False, append=False)).tolist()
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            self._cut_back(covered, start, end)
        return covered

    def _cut_back(self, covered: Flags, start: int, end: int) -> None:
        """What a run holds by chance of its first and its last line is none: it ends at a line or a mark."""
        lines, ends = self.line_starts, self.line_ends
        last = int(np.searchsorted(lines, end - 1, "right")) - 1
        if end < ends[last]:
            stop = max(lines[last], start)
            if end - stop >= LEAST:
                stop = next((at for at in range(end, end - LEAST, -1) if self._is_break(at)), end)
            covered[stop:end] = False
            end = stop
        first = int(np.searchsorted(lines, start, "right")) - 1
        if start > lines[first] and end > start:
            stop = min(ends[first], end)
            if stop - start >= LEAST:
                stop = next((at for at in range(start, start + LEAST) if self._is_break(at)), start)
            covered[start:stop] = False

    def _is_break(self, at: int) -> bool:
        """Whether a mark or a blank stands before character `at`."""
        place = int(self._at[at])
        return not self._text[place - 1].isalnum()

    def without(self, noise: Flags) -> str:
        """The text without its noise."""
        parts = []
        for start, end in zip(self.line_starts, self.line_ends, strict=True):
            flags = noise[start:end]
            if not flags.any():
                parts.append(self._text[self._at[start] : self._at[end - 1] + 1])
            elif not flags.all():
                parts.append("".join(self._runs(start, end, ~flags)).strip())
        return "\n".join(parts)

    def taken(self, noise: Flags) -> list[tuple[str, float]]:
        """The pieces of lines that are noise, with the place of each, 0 to 1."""
        found = []
        for start, end in zip(self.line_starts, self.line_ends, strict=True):
            if noise[start:end].any():
                place = start / max(1, len(noise) - (end - start))
                found += [(run.strip(), min(1.0, place)) for run in self._runs(start, end, noise[start:end])]
        return found

    def _runs(self, start: int, end: int, flags: Flags) -> list[str]:
        """The stretches of a line whose characters are flagged, with the blanks in and after them."""
        edges = (start + np.flatnonzero(np.diff(flags, prepend=False, append=False))).tolist()
        places = [*self._at[start:end].tolist(), int(self._at[end - 1]) + 1]
        return [
            self._text[places[a - start] : places[b - start]]
            for a, b in zip(edges[::2], edges[1::2], strict=True)
        ]


def _shingles(codes: NDArray[np.uint32]) -> Hashes:
    """One hash for every run of `LEAST` characters (polynomial, modulo 2⁶⁴)."""
    if len(codes) < LEAST:
        return np.zeros(0, dtype=np.uint64)
    # Characters are spread over all bits first; then hashes of 2, 4, … characters are joined.
    doubled = (codes.astype(np.uint64) + np.uint64(1)) * np.uint64(_FACTOR)
    doubled ^= doubled >> np.uint64(29)
    size, power = 1, _FACTOR
    made: Hashes | None = None
    made_size = 0
    count = len(codes) - LEAST + 1
    left = LEAST
    while left:
        if left & 1:
            part = doubled[made_size : made_size + count]
            made = part.copy() if made is None else made * np.uint64(power) + part
            made_size += size
        left >>= 1
        if left:
            doubled = doubled[:-size] * np.uint64(power) + doubled[size:]
            size *= 2
            power = power * power % 2**64
    assert made is not None
    return made
