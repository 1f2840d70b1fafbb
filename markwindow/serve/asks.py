"""What a client asks for, checked: the one place where JSON becomes a call of the library."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from markwindow.evaluation.marked import KINDS
from markwindow.methods import METHODS
from markwindow.options import POLICIES, Options
from markwindow.output import FORMATS

STRINGS = (
    "html",
    "html_base64",
    "page",
    "url",
    "content_type",
    "method",
    "policy",
    "format",
    "title",
    "kind",
)
LISTS = ("stop_words", "user_words", "methods")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "method": METHODS,
    "policy": POLICIES,
    "format": FORMATS,
    "kind": KINDS,
}


class WrongAsk(ValueError):
    """A request that cannot be answered; the text is one sentence with the mend."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A page and how to treat it. It travels to the process that answers."""

    html: bytes | str | None = None
    """The page itself; None while it must be fetched from `url` or is held under `page`."""
    page: str | None = None
    url: str | None = None
    content_type: str | None = None
    method: str = "default"
    methods: tuple[str, ...] = METHODS
    policy: str = "balanced"
    format: str = "text"
    title: str | None = None
    kind: str | None = None
    stop_words: frozenset[str] = frozenset()
    user_words: frozenset[str] = frozenset()
    windows: bool = False
    lines: tuple[int, ...] = field(default=())

    def options(self, base: Options) -> Options:
        """The service's options with this request's words added."""
        if not self.stop_words and not self.user_words:
            return base
        return replace(
            base,
            stop_words=base.stop_words | self.stop_words,
            user_words=base.user_words | self.user_words,
        )

    def arguments(self, base: Options) -> dict[str, Any]:
        """What `markwindow.analyze` and `page_view` both take besides the page."""
        return {
            "policy": self.policy,
            "title": self.title,
            "url": self.url,
            "content_type": self.content_type,
            "options": self.options(base),
        }


def read_ask(body: bytes) -> Ask:
    """The request that a JSON body makes; raises `WrongAsk`."""
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        raise WrongAsk("The body is not JSON.") from None
    if not isinstance(told, dict):
        raise WrongAsk('The body must be a JSON object like {"html": "<html>…"}.')
    values: dict[str, Any] = {}
    for name, value in told.items():
        if value is None:
            continue
        if name in STRINGS:
            values[name] = _string(name, value)
        elif name in LISTS:
            values[name] = _words(name, value)
        elif name == "windows":
            if not isinstance(value, bool):
                raise WrongAsk("windows must be true or false.")
            values[name] = value
        elif name == "lines":
            if not isinstance(value, list) or not all(type(number) is int for number in value):
                raise WrongAsk("lines must be a list of line numbers, counted from 0.")
            values[name] = tuple(value)
        else:
            known = ", ".join((*STRINGS, *LISTS, "windows", "lines"))
            raise WrongAsk(f"There is no field {name!r}; the fields are {known}.")
    return _with_page(values)


def raw_ask(body: bytes, content_type: str, query: Mapping[str, str]) -> Ask:
    """The request whose body is the page itself and whose query tells the rest; raises `WrongAsk`."""
    values: dict[str, Any] = {}
    for name, value in query.items():
        if name == "windows":
            values[name] = value in ("1", "true")
        elif name in ("url", "method", "policy", "format", "title"):
            values[name] = _string(name, value)
        else:
            raise WrongAsk(
                f"There is no parameter {name!r} beside a page as body; send JSON for words and lists."
            )
    return Ask(html=body, content_type=content_type, **values)


def _with_page(values: dict[str, Any]) -> Ask:
    encoded = values.pop("html_base64", None)
    given = [encoded is not None, "html" in values, "page" in values]
    if sum(given) > 1:
        raise WrongAsk("Give the page once: html, html_base64, or page.")
    if encoded is not None:
        try:
            values["html"] = base64.b64decode(encoded, validate=True)
        except (binascii.Error, ValueError):
            raise WrongAsk("html_base64 is not base64.") from None
    elif not any(given) and "url" not in values:
        raise WrongAsk("There is no page: give html, html_base64, or a url to fetch.")
    for name in LISTS[:2]:
        if name in values:
            values[name] = frozenset(values[name])
    return Ask(**values)


def _string(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise WrongAsk(f"{name} must be a string.")
    choices = CHOICES.get(name)
    if choices and value not in choices:
        raise WrongAsk(f"There is no {name} {value!r}: choose one of {', '.join(choices)}.")
    return value


def _words(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise WrongAsk(f"{name} must be a list of strings.")
    unknown = [word for word in value if name == "methods" and word not in METHODS]
    if unknown or (name == "methods" and not value):
        raise WrongAsk(f"methods wants names of {', '.join(METHODS)}.")
    return tuple(value)
