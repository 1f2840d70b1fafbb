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
Threads are told from articles by the page model of the default method, and by posts that are marked as such.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from markwindow.document import Document
from markwindow.evidence.lines import Lines
from markwindow.kind_words import (
    ADDRESSES,
    LEADS_ELSEWHERE,
    LOADING,
    NEEDS_SCRIPT,
    NOTHING,
    NOTICE,
    ROOT_PATH,
    SCRIPT_ROOTS,
    TITLE_WORDS,
    WEAK_NOTICE,
    WORDS,
)
from markwindow.lists import dated
from markwindow.page_figures import LITTLE, PageFigures, page_figures

KINDS = ("article", "forum", "index", "list", "home", "blocked", "shell", "empty")


@dataclass(frozen=True, slots=True)
class PageKind:
    """What kind a page is."""

    kind: str
    """One of `KINDS`."""
    probability: float
    """How sure that is, 0 to 1."""
    reasons: tuple[str, ...]
    """The evidence for it in words, strongest first."""
    probabilities: dict[str, float]
    """Of every kind; they add up to 1."""


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
        return _without_lines(document, trouble)
    lines = document.line_evidence
    return judge(document, lines, thread_probability(document, lines))


@dataclass(slots=True)
class _Evidence:
    """Odds of each kind so far, in logarithms, and what they rest on."""

    odds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(KINDS, 0.0))
    told: dict[str, list[tuple[float, str]]] = field(default_factory=lambda: {kind: [] for kind in KINDS})

    def add(self, kinds: str, weight: float, sentence: str) -> None:
        """Evidence for one kind, or for each of several."""
        for kind in kinds.split():
            self.odds[kind] += weight
            if weight > 0:
                self.told[kind].append((weight, sentence))

    def is_settled(self) -> bool:
        """Whether an article or a thread is so far ahead that words on the page cannot change it."""
        first, second = sorted(self.odds.values())[-1:-3:-1]
        return first - second > _SETTLED and first in (self.odds["article"], self.odds["forum"])

    def verdict(self) -> PageKind:
        """The kind with the highest odds."""
        best = max(KINDS, key=lambda kind: self.odds[kind])
        shares = {kind: math.exp(odds - self.odds[best]) for kind, odds in self.odds.items()}
        whole = sum(shares.values())
        probabilities = {kind: round(share / whole, 3) for kind, share in shares.items()}
        told = sorted(self.told[best], key=lambda one: -one[0])
        return PageKind(best, probabilities[best], tuple(sentence for _, sentence in told), probabilities)


def judge(document: Document, lines: Lines, thread: float) -> PageKind:
    """The kind of a page with lines; `thread` is the default method's probability that it is a thread."""
    figures = page_figures(document, lines)
    evidence = _Evidence()
    _weigh_text(evidence, figures, thread)
    _weigh_lists(evidence, figures, document)
    if not evidence.is_settled():
        text = "\n".join(line.text for line in document.lines)
        _weigh_words(evidence, text, document)
        if figures.characters < LITTLE:
            _weigh_little(evidence, figures, text, document)
    if document.url:
        _weigh_address(evidence, document.url)
    return evidence.verdict()


_HARDLY_A_THREAD = 0.01


def _weigh_text(evidence: _Evidence, figures: PageFigures, thread: float) -> None:
    weight = 0.3
    if figures.floors >= _THREAD_FLOORS:
        # Posts that are marked as such stand on no other page: a list's items are not counted upwards.
        kind, told = "forum", f"{figures.floors} posts with floor, author or time"
        # A list with authors and dates looks so too, but nothing else of it is like a thread.
        weight = 3.0 if thread > 0.5 else 2.0 if thread > _HARDLY_A_THREAD else weight
    elif thread > 0.5:
        kind, told, weight = "forum", f"figures like those of threads (probability {thread:.2f})", 0.8
    else:
        kind, told = "article", f"figures unlike those of threads (probability {thread:.2f})"
    length = figures.prose if kind == "forum" else figures.prose_outside
    evidence.add(kind, 1.6 * math.log1p(length / 30), f"{length} characters of sentences outside links")
    evidence.add(kind, weight, told)
    evidence.odds["forum" if kind == "article" else "article"] = -math.inf
    if figures.heading >= _LEAST_HEADING:
        # A channel's or a site's name is short.
        weight = 3.5 if figures.heading >= 14 else 2.5 if figures.heading >= _LONG_HEADING else 1.5
        evidence.add("article forum", weight, "the page's title stands above its text again, outside links")
        if figures.has_byline:
            evidence.add("article forum", 1.0, "author, source or date are told near the title")


def _weigh_lists(evidence: _Evidence, figures: PageFigures, document: Document) -> None:
    lists = figures.lists
    if not lists:
        return
    main = max(range(len(lists)), key=lambda number: figures.sizes[number])
    items, size = lists[main].items, figures.sizes[main]
    count, length = len(items), size / len(items)
    weight = 1.2 * math.log1p(size / 40) + 1.5 * figures.shares[main] - (1.5 if length < 7 else 0)
    told = f"{count} linked titles in one list, of {length:.0f} characters on average"
    evidence.add("list index", weight, told)
    # The titles of a forum are like those of any list: other evidence must tell it.
    evidence.add("index", -1.2, "")
    if (dates := sum(dated(document.tree, item) for item in items)) >= 0.6 * count:
        evidence.add("list index", 1.0, f"{dates} items of it have a date")
    texts = ([line.text for line in document.lines[item.first : item.end]] for item in items)
    numbers = [sum(1 for text in lines if _COUNT.fullmatch(text)) for lines in texts]
    for least, told in ((1, "a number of their own"), (2, "two numbers, as of answers and readers")):
        if (counts := sum(number >= least for number in numbers)) >= 0.6 * count:
            evidence.add("index", 1.0, f"{counts} items of it have {told}")
    if len(lists) >= _SECTIONS:
        share = size / sum(figures.sizes)
        weight = min(3.0, 0.4 * len(lists)) + 3.0 * (0.5 - share)
        evidence.add(
            "home", weight, f"{len(lists)} lists of links, the largest with {share:.0%} of the titles"
        )
        told = f"{sum(figures.sizes)} characters of linked titles"
        evidence.add("home", 0.8 * math.log1p(sum(figures.sizes) / 40), told)


