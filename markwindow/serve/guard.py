"""What stands before every request: who may ask, how much, and how slowly.

A service on loopback can be reached by any page that the user's browser shows. Three checks keep such pages
out: the Host header must name this service (so no foreign name that was bound to this address works), a
request that a browser sends for another site's page is refused (Origin, Sec-Fetch-Site), and bodies must have
a content type that no form can send.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_TYPES = ("application/json", "text/html", "application/xhtml+xml")


class Guard:
    """ASGI middleware: refuses foreign callers, and reads bodies within limits of size, time and memory."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: Iterable[str],
        most_bytes: int,
        body_seconds: float,
        reading_bytes: int,
    ) -> None:
        """`hosts`: names, without port, that the service is called by; `reading_bytes`: of all bodies."""
        self._app = app
        self._hosts = frozenset(host.lower().strip("[]") for host in hosts)
        self._most_bytes = most_bytes
        self._body_seconds = body_seconds
        self._free = reading_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, read the body whole, and hand on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refused = self._refused(scope["method"], headers) or (
            scope["method"] == "POST" and _wrong_type(headers)
        )
        if refused:
            await answer(send, *refused)
        elif scope["method"] == "POST":
            await self._with_body(scope, headers, receive, send)
        else:
            await self._app(scope, receive, send)

    def _refused(self, method: str, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if _split(f"//{host}").hostname not in self._hosts:
            return 403, f"This service has no name {host!r}; start it with --allow-host if it should."
        origin = headers.get("origin")
        if origin is not None and _split(origin).netloc.lower() != host.lower():
            return 403, "Pages of other sites may not use this service."
        # A link on another page may lead here; what such a page loads or sends by itself may not.
        is_followed = headers.get("sec-fetch-dest") == "document" and method == "GET"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not is_followed:
            return 403, "Pages of other sites may not use this service."
        return None

    async def _with_body(self, scope: Scope, headers: dict[str, str], receive: Receive, send: Send) -> None:
        body = bytearray()
        try:
            refused = await self._read(body, headers, receive)
            if refused is None:
                await self._app(scope, _replay(bytes(body), receive), send)
            else:
                await answer(send, *refused)
        except _Gone:
            return
        finally:
            self._free += len(body)

    async def _read(
        self, body: bytearray, headers: dict[str, str], receive: Receive
    ) -> tuple[int, str] | None:
        """Read the body; returns why it is refused, None if it is whole."""
        too_large = 413, f"The page is larger than {self._most_bytes:,} bytes."
        told = headers.get("content-length", "")
        if told.isascii() and told.isdigit() and int(told) > self._most_bytes:
            return too_large
        clock = asyncio.get_running_loop().time
        deadline = clock() + self._body_seconds
        more = True
        while more:
            try:
                message = await asyncio.wait_for(receive(), max(deadline - clock(), 0))
            except asyncio.TimeoutError:
                return 408, f"The body did not arrive within {self._body_seconds:g} seconds."
            if message["type"] == "http.disconnect":
                raise _Gone
            chunk = message.get("body", b"")
            if len(body) + len(chunk) > self._most_bytes:
                return too_large
            if len(chunk) > self._free:
                return 429, "Too many large requests at once; try again later."
            self._free -= len(chunk)
            body += chunk
            more = message.get("more_body", False)
        return None


class _Gone(Exception):
    """The client has left."""


async def answer(send: Send, status: int, problem: str) -> None:
    """A refusal as JSON; the connection ends with it, whatever the client still wants to send."""
    body = json.dumps({"error": problem}, ensure_ascii=False).encode("utf-8", "backslashreplace")
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    if status in (429, 503):
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _wrong_type(headers: dict[str, str]) -> tuple[int, str] | None:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind in BODY_TYPES:
        return None
    return (
        415,
        f"Send application/json, or the page itself as text/html, not {kind or 'a body without type'}.",
    )


def _split(address: str) -> SplitResult:
    """The parts of an address; all empty where it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def _replay(body: bytes, receive: Receive) -> Receive:
    """The body in one piece, then what the connection says."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay
