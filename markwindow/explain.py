"""From a decision to a result that explains itself."""

from __future__ import annotations

from itertools import compress

from markwindow.document import Document
from markwindow.page import Window
from markwindow.paths import Paths
from markwindow.relevance import distance
from markwindow.windows import line_ranges


def explain_windows(document: Document, kept: list[bool], reasons: list[str]) -> tuple[Window, ...]:
    """Every tag window of the page, with what became of it and the figures that people compare."""
    paths = Paths()
    ranges = line_ranges(document.windows)
    results = []
    for window, words, (start, end), reason in zip(
        document.windows, document.window_words, ranges, reasons, strict=True
    ):
        characters = sum(len(line.text) for line in window.lines)
        source_length = sum(document.source_lengths[start:end])
        kept_lines = [line.text for line in compress(window.lines, kept[start:end])]
        results.append(
            Window(
                text=window.text,
                kept=bool(kept_lines),
                reason=reason,
                kept_text="\n".join(kept_lines),
                distance=distance(document.title_words, words) if words else None,
                length=len(words),
                density=round(characters / source_length, 4),
                link_share=round(sum(line.link_characters for line in window.lines) / characters, 4),
                source_length=source_length,
                path=paths.path(document.tree.nodes[window.lines[0].element]),
            )
        )
    return tuple(results)


def relevance(document: Document, clean_title: str, text: str) -> float | None:
    """Title–content distance, 0 to 1: the share of the cleaned title's words that the text does not hold."""
    words = set(document.words.words(clean_title))
    if not words or not text:
        return None
    return round(sum(word not in text for word in words) / len(words), 4)
