"""Many pages from the web without being a burden: robots.txt, pauses, few tries.

A host is asked for one page at a time, with a pause in between; several hosts are asked at the same time.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from markwindow.fetch import HEADERS, MAX_BYTES, Fetched, FetchError, fetch

if TYPE_CHECKING:
    from protego import Protego

DELAY = 1.0
"""Seconds between two pages of a host, if its robots.txt does not ask for more."""
LONGEST_DELAY = 30.0
"""Seconds; a robots.txt that asks for more gets this."""
PAUSES = (2.0, 4.0)
"""Seconds before the second and the third try."""
MOST_SILENCES = 3
"""After so many pages in a row without any answer, a host is left alone."""

AGENT = "markwindow"
"""The name that robots.txt files can speak about."""
_USER_AGENT = f"{HEADERS['User-Agent']} {AGENT}"
_ROBOTS_BYTES = 512_000
"""As much of a robots.txt as RFC 9309 (2.5) wants to be read."""


class PoliteFetcher:
    """Fetches pages in the background: `order` them, `take` them, `close` at the end."""

    def __init__(self) -> None:
        self._hosts: dict[str, _Host] = {}
        self._ordered: dict[str, Future[Fetched]] = {}
        self._lock = threading.Lock()
        self._closed = threading.Event()

    def order(self, url: str) -> None:
        """Begin to fetch a page as soon as its host may be asked."""
        name = _host_name(url)
        self._ordered[url] = future = Future[Fetched]()
        with self._lock:
            host = self._hosts.setdefault(name, _Host(name))
            host.waiting.append((url, future))
            if not host.is_served:
                host.is_served = True
                # Daemons, so that no host can hold back the end of the program.
                threading.Thread(target=self._serve, args=(host,), daemon=True).start()

    def take(self, url: str) -> Fetched:
        """A page that was ordered; waits for it.

        Raises:
            FetchError: For everything that can go wrong, in one sentence.
        """
        return self._ordered.pop(url).result()

    def close(self) -> None:
        """Begin nothing more."""
        self._closed.set()

    def _serve(self, host: _Host) -> None:
        while not self._closed.is_set():
            with self._lock:
                if not host.waiting:
                    host.is_served = False
                    return
                url, future = host.waiting.popleft()
            try:
                future.set_result(self._get(host, url))
            except Exception as error:
                future.set_exception(error)

    def _get(self, host: _Host, url: str) -> Fetched:
        if host.silences >= MOST_SILENCES:
            raise FetchError(url, f"its host gave no answer {MOST_SILENCES} times in a row: not tried.")
        if not host.has_rules:
            self._read_rules(host)
        if host.refusal:
            raise FetchError(url, host.refusal)
        if host.rules is not None and not host.rules.can_fetch(url, AGENT):
            raise FetchError(url, "its host's robots.txt asks programs not to fetch it.")
        answer = self._ask(host, url)
        for pause in PAUSES:
            if isinstance(answer, Fetched) or not answer.is_temporary:
                break
            self._closed.wait(min(max(answer.wait, pause), LONGEST_DELAY))
            answer = self._ask(host, url)
        if isinstance(answer, FetchError):
            host.silences = host.silences + 1 if answer.is_silence else 0
            raise answer
        host.silences = 0
        return answer

    def _ask(self, host: _Host, url: str, max_bytes: int = MAX_BYTES) -> Fetched | FetchError:
        """Fetch when the host's pause is over."""
        self._closed.wait(max(host.free_at - time.monotonic(), 0))
        if self._closed.is_set():
            return FetchError(url, "the run was ended before.")
        try:
            return fetch(url, user_agent=_USER_AGENT, max_bytes=max_bytes)
        except FetchError as error:
            return error
        finally:
            host.free_at = time.monotonic() + host.delay

    def _read_rules(self, host: _Host) -> None:
        """Get robots.txt: without one all is allowed, while its server fails nothing is (RFC 9309, 2.3.1)."""
        from protego import Protego

        host.has_rules = True
        answer = self._ask(host, f"{host.name}/robots.txt", _ROBOTS_BYTES)
        if isinstance(answer, Fetched):
            host.rules = Protego.parse(answer.content.decode("utf-8", "replace"))
            host.delay = min(max(DELAY, host.rules.crawl_delay(AGENT) or 0.0), LONGEST_DELAY)
            return
        host.silences += answer.is_silence
        if answer.status is not None and answer.status >= 500:
            host.refusal = f"its host's robots.txt cannot be had (status {answer.status}); try again later."


@dataclass(slots=True)
class _Host:
    """What is known of a host, and the pages that wait for it."""

    name: str
    waiting: deque[tuple[str, Future[Fetched]]] = field(default_factory=deque)
    is_served: bool = False
    has_rules: bool = False
    rules: Protego | None = None
    refusal: str = ""
    silences: int = 0
    delay: float = field(default_factory=lambda: DELAY)
    free_at: float = 0.0


def _host_name(url: str) -> str:
    """Scheme, host and port; empty for an address that `fetch` will refuse."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return f"{parts.scheme.lower()}://{parts.netloc.lower()}"
