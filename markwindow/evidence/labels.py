"""Which lines of a page are body lines, by the text that people copied from it."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from markwindow.evaluation.score import GRAM, grams
from markwindow.tree import Line

BODY_SHARE = 0.6
"""A line is a body line when this share of its 4-grams stands in the gold text."""


def body_shares(lines: list[Line], gold: str) -> NDArray[np.float64]:
    """For each line the share of its 4-grams that the gold holds and no body line before it has used up.

    A line with fewer letters and digits than a gram counts as 1 when the gold has such a line, else 0; a line
    without any counts as ½.
    """
    left = grams(gold)
    gold_lines = {gram for line in gold.splitlines() for gram in grams(line)}
    shares = []
    for line in lines:
        own: Counter[str] = grams(line.text)
        first = next(iter(own), "")
        if not first:
            shares.append(0.5)
        elif len(first) < GRAM:
            shares.append(float(first in gold_lines))
        else:
            share = sum((own & left).values()) / own.total()
            if share >= BODY_SHARE:
                left -= own
            shares.append(share)
    return np.array(shares)
