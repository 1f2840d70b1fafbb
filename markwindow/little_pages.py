"""Pages with little or nothing to read: notices, failures of programs, shells, empty pages."""

from __future__ import annotations

from markwindow.document import Document
from markwindow.kind_odds import Odds, PageKind
from markwindow.kind_words import (
    BARE,
    CONTACT,
    COUNTERS,
    DAY,
    LEADS_ELSEWHERE,
    LOADING,
    LOCKED,
    NEEDS_SCRIPT,
    NOTHING,
    NOTICE,
    PAID,
    REDIRECTING,
    REFRESH,
    SAYS_AND_GOES_BACK,
    SCRIPT_ROOTS,
    UNFILLED,
    WEAK_NOTICE,
    simplified,
)
from markwindow.lists import is_title
from markwindow.page_figures import LITTLE, LONG_HEADING, PageFigures, is_short
from markwindow.tree import Line

_VERY_LITTLE = 150
"""Characters of a page that scripts may be meant to fill."""
_LONG_NOTICE = 250
"""Characters of sentences that a notice has at most."""
_LONG_SCRIPT = 400
_MUCH = 0.25
"""Share of a page's characters that tells what the page is."""
_LINES = 8
_FEW_LETTERS = 10
_IN_PASSING = 0.3
_LEAST_SAID = 8
_ENDS = "，。！？；,!?;…”"
"""Where a line of verse ends."""
_LONGEST_DAY = 40
_MOST_DAYS = 2


def weigh_errors(evidence: Odds, figures: PageFigures, document: Document) -> None:
    """Failures of programs, and templates that nobody has filled, of any length."""
    rest = max(0.0, 1 - figures.prose / _LONG_NOTICE)
    if figures.notice and figures.traces:
        evidence.add("blocked", 6.0, f"a failure of a program: {figures.notice}")
    elif figures.traces and figures.traces >= _MUCH * figures.characters:
        rest = max(rest, 1 - figures.prose / figures.traces)
        evidence.add("blocked", 6.0 * rest, "a program tells of its own failure")
    if figures.unfilled >= _MUCH * figures.characters:
        evidence.add("shell", 5.0 * rest, "places of a template that stand unfilled")
    if UNFILLED.search(document.title.text):
        evidence.add("shell", 2.5 * rest, "the title is a template's, unfilled")


def weigh_little(evidence: Odds, figures: PageFigures, document: Document) -> None:
    """What a page with little text is, if not a very short article."""
    # What the titles of other pages speak of is no notice of this one.
    text = simplified("\n".join(line.text for line in document.lines))
    own = [line.text for line in document.lines if not (is_title(line) and len(line.text) >= _LEAST_SAID)]
    shown = simplified("\n".join([document.title.text, *own]))
    scarce = 1 - figures.own / LITTLE
    brief = min(scarce, max(0.0, 1 - figures.said / _LONG_NOTICE))
    notices = list(dict.fromkeys(NOTICE.findall(shown)))
    short = [line for line in own if is_short(line)]
    in_short = simplified("\n".join([document.title.text, *short]))
    plain = set(NOTICE.findall(in_short))
    said = len(plain) + _IN_PASSING * (len(notices) - len(plain))
    days = sum(len(line.text) <= _LONGEST_DAY and bool(DAY.fullmatch(line.text)) for line in document.lines)
    # A list has a day for every item.
    dated = 0 < days <= _MOST_DAYS and not figures.lists
    if dated and (figures.prose or figures.heading >= LONG_HEADING):
        evidence.add("article", 1.5, "a line that dates the text")
    if notices:
        weight = (2.5 * min(1.0, said) + 1.5 * min(3.0, said)) * (0.3 + 0.7 * brief) * (0.6 if dated else 1.0)
        evidence.add("blocked", weight, f"a notice in place of the page: {'、'.join(notices[:3])}")
    weak = list(dict.fromkeys(WEAK_NOTICE.findall(in_short)))
    if weak:
        weight = min(2.5, 0.8 * len(weak)) * brief * (0.5 if figures.heading >= LONG_HEADING else 1.0)
        evidence.add("blocked", weight, f"words of notices: {'、'.join(weak[:3])}")
    if figures.said < _VERY_LITTLE and (match := LOCKED.search(text)):
        weight = 8.0 if PAID.search(match.group()) else 5.0
        evidence.add("blocked", weight, f"the text stops: {match.group()}")
    if figures.said < _VERY_LITTLE and figures.heading < LONG_HEADING:
        # A notice takes few lines.
        weight = scarce * min(1.0, _LINES / len(document.lines)) * (1.0 if weak or notices else 0.5)
        told = f"only {figures.prose} characters of sentences, without a title above them"
        evidence.add("blocked", weight, told)
    if match := LOADING.search(shown):
        evidence.add("shell", 3.0 * scarce, f"words of a page that is still loading: {match.group()}")
    if figures.characters < 2 * _VERY_LITTLE:
        _weigh_redirect(evidence, figures, scarce if not notices else 0.3 * scarce, shown, document)
    if figures.characters < _VERY_LITTLE and not figures.prose and not figures.lists:
        _weigh_labels(evidence, figures, scarce, text, document, bool(weak or notices))
    if NOTHING.search(shown):
        evidence.add("empty", 2.0 * brief, "the page says that there is nothing")


