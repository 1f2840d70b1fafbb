"""A page's curves as a picture for papers and notebooks, by matplotlib."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markwindow.report.fonts import font_for
from markwindow.report.view import View

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png", ".pdf")
DOTS = 150
"""Dots an inch, for PNG."""
# Colours that stay apart for colour-blind readers (Okabe and Ito, 2008).
BLUE, GREY, ORANGE, RED, GREEN = "#0072b2", "#888888", "#e69f00", "#d55e00", "#009e73"


def save_plot(view: View, out: Path, *, method: str | None = None, kind: str | None = None) -> None:
    """Write the curves of a view to a file; what `method` keeps is shaded (the view's first without it).

    `kind` is ``svg``, ``png`` or ``pdf``; without it the name tells. Text in SVG is drawn as outlines: it
    looks the same where the font is not installed.

    Raises:
        NoFont: When the title's characters have no font here.
    """
    import matplotlib

    names = [one["name"] for one in view["methods"]]
    shaded = view["methods"][names.index(method) if method else 0]
    title = view["facts"]["title"] or "(no title)"
    settings: dict[Any, Any] = {
        "font.family": font_for(title, view["facts"]["language"]),
        "svg.fonttype": "path",
        "svg.hashsalt": "markwindow",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.unicode_minus": False,
        "axes.titlesize": 10,
        "axes.labelsize": 8,
        "xtick.labelsize": 8,
        "ytick.labelsize": 8,
        "legend.fontsize": 8,
        "text.parse_math": False,
    }
    with matplotlib.rc_context(settings):
        figure = _figure(view, shaded, title)
        form = kind or out.suffix[1:].lower()
        metadata = {"Date": None} if form == "svg" else {}
        figure.savefig(out, format=form, dpi=DOTS, metadata=metadata)


def _figure(view: View, shaded: dict[str, Any], title: str) -> Figure:
    from matplotlib.figure import Figure

    curves = view["curves"]
    figure = Figure(figsize=(8, 0.6 + 2.7 * len(curves)), layout="constrained")
    figure.suptitle(title if len(title) <= 48 else title[:47] + "…", fontsize=12)
    axes = figure.subplots(len(curves), 1, squeeze=False)[:, 0]
    for curve, axis in zip(curves, axes, strict=True):
        _draw(axis, curve, _kept(view, shaded, curve), shaded["name"])
    return figure


def _draw(axis: Axes, curve: dict[str, Any], kept: list[bool], method: str) -> None:
    label: str | None = f"kept by {method}"
    for first, end in _runs(kept):
        axis.axvspan(first + 0.5, end + 0.5, color=GREEN, alpha=0.15, linewidth=0, label=label)
        label = None
    series = curve["series"]
    for number, one in enumerate(series):
        is_main = number == len(series) - 1
        values = [math.nan if value is None else value for value in one["values"]]
        marker = "." if is_main and len(values) <= 200 else ""
        axis.plot(
            range(1, len(values) + 1),
            values,
            color=BLUE if is_main else GREY,
            linewidth=1.3 if is_main else 0.8,
            marker=marker,
            markersize=4,
            label=one["name"],
        )
    for threshold, colour, style in zip(curve["thresholds"], (RED, ORANGE), ("--", ":"), strict=False):
        axis.axhline(
            threshold["value"], color=colour, linestyle=style, linewidth=1.2, label=threshold["name"]
        )
    axis.set_title(curve["title"], loc="left", pad=20)
    axis.set_xlabel(curve["x"])
    axis.set_ylabel(curve["y"].replace(" (", "\n(", 1))
    axis.set_xlim(0.5, max(1, len(kept)) + 0.5)
    axis.set_ylim(0, _top(curve))
    axis.legend(
        loc="lower left",
        ncols=5,
        frameon=False,
        borderaxespad=0.2,
        columnspacing=1.2,
        bbox_to_anchor=(-0.02, 1),
    )


def _top(curve: dict[str, Any]) -> float:
    values = [value for one in curve["series"] for value in one["values"] if value is not None]
    values += [threshold["value"] for threshold in curve["thresholds"]]
    largest = 1.08 * max(values, default=1.0) or 1.0
    return largest if curve["most"] is None else min(largest, curve["most"])


def _kept(view: View, method: dict[str, Any], curve: dict[str, Any]) -> list[bool]:
    """For each place of the curve whether the method keeps it, or a part of it."""
    lines = [mark == "1" for mark in method["kept"]]
    if curve["over"] == "lines":
        return lines
    kept = []
    if curve["over"] == "rows":
        rows = {row for row, is_kept in zip(curve["rows"], lines, strict=True) if is_kept}
        return [row in rows for row in range(len(curve["series"][0]["values"]))]
    first = 0
    for window in view["windows"]:
        kept.append(any(lines[first : first + window["lines"]]))
        first += window["lines"]
    return kept


def _runs(kept: list[bool]) -> list[tuple[int, int]]:
    """The first and the end of each run of kept places."""
    edges = [n for n, (one, other) in enumerate(pairwise([False, *kept, False])) if one != other]
    return list(zip(edges[::2], edges[1::2], strict=True))
