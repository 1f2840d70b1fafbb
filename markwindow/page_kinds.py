"""What kind of page it is, from figures of the page and from its address, with reasons in words.

``article``  one text: news, notice, encyclopaedia entry, record
``forum``    a thread, or a question with its answers: posts
``index``    the threads, or the boards, of a forum
``list``     linked titles of other pages, also with abstracts: channel, search results, archive of a blog
``home``     a front page: several lists beside each other
``blocked``  a notice in place of the page: verification, login, refusal, error, deleted
``shell``    a page whose text is brought by scripts or frames
``empty``    no text, and no script that could bring any

Every piece of evidence adds to the odds of some kinds; the weights are set by hand, in round numbers.
Whether a text is a thread or an article is asked first: by the page model of the default method, by blocks
that look like posts (`page_posts`) and by words. What little a page may hold is weighed in `little_pages`.
"""

from __future__ import annotations

import math
import re
from urllib.parse import urlsplit

from markwindow.document import Document
from markwindow.evidence.kinds import LONG_RUN, longest_run
from markwindow.evidence.lines import Lines
from markwindow.kind_odds import Odds, PageKind
from markwindow.kind_words import (
    ADDRESSES,
    OF_ANSWERS,
    OF_ARTICLES,
    OF_THREADS,
    ROOT_PATH,
    TITLE_WORDS,
    WORDS,
    simplified,
)
from markwindow.list_figures import MOST
from markwindow.little_pages import weigh_errors, weigh_little, without_lines
from markwindow.page_figures import (
    LITTLE,
    LONG_HEADING,
    PageFigures,
    failures,
    notice_in_title,
    page_figures,
    prose_of,
)
from markwindow.page_posts import PagePosts, comments_heads, find_posts


def page_kind(html: object, url: str | None = None) -> PageKind:
    """What kind of page it is.

    Args:
        html: what `markwindow.extract` takes.
        url: where the page came from, if known: addresses tell much.

    Raises:
        TypeError: for a wrong call; never for what a page holds.
    """
    from markwindow.extract import read_document

    document, _, trouble = read_document(html, url=url)
    return kind_of(document, trouble)


def kind_of(document: Document, trouble: str = "") -> PageKind:
    """The same for a page that has been read; `trouble` is what hindered reading it."""
    from markwindow.methods.default import thread_probability

    if not document.lines:
        return without_lines(document, trouble)
    lines = document.line_evidence
    return judge(document, lines, thread_probability(document, lines))


def judge(document: Document, lines: Lines, thread: float) -> PageKind:
    """The kind of a page with lines; `thread` is the default method's probability that it is a thread."""
    if thread not in document.kinds:
        posts = find_posts(document, lines)
        document.kinds[thread] = _plainly_article(document, lines, posts, thread) or _weighed(
            document, lines, posts, thread
        )
    return document.kinds[thread]


def _plainly_article(document: Document, lines: Lines, posts: PagePosts, thread: float) -> PageKind | None:
    """Most pages: sentences run on as in no list, there is no post, and nothing says that the page failed."""
    said = longest_run(lines)
    if said < LONG_RUN or thread >= 0.5 or posts.count or posts.floors >= _FEW_POSTS:
        return None
    if notice_in_title(document) or (_is_latin(document) and failures(document)):
        return None
    evidence = Odds()
    told = f"{said} characters of sentences, with no title of another page between them"
    evidence.add("article", 1.6 * math.log1p(said / 30), told)
    evidence.add("article", 0.3, f"figures unlike those of threads (probability {thread:.2f}), and no posts")
    return evidence.verdict()


def _is_latin(document: Document) -> bool:
    """Whether a quarter of the page can be Latin letters, as what programs tell of their failures is."""
    text = "".join([line.text for line in document.lines])
    # Of others each takes two or three bytes.
    return 2 * len(text.encode("utf-8", "replace")) < 5 * len(text)


def _weighed(document: Document, lines: Lines, posts: PagePosts, thread: float) -> PageKind:
    figures = page_figures(document, lines, posts)
    evidence = Odds()
    _weigh_text(evidence, figures, posts, _thread_odds(document, lines, figures, posts, thread))
    _weigh_lists(evidence, figures)
    if figures.said < _LITTLE_SAID or not evidence.is_settled():
        _weigh_words(evidence, figures, document)
        if figures.notice:
            evidence.add("blocked", 2.5, f"the title says {figures.notice}")
        weigh_errors(evidence, figures, document)
        if figures.own < LITTLE:
            weigh_little(evidence, figures, document)
    if document.url:
        _weigh_address(evidence, document.url)
    return evidence.verdict()


