"""Short, stable XPaths for people and for reports."""

from __future__ import annotations

from collections import Counter

from selectolax.lexbor import LexborNode


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
            identifier = node.id
            if identifier and identifier.isprintable() and not set(identifier) & set("\"' "):
                return "/".join([f'//{node.tag}[@id="{identifier}"]', *reversed(steps)])
            parent = node.parent
            if parent is None or not parent.is_element_node:
                return "/" + "/".join([node.tag or "*", *reversed(steps)])
            steps.append(f"{node.tag}[{self._position(node, parent)}]")
            node = parent

    def _position(self, node: LexborNode, parent: LexborNode) -> int:
        if node.mem_id not in self._positions:
            seen: Counter[str | None] = Counter()
            sibling = parent.first_child
            while sibling is not None:
                seen[sibling.tag] += 1
                self._positions[sibling.mem_id] = seen[sibling.tag]
                sibling = sibling.next
        return self._positions[node.mem_id]
