"""Curves over a page: the figures by which lines and windows are kept or dropped."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from markwindow.document import Document
from markwindow.methods import lineblocks
from markwindow.methods.density import FIXED_THRESHOLD, line_densities
from markwindow.page import Window

Curve = dict[str, Any]
RATIO_SHOWN = 3.0
"""Distance ratios above this are drawn at the upper edge: a window of one word may have 30."""

PEAKS_SHOWN = 2.0
"""Lengths of single rows are drawn up to so many times the smooth curve's height."""


def page_curves(document: Document, windows: Sequence[Window], policy: str) -> list[Curve]:
    """The curves of a page, as plain data.

    Each has a title, names with units for both axes, ``over`` (``lines``, ``rows`` or ``windows``, what x
    counts from 1), series of values (None for a gap; the last is the main one), thresholds, and ``most``, the
    largest value drawn. Rows have ``rows``: the row of each line.
    """
    return [_density(document), _energy(document, policy), _distance(windows)]


def _density(document: Document) -> Curve:
    densities = line_densities(document)
    thresholds = [{"name": f"fixed {FIXED_THRESHOLD:g}", "value": FIXED_THRESHOLD}]
    if densities:
        mean = fmean(densities)
        thresholds.append({"name": f"page's mean {mean:.2f}", "value": round(mean, 4)})
    return {
        "id": "density",
        "title": "Text density by line",
        "x": "line of displayed text (number)",
        "y": "density (text characters / source characters)",
        "over": "lines",
        "most": 1.0,
        "series": [{"name": "density", "values": [round(value, 3) for value in densities]}],
        "thresholds": thresholds,
    }


def _energy(document: Document, policy: str) -> Curve:
    found = lineblocks.curves(document, policy)
    return {
        "id": "energy",
        "title": f"Line blocks: energy by row, thresholds of the policy {policy}",
        "x": "line of text or blank row (number)",
        "y": "energy (Chinese characters)",
        "over": "rows",
        "rows": list(found.line_rows),
        "most": round(max(found.smoothed, default=0.0) * PEAKS_SHOWN, 1) or 1.0,
        "series": [
            {"name": "length of the row", "values": [round(value, 1) for value in found.raw]},
            {"name": "smoothed energy", "values": [round(value, 1) for value in found.smoothed]},
        ],
        "thresholds": [
            {"name": f"a body starts at {found.start:.1f}", "value": round(found.start, 1)},
            {"name": f"and ends under {found.end:.1f}", "value": round(found.end, 1)},
        ],
    }


def _distance(windows: Sequence[Window]) -> Curve:
    ratios = [
        None if window.distance is None or not window.length else round(window.distance / window.length, 3)
        for window in windows
    ]
    return {
        "id": "distance",
        "title": "Distance to the title by window",
        "x": "tag window (number)",
        "y": "Levenshtein distance / words of the window (ratio)",
        "over": "windows",
        "most": RATIO_SHOWN,
        "series": [{"name": "distance ratio", "values": ratios}],
        "thresholds": [{"name": "the title rule keeps below 1", "value": 1.0}],
    }
