"""A page that has been read: what every method decides on.

Parts that only some methods or only explanations need are made at the first question.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from markwindow.options import Options
from markwindow.source import source_lengths
from markwindow.title import Title, clean_title, find_title
from markwindow.tree import Line, Tree, parse
from markwindow.windows import TagWindow, collect_windows, left_out
from markwindow.words import Words, words_for

if TYPE_CHECKING:
    from markwindow.evidence.lines import Lines
    from markwindow.kind_odds import PageKind


class Document:
    """Lines, windows, title and words of one page. No method knows where the page came from."""

    def __init__(self, source: str, tree: Tree, options: Options, title: str | None, url: str | None) -> None:
        self.source = source
        self.tree = tree
        self.options = options
        self.url = url
        self._given_title = title

    def with_source(self, source: str) -> Document:
        """The same page, its mark-up exchanged: what the caller gave stays."""
        options = self.options
        tree = parse(source, options.max_lines, options.max_elements, options.max_depth)
        return Document(source, tree, self.options, self._given_title, self.url)

    def with_options(self, options: Options) -> Document:
        """The same page under other options that do not change how it is parsed."""
        return Document(self.source, self.tree, options, self._given_title, self.url)

    @property
    def lines(self) -> list[Line]:
        """All lines of displayed text, in document order."""
        return self.tree.lines

    @cached_property
    def windows(self) -> list[TagWindow]:
        """All tag windows, in document order: each line lies in exactly one."""
        return collect_windows(self.tree.lines)

    @cached_property
    def title(self) -> Title:
        """The title as the title rule compares it."""
        return find_title(self.tree, self._given_title)

    @cached_property
    def clean_title(self) -> str:
        """The title without the site's tail."""
        return clean_title(self.title.text, self.tree)

    @cached_property
    def line_evidence(self) -> Lines:
        """The evidence about every line; for documents that have lines."""
        from markwindow.evidence.lines import read_lines

        return read_lines(self)

    @cached_property
    def kinds(self) -> dict[float, PageKind]:
        """The kind of page as far as it was asked, by the probability of a thread that the asker knew."""
        return {}

    @cached_property
    def words(self) -> Words:
        """The segmenter, as the options say."""
        return words_for(self.options)

    @cached_property
    def title_words(self) -> list[str]:
        """The title's words, in order."""
        return self.words.words(self.title.text)

    @cached_property
    def window_words(self) -> list[list[str]]:
        """The words of each window, for explanations; none where a filter leaves the window out."""
        return [
            [] if left_out(window.text, window.compared) else self.words.words(window.compared)
            for window in self.windows
        ]

    @cached_property
    def source_lengths(self) -> list[int]:
        """For each line the characters of the decoded page that it took, mark-up included."""
        return source_lengths(self.source, self.tree)
