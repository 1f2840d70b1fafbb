"""Short, stable XPaths for people and for reports."""

from __future__ import annotations

import re
from collections import Counter
from typing import TypeGuard

from selectolax.lexbor import LexborHTMLParser, LexborNode

# A number of three digits or more in an id or class is that of the page, not of the site's layout.
_NUMBER = re.compile(r"\d{3}")


class Paths:
    """Builds the XPaths of one page's elements; remembers positions, so a page costs linear time."""

    def __init__(self) -> None:
        self._positions: dict[int, int] = {}
        self._paths: dict[int, str] = {}

    def path(self, node: LexborNode) -> str:
        """XPath of an element: from the nearest element with an id, by position among like tags."""
        if node.mem_id not in self._paths:
            self._paths[node.mem_id] = self._build(node)
        return self._paths[node.mem_id]

    def _build(self, node: LexborNode) -> str:
        steps: list[str] = []
        while True:
            anchor = self._anchor(node)
            if anchor:
                return "/".join([f"//{node.tag}[{anchor}]", *reversed(steps)])
            parent = node.parent
            if parent is None or not parent.is_element_node:
                return "/" + "/".join([node.tag or "*", *reversed(steps)])
            steps.append(f"{node.tag}[{self._position(node, parent)}]")
            node = parent

    def _anchor(self, node: LexborNode) -> str:
        """What tells the element from all others by itself; empty when nothing does."""
        return f'@id="{node.id}"' if _is_plain(node.id, "\"' ") else ""

    def _position(self, node: LexborNode, parent: LexborNode) -> int:
        if node.mem_id not in self._positions:
            seen: Counter[str | None] = Counter()
            sibling = parent.first_child
            while sibling is not None:
                seen[sibling.tag] += 1
                self._positions[sibling.mem_id] = seen[sibling.tag]
                sibling = sibling.next
        return self._positions[node.mem_id]


class StablePaths(Paths):
    """The same for use on other pages of a site: from the nearest element whose id or class is its alone.

    Ids and classes that hold a number of three digits are passed over: the next page has another. Steps are
    those of the tree that browsers build, with the tbody that most tables lack in the source.
    """

    def __init__(self, page: LexborHTMLParser) -> None:
        super().__init__()
        self._ids = Counter(node.id for node in page.css("[id]"))
        self._classes = Counter((node.tag, node.attributes.get("class")) for node in page.css("[class]"))

    def _anchor(self, node: LexborNode) -> str:
        identifier, name = node.id, node.attributes.get("class")
        if self._ids[identifier] == 1 and _is_plain(identifier, "\"' ") and not _NUMBER.search(identifier):
            return f'@id="{identifier}"'
        if self._classes[node.tag, name] == 1 and _is_plain(name, "\"'") and not _NUMBER.search(name):
            return f'@class="{name}"'
        return ""


def _is_plain(value: str | None, not_in: str) -> TypeGuard[str]:
    return bool(value and value.isprintable() and not set(value) & set(not_in))
