"""Plain text of the kept lines, where code keeps its blanks and formulas are TeX.

Hardly any page has either. So that plain text never waits, both are looked for at the cost of some hundredths
of a millisecond; only then is what holds them read again, as blocks (`markwindow.output.structure`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from markwindow.document import Document
from markwindow.tags import ACTIONS, PRE
from markwindow.tree import Line, Tree

# MathML has these; lexbor finds tags that are not HTML's own by a look at its table of names.
_MATHML = ("annotation", "mrow")
# The other forms of formulas that can be read have one of these in the source.
_FORMULA_TRACES = ("math/tex", "eeimg")
_PRE = frozenset(tag for tag, action in ACTIONS.items() if action == PRE)
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
    if code := _code_elements(document, lines):
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


def _code_elements(document: Document, lines: list[Line]) -> list[int]:
    """The outermost preformatted elements that hold the lines, by their numbers, in document order."""
    nodes, parents = document.tree.nodes, document.tree.parents
    found: set[int] = set()
    for element in {line.element for line in lines}:
        # Around the line, or around an element of the code that holds just the line.
        if nodes[element].tag_id in _PRE or nodes[parents[element]].tag_id in _PRE:
            found.add(outermost_code(document.tree, element))
    return sorted(found)


def outermost_code(tree: Tree, element: int) -> int:
    """The outermost preformatted element around an element, by their numbers; itself if there is none."""
    outermost = around = element
    while around:
        if tree.nodes[around].tag_id in _PRE:
            outermost = around
        around = tree.parents[around]
    return outermost