def _weigh_words(evidence: _Evidence, text: str, document: Document) -> None:
    for kinds, weight, most, pattern, told in WORDS:
        if found := dict.fromkeys(_DIGITS.sub("", word).strip() for word in pattern.findall(text)):
            words = "、".join(list(found)[:4])
            evidence.add(kinds, min(most, weight * len(found)), f"{told}: {words}")
    title = document.title.text
    # The channel in a long title is not what the page is.
    title = title if len(title) <= _SHORT_TITLE else document.clean_title
    for kinds, weight, pattern in TITLE_WORDS:
        if match := pattern.search(title):
            evidence.add(kinds, weight, f"the title says {match.group().strip()}")
    if (match := NOTICE.search(title)) and 2 * len(match.group()) >= len(title):
        evidence.add("blocked", 2.5, f"the title says {match.group()}")


def _weigh_little(evidence: _Evidence, figures: PageFigures, text: str, document: Document) -> None:
    """What a page with little text is, if not a very short article."""
    shown = f"{document.title.text}\n{text}"
    scarce = 1 - figures.characters / LITTLE
    brief = min(scarce, max(0.0, 1 - figures.prose / _LONG_NOTICE))
    if found := list(dict.fromkeys(NOTICE.findall(shown))):
        weight = (2.5 + 1.5 * min(3, len(found))) * (0.3 + 0.7 * brief)
        evidence.add("blocked", weight, f"a notice in place of the page: {'、'.join(found[:3])}")
    if found := list(dict.fromkeys(WEAK_NOTICE.findall(shown))):
        weight = min(2.5, 0.8 * len(found)) * brief
        evidence.add("blocked", weight, f"words of notices: {'、'.join(found[:3])}")
    if figures.prose < _VERY_LITTLE and figures.heading < _LONG_HEADING:
        evidence.add(
            "blocked", scarce, f"only {figures.prose} characters of sentences, without a title above them"
        )
    if match := LOADING.search(shown):
        evidence.add("shell", 2.5 * scarce, f"words of a page that is still loading: {match.group()}")
    if figures.characters < _VERY_LITTLE and not figures.prose:
        if told := _script_shell(document):
            evidence.add("shell", 3.0 + scarce, told)
        elif _has_scripts(document):
            evidence.add("shell", 1.5, "scripts or frames, and hardly any text")
        evidence.add("empty shell", 1.5, f"only {figures.characters} characters of text, and no sentence")
    if NOTHING.search(shown):
        evidence.add("empty", 2.0 * scarce, "the page says that there is nothing")


def _weigh_address(evidence: _Evidence, url: str) -> None:
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


def _without_lines(document: Document, trouble: str) -> PageKind:
    """A page that displays nothing: an empty one, or one that scripts or frames fill."""
    evidence = _Evidence()
    evidence.add("empty", 4.0, trouble or "no displayed text")
    if document.tree.is_frameset:
        evidence.add("shell", 8.0, "a frameset: its text stands in the frames' own pages")
    elif told := _script_shell(document):
        evidence.add("shell", 8.0, told)
    elif _has_scripts(document):
        evidence.add("shell", 6.0, "scripts or frames, and no text")
    return evidence.verdict()


def _script_shell(document: Document) -> str:
    """Why scripts seem to bring the page's text; empty when they do not."""
    parser = document.tree.parser
    if any(NEEDS_SCRIPT.search(node.text()) for node in parser.css("noscript")):
        return "a noscript notice that asks for JavaScript"
    for node in parser.css(SCRIPT_ROOTS):
        if not node.text().strip():
            return f'an element for scripts to fill: id="{node.id}"'
    if any(LEADS_ELSEWHERE.search(node.text()) for node in parser.css("script")):
        return "a script that leads to another address"
    return ""


def _has_scripts(document: Document) -> bool:
    """Whether there are scripts that could bring a page's text, or frames that could hold it."""
    nodes = document.tree.parser.css("script, iframe")
    return any("src" in node.attributes or len(node.text()) > _LONG_SCRIPT for node in nodes)


_VERY_LITTLE = 150
"""Characters of a page that scripts may be meant to fill."""
_LONG_NOTICE = 250
"""Characters of sentences that a notice has at most."""
_SECTIONS = 3
"""Lists that a front page has at least."""
_SETTLED = 6.0
_LEAST_HEADING, _LONG_HEADING = 6, 8
_THREAD_FLOORS = 3
_SHORT_TITLE = 24
_LONG_SCRIPT = 400
_DIGITS = re.compile(r"\d+")
_COUNT = re.compile(
    r"\d[\d,.]{0,9}\s?(?:[万wkK]|/\s?\d[\d,.]{0,9}[万wkK]?)?|\d{1,9}\s?(?:回复|回覆|回应|回答|条|帖子?|主题)?"
)
