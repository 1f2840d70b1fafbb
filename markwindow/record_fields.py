"""Details of a record page, a job advert for example: pairs of a label and its value.

Pairs stand in rows of tables, in definition lists, behind a colon, in a block beside a block, or behind a
label in an inline element. Asked for labels, only these are looked for, under the names given: a label that
is not there is absent, and a value is never guessed from prose.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice

from selectolax.lexbor import LexborNode

from markwindow.document import Document
from markwindow.record_labels import LONGEST, Pair, can_be_label, in_company, is_known, out_of_brackets
from markwindow.tree import displayed, without_marks

_REACH = 25
"""Lines before and after a value within which other labels speak for it."""

_IN_BRACKETS = re.compile(r"[（(\[［][^（(\[［）)\]］]{0,20}[）)\]］]\s*$")
# A label stands before a colon, at a line's start or after a blank or mark that parts fields; or in 【】.
_IN_LABEL = r"[^\s|｜;；,，、。！？:：/·•【】\[\]]"
_COLON = re.compile(
    r"(?:^|(?<=[\s|｜;；,，、/·•▪●◆■○\-]))[【\[]?"
    rf"({_IN_LABEL}{{1,14}}(?:[ \u3000]{{1,6}}{_IN_LABEL}{{1,8}}){{0,3}})[】\]]?\s?[:：](?!//)"
    # No colon of a time or a score: 08:15.
    r"(?!(?<=\d[:：])\d{1,2}(?!\d))"
)
_LENTICULAR = re.compile(r"【([^【】]{1,14})】\s?[:：]?")
_ENDS = " \t\u3000|｜;；,，、/·•"


def fields(html: object, labels: Mapping[str, Iterable[str]] | Iterable[str] | None = None) -> dict[str, str]:
    """The details of a record page by label.

    Args:
        html: what `markwindow.extract` takes.
        labels: the wanted labels: names, or a mapping from each name to its synonyms, as in
            ``{"company": ["公司名称", "单位"]}``; the name itself counts too. None for every pair that stands
            on the page as one: with a label that is known for one, in a table or list of labels, or among
            at least three pairs in a row.

    Returns:
        The values, in the order of `labels`; lines of a value are parted by line breaks. What the page does
        not tell is absent.

    Raises:
        TypeError, ValueError: for a wrong call, with the mend; never for what a page holds.
    """
    from markwindow.extract import read_document

    wanted = None if labels is None else _wanted(labels)
    return read_fields(read_document(html)[0], wanted)


def read_fields(document: Document, wanted: Mapping[str, str] | None) -> dict[str, str]:
    """The same for a page that has been read; `wanted` maps each normalised synonym to its name."""
    found: dict[str, list[Pair]] = {}
    for pair in _pairs(document, wanted):
        name = pair.label if wanted is None else wanted[normalised(pair.label)]
        found.setdefault(name, []).append(pair)
    if wanted is None:
        return {name: pairs[0].value for name, pairs in found.items()}
    places = sorted((pair.line, name) for name, pairs in found.items() for pair in pairs)

    def company(pair: Pair) -> int:
        """How many of the wanted labels stand near: the record, not a box of other adverts."""
        first, end = (
            bisect_left(places, (pair.line - _REACH,)),
            bisect_right(places, (pair.line + _REACH + 1,)),
        )
        return len({name for _, name in places[first:end]})

    return {
        name: max(found[name], key=lambda pair: (company(pair), -pair.line)).value
        for name in dict.fromkeys(wanted.values())
        if name in found
    }


def normalised(label: str) -> str:
    """A label to compare: without marks, blanks, a unit in brackets at its end; small letters."""
    return without_marks(_IN_BRACKETS.sub("", label.strip(" \u3000:："))).lower()


def _wanted(labels: Mapping[str, Iterable[str]] | Iterable[str]) -> dict[str, str]:
    mend = 'give a list of names, or a mapping like {"公司": ["公司名称", "单位"]}'
    if isinstance(labels, str | bytes) or not isinstance(labels, Iterable):
        raise TypeError(f"labels must be several names, not {type(labels).__name__}: {mend}.")
    entries = labels.items() if isinstance(labels, Mapping) else ((name, ()) for name in labels)
    wanted: dict[str, str] = {}
    for name, synonyms in entries:
        if isinstance(synonyms, str | bytes) or not isinstance(synonyms, Iterable):
            raise TypeError(
                f"The synonyms of {name!r} must be several, not {type(synonyms).__name__}: {mend}."
            )
        for word in (name, *synonyms):
            if not isinstance(word, str):
                raise TypeError(f"labels must be of str, not {type(word).__name__}.")
            if not (key := normalised(word)):
                raise ValueError(f"The label {word!r} holds no letter: give it a name that pages write.")
            wanted.setdefault(key, name)
    return wanted


def _pairs(document: Document, wanted: Mapping[str, str] | None) -> Iterator[Pair]:
    """All pairs, those of structure first: a cell with a colon is the label of the next cell."""
    if not document.lines:
        return
    page = _Page(document, wanted)
    yield from page.in_tables()
    yield from page.in_definitions()
    yield from page.in_lines() if wanted is not None else in_company(page.colons())


class _Page:
    """A page's elements and lines, and which lines are part of a pair already."""

    def __init__(self, document: Document, wanted: Mapping[str, str] | None) -> None:
        self.tree = document.tree
        self.lines = document.lines
        self._wanted = wanted
        self._taken: set[int] = set()
        self._numbers = {node.mem_id: number for number, node in enumerate(self.tree.nodes)}
        self._with_tables: set[int] = set()
        self._many: dict[int, bool] = {}
        self._rows = self._rows_of_tables()

    def in_tables(self) -> Iterator[Pair]:
        """Rows of a label and its value, once or several times; a row of labels above a row of values."""
        for rows in self._rows.values():
            cells = [self._cells(row) for row in rows]
            header = self._is_header(cells[0])
            if header and len(cells) == 2 and len(cells[0]) == len(cells[1]):
                for label, value in zip(*cells, strict=True):
                    if self._is_label(label):
                        yield from self._pair(label, value, "column")
                continue
            # Rows below a row of labels are many records, not one.
            for row in () if header else cells:
                at = 0
                while at + 1 < len(row):
                    label, value = row[at], row[at + 1]
                    is_pair = self._is_label(label) and not self._is_name(value)
                    if is_pair:
                        yield from self._pair(label, value, "row")
                    at += 1 + is_pair

    def in_definitions(self) -> Iterator[Pair]:
        """dt with the dd that follows it."""
        for node in self.tree.nodes:
            if node.tag != "dt" or not self._is_label(node):
                continue
            if (value := _next_element(node)) is None or value.tag != "dd":
                continue
            if self._wanted is not None or not self._is_menu(value):
                yield from self._pair(node, value, "definition")

    def in_lines(self) -> Iterator[Pair]:
        """Wanted labels before colons, in a block before a block, or set off by an inline element."""
        for number, line in enumerate(self.lines):
            if number not in self._taken:
                pairs = list(self._colons(number, line.text))
                yield from pairs or [*self._beside(number), *self._inline(number)]

    def colons(self) -> Iterator[tuple[Pair, int, bool]]:
        """All pairs with colons, each with the label's line and whether that is mostly a link."""
        for number, line in enumerate(self.lines):
            if number in self._taken or line.link_characters == len(line.text):
                continue
            for pair in map(out_of_brackets, self._colons(number, line.text)):
                if pair.value and can_be_label(pair.label, normalised(pair.label)):
                    yield pair, number, 2 * line.link_characters > len(line.text)

    def _colons(self, number: int, text: str) -> Iterator[Pair]:
        marks = sorted(
            {mark.start(): mark for mark in chain(_COLON.finditer(text), _LENTICULAR.finditer(text))}.items()
        )
        found: list[tuple[str, int, int]] = []
        for start, mark in marks:
            if found and start < found[-1][2]:
                continue
            label = self._named(mark[1])
            found.append((label, mark.end(1) - len(label), mark.end()) if label else ("", start, mark.end()))
        for (label, _, end), stop in zip(found, [*(start for _, start, _ in found[1:]), None], strict=False):
            if not label:
                continue
            # The next label ends the value, asked for or not.
            if value := text[end:stop].strip(_ENDS).rstrip("【[").rstrip(_ENDS):
                yield Pair(label, value, "colon", number)
            elif stop is None:
                yield from self._next_line(number, label)

    def _named(self, told: str) -> str:
        """The label that stands before a colon, without a value before it; empty if none was asked for.

        Labels are set wide too (公　司), so a blank need not part them.
        """
        parts = [told[at:] for at in range(len(told)) if at == 0 or told[at - 1].isspace()]
        if self._wanted is not None:
            return next((part for part in parts if normalised(part) in self._wanted), "")
        single = all(len(part) == 1 for part in told.split())
        return told if single else parts[-1]

    def _next_line(self, number: int, label: str) -> Iterator[Pair]:
        """A label that ends its line with a colon: its value is the next line, if that is no label itself."""
        if self._wanted is None and not is_known(label):
            return
        if number + 1 < len(self.lines):
            text = self.lines[number + 1].text
            if not _COLON.match(text) and not self._is_name_text(text):
                self._taken.add(number + 1)
                yield Pair(label, text, "colon", number + 1)

    def _beside(self, number: int) -> Iterator[Pair]:
        """A line that is a label and nothing else: its value is the block beside its own block."""
        text = self.lines[number].text
        if not self._is_name_text(text) or self.lines[number].link_characters:
            return
        node = self.tree.nodes[self.lines[number].element]
        for _ in range(_LEVELS):
            span = self._span(node)
            if len(span) != 1:
                return
            value = _next_element(node)
            if value is not None and (text_beside := self._text(value)):
                first = self._span(value).start
                is_label = self._is_name_text(self.lines[first].text) or _COLON.match(text_beside)
                if not is_label and not self._are_alike(node, value):
                    self._taken.update(self._span(value))
                    yield Pair(text, text_beside, "beside", first)
                return
            parent = node.parent
            if parent is None:
                return
            node = parent

    def _are_alike(self, node: LexborNode, value: LexborNode) -> bool:
        """Whether two blocks are of one make among others of it: items of a list, not label and value."""
        if node.tag != value.tag or node.attributes.get("class") != value.attributes.get("class"):
            return False
        parent = node.parent
        return parent is None or self._holds_many(parent)

    def _holds_many(self, parent: LexborNode) -> bool:
        """Whether more than two elements directly in another hold text; each is looked into once."""
        if (known := self._many.get(parent.mem_id)) is not None:
            return known
        filled = (child for child in parent.iter() if child.text().strip())
        many = self._many[parent.mem_id] = next(islice(filled, 2, None), None) is not None
        return many

    def _inline(self, number: int) -> Iterator[Pair]:
        """A line that begins with a label in an inline element: ``<li><b>地点</b> 北圩镇``."""
        line = self.lines[number]
        if len(self._span(self.tree.nodes[line.element])) > _LEVELS:
            return
        child = self.tree.nodes[line.element].first_child
        while child is not None and not (child.is_element_node and child.text().strip()):
            child = child.next
        if child is None:
            return
        name = displayed(child.text())
        value = line.text.removeprefix(name).strip(_ENDS)
        # The words of a menu are no labels.
        is_menu = child.tag == "a" or self._is_name_text(value)
        if value and value != line.text and self._is_name_text(name) and not is_menu:
            yield Pair(name, value, "inline", number)

    def _is_name_text(self, text: str) -> bool:
        """Whether a text is a wanted label and nothing else."""
        return len(text) <= _LONGEST_NAME and self._wanted is not None and normalised(text) in self._wanted

    def _is_label(self, node: LexborNode) -> bool:
        """Whether a cell is a label: one that was asked for; without names a th, or short before a colon."""
        text = self._text(node)
        if not text or "\n" in text or len(text) > _LONGEST_NAME or self._holds_table(node):
            return False
        if self._wanted is not None:
            return normalised(text) in self._wanted
        is_set_off = node.tag in ("th", "dt") or text.endswith((":", "："))
        return is_set_off and can_be_label(text, normalised(text))

    def _is_name(self, node: LexborNode) -> bool:
        """Whether a cell that could be a value is a label itself."""
        text = self._text(node)
        return self._is_label(node) or text.endswith((":", "：")) or bool(_COMMON_LABEL.fullmatch(text))

    def _is_header(self, row: list[LexborNode]) -> bool:
        """Whether a row of a table holds labels and no values."""
        if len(row) < 2:
            return False
        return all(node.tag == "th" or self._is_name(node) for node in row)

    def _pair(self, label: LexborNode, value: LexborNode, form: str) -> Iterator[Pair]:
        text = self._text(value)
        if text and not self._holds_table(value):
            self._taken.update(self._span(label), self._span(value))
            yield Pair(self._text(label).strip(" \u3000:："), text, form, self._span(value).start)

    def _is_menu(self, node: LexborNode) -> bool:
        """Whether an element holds several links and nothing else."""
        span = self._span(node)
        return len(span) > 1 and all(
            self.lines[number].link_characters == len(self.lines[number].text) for number in span
        )

    def _span(self, node: LexborNode) -> range:
        number = self._numbers.get(node.mem_id)
        return (
            range(0) if number is None else range(self.tree.first_lines[number], self.tree.end_lines[number])
        )

    def _text(self, node: LexborNode) -> str:
        return "\n".join(self.lines[number].text for number in self._span(node))

    def _rows_of_tables(self) -> dict[int, list[int]]:
        """Each table with its rows, without those of tables within it."""
        rows: dict[int, list[int]] = {}
        owner: list[int] = []
        for number, node in enumerate(self.tree.nodes):
            tag = node.tag
            owner.append(number if tag == "table" else owner[self.tree.parents[number]] if number else -1)
            if tag == "tr" and owner[number] >= 0:
                rows.setdefault(owner[number], []).append(number)
            if tag == "table":
                up = self.tree.parents[number]
                while up and up not in self._with_tables:
                    self._with_tables.add(up)
                    up = self.tree.parents[up]
        return rows

    def _holds_table(self, node: LexborNode) -> bool:
        return self._numbers.get(node.mem_id) in self._with_tables

    def _cells(self, row: int) -> list[LexborNode]:
        return [node for node in self.tree.nodes[row].iter() if node.tag in ("td", "th")]


def _next_element(node: LexborNode) -> LexborNode | None:
    following = node.next
    while following is not None and not following.is_element_node:
        if following.is_text_node and (following.text_content or "").strip():
            return None
        following = following.next
    return following


_LEVELS = 3
_LONGEST_NAME = LONGEST + 12
_COMMON_LABEL = re.compile(
    r"(?:公司|企业|单位|招聘|工作|任职|职位|岗位|发布|更新|截止|所属|所在|联系|月)?\s?(?:名称|公司|单位|企业|职位|岗位|职务|地点|地址|城市|地区|薪资|薪水|薪酬|待遇|工资|月薪|学历|经验|年限|人数|性质|规模|行业|类型|类别|日期|时间"
    r"|要求|描述|职责|福利|电话|手机|邮箱|联系人|联系方式|部门|专业|年龄|性别|编号|来源|作者|价格|数量|品牌|型号|备注|状态)[:：]?"
)