def _thread_odds(
    document: Document, lines: Lines, figures: PageFigures, posts: PagePosts, thread: float
) -> float:
    """The odds, in logarithms, that the page's text is a thread and no article."""
    likely = min(max(thread, _LEAST), 1 - _LEAST)
    odds = 0.5 * math.log(likely / (1 - likely))
    is_marked = posts.count or posts.floors >= _FEW_POSTS
    if posts.floors >= _FEW_POSTS:
        # A list with authors and dates looks so too, but has no posts.
        odds += 3.0 if posts.count else 1.5
    if posts.count:
        odds += 0.2 + min(3.0, math.log2(posts.count) * min(1.0, 2 * posts.share))
        odds += 1.5 * (posts.members >= _FEW_POSTS) + 0.5 * (posts.buttons >= _FEW_POSTS)
    heads = comments_heads(document, lines)
    # What stands above the posts, of an article or of a question.
    above = slice(max(0, lines.heading), posts.first if posts.count else min(heads, default=0))
    text_above = int(prose_of(lines)[above].sum())
    if posts.count and any(posts.first - _NEAR <= head <= posts.first for head in heads):
        odds -= 6.0 if text_above >= _STORY else 3.0
    elif len(heads) == 1:
        odds -= 1.0 if is_marked else 0.5
    elif thread < 0.5 and posts.count and lines.heading >= 0 and text_above >= max(_STORY, posts.characters):
        odds -= 1.5
    if abs(odds) < _CLEAR and (is_marked or thread > 0.5 or lines.lengths.sum() < _LONG_TEXT):
        text = "\n".join((simplified(document.title.text), figures.labels))
        answers = _different(OF_ANSWERS, text)
        words = _different(OF_THREADS, text)
        if answers >= _LEAST_ANSWERS:
            odds += min(2.5, 0.8 * answers)
        elif not (is_marked or words or answers):
            # A title may speak of forums or floors (楼) on any page.
            odds -= 1.5
        # Without posts they are words of any page of a forum.
        odds += min(2.0, (0.5 if is_marked else 0.25) * words)
        odds -= min(1.6, 0.4 * _different(OF_ARTICLES, text))
    return odds


def _different(pattern: re.Pattern[str], text: str) -> int:
    """How many different words of a pattern stand in a text; numbers are all alike."""
    return len({_DIGITS.sub("", word).strip() for word in pattern.findall(text)})


def _weigh_text(evidence: Odds, figures: PageFigures, posts: PagePosts, odds: float) -> None:
    weight = 0.3
    if odds > 0:
        weight = min(1.5, max(0.8, odds))
        kind, told = "forum", f"figures and words like those of threads (odds {odds:.1f})"
        if marked := max(posts.floors * (posts.floors >= _FEW_POSTS), posts.count):
            told, weight = f"{marked} posts with floor, author or time", max(weight, min(3.0, odds))
    else:
        kind, told = "article", f"figures unlike those of threads (odds {odds:.1f})"
    length = max(figures.prose, posts.characters) if kind == "forum" else figures.prose_outside
    evidence.add(kind, 1.6 * math.log1p(length / 30), f"{length} characters of sentences outside links")
    evidence.add(kind, weight, told)
    evidence.odds["forum" if kind == "article" else "article"] = -math.inf
    if figures.is_entry:
        evidence.add("article", 1.5, "a text that begins with what it is about")
    if (
        figures.story >= _SHORT_STORY
        and not figures.fails
        and (figures.has_byline or figures.heading >= LONG_HEADING)
    ):
        evidence.add("article forum", 2.0, "sentences stand directly below the page's title")
    if figures.heading >= _LEAST_HEADING and not figures.fails:
        # A channel's or a site's name is short.
        weight = 3.5 if figures.heading >= 14 else 2.5 if figures.heading >= LONG_HEADING else 1.5
        evidence.add("article forum", weight, "the page's title stands above its text again, outside links")
        if figures.lists and not figures.prose:
            evidence.add("list", 0.6 * weight, "the page's title stands above nothing but a list")
        if figures.has_byline:
            evidence.add("article forum", 1.0, "author, source or date are told near the title")


def _weigh_lists(evidence: Odds, figures: PageFigures) -> None:
    lists = figures.lists
    told, weight = _front_page(figures)
    around = _surroundings(figures)
    if weight > 0:
        evidence.add("home", around * weight, told)
    if figures.rows >= _FEW_ROWS:
        evidence.add("index", min(3.0, 0.6 * figures.rows), f"{figures.rows} pairs of numbers, as of boards")
    if not lists:
        return
    length = lists.size / lists.items
    weight = 1.2 * math.log1p(lists.size / 40) + 1.5 * lists.share - (1.5 if length < 7 else 0)
    told = f"{lists.items} linked titles in one list, of {length:.0f} characters on average"
    evidence.add("list index", around * weight, told)
    # The titles of a forum are like those of any list: other evidence must tell it.
    evidence.add("index", -1.2, "")
    for share, kinds, weight, told in (
        (lists.dated, "list index", 1.0, "have a date"),
        (lists.recent, "index", 0.6, "tell how long ago"),
        (lists.answered, "index", 1.2, "tell how many answered"),
        (lists.numbered, "index", 1.0, "have a number of their own"),
        (lists.twice_numbered, "index", 1.0, "have two numbers, as of answers and readers"),
        (lists.asking, "index", 1.2, "are questions"),
        (lists.abstracts, "list", 0.8, "tell what the title stands for"),
    ):
        if share >= MOST:
            evidence.add(kinds, weight, f"{share:.0%} of its items {told}")


