"""The HTTP server: uvicorn with bounds on connections, so that slow clients hold nobody up."""

from __future__ import annotations

import socket
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from markwindow.serve.app import Settings, make_app

MOST_CONNECTIONS = 1000
"""More connections than this are answered 503."""
IDLE_SECONDS = 15.0
"""A connection that brings no whole request head for so long is closed."""
ANSWER_SECONDS = 120.0
"""A connection that has been at one request for so long, reading the answer included, is closed."""


class Protocol(H11Protocol):
    """uvicorn's protocol with limits for clients that send or read drop by drop, which it does not have."""

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - an asyncio.Transport
        """Start the clock of the connection."""
        super().connection_made(transport)
        self._seen: Any = None
        self._since = self.loop.time()
        self._clock = self.loop.call_later(IDLE_SECONDS, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._clock.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        now = self.loop.time()
        cycle = self.cycle
        if cycle is not self._seen:
            self._seen, self._since = cycle, now
        is_at_work = cycle is not None and not cycle.response_complete
        if now - self._since >= (ANSWER_SECONDS if is_at_work else IDLE_SECONDS):
            self.transport.abort()
        else:
            self._clock = self.loop.call_later(IDLE_SECONDS, self._look)


def make_server(settings: Settings) -> uvicorn.Server:
    """The server for a socket that is open already: `server.run(sockets=[…])`."""
    config = uvicorn.Config(
        make_app(settings),
        http=Protocol,
        ws="none",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=3,
    )
    return uvicorn.Server(config)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises OSError. Port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except OSError:
        listening.close()
        raise
    return listening
