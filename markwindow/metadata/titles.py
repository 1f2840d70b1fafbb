"""The title for people, and the name of the site that stands in its tail."""

from __future__ import annotations

import re

from markwindow.document import Document
from markwindow.metadata import head
from markwindow.metadata.head import Declared
from markwindow.metadata.labels import read_line
from markwindow.metadata.linked_data import text
from markwindow.metadata.names import is_person
from markwindow.title import MIN_TITLE, Title, clean_title
from markwindow.tree import without_marks

_SITE_LIKE = re.compile(
    r".{0,10}(?:网|網|网站|網站|在线|首页|首頁|主页|论坛|論壇|社区|频道|頻道|日报|晚报|门户|博客|官网|数字报|的博客|空间)"
    r"|[\w-]+(?:\.[\w-]+)+",
    re.ASCII,
)
_LONGEST_SITE = 20
_NEAR, _LONGEST_LINE = 4, 60


def best_title(
    document: Document, kept: list[bool], declared: Declared, title: Title, site: str | None
) -> Title:
    """The title; where there is none or it holds only the site's name, the next evidence that holds more."""
    if title.source not in ("title", "none") or not (title.source == "none" or _is_site(title.text, site)):
        return title
    shown = _headings(document, kept)
    if any(told == title.text for _, told in shown):
        return title
    for source, told in (
        ("og:title", clean_title(declared.first(head.TITLE), document.tree)),
        ("headline", text(declared.article.get("headline"))),
        *shown,
        ("line", _line_above(document, kept)),
    ):
        if len(told) >= MIN_TITLE and not _is_site(told, site) and told != title.text:
            return Title(told, source)
    return title


def _headings(document: Document, kept: list[bool]) -> list[tuple[str, str]]:
    """What the page shows as a heading: in h1, in other h2 to h6, in strong above the text."""
    tree = document.tree
    above = kept.index(True) if True in kept else len(kept)
    lines = [
        (number, line)
        for number, line in enumerate(document.lines)
        if 2 * line.link_characters < len(line.text)
    ]
    headings = [line for _, line in lines if tree.heading_level(line)]
    first = [line.text for line in headings if tree.heading_level(line) == 1][:1]
    strong = [line.text for number, line in lines if line.strong and number < above][:1]
    return [
        *(("heading", told) for told in first + [line.text for line in headings[:1]]),
        *(("strong", told) for told in strong),
    ]


def _line_above(document: Document, kept: list[bool]) -> str:
    """The line right above the text that is no byline: a heading by its place."""
    first = kept.index(True) if True in kept else 0
    for line in reversed(document.lines[max(0, first - _NEAR) : first]):
        read = read_line(line.text)
        if read.fields or read.moments or read.rest_length < MIN_TITLE or len(line.text) > _LONGEST_LINE:
            continue
        return "" if 2 * line.link_characters > len(line.text) else line.text
    return ""


def _is_site(told: str, site: str | None) -> bool:
    return without_marks(told) == without_marks(site or "\0") or _SITE_LIKE.fullmatch(told) is not None


def site_in_title(whole: str, clean: str) -> str | None:
    """The last part of a title's tail, if it looks like the name of a site.

    >>> site_in_title("新规落地_财经频道_某某网", "新规落地")
    '某某网'
    """
    if not clean or clean not in whole or clean == whole:
        return None
    before, _, after = whole.partition(clean)
    for tail in (after, before):
        parts = [part.strip() for part in re.split(r"[_|｜»›·•<>–—－:]|--|\s-\s?|-(?=[\u4e00-\u9fff])", tail)]
        last = next((part for part in reversed(parts) if part), "")
        if 2 <= len(last) <= _LONGEST_SITE and _SITE_LIKE.fullmatch(last):
            return last
    return None


_PARTING = r"\s_|｜\-–—<>《》:：,，"
_OWNER = re.compile(
    rf"(?:^|(?<=[{_PARTING}]))([^{_PARTING}]{{2,12}}?)(?:的|'s\s)\s?(?:个人)?"
    rf"(?:博客|日志|日誌|網誌|网志|部落格|空间|blog)(?:首页|主页)?(?=[{_PARTING}]|$)",
    re.IGNORECASE,
)
_LONGEST_OWNER = 4
"""Characters of a name that is all of a title beside 的博客."""


def owner_in_title(whole: str, clean: str) -> str | None:
    """Whose page it is: the title is a person's name, or says beside the text's own title whose blog.

    A title that says only that must name somebody in short: 服务器的日志 may be what a text is about.

    >>> owner_in_title("河边听桨声 - 木橹的博客", "河边听桨声")
    '木橹'
    """
    if is_person(whole):
        return whole
    if clean != whole:
        match = _OWNER.search(whole.replace(clean, "|", 1) if clean else whole)
        return match[1] if match else None
    match = _OWNER.fullmatch(whole)
    is_named = match and len(match[1]) <= _LONGEST_OWNER and not match[0].endswith(("日志", "日誌"))
    return match[1] if match and is_named else None
