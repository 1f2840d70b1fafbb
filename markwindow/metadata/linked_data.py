"""JSON-LD: what a page tells machines about its article (https://schema.org, https://www.w3.org/TR/json-ld11).

Only the JSON is read, no context is fetched. Broken scripts are common (trailing commas, quotation marks that
are not escaped): the wanted fields are then taken one by one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

Node = dict[str, Any]

_ARTICLES = frozenset(
    (
        *("article", "newsarticle", "reportagenewsarticle", "opinionnewsarticle", "analysisnewsarticle"),
        *("backgroundnewsarticle", "blogposting", "report", "techarticle", "scholarlyarticle"),
        *("discussionforumposting", "socialmediaposting", "liveblogposting", "advertisercontentarticle"),
    )
)
_PAGES = frozenset(("webpage", "itempage", "aboutpage", "qapage", "question", "videoobject"))
_SITES = frozenset(["website"])
_FIELDS = (
    "headline",
    "datePublished",
    "dateModified",
    "author",
    "creator",
    "editor",
    "publisher",
    "sourceOrganization",
    "description",
    "keywords",
    "image",
    "license",
    "url",
)
_FIELD = re.compile(rf'"({"|".join(_FIELDS)})"\s{{0,20}}:\s{{0,20}}')
_MOST_SCRIPTS = 200
_MOST_NODES = 5000
_MOST_TRIES = 50
_MOST_CHARACTERS = 2_000_000
_AROUND = re.compile(r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)?\s*")
_DECODER = json.JSONDecoder(strict=False)


def read_linked_data(scripts: list[str], title: str) -> tuple[Node, str | None]:
    """The node that tells of the page's article (empty without one), and the name of the site, if told.

    Of several articles the one counts whose headline has most to do with the title; of equals the first.
    """
    nodes = [node for script in scripts[:_MOST_SCRIPTS] for node in _nodes(script)]
    site = next((name for node in nodes if _types(node) & _SITES for name in names(node.get("name"))), None)
    for kinds in (_ARTICLES, _PAGES):
        if fitting := [node for node in nodes if _types(node) & kinds]:
            return max(fitting, key=lambda node: _likeness(text(node.get("headline")), title)), site
    return next((node for node in nodes if "headline" in node), {}), site


def text(value: object) -> str:
    """A field as one string: of a list the first, of an object its name, @value, url or @id."""
    for _ in range(4):
        if isinstance(value, list):
            value = value[0] if value else None
        elif isinstance(value, dict):
            value = next((value[key] for key in ("name", "@value", "url", "@id") if value.get(key)), None)
    return value if isinstance(value, str) else str(value) if type(value) is int else ""


def names(value: object) -> list[str]:
    """All names in a field: of strings, objects, or lists of them."""
    values = value if isinstance(value, list) else [value]
    return [name for name in map(text, values[:50]) if name]


def address(value: object) -> str:
    """The address in a field: a string, or the url or @id of an object."""
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, dict):
        value = value.get("url") or value.get("@id") or value.get("contentUrl")
    return text(value)


def _likeness(headline: str, title: str) -> float:
    if not headline or not title:
        return 0.0
    if headline == title:
        return 2.0
    pairs = {title[place : place + 2] for place in range(len(title) - 1)}
    same = sum(headline[place : place + 2] in pairs for place in range(len(headline) - 1))
    return same / max(1, len(headline) - 1)


def _types(node: Node) -> frozenset[str]:
    kinds = node.get("@type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    return frozenset(kind.rpartition("/")[2].lower() for kind in kinds if isinstance(kind, str))


def _nodes(script: str) -> Iterator[Node]:
    """Every object of a script that has a type, in order."""
    script = _AROUND.sub("", script[:_MOST_CHARACTERS], count=1)
    try:
        whole, _ = _DECODER.raw_decode(script)
    except (ValueError, RecursionError):
        yield from _broken(script)
        return
    waiting = [whole]
    for _ in range(_MOST_NODES):
        if not waiting:
            return
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            if "@type" in value:
                yield value
            waiting.extend(reversed(list(value.values())))


def _broken(script: str) -> Iterator[Node]:
    """What can be read of a script that is no JSON: the first value of each wanted field."""
    node: Node = {}
    # A value that cannot be read may cost a look at all the rest.
    for match in islice(_FIELD.finditer(script), _MOST_TRIES):
        if match[1] not in node:
            try:
                node[match[1]], _ = _DECODER.raw_decode(script, match.end())
            except (ValueError, RecursionError):
                continue
    if "headline" in node or "datePublished" in node:
        yield node | {"@type": "Article"}
