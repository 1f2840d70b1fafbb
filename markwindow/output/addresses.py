"""Addresses of links and images: absolute where the page's own is known, and safe to follow."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit

LINK_SCHEMES = frozenset(["http", "https", "mailto", "ftp"])
IMAGE_SCHEMES = frozenset(["http", "https"])
"""No ``data:``: it stands for the placeholders of lazy pages, and can hold anything."""

_WITH_HOST = frozenset(["http", "https", "ftp"])

LAZY_ATTRIBUTES = (
    "data-original",
    "data-original-src",
    "data-actualsrc",
    "data-src",
    "data-lazy-src",
    "data-lazyload",
    "data-lazyload-src",
    "data-lazy",
    "data-echo",
    "zoomfile",
    "file",
    "original",
)
"""Where pages that load images late keep their addresses; `src` then holds a placeholder."""

# What a browser takes away before it reads an address (https://url.spec.whatwg.org/#concept-basic-url-parser):
# controls and blanks around it, tabs and line breaks in it.
_REMOVED = re.compile(r"[\t\n\r]")
_AROUND = "".join(map(chr, range(0x21)))
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.\-]*:")
# Not allowed in an address by the standard, and able to end it in HTML, Markdown or XML.
_UNSAFE = re.compile(
    r"""[\x00-\x20\x7f-\x9f"'<>\\`{}|^()\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\ud800-\udfff]"""
)
_NO_HOST = re.compile("[%\ufffd]")
# Late attributes also hold words like "true".
_LOOKS_LIKE_ADDRESS = re.compile(r"[./]")


def safe_address(raw: str, base: str | None, schemes: frozenset[str]) -> str:
    """The address, absolute if `base` is known; empty for one of another scheme or none at all."""
    address = _REMOVED.sub("", raw).strip(_AROUND)
    if not address or address.startswith("#"):
        return ""
    try:
        address = _UNSAFE.sub(_percent, urljoin(base, address) if base else address)
        parts = urlsplit(address)
        # A host with escaped or undecodable characters, or none: no address. Asking for the port tests it.
        is_nowhere = _NO_HOST.search(parts.netloc) or (parts.scheme in _WITH_HOST and not parts.netloc)
        if is_nowhere or parts.port == 0:
            return ""
    except ValueError:
        return ""
    scheme = _SCHEME.match(address)
    if scheme and scheme.group()[:-1].lower() not in schemes:
        return ""
    return address


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match.group().encode("utf-8", "replace"))


def image_address(attributes: Mapping[str, str | None], base: str | None) -> str:
    """The address of an img: a late one before `src`, then the largest of its `srcset`; or empty."""
    for name in (*LAZY_ATTRIBUTES, "src"):
        raw = (attributes.get(name) or "").strip()
        if raw and _LOOKS_LIKE_ADDRESS.search(raw) and (address := safe_address(raw, base, IMAGE_SCHEMES)):
            return address
    for name in ("data-srcset", "srcset"):
        candidates = [entry.split() for entry in (attributes.get(name) or "").split(", ")]
        if candidates[-1:] and candidates[-1]:
            return safe_address(candidates[-1][0].rstrip(","), base, IMAGE_SCHEMES)
    return ""
