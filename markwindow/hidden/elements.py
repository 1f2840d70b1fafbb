"""Which elements are hidden. No style sheet is read: only what the elements say themselves."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from markwindow.tree import Tree

_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:[;!]|$)", re.IGNORECASE
)
# WeChat's article is hidden until its script has run.
_SHOWN_BY_SCRIPT = frozenset(["js_content"])


def is_hidden(tree: Tree, element: int, known: dict[int, bool] | None = None) -> bool:
    """Whether the element or one around it is hidden by its own style or attribute.

    `known` keeps what is found about each element on the way: so that many questions cost linear time.
    """
    known = {} if known is None else known
    way: list[int] = []
    while element not in known:
        way.append(element)
        if hides_itself(tree.nodes[element]):
            known[element] = True
        elif element == 0:
            known[element] = False
        else:
            element = tree.parents[element]
    hidden = known[element]
    known.update(dict.fromkeys(way, hidden))
    return hidden


def hides_itself(node: LexborNode) -> bool:
    """Whether the element itself says that it is hidden."""
    attributes = node.attributes
    style = attributes.get("style")
    if style and _HIDING.search(style) and attributes.get("id") not in _SHOWN_BY_SCRIPT:
        return True
    return "hidden" in attributes
