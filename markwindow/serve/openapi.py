"""The API's description in OpenAPI 3.1, from the same tables that the service checks requests by."""

from __future__ import annotations

from typing import Any

from markwindow import __version__
from markwindow.archive.records import KEYS
from markwindow.evaluation.marked import KINDS
from markwindow.methods import METHODS
from markwindow.options import POLICIES
from markwindow.output import FORMATS

PROBLEMS = {
    "400": "The request is wrong; the sentence tells the mend.",
    "403": "The caller is a page of another site, or the Host header does not name this service.",
    "408": "The body did not arrive in time.",
    "410": "The page named by its id is not held any more; send it again.",
    "413": "The page is too large.",
    "415": "The body is neither application/json nor text/html.",
    "429": "Too many requests wait already; try again after the seconds that Retry-After tells.",
    "502": "The page could not be fetched from its address.",
    "503": "The page took too long, or the process died at it.",
}


def openapi(most_bytes: int) -> dict[str, Any]:
    """The whole document; `most_bytes` is the largest body that is taken."""
    page = {
        "html": _string("The page as text."),
        "html_base64": _string("The page's bytes: best, for then its encoding is found out."),
        "page": _string("The id of a page that an answer of /view told."),
        "url": _string("Where the page came from; without a page, the address to fetch it from."),
        "content_type": _string("The HTTP header of the page, for its charset."),
        "title": _string("The title to compare with, where you know better than the page."),
        "policy": _string("Whether to keep less or more in doubt.", POLICIES),
        "stop_words": _list("Words to leave out of titles and windows."),
        "user_words": _list("Words that the segmenter must know."),
    }
    extract = page | {
        "method": _string("How to decide what is main text.", METHODS),
        "format": _string("What `text` holds.", FORMATS),
        "windows": {"type": "boolean", "description": "Whether to give every window with its reason."},
    }
    lines = {
        "type": "array",
        "items": {"type": "integer", "minimum": 0},
        "description": "Numbers of the lines that are main text, as /view counts them, from 0.",
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "markwindow",
            "version": __version__,
            "description": f"Main text of Chinese web pages. Bodies up to {most_bytes:,} bytes.",
        },
        "paths": {
            "/extract": {
                "post": _operation(
                    "The main text of a page and what is known of it", extract, "Record", raw=True
                )
            },
            "/view": {
                "post": _operation(
                    "All that the workbench shows of a page, by several methods",
                    page | {"methods": _list("The methods.", METHODS)},
                    "View",
                )
            },
            "/gold": {
                "post": _operation(
                    "Save a page with the text that a person marked, as a page of a set",
                    page | {"lines": lines, "kind": _string("What kind of page it is.", KINDS)},
                    "Saved",
                )
            },
        },
        "components": {
            "schemas": {
                "Record": _object({key: {} for key in KEYS if key not in ("id", "archive", "error")})
                | {"additionalProperties": True},
                "View": _object(
                    {name: {"type": "array"} for name in ("lines", "windows", "methods", "reasons", "curves")}
                    | {"facts": {"type": "object"}, "page": {"type": "string"}}
                ),
                "Saved": _object({"id": {"type": "string"}, "folder": {"type": "string"}}),
                "Problem": _object({"error": _string("One sentence that tells the mend.")})
                | {"required": ["error"]},
            }
        },
    }


def _operation(summary: str, fields: dict[str, Any], answer: str, *, raw: bool = False) -> dict[str, Any]:
    content: dict[str, Any] = {
        "application/json": {"schema": _object(fields) | {"additionalProperties": False}}
    }
    described: dict[str, Any] = {"summary": summary}
    if raw:
        content["text/html"] = {"schema": _string("The page's bytes as they are; its charset is evidence.")}
        described["parameters"] = [
            {"name": name, "in": "query", "schema": {"type": "string"}, "description": "For a page as body."}
            for name in ("url", "method", "policy", "format", "title", "windows")
        ]
    problems = {
        status: {"description": told, "content": {"application/json": {"schema": _reference("Problem")}}}
        for status, told in PROBLEMS.items()
    }
    answers = {"application/json": {"schema": _reference(answer)}}
    if raw:
        answers["text/plain"] = {"schema": _string("The text alone, for Accept: text/plain; faster.")}
    right = {"description": "Done.", "content": answers}
    return described | {
        "requestBody": {"required": True, "content": content},
        "responses": {"200": right} | problems,
    }


def _string(description: str, choices: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"type": "string", "description": description} | ({"enum": list(choices)} if choices else {})


def _list(description: str, choices: tuple[str, ...] = ()) -> dict[str, Any]:
    items = {"type": "string"} | ({"enum": list(choices)} if choices else {})
    return {"type": "array", "items": items, "description": description}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}
