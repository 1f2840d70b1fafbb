"""Tag windows: the lines between two boundary tags, and the filters that leave a window out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markwindow.tree import Line


@dataclass(slots=True)
class TagWindow:
    """A maximal run of displayed text of the body with no start or end of a boundary tag in it."""

    lines: list[Line]

    @property
    def text(self) -> str:
        """All of its displayed text, one line a paragraph."""
        return "\n".join(line.text for line in self.lines)

    @property
    def compared(self) -> str:
        """The text that is compared with the title: without very short links and list-item spans."""
        lines = self.lines
        return lines[0].compared if len(lines) == 1 else "\n".join(line.compared for line in lines)


def collect_windows(lines: list[Line]) -> list[TagWindow]:
    """Group lines into windows, in document order: every line lies in exactly one."""
    windows: list[TagWindow] = []
    number = -1
    for line in lines:
        if line.window != number:
            number = line.window
            windows.append(TagWindow([]))
        windows[-1].lines.append(line)
    return windows


def line_ranges(windows: list[TagWindow]) -> Iterator[tuple[int, int]]:
    """For each window the number of its first line and of the line after its last."""
    first = 0
    for window in windows:
        end = first + len(window.lines)
        yield first, end
        first = end


def left_out(text: str, compared: str) -> str:
    """Why the published filters leave a window out before any comparison; empty when they do not."""
    if not any(map(str.isalnum, text)):
        return "no word"
    if len(text) == 1:
        return "a single character"
    if "©" in text:
        return "holds a copyright mark ©"
    if len(text.split(None, 2)) <= 2 and 2 * sum(map(str.isspace, text)) > len(text):
        return "mostly blanks"
    if not any(map(str.isalnum, compared)):
        return "only links of at most 2 characters or list-item spans of at most 3"
    return ""
