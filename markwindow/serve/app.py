"""The service: routes, and what each does with a request. All work on pages is done in the worker pool."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from markwindow.evaluation.marked import save_marked
from markwindow.evaluation.sets import SetError
from markwindow.fetch import FetchError, fetch
from markwindow.options import Options
from markwindow.report.self_contained import script_json
from markwindow.serve.asks import Ask, WrongAsk, raw_ask, read_ask
from markwindow.serve.guard import Guard
from markwindow.serve.held import HeldPages, page_bytes
from markwindow.serve.openapi import openapi
from markwindow.serve.pool import Busy, Failed, Pool
from markwindow.serve.workbench import workbench

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
FETCH_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Settings:
    """How the service is run. All sizes in bytes, all times in seconds."""

    gold: Path
    """The folder of the set that marked pages are saved to; made when the first is saved."""
    base: Options = field(default_factory=Options)
    """Words and weights that hold for every request."""
    jobs: int = 2
    page_seconds: float = 30.0
    """A page that takes longer is given up. The slowest real pages take about a second."""
    body_seconds: float = 30.0
    most_bytes: int = 16_000_000
    """The largest body. The longest article pages measured in web archives are under 10 MB."""
    waiting: int = 256
    """Requests that may wait for a worker; more are answered 429."""
    waiting_bytes: int = 256_000_000
    """Of all pages that are read, wait or are worked on."""
    fetches: int = 8
    """Pages fetched at a time."""
    allow_private: bool = False
    """Whether addresses of this machine and of local networks may be fetched."""
    hosts: tuple[str, ...] = LOOPBACK_NAMES
    """Names by which the service may be called."""


def make_app(settings: Settings) -> Starlette:
    """The service as an ASGI application; its processes start with it and end with it."""
    service = _Service(settings)
    return Starlette(
        routes=[
            Route("/", service.workbench),
            Route("/openapi.json", service.openapi),
            Route("/extract", _answered(service.extract), methods=["POST"]),
            Route("/view", _answered(service.view), methods=["POST"]),
            Route("/gold", _answered(service.gold), methods=["POST"]),
        ],
        middleware=[
            Middleware(
                Guard,
                hosts=settings.hosts,
                most_bytes=settings.most_bytes,
                body_seconds=settings.body_seconds,
                reading_bytes=settings.waiting_bytes,
            )
        ],
        lifespan=service.lifespan,
    )


class _Service:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pool = Pool(
            settings.base,
            settings.jobs,
            seconds=settings.page_seconds,
            waiting=settings.waiting,
            waiting_bytes=settings.waiting_bytes,
        )
        self._held = HeldPages()
        self._fetching = 0
        self._saving = asyncio.Lock()

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """The life of the worker processes."""
        try:
            await self._pool.start()
            yield
        finally:
            self._pool.stop()

    async def workbench(self, request: Request) -> Response:
        """The page for people."""
        page, policy = workbench(str(self._settings.gold), self._settings.most_bytes)
        headers = {
            "Content-Security-Policy": policy,
            "X-Frame-Options": "DENY",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
        }
        return Response(page, media_type="text/html", headers=headers)

    async def openapi(self, request: Request) -> Response:
        """The description of the API."""
        return _json(json.dumps(openapi(self._settings.most_bytes), ensure_ascii=False).encode())

    async def extract(self, request: Request) -> Response:
        """The record of a page, or its text alone for a client that accepts text/plain and no JSON."""
        ask = await self._with_page(await _ask(request))
        if request.headers.get("accept", "").partition(";")[0].strip().lower() == "text/plain":
            return Response(await self._pool.call("text", ask), media_type="text/plain")
        return _json(await self._pool.call("extract", ask))

    async def view(self, request: Request) -> Response:
        """All that the workbench shows of a page; the page is held for further requests."""
        ask = await self._with_page(await _ask(request))
        ask = replace(ask, page=self._held.hold(ask))
        return _json(await self._pool.call("view", ask))

    async def gold(self, request: Request) -> Response:
        """Save a page and the lines that a person marked as main text."""
        ask = await self._with_page(await _ask(request))
        text, facts = await self._pool.call("gold", ask)
        folder = self._settings.gold
        async with self._saving:
            id = await asyncio.to_thread(save_marked, folder, page_bytes(ask), text, facts)
        return _json(script_json({"id": id, "folder": str(folder), "chars": len(text)}).encode())

    async def _with_page(self, ask: Ask) -> Ask:
        if ask.page is not None:
            held = self._held.with_page(ask)
            if held is None:
                raise _Problem(410, "The page is not held any more; send it again.")
            return held
        if ask.html is not None:
            return ask
        if self._fetching >= self._settings.fetches:
            raise Busy
        self._fetching += 1
        try:
            found = await asyncio.to_thread(
                fetch,
                ask.url or "",
                total_time=FETCH_SECONDS,
                max_bytes=self._settings.most_bytes,
                allow_private=self._settings.allow_private,
            )
        except FetchError as error:
            raise _Problem(502, str(error)) from None
        finally:
            self._fetching -= 1
        return replace(ask, html=found.content, url=found.url, content_type=found.content_type)


class _Problem(Exception):
    """An answer other than 200."""

    def __init__(self, status: int, problem: str) -> None:
        super().__init__(problem)
        self.status = status


def _answered(
    handle: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """What goes wrong becomes a status and one sentence."""

    async def handled(request: Request) -> Response:
        try:
            return await handle(request)
        except WrongAsk as error:
            status, problem = 400, str(error)
        except _Problem as error:
            status, problem = error.status, str(error)
        except Busy:
            status, problem = 429, "Too many requests wait already; try again later."
        except Failed as error:
            status, problem = 503, f"No answer: {error}"
        except SetError as error:
            status, problem = 500, str(error)
        except OSError as error:
            status, problem = 500, f"The page cannot be saved ({error.strerror or error})."
        headers = {"Retry-After": "1"} if status in (429, 503) else None
        return _json(script_json({"error": problem}).encode(), status, headers)

    return handled


async def _ask(request: Request) -> Ask:
    kind = request.headers["content-type"]
    body = await request.body()
    if kind.partition(";")[0].strip().lower() == "application/json":
        return read_ask(body)
    return raw_ask(body, kind, request.query_params)


def _json(body: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(body, status, headers, media_type="application/json")
