"""Which elements a parser has open: the rules of the HTML standard that let elements nest or end.

Formatting (`b`, `font` …) ends alone, other elements end with all that is open in them. An end tag does
nothing where a boundary stands between it and its element. What is counted here is never much less than what
a parser has open. (HTML standard, "the stack of open elements" and "the in body insertion mode".)
"""

from __future__ import annotations

from collections import Counter


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


FORMATTING = _names("a b big code em font i nobr s small strike strong tt u")
"""Reopened in every later block until closed."""
UNNESTED = _names(
    "area base br col embed hr img input link meta param source track wbr "
    "caption colgroup td th tr tbody thead tfoot option"
)
"""Elements without an end, and those that end each other and end with their table or list."""
_ITEMS = {"li": ("li",), "dd": ("dd", "dt"), "dt": ("dd", "dt")}
"""The start of an item ends an open one of these, but not from within the other kind of list."""
_BLOCKS = _names(
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer "
    "form h1 h2 h3 h4 h5 h6 header hgroup listing main menu nav ol p pre search section summary table ul"
)
"""The start of one ends an open paragraph."""
_SCOPE = _names("applet marquee object table template")
_BUTTON_SCOPE = _SCOPE | {"button"}
SPECIAL = _BLOCKS | _BUTTON_SCOPE | _names("li dd dt select iframe noscript frameset")
"""Beyond these the end tags of others do nothing."""
_LIST_SCOPE = SPECIAL - {"address", "div", "p"}
_ONE_AT_A_TIME = _names("a nobr button")


class OpenElements:
    """The open elements of a page, while its tags are gone through."""

    def __init__(self) -> None:
        """Without any."""
        self.formatting = 0
        """How many are formatting."""
        self._stack: list[str] = []
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many are open."""
        return len(self._stack)

    def make_way(self, name: str, tag: bytes) -> bool:
        """End what a start tag ends; false for one that opens nothing in which others can stand."""
        if name in UNNESTED or (tag[-2:] == b"/>" and (self._open["svg"] or self._open["math"])):
            return False
        if name in _BLOCKS or name in _ITEMS:
            if self._open["p"]:
                self._end_at(self._place(("p",), _BUTTON_SCOPE))
            if name in _ITEMS:
                self._end_at(self._place(_ITEMS[name], _LIST_SCOPE))
        elif name in _ONE_AT_A_TIME:
            self.end(name)
        return True

    def start(self, name: str) -> None:
        """Such an element begins."""
        self._stack.append(name)
        self._open[name] += 1
        self.formatting += name in FORMATTING

    def end(self, name: str) -> None:
        """An end tag: it ends an element of the name, or does nothing."""
        if self._stack and self._stack[-1] == name:
            self._end_at(len(self._stack) - 1)
        elif name in FORMATTING:
            if (place := self._place((name,), _SCOPE)) >= 0:
                del self._stack[place]
                self._closed(name)
        else:
            self._end_at(self._place((name,), _SCOPE if name in SPECIAL else SPECIAL))

    def _place(self, names: tuple[str, ...], boundaries: frozenset[str]) -> int:
        """Where the innermost of such elements stands; -1 if there is none on this side of a boundary."""
        if any(self._open[name] for name in names):
            for place in range(len(self._stack) - 1, -1, -1):
                if self._stack[place] in names:
                    return place
                if self._stack[place] in boundaries:
                    break
        return -1

    def _end_at(self, place: int) -> None:
        """End the element in that place and all in it, but formatting goes on behind it; nothing for -1."""
        if place < 0:
            return
        inside = self._stack[place + 1 :]
        self._closed(self._stack[place])
        del self._stack[place:]
        for name in inside:
            if name in FORMATTING:
                self._stack.append(name)
            else:
                self._closed(name)

    def _closed(self, name: str) -> None:
        self._open[name] -= 1
        self.formatting -= name in FORMATTING
