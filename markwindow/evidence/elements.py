"""Evidence about elements: their tags and class words, and those of all around them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from markwindow.evidence.lexicon import AROUND_TAG, CLASS_WORDS, LAST_TAG, LINE_TAG, class_bits
from markwindow.evidence.surroundings import Ints
from markwindow.tree import Tree

_KINDS = len(CLASS_WORDS)


@dataclass(frozen=True, slots=True)
class Elements:
    """The elements of a page in figures: arrays have one entry an element."""

    tags: Ints
    """The tag's id, at most `LAST_TAG`."""
    parents: Ints
    first: Ints
    """The number of lines before it."""
    end: Ints
    """The number of lines before its end."""
    groups: Ints
    """Which of `LINE_TAGS` it is."""
    class_bits: Ints
    """The kinds of class words of its own; 0 for the body and for elements without text."""
    classes_around: Ints
    """Class words of itself and all around it."""
    tags_around: Ints
    """`AROUND_TAG` of itself and all around it."""
    like: Ints
    """The same number for the same tag, parent's tag and grandparent's tag."""


def read_elements(tree: Tree) -> Elements:
    """Figure the evidence for every element of a tree that has lines."""
    tags = np.minimum([node.tag_id for node in tree.nodes], LAST_TAG)
    parents = np.array(tree.parents)
    first, end = np.array(tree.first_lines), np.array(tree.end_lines)
    bits = _class_bits(tree, np.flatnonzero(first < end).tolist())
    around = bits | AROUND_TAG[tags] << _KINDS
    # Each round doubles how far up an element has looked.
    above = parents
    while above.any():
        around |= around[above]
        above = above[above]
    outer = tags[parents]
    return Elements(
        tags=tags,
        parents=parents,
        first=first,
        end=end,
        groups=LINE_TAG[tags],
        class_bits=bits,
        classes_around=around & (1 << _KINDS) - 1,
        tags_around=around >> _KINDS,
        like=((tags << 10) + outer << 10) + outer[parents],
    )


def _class_bits(tree: Tree, elements: list[int]) -> Ints:
    nodes = tree.nodes
    named: dict[tuple[str | None, str | None], list[int]] = {}
    for number in elements:
        attributes = nodes[number].attributes
        if attributes and number:
            named.setdefault((attributes.get("class"), attributes.get("id")), []).append(number)
    bits = np.zeros(len(nodes), dtype=np.int64)
    found = class_bits(f"{names[0]} {names[1]}" for names in named)
    for numbers, kinds in zip(named.values(), found, strict=True):
        if kinds:
            bits[numbers] = kinds
    return bits
