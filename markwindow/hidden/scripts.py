"""Data in scripts: JSON and JavaScript object literals, read without running anything."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from selectolax.lexbor import LexborHTMLParser

Value = dict[str, Any] | list[Any] | str | float | bool | None
"""What JSON can hold."""

# Where a value begins that is an object or a list: assigned, passed, returned, or all of the script.
_VALUE = re.compile(r"(?:^|[=(,]|return)\s*([{\[])")
# Strings, which hide brackets, and brackets. No part can match in two ways; escapes are tokens of their own,
# so that a quotation mark that never closes is looked at once.
_TOKEN = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\\.|[{}\[\]]", re.DOTALL)
_STRING = re.compile(r"[=(]\s*(\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')")
_CHUNK = re.compile(r"\.push\(\[\d+,\s*(\"(?:[^\"\\\n]|\\.)*\")\]\)")
_ROW = re.compile(rb"[0-9a-f]{1,6}:(?:T([0-9a-f]{1,8}),|(?=[\[{\"]))")
# Chinese, escaped or not, or mark-up: code alone is not read.
_MAY_HOLD_TEXT = re.compile(
    r"[^\0-\x7f]|\\u[0-9a-fA-F]{4}|(?:<|\\x3[cC]|\\u003[cC])p[\s>\\]|%[eE][4-9]%|articleBody"
)
_PERCENT = re.compile(r"(?:%[eE][4-9][%0-9a-fA-F]{6}){3}")
"""Chinese in UTF-8 as addresses have it."""
# A shorter script or string holds no article.
_SHORTEST = 100


def script_data(parser: LexborHTMLParser) -> Iterator[tuple[str, Value]]:
    """All that the page's scripts hold as data, with the script's type: dicts, lists and strings.

    Linear in the length of the scripts: each character is read a fixed number of times. What is neither JSON
    nor an object literal is passed over.
    """
    chunks: list[str] = []
    for node in parser.css("script"):
        text = node.text()
        if len(text) < _SHORTEST or not _MAY_HOLD_TEXT.search(text):
            continue
        kind = (node.attributes.get("type") or "").lower()
        if "json" in kind:
            if (value := read_value(text.strip().removeprefix("<!--").removesuffix("-->"))) is not None:
                yield kind, value
        elif "html" in kind or "template" in kind:
            yield kind, text
        elif not kind or "javascript" in kind or kind == "module":
            chunks += (_string(chunk[1]) for chunk in _CHUNK.finditer(text))
            for value in _values(text):
                yield kind, value
    for value in _rows("".join(chunks).encode("utf-8", "replace")):
        yield "rows", value


def read_value(text: str) -> Value:
    """A JSON value, or an object or list written in JavaScript; None when it is neither."""
    try:
        value: Value = json.loads(text, strict=False)
        return value
    except (ValueError, RecursionError):
        pass
    import chompjs

    try:
        found: Value = chompjs.parse_js_object(
            _HEXADECIMAL.sub(r"\\u00\1", text), loader_kwargs={"strict": False}
        )
        return found
    except (ValueError, RecursionError):
        return None


def _values(script: str) -> Iterator[Value]:
    for match in _STRING.finditer(script):
        # JSON within a string, or a page's text in one: assigned, or passed to what decodes it.
        if len(match[1]) < _SHORTEST:
            continue
        text = _string(match[1])
        if _PERCENT.search(text):
            text = unquote(text)
        value = read_value(text) if text[:1] in ("{", "[") else text
        if value is not None:
            yield value
    position = 0
    while begin := _VALUE.search(script, position):
        start = begin.start(1)
        end = _end_of_value(script, start)
        if not end:
            return
        if end - start >= _SHORTEST and (value := read_value(script[start:end])) is not None:
            yield value
        position = end


def _rows(stream: bytes) -> Iterator[Value]:
    """The rows of a streamed page (React's server components), which came in pieces cut at any place.

    A row is a number and JSON to the line's end, or a number, ``T``, and as many bytes of text as it says.
    """
    position = 0
    while row := _ROW.search(stream, position):
        if row[1]:
            position = row.end() + int(row[1], 16)
            yield stream[row.end() : position].decode("utf-8", "replace")
            continue
        end = stream.find(b"\n", row.end())
        position = end + 1 if end >= 0 else len(stream)
        value = read_value(stream[row.end() : position].decode("utf-8", "replace"))
        if value is not None:
            yield value


def _end_of_value(script: str, start: int) -> int:
    """Where the value that begins with a bracket at `start` ends; 0 when it does not."""
    depth = 0
    for token in _TOKEN.finditer(script, start):
        if token[0] in "{[":
            depth += 1
        elif token[0] in "}]":
            depth -= 1
            if not depth:
                return token.end()
    return 0


def _string(literal: str) -> str:
    """What a string literal of JavaScript stands for; empty when it cannot be read."""
    body = _ESCAPE.sub(lambda match: _as_json(match[0]), literal[1:-1])
    try:
        return str(json.loads(f'"{body}"', strict=False))
    except ValueError:
        return ""


def _as_json(escape: str) -> str:
    if escape[:2] == "\\x" and len(escape) == 4:
        return f"\\u00{escape[2:]}"
    if escape == '"':
        return '\\"'
    return escape if escape[1] in '"\\/bfnrtu' else escape[1:].strip("\r\n")


_ESCAPE = re.compile(r"\\x[0-9a-fA-F]{2}|\\.|\"", re.DOTALL)
_HEXADECIMAL = re.compile(r"\\x([0-9a-fA-F]{2})")