def _surroundings(figures: PageFigures) -> float:
    """How much menus, lists and foot count: little around a text or a notice."""
    return (
        _AROUND
        if figures.refusal >= _REFUSED or figures.fails or (figures.is_headed and figures.story)
        else 1.0
    )


def _front_page(figures: PageFigures) -> tuple[str, float]:
    """How the page is parted as front pages are: by lists, by headings over links, or by headings alone."""
    lists = figures.lists
    by_lists = 0.0
    if lists and lists.lists >= _SECTIONS:
        share = lists.size / lists.titles
        by_lists = min(3.0, 0.4 * lists.lists) + 3.0 * (0.5 - share) + 0.8 * math.log1p(lists.titles / 40)
    weight, told = 0.0, ""
    if figures.sections > 1:
        weight = min(3.0, 0.9 * figures.sections) * max(0.0, min(1.0, 3 - 4 * figures.largest_section))
        # The longer the lists, the more a list would have.
        weight += 0.8 * math.log1p((figures.lists.titles if figures.lists else 0) / 40)
        told = f"links under {figures.sections} headings"
    elif figures.headings >= _SECTIONS and figures.linked >= _LINKED:
        weight = min(2.4, 0.6 * figures.headings)
        weight *= max(0.0, 1 - figures.prose / _LONG_SECTIONS)
        told = f"{figures.headings} short headings, with little text under each"
    if weight:
        weight *= max(0.0, 1 - figures.prose / _LONG_STORY)
        weight *= 0.5 if figures.heading >= LONG_HEADING else 1.0
    if lists and by_lists > weight:
        return f"{lists.lists} lists of links, the largest with {share:.0%} of the titles", by_lists
    return told, weight


def _weigh_words(evidence: Odds, figures: PageFigures, document: Document) -> None:
    has_lists, around = bool(figures.lists), _surroundings(figures)
    for kinds, weight, most, pattern, told in WORDS:
        words = pattern.findall(figures.labels)
        if found := dict.fromkeys(_DIGITS.sub("", word).strip() for word in words):
            share = 0.3 if "list" in kinds and not has_lists else around if kinds == "home" else 1.0
            told += ": " + "、".join(list(found)[:4])
            evidence.add(kinds, share * min(most, weight * len(found)), told)
    title = document.title.text
    # The channel in a long title is not what the page is.
    title = title if len(title) <= _SHORT_TITLE else document.clean_title
    title = simplified(title)
    for kinds, weight, pattern in TITLE_WORDS:
        if match := pattern.search(title):
            if kinds == "list" and not has_lists:
                weight *= 0.3
            evidence.add(kinds, weight, f"the title says {match.group().strip()}")


def _weigh_address(evidence: Odds, url: str) -> None:
    try:
        address = urlsplit(url)
    except ValueError:  # an address that is none tells nothing
        return
    if ROOT_PATH.fullmatch(address.path) and not address.query:
        evidence.add("home", 3.0, "the address is the root of a site")
        return
    whole = f"{address.path}?{address.query}" if address.query else address.path
    for kinds, weight, pattern in ADDRESSES:
        if pattern.search(whole):
            evidence.add(kinds, weight, f"the address looks like that of {kinds.replace(' ', ' or ')}")
            break


_SECTIONS = 3
"""Lists that a front page has at least."""
_LONG_STORY = 600
_STORY = 100
_SHORT_STORY = 40
_AROUND, _REFUSED = 0.4, 0.25
_FEW_ROWS = 3
_LITTLE_SAID = 150
_LONG_SECTIONS = 200
_LINKED = 0.1
_LEAST_HEADING = 6
_FEW_POSTS = 3
_NEAR = 2
_LEAST = 0.05
"""The model that tells threads knows few makes of them: it counts for odds of up to 1 to 4."""
_LEAST_ANSWERS = 2
_LONG_TEXT = 4000
"""Characters of a page on which words alone make no thread."""
_CLEAR = 2.4
"""Odds that words do not turn."""
_SHORT_TITLE = 24
_DIGITS = re.compile(r"\d+")
