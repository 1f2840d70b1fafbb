"""Where the lines stand in the source: the mark-up that each one took."""

from __future__ import annotations

import re

from markwindow.tree import Tree

# Characters that pages often write as entities, so that they cannot be searched for in the source.
_OFTEN_ENTITIES = re.compile(r"[&<>\"'\s\u00a0-\u00ff\u2010-\u203a]+")
_ANCHOR = 16
# A text node with all its characters written as entities (&#20013;) is this many times longer.
_LONGEST_ENTITY = 8


def source_lengths(source: str, tree: Tree) -> list[int]:
    """For each line the characters of the decoded page that it took, mark-up included.

    A line takes what stands from its own start tag, or from the end of the line before where it has none
    (after a br, say), to its own end. The parser keeps no positions, so each line's last text node is looked
    up in the source, in order; a line that cannot be found there counts as long as its text.
    """
    lengths: list[int] = []
    position = 0
    # A line that is not found costs a look at the whole rest: only so much may be spent on such lines.
    budget = 32 * len(source)
    starts: dict[int, tuple[str, str]] = {}
    for line in tree.lines:
        anchor = line.raw_end.strip()[:_ANCHOR]
        found = source.find(anchor, position) if budget > 0 else -1
        if found < 0:
            budget -= len(source) - position
            anchor = max(_OFTEN_ENTITIES.split(line.raw_end), key=len)[:_ANCHOR] or anchor
            found = source.find(anchor, position) if budget > 0 else -1
        if found < 0:
            budget -= len(source) - position
            lengths.append(len(line.text))
            continue
        end = source.find("<", found, found + _LONGEST_ENTITY * len(line.raw_end) + 1)
        if end < 0:
            end = found + len(anchor)
        tags = starts.get(line.element)
        if tags is None:
            tag = f"<{tree.nodes[line.element].tag or ''}"
            tags = starts[line.element] = tag, tag.upper()
        # From its last start tag on, or from the end of the line before.
        start = source.rfind(tags[0], position, found)
        if start < 0:
            start = source.rfind(tags[1], position, found)
            if start < 0:
                start = position
        length = end - start
        shown = len(line.text)
        lengths.append(length if length > shown else shown)
        position = end
    return lengths
