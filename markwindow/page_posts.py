"""Posts by their shape: blocks alike that follow each other, each with a time or floor, a name and words.

This tells threads from articles, whatever system made them. It is rougher than `threads`, which reads the
posts of a page that is known to be a thread, and quicker.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from markwindow.document import Document
from markwindow.evidence.kinds import comments_follow
from markwindow.evidence.lexicon import PHRASES
from markwindow.evidence.lines import Lines
from markwindow.lists import Item, find_groups
from markwindow.threads.words import (
    BUTTONS,
    LONGEST_STAMP,
    NO_POSTING,
    PROFILE,
    RELATIVE,
    floor_of,
)

_COMMENT, _COPYRIGHT = (list(PHRASES).index(kind) for kind in ("comment", "copyright"))
_LEAST_POSTS = 3
_LONGEST_NAME = 24
_LONGEST_MARK = 80
_LONG_TITLE = 7
"""Wide characters of a linked title; names have fewer."""
_PIECE = re.compile(r"[一-龥]{5}")
_NOT_WIDE = re.compile(r"[^一-龥]+")
_SURELY_LIST = 20
_LION_SHARE = 0.85
_LONGEST_HEAD = 80
_FLOOR = re.compile(
    r"(?:^|[\s(（\[【])(?:#(\d{1,5})(?!\d)|(\d{1,5})\s?(?:楼|樓|F\b|#(?!\w)))|第\s?(\d{1,5})\s?[楼樓]"
)
_POSTED = re.compile(
    r"(?:发表于|發表於|回复日期|回复于|發表日期|发布于|回答于|回覆於|发[表贴帖]时间|Posted)[:：]?\s?(?:\d{4}|\d{1,2}[-/月])"
)
# "3.路过的:沙发！(07-21 13:07)"
_ONE_LINE = re.compile(
    r"\W{0,3}(?:(?:第\s?)?\d{1,5}\s?[.、:：楼樓#条]\s?)?(?:[推噓嘘]\s)?(?!时间|日期|来源|作者|编辑|发布|更新|[^:：]*时间)"
    r"([^\s:：,，。.]{1,16})\s?[:：]\s?\S.{1,200}?(?:\d:\d\d|\d\s?(?:小[时時]|分[钟鐘]|天)前)\W{0,3}(?:\[?回复?\]?)?\W{0,3}$"
)
# "阿力（5月1日 08:00）：还有两个位子"
_NAME_TIME = re.compile(
    r"\W{0,3}(?!时间|日期)([^\s:：,，。（(\[]{1,16})\s?[（(\[][^:：]{0,14}\d:\d\d(?::\d\d)?[)）\]]?\s?(?:说|写道)?[:：]\s?\S"
)
_LONGEST_LINE = 240
_COMMENTS_HEAD = re.compile(
    r"\W{0,3}(?:(?:阅读|浏览|点击|收藏|转载)\W{0,2}\d{1,9}\W{0,5})?(?:共有?|已有|全部|所有|最新|最热|热门|精彩|网友|網友|读者|用户|精选|文章|新闻|查看|参与|发表|我要)*\s?\d{0,6}\s?[条條则篇个]?\s?(?:网友|读者)?"
    r"(?:评论|評論|留言|跟帖|热评|熱評|点评|[Cc]omments?)(?:区|區|列表)?\W{0,3}\d{0,6}\s?[条條则篇]?\W{0,3}(?:只看(?:作者|楼主)|按.{1,4}|最新|最[热早])?"
    r"|[^。]{0,60}[上下]?[已共]?有\s?\d{1,6}\s?[条條则則篇个個]\s?(?:评论|評論|留言|回响|迴響)"
    r"|\d{1,6} (?:thoughts?|[Cc]omments?|[Rr]esponses?) (?:on|to) .{1,60}"
)
_MAY_STAMP = re.compile(r"[0-9０-９]|刚刚|剛剛|[昨前]天|楼主|樓主|沙[发發]|板凳|地板")
_WORDS_OF_STAMPS = re.compile(
    r"\d+|发表|發表|发布|回复|回覆|回答|编辑|于|於|年|月|日|时间|日期|时|分|秒|前|小|钟|天|楼|樓|第|层|只看该作者|只看|上午|下午"
)
_DIGITS = re.compile(r"\d+")
_EDITED = ("编辑于", "編輯於", "修改于")


@dataclass(frozen=True, slots=True)
class PagePosts:
    """What looks like posts on a page; lengths in characters."""

    floors: int = 0
    """Posts marked by floors that count on, by who posted when, or by number, name and time on one line."""
    count: int = 0
    """Blocks alike with a time or floor, a name and words of their own."""
    characters: int = 0
    """Of the words in these blocks."""
    share: float = 0.0
    """Of these words and all sentences outside the blocks."""
    members: int = 0
    """Blocks that tell about the member who wrote them: rank, points, number of posts."""
    buttons: int = 0
    """Blocks with something to click on for readers: answer, quote, report."""
    first: int = 0
    """The line with which the first block begins."""
    end: int = 0
    """The line after the last block."""


def find_posts(document: Document, lines: Lines) -> PagePosts:
    """Look for posts; comments under an article are none."""
    if comments_follow(lines, document.lines):
        return PagePosts()
    best = PagePosts()
    stamped = _stamped(document, lines)
    if len(stamped) >= _LEAST_POSTS:
        marked, until = set(stamped), _sentences_until(lines)
        for group in find_groups(document.tree, stamped):
            if len(group) >= _LEAST_POSTS:
                found = _posts(document, lines, group.items, marked, until)
                if (found.count, found.characters) > (best.count, best.characters):
                    best = found
    return replace(best, floors=_floors(document, lines))


def comments_heads(document: Document, lines: Lines) -> list[int]:
    """The lines that may be the head of all comments under a text."""
    short = (lines.lengths <= _LONGEST_HEAD) & (lines.phrases[_COMMENT] > 0)
    return [n for n in np.flatnonzero(short).tolist() if _COMMENTS_HEAD.fullmatch(document.lines[n].text)]


def _stamped(document: Document, lines: Lines) -> list[int]:
    """The lines that tell when somebody posted, or on which floor."""
    texts = [line.text for line in document.lines]
    numbers = np.flatnonzero(lines.lengths <= LONGEST_STAMP).tolist()
    return [
        number
        for number in numbers
        if _MAY_STAMP.search(text := texts[number])
        and "。" not in text
        and (not NO_POSTING.search(text) or text.startswith(_EDITED))
        and (lines.dates[number] or RELATIVE.search(text) or floor_of(text) is not None)
    ]


def _sentences_until(lines: Lines) -> list[int]:
    """The characters of sentences before each line, and of all; links and lines of copyright do not count."""
    sentences = (lines.lengths - lines.links) * (lines.stops + lines.commas > 0)
    sentences[lines.phrases[_COPYRIGHT] > 0] = 0
    return [0, *np.cumsum(sentences).tolist()]


def _posts(
    document: Document, lines: Lines, items: list[Item], stamped: set[int], until: list[int]
) -> PagePosts:
    posts = members = buttons = characters = named = spoken = longest = rows = 0
    titles: set[str] = set()
    for seen, item in enumerate(items):
        words = told = clicked = spoke = name = numbers = 0
        for number in range(item.first, item.end):
            line = document.lines[number]
            text, linked = line.text, line.link_characters
            if len(text) <= LONGEST_STAMP and PROFILE.fullmatch(text):
                told = 1
            elif BUTTONS.fullmatch(text):
                clicked = 1
            elif number in stamped:
                rest = _WORDS_OF_STAMPS.sub("", text)
                name |= linked > 1 or any(map(str.isalpha, rest))
                if 4 * linked >= len(text) and _is_title(text):
                    titles.add(_DIGITS.sub("", text))
            elif 2 * linked >= len(text):
                name |= linked <= _LONGEST_NAME
                is_heading = document.tree.heading_level(line) and _PIECE.search(text)
                if (is_heading or _is_title(text)) and text not in document.title.text:
                    titles.add(text)
            elif text.isdecimal():
                numbers += 1
            else:
                if len(text) <= _LONGEST_NAME and not words:
                    name = 1
                words += len(text) - linked
                spoke |= int(lines.stops[number] + lines.commas[number] > 0)
        posts += words > 0
        named += name
        spoken += spoke
        longest = max(longest, words)
        members += told
        buttons += clicked
        characters += words
        rows += numbers > 1 and not told
        if len(titles) >= _SURELY_LIST and 2 * len(titles) > seen:
            return PagePosts()
    is_list = 2 * max(len(titles), rows) >= len(items)
    if is_list or posts < _LEAST_POSTS or 5 * named < 3 * posts or 3 * spoken < posts:
        return PagePosts()
    # Beside one large block the others are its foot, or what readers said to an article.
    if longest > _LION_SHARE * characters:
        return PagePosts()
    first, end = items[0].first, items[-1].end
    others = until[-1] - (until[end] - until[first])
    return PagePosts(0, posts, characters, characters / (characters + others), members, buttons, first, end)


def _is_title(text: str) -> bool:
    """Whether a linked line can be a title rather than a name, or a row of things to click on."""
    return bool(_PIECE.search(text)) and len(_NOT_WIDE.sub("", text)) >= _LONG_TITLE


def _floors(document: Document, lines: Lines) -> int:
    """Marks like 3楼, #3, 3# that count on, or lines that tell who posted when, whichever are more."""
    marks: list[int] = []
    posted = spoken = 0
    speakers: set[str] = set()
    about_posts = (lines.phrases[_COMMENT] > 0) | (lines.dates > 0) | (lines.lengths <= 6)
    texts = [line.text for line in document.lines]
    for number in np.flatnonzero(about_posts & (lines.lengths <= _LONGEST_LINE)).tolist():
        text = texts[number]
        if not _DIGITS.search(text):
            continue
        if len(text) <= _LONGEST_MARK:
            posted += bool(_POSTED.search(text))
            if mark := _FLOOR.search(text):
                marks.append(int(mark[mark.lastindex or 0]))
        if 2 * lines.links[number] < lines.lengths[number] and (
            said := _ONE_LINE.match(text) or _NAME_TIME.match(text)
        ):
            spoken += 1
            speakers.add(said[1])
    return max(_counted(marks), _counted(marks[::-1]), posted, spoken if len(speakers) > 1 else 0)


def _counted(marks: list[int]) -> int:
    """How far the marks count from 1, others between them left out."""
    counted = 0
    for mark in marks:
        counted += mark == counted + 1
    return counted
