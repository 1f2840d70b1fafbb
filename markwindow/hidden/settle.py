"""Hidden text that was kept: a copy of shown text goes, a body that scripts will show stays."""

from __future__ import annotations

from collections import Counter

from markwindow.document import Document
from markwindow.hidden.elements import hides_itself, is_hidden
from markwindow.methods import Method
from markwindow.reading import Reading
from markwindow.tree import parse

_NEARLY_ALL = 0.75
"""Hidden text that makes up this share of a page's prose is its body."""
_LEAST_PROSE = 12


def settle_hidden(reading: Reading, method: Method, policy: str) -> Reading:
    """Take out hidden copies of what is kept; where all of it is hidden, decide whether it is the body.

    Hidden text is the body where it is nearly all there is; elsewhere the page is decided on without it.
    """
    tree, known = reading.document.tree, dict[int, bool]()
    lines = reading.lines
    times = Counter(line.text for line in lines)
    # Verses repeat too: on most pages a look at these few lines is all.
    telling = [line for line in lines if times[line.text] > 1 and len(line.text) >= _LEAST_PROSE]
    telling.append(max(lines, key=lambda line: len(line.text)))
    if not any(is_hidden(tree, line.element, known) for line in telling):
        return reading
    hidden = [is_hidden(tree, line.element, known) for line in lines]
    if not all(hidden):
        return _without_copies(reading, hidden)
    displayed = _displayed(reading.document, known)
    if displayed is None:
        return reading
    other = Reading(displayed, method.keep(displayed, policy))
    return other if any(other.kept) else reading


def _without_copies(reading: Reading, hidden: list[bool]) -> Reading:
    lines = reading.lines
    shown = {line.text for line, hides in zip(lines, hidden, strict=True) if not hides}
    kept = list(reading.kept)
    numbers = [number for number, is_kept in enumerate(kept) if is_kept]
    for number, line, hides in zip(numbers, lines, hidden, strict=True):
        if hides and line.text in shown:
            kept[number] = False
    return Reading(reading.document, kept)


def _displayed(document: Document, known: dict[int, bool]) -> Document | None:
    """The page without its hidden elements; None where these hold nearly all the prose."""
    hidden_prose = shown_prose = 0
    for line in document.lines:
        if len(line.text) >= _LEAST_PROSE and 2 * line.link_characters <= len(line.text):
            if is_hidden(document.tree, line.element, known):
                hidden_prose += len(line.text)
            else:
                shown_prose += len(line.text)
    if hidden_prose >= _NEARLY_ALL * (hidden_prose + shown_prose):
        return None
    # The page's own tree stays as it is, for those who read more of it.
    parser = parse(document.source, max_lines=0).parser
    for node in parser.css("[style], [hidden]"):
        if hides_itself(node):
            node.decompose()
    return document.with_source(parser.html or "")
