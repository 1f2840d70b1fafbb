"""Which of the strings in a page's data is its text: the longest prose, or HTML that holds prose."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from markwindow.hidden.scripts import Value

_MARK_UP = re.compile(r"<(?:p|br|div|span|section|article|h[1-6]|li|td|blockquote)[\s/>]", re.IGNORECASE)
_ESCAPED_MARK_UP = re.compile(r"&lt;(?:p|br|div|span|section|article|h[1-6])[\s/&]", re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>?")
_SENTENCE_MARKS = re.compile(r"[。！？；]|[.!?](?:\s|$)")
_HAN = re.compile(r"[\u3400-\u9fff]+")
_CODE = re.compile(r"function\s*\(|=>|\bvar |\{[^{}]{0,200}:[^{}]{0,200};|^(?:https?:)?//\S+$")
_SHORTEST_PROSE = 8
_LEAST = 40
"""Characters of prose that make a text; fewer are a label or a message."""

_TEXT_KEYS = re.compile(r"articlebody|content|body|text|html|detail|article|正文")
_SUMMARY_KEYS = re.compile(
    r"desc|summary|abstract|digest|intro|excerpt|brief|seo|meta|share|copyright|license|agreement|protocol"
)
_OTHER_KEYS = re.compile(
    r"comment|reply|replies|recommend|relat|similar|hot|rank|advert|sidebar|footer|nav|notice|config|i18n|locale|lang|template"
)

_LABEL_KEYS = {
    "label",
    "name",
    "title",
    "headline",
    "subject",
    "keywords",
    "tags",
    "alt",
    "question",
    "option",
    "placeholder",
}


@dataclass(slots=True)
class Found:
    """Strings that stand in like places of the data: one text, or its paragraphs."""

    keys: tuple[str, ...]
    """The names on the way to them; ``*`` for the items of a list."""
    strings: list[str] = field(default_factory=list)
    prose: int = 0
    """Characters of prose."""
    title: str = ""
    """A title or headline beside the first of them."""
    titled: int = 0
    """How many of them stand beside a title of their own."""

    @property
    def is_entries(self) -> bool:
        """Whether these are the summaries of several pages."""
        return self.titled > 1

    @property
    def worth(self) -> float:
        """Characters of prose, weighed by what the names say."""
        names = "/".join(self.keys).lower()
        worth = float(self.prose)
        if _OTHER_KEYS.search(names) or (self.keys and self.keys[-1].lower() in _LABEL_KEYS):
            worth *= 0.1
        if _SUMMARY_KEYS.search(self.keys[-1].lower() if self.keys else ""):
            worth *= 0.5
        elif any(_TEXT_KEYS.search(key.lower()) for key in self.keys[-2:]):
            worth *= 2
        if any(_MARK_UP.search(string) for string in self.strings[:3]):
            worth *= 1.25
        return worth

    @property
    def html(self) -> str:
        """The strings as one piece of HTML, a paragraph for each line of plain text."""
        parts = []
        for string in self.strings:
            if _MARK_UP.search(string):
                parts.append(f"<div>{string}</div>")
            else:
                lines = filter(None, map(str.strip, string.splitlines()))
                parts += [f"<p>{html.escape(line, quote=False)}</p>" for line in lines]
        return "\n".join(parts)


def best_text(values: Iterable[tuple[str, Value]]) -> Found | None:
    """The strings that are most likely the page's text; None when there is no prose of 40 characters."""
    best, best_worth = None, 0.0
    for kind, value in values:
        for found in _groups(kind, value):
            if found.prose >= _LEAST and not found.is_entries and found.worth > best_worth:
                best, best_worth = found, found.worth
    return best


def prose_length(text: str) -> int:
    """Characters of the text (plain or HTML) that stand in sentences; 0 for code, addresses, labels."""
    if _MARK_UP.search(text):
        text = html.unescape(_TAG.sub("\n", text))
    total = 0
    for line in text.splitlines():
        line = line.strip()
        if len(line) < _SHORTEST_PROSE or _CODE.search(line[:2000]):
            continue
        if _SENTENCE_MARKS.search(line) or sum(map(len, _HAN.findall(line))) > 0.5 * len(line) >= 15:
            total += len(line)
    return total


def _groups(kind: str, value: Value) -> Iterator[Found]:
    """The prose of a value, grouped by place; its own stack, so that depth does no harm."""
    groups: dict[tuple[str, ...], Found] = {}
    stack: list[tuple[tuple[str, ...], Value, str]] = [((kind,), value, "")]
    while stack:
        keys, value, title = stack.pop()
        if isinstance(value, dict):
            own = next((str(value[name]) for name in _TITLES if isinstance(value.get(name), str)), "")
            stack += [((*keys[-_DEPTH:], str(key)), item, own) for key, item in reversed(value.items())]
        elif isinstance(value, list):
            stack += [((*keys[-_DEPTH:], "*"), item, "") for item in reversed(value)]
        elif isinstance(value, str) and value.strip():
            string = html.unescape(value) if _ESCAPED_MARK_UP.search(value) else value
            prose = prose_length(string)
            if len(keys) == 2 and keys[1] == "*":
                # A bare list of all the page's values: each stands for itself.
                yield Found(keys, [string], prose)
                continue
            found = groups.setdefault(keys, Found(keys, title=title))
            found.strings.append(string)
            found.prose += prose
            found.titled += bool(title and prose) and "*" in keys
    yield from groups.values()


_TITLES = ("title", "headline", "subject")
_DEPTH = 40
