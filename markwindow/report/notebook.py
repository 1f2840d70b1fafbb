"""A page as a notebook shows it: plain HTML without script, since notebooks strip scripts of others' pages.

Colours are mixed with the notebook's own, so that it is readable on light and dark themes.
"""

from __future__ import annotations

from html import escape

from markwindow.page import Page, Window

MOST_WINDOWS = 200
"""Windows that are shown; a page with more has a report."""
EDGES = {"kept": "#2c8a4a", "part": "#b07d00", "dropped": "#c44444"}


def page_html(page: Page) -> str:
    """Facts, text, and each window with its decision and figures."""
    facts = {
        "title from": page.title_source,
        "encoding": f"{page.decoding.encoding} ({page.decoding.source})",
        "language": page.language,
        "kind": page.kind,
        "method": page.method,
        "distance to title": None if page.relevance is None else f"{page.relevance:.2f}",
        "reason": page.reason,
    }
    told = " · ".join(f"{escape(name)}: {escape(str(value))}" for name, value in facts.items() if value)
    text = "".join(f"<p style='margin:.3em 0'>{escape(line)}</p>" for line in page.text.split("\n") if line)
    kept = sum(window.kept for window in page.windows)
    shown = page.windows[:MOST_WINDOWS]
    rest = len(page.windows) - len(shown)
    more = f"<p>and {rest} windows more: markwindow report shows them all</p>" if rest else ""
    return (
        "<div style='max-width:60em;overflow-wrap:anywhere'>"
        f"<strong>{escape(page.title) or '(no title)'}</strong>"
        f"<div style='font-size:.9em;opacity:.85'>{told}</div>"
        f"<details open><summary>text: {len(page.text):,} characters</summary>{text}</details>"
        f"<details><summary>windows: {kept} of {len(page.windows)} kept</summary>"
        f"{''.join(map(_window, shown))}{more}</details></div>"
    )


def _window(window: Window) -> str:
    state = "dropped" if not window.kept else "kept" if window.kept_text == window.text else "part"
    distance = "–" if window.distance is None else window.distance
    figures = (
        f"distance/length {distance}/{window.length} · density {window.density:.2f} · "
        f"links {window.link_share:.0%} · {window.path}"
    )
    lines = "<br>".join(map(escape, window.text.split("\n")))
    return (
        f"<div style='border-left:5px solid {EDGES[state]};padding:.2em .6em;margin:.3em 0'>"
        f"<div style='font-size:.85em;opacity:.85'>{escape(window.reason)}<br>{escape(figures)}</div>"
        f"{lines}</div>"
    )
