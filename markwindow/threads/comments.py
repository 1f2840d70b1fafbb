"""The comments of readers under an article: who wrote what, and when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from markwindow.document import Document
from markwindow.evidence.lexicon import COMMENTS_HEAD, END_HEAD_LENGTH
from markwindow.threads.posts import Post, posts_of
from markwindow.threads.records import find_records, whole_record
from markwindow.threads.stamps import Stamps, read_stamps
from markwindow.tree import Tree

_CONTAINER = re.compile(r"comment|repl(?:y|ies)|cmt|pinglun|liuyan|guestbook|gentie", re.IGNORECASE)
_NAME_FIRST = re.compile(r"([^\s:：，。！？!?]{1,16})\s?[:：]\s?(?=\S)")


@dataclass(frozen=True, slots=True)
class Comment:
    """What one reader wrote under an article."""

    text: str
    """One paragraph a line, without what it quotes."""
    author: str | None = None
    time: str | None = None
    """In ISO 8601, as exact as the page tells it; None for times like 昨天."""


def read_comments(document: Document, kept: list[bool]) -> tuple[Comment, ...]:
    """The comments under an article in the page's order; empty where there are none.

    They stand behind a head of comments (网友评论) or in an element whose class or id speaks of comments,
    behind the first line of the article.

    Args:
        document: The page.
        kept: For each line whether a method found it to be main text.
    """
    tree, title = document.tree, document.title.text
    begin = kept.index(True) if True in kept else 0
    stamps = read_stamps(tree)
    best: list[Comment] = []
    for element, first, end in _places(tree, stamps, begin, kept):
        # Not every page tells when a comment was written: then their make alone has to do.
        records = find_records(tree, stamps, first, end) or find_records(
            tree, stamps, first, end, stamped=False
        )
        if not records and any(stamps.at[first:end]):
            records = [whole_record(tree, element)]
        comments = [_comment(post) for post in posts_of(tree, stamps, records, title) if post.text]
        if 2 * sum(comment.author is not None for comment in comments) > len(comments) > len(best):
            best = comments
    return tuple(best)


def _comment(post: Post) -> Comment:
    # 评论：31 is a count.
    named = _NAME_FIRST.match(post.text) if post.author in (None, post.text) else None
    if named and any(map(str.isalpha, post.text[named.end() :])):
        return Comment(post.text[named.end() :], named[1], post.time)
    return Comment(post.text, post.author, post.time)


def _places(tree: Tree, stamps: Stamps, begin: int, kept: list[bool]) -> list[tuple[int, int, int]]:
    """Where comments may stand behind the line `begin`: an element, the first line, and the end."""
    lengths = (len(line.text) * one for line, one in zip(tree.lines, kept, strict=True))
    until = list(accumulate(lengths, initial=0))
    places: list[tuple[int, int, int]] = []
    for element, node in enumerate(tree.nodes):
        first, end = tree.first_lines[element], tree.end_lines[element]
        # The outermost that speaks of comments: those in it say the same.
        if first > begin and end - first >= _LEAST_LINES and (until[end] - until[first]) * 2 <= until[-1]:
            attributes = node.attributes
            if _CONTAINER.search(f"{attributes.get('class') or ''} {attributes.get('id') or ''}"):
                places.append((element, first, end))
                begin = end - 1
    places = sorted(places, key=lambda place: place[1] - place[2])[:_MOST_PLACES]
    return places or list(_behind_head(tree, stamps, begin))


def _behind_head(tree: Tree, stamps: Stamps, begin: int) -> Iterator[tuple[int, int, int]]:
    for number in range(begin + 1, len(tree.lines)):
        line = tree.lines[number]
        if len(line.text) <= END_HEAD_LENGTH and COMMENTS_HEAD.match(line.text):
            text = list(accumulate(stamps.text, initial=0))
            element = line.element
            while element and text[tree.end_lines[element]] - text[number + 1] < _LEAST_TEXT:
                element = tree.parents[element]
            yield element, number + 1, tree.end_lines[element]
            return


_MOST_PLACES = 3
_LEAST_LINES = 2
_LEAST_TEXT = 12
