"""The posts of a thread: who wrote what, when, and on which floor."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress

from markwindow.document import Document
from markwindow.evidence.lexicon import FURNITURE, FURNITURE_LENGTH
from markwindow.threads.parts import POSTED, authors, exact_times, text_elements
from markwindow.threads.records import Record, find_records, whole_record
from markwindow.threads.stamps import Stamps, posting_time, read_stamps
from markwindow.threads.words import (
    AUTHOR_BEFORE,
    AUTHOR_LABEL,
    BUTTONS,
    FLOOR,
    NO_POSTING,
    RELATIVE,
    floor_of,
    is_about_member,
)
from markwindow.tree import Line, Tree


@dataclass(frozen=True, slots=True)
class Post:
    """What one person wrote in a thread, or under an article."""

    text: str
    """Its own words, one paragraph a line, without quotations and signature."""
    author: str | None = None
    time: str | None = None
    """In ISO 8601, as exact as the page tells it; None for times like 昨天."""
    floor: int | None = None
    """The place in the thread, as the page tells it (楼主 is 1, 沙发 2); None where it does not."""
    quotations: tuple[str, ...] = ()
    """What it quotes from other posts, each with the line that says from whom."""


def read_posts(document: Document, kept: list[bool]) -> tuple[Post, ...]:
    """The posts of a thread in the page's order, the opening post first; empty where there are none.

    Args:
        document: The page.
        kept: For each line whether a method found it to be main text: it tells the opening post where that is
            made differently from the replies.
    """
    return tuple(made.post for made in _thread(document, kept))


def first_post_end(document: Document, kept: list[bool]) -> int:
    """The number of lines before the end of a thread's first post; all lines where no posts are told apart.

    Arguments are those of `read_posts`.
    """
    thread = _thread(document, kept)
    return thread[0].end if thread else len(document.lines)


@dataclass(frozen=True, slots=True)
class _Made:
    post: Post
    end: int
    """The line after its record."""


def _thread(document: Document, kept: list[bool]) -> list[_Made]:
    tree, title = document.tree, document.title.text
    stamps = read_stamps(tree)
    records = find_records(tree, stamps)
    posts = _read(tree, stamps, records, title) if records else []
    opening = _opening(tree, kept, records[0].first if records else len(tree.lines))
    apart = _read(tree, stamps, [opening], title, kept, guess=False) if opening else []
    # Without a name and a time it is a head of the page; later than the replies, the page's own date.
    apart = [made for made in apart if made.post.author or made.post.time]
    if apart and posts:
        told, first = apart[0].post.time, posts[0].post.time
        if told and first and told[:10] > first[:10]:
            return posts
    return [*apart, *posts]


def posts_of(tree: Tree, stamps: Stamps, records: list[Record], title: str) -> tuple[Post, ...]:
    """Each record as a post, its author only where something names him; those without words are left out."""
    return tuple(made.post for made in _read(tree, stamps, records, title, guess=False))


def _read(
    tree: Tree,
    stamps: Stamps,
    records: list[Record],
    title: str,
    kept: list[bool] | None = None,
    guess: bool = True,
) -> list[_Made]:
    """Where `kept` is given, it tells which lines are the text; else the records tell it among themselves.

    With `guess`, the first short line of a record stands in for an author whom nothing names.
    """
    texts = text_elements(tree, stamps, records) if kept is None else _none_for_each(records)
    parts = zip(
        records,
        texts,
        authors(tree, stamps, records, texts),
        exact_times(tree, stamps, records, texts),
        strict=True,
    )
    # What has no element like the others' texts is a head or a foot of the same make.
    made = [
        _post(tree, stamps, record, text, name, time, title, kept, guess)
        for record, text, name, time in parts
        if text is not None or not any(texts)
    ]
    return [one for one in made if one.post.text or one.post.quotations]


def _none_for_each(records: list[Record]) -> list[int | None]:
    return [None for _ in records]


def _post(
    tree: Tree,
    stamps: Stamps,
    record: Record,
    text: int | None,
    name: str | None,
    time: str | None,
    title: str,
    kept: list[bool] | None,
    guess: bool,
) -> _Made:
    whole = range(record.first, record.end)
    own: Container[int]
    if kept is not None:
        own = {number for number in whole if kept[number]}
    elif text is not None:
        own = range(tree.first_lines[text], tree.end_lines[text])
    else:
        own = _after_head(tree, stamps, whole)
    marks = _marks(tree, record)
    words, quotations = _own_words(tree, stamps, whole, own, title, marks)
    head = [
        tree.lines[number].text
        for number in whole
        if (number not in own or stamps.at[number]) and tree.lines[number].element not in marks
    ]
    post = Post(
        "\n".join(words),
        _labelled_author(head) or name or _author_before_time(head) or (_first_name(head) if guess else None),
        next(filter(None, map(posting_time, _not_about_members(head))), time),
        _told_floor(head),
        quotations,
    )
    return _Made(post, record.end)


def _not_about_members(head: list[str]) -> Iterator[str]:
    """The lines that are no value of a label above them, as the date under 注册时间 is."""
    for above, text in zip(["", *head], head, strict=False):
        if len(above) > _LONGEST_MEMBER_LABEL or not NO_POSTING.search(above):
            yield text


_LONGEST_MEMBER_LABEL = 6
_LONGEST_LABEL = 40
_LONGEST_NAME = 24


def _after_head(tree: Tree, stamps: Stamps, numbers: range) -> range:
    """Of a record without an element for its text: what follows the stamp, or stands before it."""
    told = [number for number in numbers if stamps.at[number]]
    if not told:
        return numbers
    before = sum(
        len(line.text) for line in tree.lines[numbers.start : told[0]] if not is_about_member(line.text)
    )
    after = sum(len(line.text) for line in tree.lines[told[0] + 1 : numbers.stop])
    if after >= before or after > _LONGEST_LABEL:
        last = told[0]
        while last + 1 < numbers.stop and stamps.at[last + 1]:
            last += 1
        return range(last + 1, numbers.stop)
    return range(numbers.start, told[0])


_SIGNATURE_WORD = re.compile(r"sign(?:ature)?s?\b|sig\b|qianming|postsig|user-?sign", re.IGNORECASE)
_QUOTE_WORD = re.compile(
    r"quote|quotation|yinyong|blockcode|cite\b|reply-?ref|ref-?text|original-?post",
    re.IGNORECASE,
)
_RULE = re.compile(r"[-—_=－＿~*…]{2,}\s?|※.*|--\s?(?:来自|发自|from).*")
_QUOTED_LINE = re.compile(r"[>＞:：]\s?\S|【\s?在.{1,60}(?:大作|文章)中(?:提到|写道)|\[quote|引用[:：]?$")
_LONGEST_SIGNATURE = 300


def _own_words(
    tree: Tree,
    stamps: Stamps,
    whole: range,
    own: Container[int],
    title: str,
    marks: dict[int, tuple[str, int]],
) -> tuple[list[str], tuple[str, ...]]:
    """The lines of a post without quotations, signature and buttons; and its record's quotations."""
    words: list[str] = []
    quotations: list[list[str]] = []
    quoted = _NOT_QUOTED
    signature = _first_signature(tree, whole, own)
    for number in whole:
        line = tree.lines[number]
        kind, element = marks.get(line.element, _NO_MARK)
        if kind == "quote" or (number in own and _QUOTED_LINE.match(line.text)):
            if quoted != element:
                quotations.append([])
            quotations[-1].append(_QUOTE_MARK.sub("", line.text))
            quoted = element
        elif number in own and kind != "signature":
            if _RULE.fullmatch(line.text):
                if words and number >= signature:
                    break
            elif not _is_furniture(line, stamps.at[number]) and (words or not _is_title(line.text, title)):
                quoted = _NOT_QUOTED
                words.append(line.text)
    return words, tuple("\n".join(lines) for lines in quotations)


