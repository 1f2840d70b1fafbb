"""Blocks as Markdown: CommonMark, with tables and footnotes as GitHub has them.

Characters of the text that mean something in Markdown are escaped, so that a reader of Markdown gives the
text back as it was.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Sequence

from markwindow.output.blocks import (
    Block,
    Code,
    Container,
    Formula,
    Image,
    Inline,
    Item,
    Mark,
    Note,
    NoteMark,
    Paragraph,
    Quotation,
    Rule,
    Table,
    Text,
    lines_of,
    loose_lists,
)

_DELIMITERS: dict[Mark, str] = {"strong": "**", "em": "*", "del": "~~"}
"""The marks that Markdown can write; sub and sup it cannot without HTML."""

_SPECIAL = re.compile(r"[\\`*\[\]<$~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)")
# What follows in other marks may end it.
_OPEN_ENTITY = re.compile(r"&#?\w*$")
# What means something at the beginning of a line only: headings, quotations, lists, rules, table rows.
_SPECIAL_START = re.compile(
    r"#{1,6}(?=\s|$)|>|[+\-](?=[\s\-|:]|$)|=+(?=\s*$)|[|:](?=[\s\-|:])|(?P<number>[0-9]{1,9})(?=[.)](?:\s|$))"
)
_HEADING_END = re.compile(r"(?:^|(?<=\s))#+$")
# In TeX a blank there changes nothing; in Markdown these would begin a tag, an entity or a link.
_IN_FORMULA = re.compile(r"<(?=[A-Za-z/!?])|&(?=#?\w+;)|\](?=[(\[:])")


def to_markdown(blocks: Sequence[Block]) -> str:
    """Markdown of blocks, without a line end at its end."""
    loose = loose_lists(blocks)
    flipped: set[int] = set()
    out: list[str] = []
    before: Block | None = None
    for block in blocks:
        shared = 0
        if before is not None:
            shared = _shared(before.inside, block.inside)
            _flip(before.inside[shared:], block.inside[shared:], flipped)
            gap = _prefix(block.inside[:shared], shared, flipped).rstrip()
            out.append("\n" if _is_tight(before, block, shared, loose) else f"\n{gap}\n")
        first = _prefix(block.inside, shared, flipped)
        others = _prefix(block.inside, len(block.inside), flipped)
        for number, line in enumerate(_lines(block)):
            text = (others if number else first) + line
            out.append(("\n" if number else "") + (text if line else text.rstrip()))
        before = block
    return "".join(out)


def escaped(text: str) -> str:
    """Text in which no character means anything to a reader of Markdown, in the midst of a line."""
    return _SPECIAL.sub(lambda found: "\\" + found.group(), text)


# Containers: what stands before each line.


def _prefix(inside: Sequence[Container], shared: int, flipped: set[int]) -> str:
    """What stands before a line: the markers of containers that begin with it, the rest as indentation."""
    parts: list[str] = []
    for place, container in enumerate(inside):
        if isinstance(container, Quotation):
            parts.append("> ")
        elif isinstance(container, Item | Note):
            marker = _marker(container, flipped)
            is_note = isinstance(container, Note)
            parts.append(marker if place >= shared else " " * (4 if is_note else len(marker)))
    return "".join(parts)


def _marker(container: Item | Note, flipped: set[int]) -> str:
    if isinstance(container, Note):
        return f"[^{container.label}]: "
    is_flipped = container.list_number in flipped
    if container.ordinal:
        return f"{min(container.ordinal, 999_999_999)}{')' if is_flipped else '.'} "
    return "+ " if is_flipped else "- "


def _shared(before: Sequence[Container], after: Sequence[Container]) -> int:
    shared = 0
    while shared < min(len(before), len(after)) and before[shared].number == after[shared].number:
        shared += 1
    return shared


def _flip(before: Sequence[Container], after: Sequence[Container], flipped: set[int]) -> None:
    """A list right after another needs other markers, or it would go on with it."""
    if before and after and isinstance(before[0], Item) and isinstance(after[0], Item):
        one, other = before[0].list_number, after[0].list_number
        if one != other and one not in flipped:
            flipped.add(other)


def _is_tight(before: Block, after: Block, shared: int, loose: set[int]) -> bool:
    """Whether no empty line stands between two blocks."""
    if len(after.inside) <= shared:
        return False
    next_item = after.inside[shared]
    if not isinstance(next_item, Item) or next_item.list_number in loose:
        return False
    if len(before.inside) > shared:
        last = before.inside[shared]
        return isinstance(last, Item) and last.list_number == next_item.list_number
    parent = before.inside[-1] if before.inside else None
    return (
        isinstance(before, Paragraph)
        and isinstance(parent, Item)
        and parent.list_number not in loose
        and next_item.ordinal in (0, 1)
    )


# Blocks.


def _lines(block: Block) -> list[str]:
    if isinstance(block, Code):
        longest = max((len(run) for run in re.findall("`+", block.text)), default=0)
        fence = "`" * max(3, longest + 1)
        return [fence + block.language, *block.text.split("\n"), fence]
    if isinstance(block, Rule):
        return ["***"]
    if isinstance(block, Table):
        return _table_lines(block)
    lines = [line for inlines in lines_of(block.inlines) if (line := _line(inlines))]
    if block.level:
        text = _HEADING_END.sub(lambda found: "\\" + found.group(), " ".join(lines))
        return [f"{'#' * block.level} {text}"]
    lines = [_SPECIAL_START.sub(_escaped_start, line, count=1) if _starts(line) else line for line in lines]
    return [line + "  " for line in lines[:-1]] + lines[-1:]


def _starts(line: str) -> bool:
    return _SPECIAL_START.match(line) is not None


def _escaped_start(found: re.Match[str]) -> str:
    return f"{found['number']}\\" if found["number"] else "\\" + found.group()


def _table_lines(table: Table) -> list[str]:
    """A line a row. The first row is the head, which Markdown tables cannot be without."""
    rows: list[list[str]] = []
    covered: dict[int, int] = {}
    """For columns that a cell above covers, how many rows it still does."""
    for row in table.rows:
        texts: list[str] = []
        for cell in row:
            _skip_covered(texts, covered)
            text = " ".join(filter(None, map(_line, lines_of(cell.inlines)))).replace("|", "\\|")
            if cell.rows > 1:
                covered |= dict.fromkeys(range(len(texts), len(texts) + cell.columns), cell.rows - 1)
            texts.extend([text] + [""] * (cell.columns - 1))
        _skip_covered(texts, covered)
        rows.append(texts)
    columns = max(map(len, rows))
    rows[0].extend([""] * (columns - len(rows[0])))
    lines = ["| " + " | ".join(texts) + " |" for texts in rows]
    return [lines[0], "|" + " --- |" * columns, *lines[1:]]


def _skip_covered(texts: list[str], covered: dict[int, int]) -> None:
    while left := covered.get(len(texts), 0):
        covered[len(texts)] = left - 1
        texts.append("")


# Inlines.


def _line(inlines: Sequence[Inline]) -> str:
    """The Markdown of inlines without line breaks."""
    out: list[str] = []
    place = 0
    while place < len(inlines):
        link = _link(inlines[place])
        end = place + 1
        while link and end < len(inlines) and _link(inlines[end]) == link:
            end += 1
        if link:
            out.append(f"[{_run(inlines[place:end], '[', ']')}]({link})")
        else:
            while end < len(inlines) and not _link(inlines[end]):
                end += 1
            follows = "[" if end < len(inlines) else ""
            out.append(_run(inlines[place:end], out[-1][-1:] if out else "", follows))
        place = end
    return "".join(out).strip()


def _link(inline: Inline) -> str:
    return inline.link if isinstance(inline, Text | Image) else ""


def _run(inlines: Sequence[Inline], before: str, after: str) -> str:
    """Inlines that are linked alike, standing between two characters (empty: begin or end of the line)."""
    out = ""
    for place, inline in enumerate(inlines):
        if isinstance(inline, Image):
            out += f"![{escaped(inline.description)}]({inline.source})"
        elif isinstance(inline, Formula):
            out += _IN_FORMULA.sub(r"\g<0> ", inline.delimited)
        elif isinstance(inline, NoteMark):
            out += f"[^{inline.label}]"
        elif isinstance(inline, Text):
            follows = _first(inlines[place + 1]) if place + 1 < len(inlines) else after
            text = _text(inline, out[-1:] or before, follows)
            out += _OPEN_ENTITY.sub(r"\\\g<0>", text) if follows else text
    return out


def _first(inline: Inline) -> str:
    """The first character of an inline's Markdown."""
    if isinstance(inline, Text):
        if not inline.marks & _DELIMITERS.keys() and "code" not in inline.marks:
            return inline.text[0]
        return "`" if "code" in inline.marks else "*"
    return "$" if isinstance(inline, Formula) else "["


