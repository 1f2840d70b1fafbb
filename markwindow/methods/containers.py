"""Containers by links: the body of a detail page is the box that holds most of its text outside links.

Elements with many links for their text are dropped, from the inside out, so that a menu does not take the
article beside it along. Then the way goes from the outermost box down, always to the box with the most text
left in it, as long as that box holds enough of what the one around it holds; where it ends is the body.

The published *link ratio* is the number of links / the number of characters. The variant that most tools have
today, link text / text, is the option `Options(link_ratio="text")`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from markwindow.document import Document
from markwindow.methods.links import links_of_elements
from markwindow.paths import StablePaths
from markwindow.windows import line_ranges

BOX_TAGS = frozenset({"td", "div", "article", "section", "main"})
"""td and div as published, and what pages have written for div since 2014."""
MOST_LINKS = 0.25
"""An element with a higher link ratio is dropped."""
LEAST_SHARE = {"strict": 0.4, "balanced": 0.5, "lenient": 0.7}
"""The way goes on to a box that holds this share of the text left around it; more of it is a larger body."""
MOST_FORM_SHARE = 0.5
"""A form is dropped with all in it, but not one that holds half of the page (as pages of ASP.NET are)."""


@dataclass(frozen=True, slots=True)
class Body:
    """The container that was found, and what became of each line."""

    element: int
    """Its number in the tree; 0 (the page's body) where no box holds text."""
    first: int
    """The first line in it."""
    end: int
    """The line after its last."""
    dropped_by: list[int]
    """For each line the number of the outermost dropped element that holds it; 0 for none."""
    ratios: list[float]
    """For each element its link ratio, without what was dropped in it."""

    @property
    def kept(self) -> list[bool]:
        """For each line, whether it is main text."""
        return [
            self.first <= number < self.end and not dropped for number, dropped in enumerate(self.dropped_by)
        ]


def find_body(document: Document, policy: str = "balanced") -> Body:
    """The container of the main text; linear in the page's elements and lines."""
    tree = document.tree
    parents = tree.parents
    if not parents:
        return Body(0, 0, 0, [], [])
    ratios, dropped, text_left = _drop(document)
    dropped_by = [0] * len(parents)
    # The nearest box around each element, and for each box the one right in it that has most text left.
    box = [0] * len(parents)
    largest: dict[int, int] = {}
    for number, parent in enumerate(parents):
        dropped_by[number] = dropped_by[parent] or (number if dropped[number] else 0)
        is_box = number > 0 and not dropped_by[number] and tree.nodes[number].tag in BOX_TAGS
        box[number] = number if is_box else box[parent]
        if is_box:
            around = box[parent]
            if around not in largest or text_left[number] > text_left[largest[around]]:
                largest[around] = number
    # The page itself is no box: the first step down is free.
    body = largest.get(0, 0)
    while body in largest and text_left[largest[body]] >= LEAST_SHARE[policy] * text_left[body]:
        body = largest[body]
    return Body(
        body,
        tree.first_lines[body],
        tree.end_lines[body],
        [dropped_by[line.element] for line in document.lines],
        ratios,
    )


def body_path(document: Document, body: Body) -> str:
    """A stable XPath of the body: by ids and classes that no other element has, where there are any."""
    nodes = document.tree.nodes
    return StablePaths(document.tree.parser).path(nodes[body.element]) if nodes else ""


def _drop(document: Document) -> tuple[list[float], list[bool], list[int]]:
    """For each element its link ratio, whether it is dropped, and the text outside links left in it."""
    tree = document.tree
    characters = list(accumulate((len(line.text) for line in tree.lines), initial=0))
    linked = list(accumulate((line.link_characters for line in tree.lines), initial=0))
    count = len(tree.nodes)
    by_count = document.options.link_ratio == "count"
    links = links_of_elements(document) if by_count else [0] * count
    whole = characters[-1]
    gone, gone_linked = [0] * count, [0] * count
    ratios, dropped, text_left = [0.0] * count, [False] * count, [0] * count
    for number in range(count - 1, -1, -1):
        first, end = tree.first_lines[number], tree.end_lines[number]
        own = characters[end] - characters[first]
        own_linked = linked[end] - linked[first]
        left, left_linked = own - gone[number], own_linked - gone_linked[number]
        many = links[number] if by_count else left_linked
        ratios[number] = many / left if left else 0.0
        text_left[number] = left - left_linked
        dropped[number] = number > 0 and (
            ratios[number] > MOST_LINKS
            or (tree.nodes[number].tag == "form" and own < MOST_FORM_SHARE * whole)
        )
        parent = tree.parents[number]
        if dropped[number]:
            gone[parent] += own
            gone_linked[parent] += own_linked
        else:
            gone[parent] += gone[number]
            gone_linked[parent] += gone_linked[number]
            links[parent] += links[number]
    return ratios, dropped, text_left


@dataclass(frozen=True, slots=True)
class ContainersMethod:
    """Keeps the lines of the body's container that stand in no dropped element."""

    name: str = "containers"

    def keep(self, document: Document, policy: str) -> list[bool]:
        """The lines of the body; a stricter policy's body lies within a more lenient one's."""
        return find_body(document, policy).kept

    def reasons(self, document: Document, policy: str, kept: list[bool]) -> list[str]:
        """The body's XPath, or the element that was dropped and its link ratio."""
        body = find_body(document, policy)
        path = body_path(document, body)
        reasons = []
        for first, end in line_ranges(document.windows):
            passed = sum(kept[first:end])
            if passed:
                some = "kept" if passed == end - first else f"kept {passed} of {end - first} lines"
                reasons.append(f"{some}: in the body {path}")
            elif element := body.dropped_by[first]:
                reasons.append(f"dropped: {self._against(document, body, element)}")
            else:
                reasons.append(f"dropped: outside the body {path}")
        return reasons

    def nothing_kept(self, document: Document, policy: str) -> str:
        """Every element is a form or full of links."""
        return "every container of the page is a form or has too many links for its text"

    def _against(self, document: Document, body: Body, element: int) -> str:
        tag = document.tree.nodes[element].tag
        ratio = body.ratios[element]
        by_count = document.options.link_ratio == "count"
        if ratio <= MOST_LINKS:
            return "in a form"
        told = f"{ratio:.2f} links a character" if by_count else f"{ratio:.0%} link text"
        limit = f"{MOST_LINKS:.2f}" if by_count else f"{MOST_LINKS:.0%}"
        return f"in a {tag} with {told}, over {limit}"
