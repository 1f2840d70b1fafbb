"""markwindow: the main text of Chinese web pages by tag windows."""

import sys

try:
    from typing import TYPE_CHECKING

    from markwindow.extract import analyze, extract, warm_up
    from markwindow.options import Options
    from markwindow.page import Page, Window
except KeyboardInterrupt:
    # The command line (as a script, or by `python -m`) ends without a traceback while it loads, too.
    if sys.argv[0].endswith(("markwindow", "markwindow.exe", "-m")):
        sys.exit(130)
    raise

if TYPE_CHECKING:
    from markwindow.noise import site_noise
    from markwindow.page_kinds import page_kind
    from markwindow.record_fields import fields

__all__ = ["Options", "Page", "Window", "analyze", "extract", "fields", "page_kind", "site_noise", "warm_up"]
__version__ = "0.1.0"

_LAZY = {"fields": "record_fields", "page_kind": "page_kinds", "site_noise": "noise"}
"""Names that are imported at their first use, and the modules that they stand in."""


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
