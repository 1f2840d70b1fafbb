"""Plain text of the kept lines, where code keeps its blanks and formulas are TeX.

Hardly any page has either. So that plain text never waits, both are looked for at the cost of some hundredths
of a millisecond; only then is what holds them read again, as blocks (`markwindow.output.structure`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from markwindow.document import Document
from markwindow.tree import Line

# MathML has these; lexbor finds tags that are not HTML's own by a look at its table of names.
_MATHML = ("annotation", "mrow")
# The other forms of formulas that can be read have one of these in the source.
_FORMULA_TRACES = ("math/tex", "eeimg")
_ANCHOR = 16
# Mark-up that may stand between a formula and the next text.
_MARGIN = 2000


def plain_text(document: Document, kept: Sequence[bool]) -> str:
    """The kept lines, one a line; code with its blanks and empty lines, formulas between dollar signs."""
    lines = list(compress(document.lines, kept))
    if not lines:
        return ""
    if _holds_formulas_among(document, lines):
        from markwindow.output.structure import read_blocks
        from markwindow.output.text import to_text

        return to_text(read_blocks(document, kept))
    tree = document.tree
    if code := [one for one in tree.code if any(kept[tree.first_lines[one] : tree.end_lines[one]])]:
        from markwindow.output.structure import read_lines_and_code
        from markwindow.output.text import to_text

        return to_text(read_lines_and_code(document, kept, code))
    return "\n".join([line.text for line in lines])


def holds_formulas(document: Document, start: int = 0, end: int | None = None) -> bool:
    """Whether formulas may stand on the page; the source is searched from `start` to `end` only."""
    if any(document.tree.parser.tags(name) for name in _MATHML):
        return True
    # From the end on, Python searches in two thirds of the time.
    return any(document.source.rfind(trace, start, end) >= 0 for trace in _FORMULA_TRACES)


def _holds_formulas_among(document: Document, lines: list[Line]) -> bool:
    """Whether formulas may stand in the stretch of the source from the first of the lines to the last."""
    start = document.source.find(lines[0].raw_end.strip()[:_ANCHOR])
    end = document.source.rfind(lines[-1].raw_end.strip()[-_ANCHOR:])
    return holds_formulas(document, max(0, start - _MARGIN), None if end < 0 else end + _MARGIN)
