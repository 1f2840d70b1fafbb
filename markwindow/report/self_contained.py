"""One self-contained HTML file: style, script and data inside, nothing loaded from anywhere.

The page allows just the script and style that stand in it, by their hashes; whatever a hostile page smuggles
into a report is text, and would not run if it were not.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from html import escape
from importlib import resources
from string import Template
from typing import Any

from markwindow import __version__
from markwindow.report.view import View

SCRIPTS = ("elements.js", "curves.js", "report.js")
"""What draws a view, in the order in which it is needed."""


def page_report(view: View, label: str) -> str:
    """The report of a page as HTML; `label` names the page for people (its file, its address)."""
    return self_contained("page.html", ["report.css"], [*SCRIPTS, "page.js"], view | {"label": label}, label)


def self_contained(template: str, styles: list[str], scripts: list[str], data: Any, title: str) -> str:  # noqa: ANN401
    """A template of this package with its style, script and data in it."""
    style = "\n".join(map(static, styles))
    script = "\n".join(map(static, scripts))
    policy = content_policy(style, script)
    return fill(
        static(template), policy=policy, title=title, style=style, script=script, data=script_json(data)
    )


def content_policy(style: str, script: str = "", more: str = "") -> str:
    """A Content-Security-Policy that allows this style and script, and `more`, and nothing else."""
    told = [f"style-src {_hash(style)}", script and f"script-src {_hash(script)}", more]
    return "; ".join(["default-src 'none'", *filter(None, told), "base-uri 'none'", "form-action 'none'"])


def fill(template: str, *, policy: str, title: str, style: str, script: str, data: str) -> str:
    """A template's text with its parts in their places; `data` stands there as it is given."""
    return Template(template).substitute(
        policy=policy,
        title=escape(title),
        version=escape(__version__),
        style=style,
        script=script,
        data=data,
    )


def script_json(data: Any) -> str:  # noqa: ANN401 - whatever JSON can hold
    """JSON that can stand in a script element: no tag or comment can begin in it, no line end breaks it."""
    told = json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPED)
    # A lone surrogate is no UTF-8; its escape is.
    return told.encode("utf-8", "backslashreplace").decode()


_ESCAPED = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


@cache
def static(name: str, package: str = "markwindow.report") -> str:
    """A file that comes with a package."""
    return resources.files(package).joinpath(f"static/{name}").read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
