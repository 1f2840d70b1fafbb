"""The workbench: one page that shows a report and lets a person change and mark what it shows."""

from __future__ import annotations

from functools import lru_cache

from markwindow.evaluation.marked import KINDS
from markwindow.methods import METHODS
from markwindow.options import POLICIES
from markwindow.report.self_contained import SCRIPTS, content_policy, fill, script_json, static


@lru_cache(maxsize=1)
def workbench(gold: str, most_bytes: int) -> tuple[str, str]:
    """The page and the Content-Security-Policy that goes with it."""
    style = static("report.css") + _own("workbench.css")
    script = "\n".join([*map(static, SCRIPTS), _own("workbench.js")])
    policy = content_policy(style, script, more="connect-src 'self'; img-src data:")
    data = {
        "gold": gold,
        "most_bytes": most_bytes,
        "methods": list(METHODS),
        "policies": list(POLICIES),
        "kinds": list(KINDS),
    }
    page = fill(
        _own("workbench.html"),
        policy=policy,
        title="markwindow",
        style=style,
        script=script,
        data=script_json(data),
    )
    return page, f"{policy}; frame-ancestors 'none'"


def _own(name: str) -> str:
    return static(name, "markwindow.serve")
