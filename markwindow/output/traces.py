"""Whether a page holds what plain lines of text cannot: code and formulas.

Plain text is written from blocks then; else the kept lines do, and no second walk is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from markwindow.document import Document
from markwindow.tags import ACTIONS, PRE

# MathML has these; lexbor finds tags that are not HTML's own by a look at its table of names.
_MATHML = ("annotation", "mrow")
# The other forms of formulas that can be read have one of these in the source.
_FORMULA_TRACES = ("math/tex", "eeimg")
_PRE = frozenset(tag for tag, action in ACTIONS.items() if action == PRE)
_ANCHOR = 16
# Mark-up that may stand between a formula and the next text.
_MARGIN = 2000


def holds_formulas(document: Document, start: int = 0, end: int | None = None) -> bool:
    """Whether formulas may stand on the page; the source is searched from `start` to `end` only."""
    if any(document.tree.parser.tags(name) for name in _MATHML):
        return True
    # From the end on, Python searches in two thirds of the time.
    return any(document.source.rfind(trace, start, end) >= 0 for trace in _FORMULA_TRACES)


def holds_structure(document: Document, kept: Sequence[bool]) -> bool:
    """Whether code or formulas may stand among the kept lines, of which there must be one.

    Text must not wait for this: it costs some hundredths of a millisecond.
    """
    lines = list(compress(document.lines, kept))
    nodes, parents = document.tree.nodes, document.tree.parents
    for element in {line.element for line in lines}:
        # Around the line, or around an element of the code that holds just the line.
        if nodes[element].tag_id in _PRE or nodes[parents[element]].tag_id in _PRE:
            return True
    start = document.source.find(lines[0].raw_end.strip()[:_ANCHOR])
    end = document.source.rfind(lines[-1].raw_end.strip()[-_ANCHOR:])
    return holds_formulas(document, max(0, start - _MARGIN), None if end < 0 else end + _MARGIN)
