"""The report of an archive as one HTML file: it needs no script, and links to the reports of single pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from markwindow.archive.summary import top
from markwindow.report.archive_figures import (
    DISTANCES,
    EMPTY,
    FAILED,
    LENGTHS,
    METHOD,
    QUESTIONS,
    ArchiveFigures,
    Suspect,
)
from markwindow.report.self_contained import content_policy, fill, static

MOST_ANSWERS = 12
"""Answers of a question that get a bar of their own."""


def archive_report(figures: ArchiveFigures, label: str, reports: Mapping[str, str]) -> str:
    """The report; `reports` gives for the id of a page the address of its own report, where there is one."""
    style = static("report.css") + static("archive.css")
    sections = [
        _totals(figures),
        _bars("Length of the text (characters)", _ranges(LENGTHS, figures.lengths)),
        _bars(
            "Distance to the title (share of its words missing)",
            _ranges(DISTANCES, figures.distances),
        ),
        *(_bars(name, top(figures.counts[name], MOST_ANSWERS)) for name in _asked(figures)),
    ]
    body = (
        f"<header><h1>{escape(label)}</h1>{sections[0]}</header>"
        f"<section class='tables'>{''.join(sections[1:])}</section>{_suspects(figures, reports)}"
    )
    return fill(
        static("archive.html"),
        policy=content_policy(style),
        title=label,
        style=style,
        script="",
        data=body,
    )


def _asked(figures: ArchiveFigures) -> list[str]:
    """The questions that have an answer worth showing."""
    names = (EMPTY, FAILED, METHOD, *QUESTIONS.values())
    return [name for name in names if set(figures.counts.get(name, ())) - {"–"}]


def _totals(figures: ArchiveFigures) -> str:
    empty = figures.pages - figures.with_text - figures.failed
    mean = figures.chars / figures.with_text if figures.with_text else 0
    told = (
        ("pages", f"{figures.pages:,}"),
        ("with text", f"{figures.with_text:,}"),
        ("empty", f"{empty:,}"),
        ("failed", f"{figures.failed:,}"),
        ("characters of text", f"{figures.chars:,}"),
        ("a page with text", f"{mean:,.0f} characters"),
        ("pages to look at", f"{figures.suspicious:,}"),
    )
    return "<dl class='facts'>" + "".join(f"<div><dt>{n}</dt><dd>{v}</dd></div>" for n, v in told) + "</dl>"


def _ranges(lows: Sequence[float], counts: Sequence[int]) -> list[tuple[str, int]]:
    """A bar for each range; empty ranges at the ends are left out."""
    names = []
    for place, low in enumerate(lows):
        if place + 1 == len(lows):
            names.append(f"{low:,} or more")
        elif isinstance(low, int):
            high = int(lows[place + 1]) - 1
            names.append(f"{low:,}" if high == low else f"{low:,}–{high:,}")
        else:
            names.append(f"{low:g}–{lows[place + 1]:g}")
    used = [place for place, count in enumerate(counts) if count]
    return list(zip(names, counts, strict=True))[used[0] : used[-1] + 1] if used else []


def _bars(title: str, bars: Sequence[tuple[str, int]]) -> str:
    if not bars:
        return ""
    most = max(count for _, count in bars) or 1
    total = sum(count for _, count in bars) or 1
    rows = "".join(
        f"<tr><th scope='row'>{escape(name)}</th><td>{count:,}</td><td>{count / total:.1%}</td>"
        f"<td class='bar'><meter min='0' max='{most}' value='{count}'>{count}</meter></td></tr>"
        for name, count in bars
    )
    return (
        f"<table><caption>{escape(title)}</caption><thead class='quiet'><tr><th>value</th><th>pages</th>"
        f"<th>share</th><th>bar</th></tr></thead><tbody>{rows}</tbody></table>"
    )


def _suspects(figures: ArchiveFigures, reports: Mapping[str, str]) -> str:
    if not figures.suspects:
        return "<section><h2>Pages to look at</h2><p>No page shows a sign of a wrong text.</p></section>"
    shown = len(figures.suspects)
    rest = f", the {shown:,} most suspicious of {figures.suspicious:,}" if shown < figures.suspicious else ""
    rows = "".join(_suspect(suspect, reports) for suspect in figures.suspects)
    return (
        f"<section><h2>Pages to look at, most suspicious first{rest}</h2>"
        f"<ol class='suspects'>{rows}</ol></section>"
    )


def _suspect(suspect: Suspect, reports: Mapping[str, str]) -> str:
    name = escape(suspect.id)
    report = reports.get(suspect.id)
    link = f"<a href='{escape(report)}'>{name}</a>" if report else f"<span>{name}</span>"
    facts = "".join(
        f"<span class='soft text'>{escape(told)}</span>"
        for told in (suspect.kind, f"{suspect.chars:,} characters", suspect.url or "")
        if told
    )
    signs = "".join(f"<li class='text'>{escape(sign)}</li>" for sign in suspect.signs)
    return (
        f"<li><div class='head'><strong class='text'>{link}</strong>"
        f"<span class='score'>{suspect.suspicion:.0%}</span></div>"
        f"<div class='text' lang='zh'>{escape(suspect.title) or '(no title)'}</div>"
        f"<div class='told'>{facts}</div><ul>{signs}</ul></li>"
    )
