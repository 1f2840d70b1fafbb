"""The four classes of tags: the whole of the normalisation in one table.

``dropped``      the tag goes, with all that stands in it
``placeholder``  does not split the text; it is remembered there and comes back in HTML and Markdown
``transparent``  the tag goes, its text stays where it was
``boundary``     every other tag, also unknown ones: a tag window starts and ends there
"""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser, LexborNode, create_tag

DROPPED_TAGS = [
    "head",
    "title",
    "meta",
    "link",
    "base",
    "script",
    "style",
    "template",
    "noscript",
    "noembed",
    "noframes",
    "iframe",
    "object",
    "embed",
    "applet",
    "audio",
    "video",
    "canvas",
    "svg",
    "map",
    "datalist",
    "select",
    "option",
    "optgroup",
    "textarea",
    "input",
    "annotation",
    "annotation-xml",
]

# The placeholders are these, which end a line of displayed text, and `strong`, which does not.
LINE_TAGS = ["p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6"]

# The inline elements of HTML 2 to today (https://html.spec.whatwg.org/#phrasing-content), and MathML's.
TRANSPARENT_TAGS = [
    "a",
    "abbr",
    "acronym",
    "b",
    "bdi",
    "bdo",
    "big",
    "blink",
    "cite",
    "code",
    "data",
    "del",
    "dfn",
    "em",
    "font",
    "i",
    "img",
    "ins",
    "kbd",
    "label",
    "mark",
    "nobr",
    "output",
    "picture",
    "q",
    "rb",
    "rp",
    "rt",
    "rtc",
    "ruby",
    "s",
    "samp",
    "slot",
    "small",
    "source",
    "span",
    "strike",
    "sub",
    "sup",
    "time",
    "track",
    "tt",
    "u",
    "var",
    "wbr",
    "math",
    "mrow",
    "mi",
    "mn",
    "mo",
    "ms",
    "mtext",
    "mspace",
    "mfrac",
    "msqrt",
    "mroot",
    "mstyle",
    "msub",
    "msup",
    "msubsup",
    "munder",
    "mover",
    "munderover",
    "mpadded",
    "mphantom",
    "menclose",
    "mmultiscripts",
    "mprescripts",
    "semantics",
]

HEADING_LEVELS = {create_tag(f"h{level}").tag_id: level for level in range(1, 7)}
"""Level by tag id."""

# What the walk does at a node. From LINE on, a line of text ends there; from PRE on, a window does.
DROP, TEXT, TRANSPARENT, SPAN, LINK, STRONG, BREAK, LINE, PRE, ITEM, BOUNDARY, UNKNOWN = range(12)


def _actions_by_name() -> dict[str, int]:
    by_name = dict.fromkeys(DROPPED_TAGS, DROP)
    by_name |= dict.fromkeys(TRANSPARENT_TAGS, TRANSPARENT) | {"a": LINK, "span": SPAN}
    # Old pages set headings in b: a line that is all b is noted as one that is all strong is.
    by_name |= {"strong": STRONG, "b": STRONG}
    by_name |= dict.fromkeys(LINE_TAGS, LINE) | {"br": BREAK, "hr": BREAK}
    by_name |= {"pre": PRE, "listing": PRE, "xmp": PRE, "plaintext": PRE, "li": ITEM}
    return by_name


def _actions_by_tag_id() -> dict[int, int]:
    """The table above as lexbor numbers its tags (asked from lexbor itself, they differ by version)."""
    numbers = {create_tag(name).tag_id: action for name, action in ACTIONS_BY_NAME.items()}
    # Tags that lexbor does not know (of mathematics, of sites' own) get another number in every document.
    actions = {tag: action for tag, action in numbers.items() if tag < _NUMBERED}
    sample = LexborHTMLParser("<body>text<!-- comment -->").body
    assert sample is not None
    text = sample.first_child
    assert text is not None
    assert text.next is not None
    # Processing instructions (<?php … ?>) carry no tag of their own: id 0.
    return actions | {text.tag_id: TEXT, text.next.tag_id: DROP, 0: DROP}


_NUMBERED = 1024
"""All tags that lexbor numbers itself have smaller ids."""
ACTIONS_BY_NAME = _actions_by_name()
"""The table by name, for tags that only a document numbers."""
ACTIONS = _actions_by_tag_id()


def action_of(node: LexborNode) -> int:
    """What the walk does at a node of any document."""
    action = ACTIONS.get(node.tag_id)
    return ACTIONS_BY_NAME.get(node.tag or "", BOUNDARY) if action is None else action