def _first_signature(tree: Tree, whole: range, own: Container[int]) -> int:
    """The first line that can be the rule over a signature: what follows is short and quotes nothing."""
    left = _LONGEST_SIGNATURE
    for number in reversed(whole):
        if number in own:
            text = tree.lines[number].text
            left -= len(text)
            if left < 0 or _QUOTED_LINE.match(text):
                return number
    return whole.start


_NOT_QUOTED = -2
_QUOTE_MARK = re.compile(r"^(?:[>＞:：]\s?)+")
_REPLY_TITLE = re.compile(r"(?:re|回复|回覆|答复)\s?[:：]", re.IGNORECASE)


def _is_title(text: str, title: str) -> bool:
    """Whether a post's first line is no more than the thread's title again."""
    rest = _REPLY_TITLE.sub("", text).strip()
    return rest in title and (len(rest) >= _SHORTEST_TITLE or rest != text.strip())


_SHORTEST_TITLE = 4


def _marks(tree: Tree, record: Record) -> dict[int, tuple[str, int]]:
    """Of the record's elements those in a quotation or a signature, with the outermost one that is."""
    marks: dict[int, tuple[str, int]] = {}
    for element in record.elements:
        node = tree.nodes[element]
        if (outer := marks.get(tree.parents[element])) is not None:
            marks[element] = outer
            continue
        attributes = node.attributes
        kind = _marked_by(f"{attributes.get('class') or ''} {attributes.get('id') or ''}")
        if kind or node.tag == "blockquote":
            marks[element] = (kind or "quote", element)
    return marks


