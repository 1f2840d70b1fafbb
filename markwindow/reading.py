"""From a document to what is kept of it: a method's decision, and a look behind pages that hide text."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress

from markwindow.document import Document
from markwindow.hidden.elements import is_hidden
from markwindow.methods import Method
from markwindow.output.plain import plain_text
from markwindow.tree import Line

HARDLY_ANY = 200
"""A page of which fewer characters are kept may hide its text: only then is it looked for."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The document that was decided on in the end, and what was kept of it."""

    document: Document
    kept: list[bool]
    source: str = "displayed"
    """Where it stood: ``displayed``, or in ``json-ld``, a ``script``, ``template``, ``textarea``, ``input``
    or ``noscript``."""
    reason: str = ""
    """Why a page gives no text that displays none of its own."""

    @property
    def lines(self) -> list[Line]:
        """The kept lines."""
        return list(compress(self.document.lines, self.kept))

    @property
    def text(self) -> str:
        """The kept lines, one a line; code keeps its blanks, formulas are TeX between dollar signs."""
        return plain_text(self.document, self.kept)

    @property
    def length(self) -> int:
        """Characters of the kept lines."""
        return sum(len(line.text) for line in self.lines)


def read(document: Document, method: Method, policy: str) -> Reading:
    """Let the method decide; look at what the page hides where hardly any text or hidden text was kept."""
    reading = Reading(document, method.keep(document, policy))
    lines = reading.lines
    texts = [line.text for line in lines]
    lengths = list(map(len, texts))
    if len(set(texts)) < len(texts) or (
        lines and is_hidden(document.tree, lines[lengths.index(max(lengths))].element)
    ):
        from markwindow.hidden.settle import settle_hidden

        reading = settle_hidden(reading, method, policy)
    if sum(lengths) < HARDLY_ANY:
        from markwindow.hidden.find import read_hidden

        reading = read_hidden(reading, method, policy)
    return reading