def _text(inline: Text, before: str, after: str) -> str:
    """Marked text between two characters."""
    if "code" in inline.marks and before != "`":
        return _code_span(inline.text)
    delimiters = [delimiter for mark, delimiter in _DELIMITERS.items() if mark in inline.marks]
    text = inline.text
    if not delimiters and after == "[" and text[-1] == "!":
        return escaped(text[:-1]) + "\\!"
    if not delimiters or before in ("*", "~") or after == "*" or "code" in inline.marks:
        return escaped(text)
    # CommonMark's flanking rules: a delimiter beside a mark of punctuation counts only where blanks or
    # punctuation stand on its other side. Chinese sentences go on without a blank, so the mark moves out.
    begin, end = 0, len(text)
    if (_is_mark(text[0]) and not _is_gap(before)) or (_is_mark(text[-1]) and not _is_gap(after)):
        while begin < end and _is_mark(text[begin]):
            begin += 1
        while end > begin and _is_mark(text[end - 1]):
            end -= 1
    if begin == end:
        return escaped(text)
    marked = "".join(delimiters) + escaped(text[begin:end]) + "".join(reversed(delimiters))
    return escaped(text[:begin]) + marked + escaped(text[end:])


def _code_span(text: str) -> str:
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def _is_gap(character: str) -> bool:
    """Whether it is the line's end, or every reader of Markdown takes it for a blank or for punctuation."""
    return (
        not character
        or character.isspace()
        or character in string.punctuation
        or unicodedata.category(character).startswith("P")
    )


def _is_mark(character: str) -> bool:
    """Whether some reader of Markdown takes it for a blank or for punctuation."""
    return not unicodedata.category(character).startswith(("L", "N", "M", "C"))
