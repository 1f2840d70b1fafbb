"""Where the links of a page stand: how many in each element, and on each line.

The tree keeps no inline elements, so links are looked up once more, and only for the methods that count them.
"""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from markwindow.document import Document
from markwindow.tree import Line, displayed


def links_of_elements(document: Document) -> list[int]:
    """For each element of the tree the number of links in it and in no element within it."""
    return [len(links) for links in _own_links(document)]


def links_of_lines(document: Document) -> list[int]:
    """For each line its number of links, links without text that stand in its element among them."""
    counts = [0] * len(document.lines)
    own: dict[int, list[int]] = {}
    for number, line in enumerate(document.lines):
        own.setdefault(line.element, []).append(number)
    links = _own_links(document)
    for element, numbers in own.items():
        if len(numbers) == 1:
            counts[numbers[0]] = len(links[element])
        elif links[element]:
            _share_out(links[element], numbers, document.lines, counts)
    # A link around whole elements is counted at none of the lines in it.
    return [
        count or int(line.link_characters > 0) for count, line in zip(counts, document.lines, strict=True)
    ]


def _own_links(document: Document) -> list[list[LexborNode]]:
    """For each element its own links, in order."""
    tree = document.tree
    numbers = {node.mem_id: number for number, node in enumerate(tree.nodes)}
    links: list[list[LexborNode]] = [[] for _ in tree.nodes]
    for link in tree.parser.css("a"):
        around = link.parent
        while around is not None and around.mem_id not in numbers:
            around = around.parent
        if around is not None:
            links[numbers[around.mem_id]].append(link)
    return links


def _share_out(links: list[LexborNode], numbers: list[int], lines: list[Line], counts: list[int]) -> None:
    """Give an element's links to its lines, in order: each line has as many as its link characters take."""
    place = 0
    left = lines[numbers[0]].link_characters
    for link in links:
        length = len(displayed(link.text()))
        while length and left <= 0 and place + 1 < len(numbers):
            place += 1
            left = lines[numbers[place]].link_characters
        counts[numbers[place]] += 1
        left -= length