def without_lines(document: Document, trouble: str) -> PageKind:
    """A page that displays nothing: an empty one, or one that scripts or frames fill."""
    evidence = Odds()
    evidence.add("empty", 4.0, trouble or "no displayed text")
    if document.tree.is_frameset:
        evidence.add("shell", 8.0, "a frameset: its text stands in the frames' own pages")
    elif _goes_back(document):
        evidence.add("blocked", 8.0, "a script that sends readers back")
    elif told := _leads_elsewhere(document) or _script_shell(document):
        evidence.add("shell", 8.0, told)
    elif _has_scripts(document):
        evidence.add("shell", 6.0, "scripts or frames, and no text")
    return evidence.verdict()


def _weigh_redirect(
    evidence: Odds, figures: PageFigures, scarce: float, shown: str, document: Document
) -> None:
    match = REDIRECTING.search(shown)
    if _goes_back(document):
        evidence.add("blocked", 2.0, "a script that sends readers back")
    elif told := _leads_elsewhere(document):
        # Many pages send the readers of one device elsewhere.
        weight = 5.0 if match else 4.0 if not figures.prose else 2.0
        evidence.add("shell", weight * scarce, told)
    if match:
        evidence.add("shell", 2.0 * scarce, f"words of a page that leads elsewhere: {match.group()}")


def _weigh_labels(
    evidence: Odds, figures: PageFigures, scarce: float, text: str, document: Document, is_notice: bool
) -> None:
    """Of a page without a sentence: whether scripts may bring its text, or anything else is said."""
    says = any(map(_says_something, document.lines))
    if says and not is_notice:
        evidence.add("article", 0.7, "a few words, and none of a notice")
    elif says and not figures.heading:
        evidence.add("blocked", 1.0, "a few words without a heading")
    if reason := _script_shell(document):
        evidence.add("shell", 4.5 + scarce, reason)
    elif _has_scripts(document):
        evidence.add("shell", 3.0, "scripts or frames, and hardly any text")
    elif not says:
        evidence.add("empty", 2.0, "no script or frame that could bring a text")
    if not says:
        evidence.add("empty", 0.5, f"only {figures.characters} characters of text, and no sentence")
        if sum(map(str.isalpha, text)) < _FEW_LETTERS:
            evidence.add("empty", 1.0, "hardly a letter")


def _says_something(line: Line) -> bool:
    """Whether a line is more than a label, a site's foot, or that there is nothing."""
    text = line.text
    if 2 * line.link_characters >= len(text) or BARE.fullmatch(text):
        return False
    letters = sum(map(str.isalpha, text))
    if letters < (_LEAST_SAID // 2 if text[-1] in _ENDS else _LEAST_SAID):
        return False
    return not (CONTACT.search(text) or NOTHING.search(text))


def _goes_back(document: Document) -> bool:
    scripts = (node.text() for node in document.tree.parser.css("script"))
    return any(len(set(SAYS_AND_GOES_BACK.findall(script))) > 1 for script in scripts)


def _leads_elsewhere(document: Document) -> str:
    """How the page leads to another address by itself; empty when it does not."""
    parser = document.tree.parser
    for node in parser.css("meta[http-equiv]"):
        attributes = node.attributes
        if (attributes.get("http-equiv") or "").lower() == "refresh" and REFRESH.search(
            attributes.get("content") or ""
        ):
            return "a refresh that leads to another address"
    if any(LEADS_ELSEWHERE.search(node.text()) for node in parser.css("script")):
        return "a script that leads to another address"
    return ""


def _script_shell(document: Document) -> str:
    """Why scripts seem to bring the page's text; empty when they do not."""
    parser = document.tree.parser
    if any(NEEDS_SCRIPT.search(node.text()) for node in parser.css("noscript")):
        return "a noscript notice that asks for JavaScript"
    for node in parser.css(SCRIPT_ROOTS):
        if not node.text().strip():
            return f'an element for scripts to fill: id="{node.id}"'
    return ""


def _has_scripts(document: Document) -> bool:
    """Whether there are scripts that could bring a page's text, or frames that could hold it."""
    for node in document.tree.parser.css("script, iframe"):
        source = node.attributes.get("src")
        if source is None:
            if len(node.text()) > _LONG_SCRIPT:
                return True
        elif not COUNTERS.search(source):
            return True
    return False
