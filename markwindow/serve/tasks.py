"""What the worker processes do for the service: a task takes a request and gives finished bytes or data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from markwindow import analyze
from markwindow import extract as main_text
from markwindow.archive.records import to_line
from markwindow.options import Options
from markwindow.output import render
from markwindow.report.self_contained import script_json
from markwindow.report.view import page_view
from markwindow.serve.asks import Ask


def extract(ask: Ask, base: Options) -> bytes:
    """The page's record as JSON, its text in the format that was asked for, with the windows if asked for."""
    page = analyze(ask.html, method=ask.method, format=ask.format, **ask.arguments(base))
    record = page.to_dict()
    if ask.format in ("markdown", "html", "tei"):
        record["text"] = render(page, ask.format)
    if ask.windows:
        record["windows"] = [asdict(window) for window in page.windows]
    return to_line(record).encode()


def text(ask: Ask, base: Options) -> bytes:
    """The main text alone: the fastest answer."""
    found = main_text(ask.html, method=ask.method, format=ask.format, **ask.arguments(base))
    return found.encode("utf-8", "replace")


def view(ask: Ask, base: Options) -> bytes:
    """The page's view as JSON, with the page's id in it."""
    made = page_view(ask.html, ask.methods, **ask.arguments(base))
    return script_json(made | {"page": ask.page, "label": ask.url or "page"}).encode()


def gold(ask: Ask, base: Options) -> tuple[str, dict[str, Any]]:
    """The text of the lines that a person marked as main text, and what is known of the page."""
    page = analyze(ask.html, **ask.arguments(base))
    lines = "\n".join(window.text for window in page.windows).split("\n") if page.windows else []
    wrong = [number for number in ask.lines if not 0 <= number < len(lines)]
    if wrong:
        raise ValueError(f"There is no line {wrong[0]}: the page has {len(lines)} lines, counted from 0.")
    text = "\n".join(lines[number] for number in sorted(set(ask.lines)))
    facts = {
        "encoding": page.decoding.encoding if isinstance(ask.html, bytes) else "utf-8",
        "url": page.url,
        "kind": ask.kind,
        "page_title": page.title or None,
    }
    return text, facts


TASKS = {"extract": extract, "text": text, "view": view, "gold": gold}