@lru_cache(maxsize=1 << 12)
def _marked_by(named: str) -> str:
    # Hundreds of elements share a few names.
    if _SIGNATURE_WORD.search(named):
        return "signature"
    return "quote" if _QUOTE_WORD.search(named) else ""


_NO_MARK = ("", -1)


def _is_furniture(line: Line, stamp: bool) -> bool:
    text = line.text
    if len(text) <= FURNITURE_LENGTH and FURNITURE.match(text):
        return True
    if 2 * line.link_characters >= len(text) and BUTTONS.fullmatch(text):
        return True
    return stamp and len(text) <= _LONGEST_LABEL and "，" not in text


def _labelled_author(head: list[str]) -> str | None:
    found = (AUTHOR_LABEL.search(text) for text in head if len(text) <= 2 * _LONGEST_LABEL)
    return next((POSTED.sub("", match[1]) for match in found if match), None)


def _author_before_time(head: list[str]) -> str | None:
    found = (AUTHOR_BEFORE.match(text) for text in head if len(text) <= 2 * _LONGEST_LABEL)
    return next((match[1] for match in found if match), None)


def _first_name(head: list[str]) -> str | None:
    """The first short line of the head that is nothing else."""
    for text in head:
        if posting_time(text) or floor_of(text) is not None or RELATIVE.search(text) or is_about_member(text):
            continue
        if len(text) <= _LONGEST_NAME and any(map(str.isalpha, text)):
            return POSTED.sub("", text)
    return None


def _told_floor(head: list[str]) -> int | None:
    whole = [text for text in head if FLOOR.fullmatch(text)]
    return next(
        (floor for text in (*whole, *head) if (floor := floor_of(text)) is not None),
        None,
    )


def _opening(tree: Tree, kept: list[bool], end: int) -> Record | None:
    """The opening post, where it stands before the records and is made differently."""
    numbers = [
        number
        for number in compress(range(end), kept[:end])
        if 2 * tree.lines[number].link_characters < len(tree.lines[number].text)
    ]
    if sum(len(tree.lines[number].text) for number in numbers) < _LEAST_OPENING:
        return None
    element = tree.lines[numbers[0]].element
    while element and tree.end_lines[element] <= numbers[-1]:
        element = tree.parents[element]
    # As far around as the replies allow: author and time stand above or below the text.
    while element and tree.end_lines[tree.parents[element]] <= end:
        element = tree.parents[element]
    record = whole_record(tree, element)
    record.end = min(end, record.end)
    return record


_LEAST_OPENING = 8
