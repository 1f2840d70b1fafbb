"""The same text again: pages whose text another page of the run has too, exactly or nearly.

*Exact*: the same characters, blanks apart. *Near*: at least 80 % of all 4-character pieces of two texts
stand in both (Jaccard similarity), estimated by MinHash; texts under 50 characters are compared exactly only.
The *first* of like pages is the first by id, so that the marks are the same whatever order pages were
finished in and however many processes there were.

Memory: about 160 bytes a page with text, its id included; while they are compared at the end, up to 400 if
all are alike (a million pages: 160 to 400 MB).
"""

from __future__ import annotations

import base64
import hashlib
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from markwindow.archive.records import RUN, Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEAR = 0.8
"""Jaccard similarity from which texts are near repeats, as usual for web corpora."""
PIECE = 4
"""Characters of a piece."""
LEAST = 50
"""A shorter text has too few pieces: a changed date would count for much."""
# 64 hashes give the similarity with a standard error of 0.05 (the square root of 0.8 · 0.2 / 64). The lowest
# byte of each is kept: two that differ look alike once in 256 times. In 16 bands of 4, texts that are 0.8
# alike share at least one whole band in 9,998 cases of 10,000 (1 - (1 - 0.8^4)^16).
_HASHES = 64
_BANDS = 16
_SEED = 1
# Odd constants of well-known 64-bit hashes (xxHash, splitmix, rrmxmx): any odd ones that spread bits serve.
_ODD = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x9FB21C651E98DF25)
_MIX = 0xD6E8FEB86659FD93
_EXACT_BYTES = 8
_MOST_FIRSTS = 64
"""A band that so many different texts share tells of mark-up, not of repeats."""


class Repeat(NamedTuple):
    """What a page repeats."""

    of: str
    """Id of the first page with this text."""
    similarity: float
    """1 for an exact repeat; else the estimated Jaccard similarity."""


def signature(text: str) -> str:
    """What is kept of a text to find repeats: base64 of 8 bytes, and of 64 more if it is long enough."""
    text = "".join(text.split())
    if not text:
        return ""
    made = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_EXACT_BYTES).digest()
    if len(text) >= LEAST:
        made += _minhash(text)
    return base64.b64encode(made).decode()


def _minhash(text: str) -> bytes:
    import numpy as np
    from rensa import RMinHash

    pieces = _hashed_pieces(text)
    rows = RMinHash.digest_matrix_from_flat_token_hashes(
        pieces, [0, len(pieces)], num_perm=_HASHES, seed=_SEED
    )
    return (np.array(rows.to_rows()[0], np.uint32) & 0xFF).astype(np.uint8).tobytes()


def _hashed_pieces(text: str) -> NDArray[np.uint64]:
    """A well-mixed number for each piece: made in numpy, ten times as fast as handing over the pieces."""
    import numpy as np

    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)
    count = len(codes) - PIECE + 1
    mixed: NDArray[np.uint64] = np.zeros(count, np.uint64)
    for place, odd in enumerate(_ODD):
        mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(_MIX) + codes[
            place : place + count
        ] * np.uint64(odd)
    mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(_MIX)
    mixed ^= mixed >> np.uint64(29)
    return mixed


class Repeats:
    """Signatures of a run's pages."""

    def __init__(self) -> None:
        """Without any page."""
        self._exact = bytearray()
        self._near = bytearray()
        self._is_long = bytearray()
        self._ids: list[str] = []

    def add(self, made: Record) -> None:
        """Take a page's record; what has no text repeats nothing."""
        text = made.get("text")
        if not text:
            return
        # An output that a run goes on with does not hold signatures.
        parts = base64.b64decode(made.get(RUN, {}).get("signature") or signature(text))
        self._exact += parts[:_EXACT_BYTES]
        self._near += parts[_EXACT_BYTES:] or bytes(_HASHES)
        self._is_long.append(len(parts) > _EXACT_BYTES)
        self._ids.append(made["id"])

    def find(self) -> dict[str, Repeat]:
        """What each page that repeats another one repeats, by its id."""
        import numpy as np

        if not self._ids:
            return {}
        exact = np.frombuffer(bytes(self._exact), np.uint64)
        near = np.frombuffer(bytes(self._near), np.uint8).reshape(-1, _HASHES)
        is_long = np.frombuffer(bytes(self._is_long), np.bool_)
        bands = near.view(np.uint32)
        shared = _not_alone(exact)
        for band in range(_BANDS):
            shared[is_long] |= _not_alone(bands[is_long, band])
        found: dict[str, Repeat] = {}
        firsts: dict[int, int] = {}
        in_band: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for place in sorted(np.flatnonzero(shared).tolist(), key=self._ids.__getitem__):
            first = firsts.setdefault(int(exact[place]), place)
            if first != place:
                found[self._ids[place]] = Repeat(self._ids[first], 1.0)
                continue
            if not is_long[place]:
                continue
            keys = list(enumerate(bands[place].tolist()))
            like = _most_like(near, place, {other for key in keys for other in in_band.get(key, ())})
            if like is not None:
                # Copies of this page are near repeats of the same first page.
                found[self._ids[place]] = Repeat(self._ids[like[0]], like[1])
                del firsts[int(exact[place])]
                continue
            for key in keys:
                if len(in_band[key]) < _MOST_FIRSTS:
                    in_band[key].append(place)
        return found


def _not_alone(values: NDArray[np.uint64] | NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which values stand in the array more than once."""
    import numpy as np

    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    alone: NDArray[np.bool_] = counts[inverse] > 1
    return alone


def _most_like(near: NDArray[np.uint8], place: int, others: set[int]) -> tuple[int, float] | None:
    """The first page of those most like this one, and how like it is, if that is near enough."""
    best: tuple[int, float] | None = None
    for other in sorted(others):
        similarity = float((near[place] == near[other]).mean())
        if similarity >= NEAR and (best is None or similarity > best[1]):
            best = other, round(similarity, 3)
    return best
