"""Pages through several processes, each of them warm.

Each worker has a pipe of its own and answers page by page. So when one dies (memory, a fault in a C library)
or hangs, it is known at which page: that page becomes a record with `error`, and the rest goes on.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from queue import SimpleQueue
from threading import Thread

from markwindow.archive.journal import RunError
from markwindow.archive.records import Extraction, Record, error_record, record_for_run
from markwindow.archive.sources import RawPage

AHEAD = 4
"""Pages that a worker has at a time: enough that it need not wait for the next one, few enough that the last
worker does not keep the others waiting at the end."""
AHEAD_BYTES = 8_000_000
"""A worker gets no further page while those it has are this large."""
PAGE_SECONDS = 120.0
"""A page that takes longer, fetching included, is given up. The slowest real pages take about a second."""

Answer = tuple[RawPage, Record]
Task = Callable[[RawPage, Extraction], Record]
"""What a worker does with a page; a function that can be pickled and never raises."""


def records_here(
    pages: Iterator[RawPage], how: Extraction, task: Task = record_for_run
) -> Generator[Answer, None, None]:
    """Pages and their records, in order, in this process."""
    from markwindow import warm_up

    is_warm = False
    for raw in pages:
        if not is_warm:  # so that the first page does not look slow
            warm_up(how.options)
            is_warm = True
        yield raw, task(raw, how)


def records_by_workers(
    pages: Iterator[RawPage],
    how: Extraction,
    jobs: int,
    page_seconds: float = PAGE_SECONDS,
    task: Task = record_for_run,
) -> Generator[Answer, None, None]:
    """Pages and their records, as they are finished, from `jobs` processes.

    Raises:
        RunError: When workers cannot be started at all.
    """
    context = multiprocessing.get_context("spawn")
    given_back: deque[RawPage] = deque()
    workers = [_Worker(context, how, task) for _ in range(jobs)]
    try:
        while True:
            is_handing = False
            for worker in workers:
                if worker.has_room:
                    raw = given_back.popleft() if given_back else next(pages, None)
                    if raw is not None:
                        worker.hand(raw)
                        is_handing = True
            if any(worker.is_ready for worker in workers) and not any(worker.pages for worker in workers):
                return
            answering = set(wait([worker.pipe for worker in workers], timeout=0 if is_handing else 1.0))
            for place, worker in enumerate(workers):
                if worker.pipe in answering:
                    is_dead, answers = worker.take()
                    yield from answers
                    problem = (
                        f"the process ended at this page (exit code {worker.exit_code()})." if is_dead else ""
                    )
                elif worker.is_late(page_seconds):
                    problem = f"not finished after {page_seconds:g} seconds."
                else:
                    continue
                if problem:
                    worker.stop()
                    if not worker.is_ready:
                        raise RunError("worker processes cannot start; use --jobs 1.")
                    if worker.pages:
                        raw = worker.pages.popleft()
                        yield raw, error_record(raw, problem)
                    given_back.extend(worker.pages)
                    workers[place] = _Worker(context, how, task)
    finally:
        for worker in workers:
            worker.end()
        for worker in workers:
            worker.stop()


class _Worker:
    """A process, its pipe, and the pages it has not yet answered for."""

    def __init__(self, context: SpawnContext, how: Extraction, task: Task) -> None:
        self.pipe, far_end = context.Pipe()
        self.pages: deque[RawPage] = deque()
        self.is_ready = False
        self._bytes = 0
        self._since = time.monotonic()
        self._process = context.Process(target=_work, args=(far_end, how, task), daemon=True)
        with _no_interrupt():
            self._process.start()
        far_end.close()
        # A thread sends: a worker that hangs, or itself waits to send, takes nothing, and this process must
        # not wait for it.
        self._outbox: SimpleQueue[RawPage | None] = SimpleQueue()
        self._sender = Thread(target=self._send, daemon=True)
        self._sender.start()

    @property
    def has_room(self) -> bool:
        """Whether it can be handed a page."""
        return self.is_ready and len(self.pages) < AHEAD and self._bytes < AHEAD_BYTES

    def hand(self, raw: RawPage) -> None:
        """Give it a page."""
        if not self.pages:
            self._since = time.monotonic()
        self.pages.append(raw)
        self._bytes += raw.size
        self._outbox.put(raw)

    def take(self) -> tuple[bool, list[Answer]]:
        """Whether it is dead, and what it answered."""
        answers: list[Answer] = []
        try:
            while self.pipe.poll():
                made = self.pipe.recv()
                self._since = time.monotonic()
                if self.is_ready:
                    raw = self.pages.popleft()
                    self._bytes -= raw.size
                    answers.append((raw, made))
                self.is_ready = True
        except (EOFError, OSError):
            return True, answers
        return False, answers

    def is_late(self, seconds: float) -> bool:
        """Whether it has been at one page for too long."""
        return bool(self.pages) and time.monotonic() - self._since > seconds

    def exit_code(self) -> int | None:
        """How the process ended; waits a moment for its end."""
        self._process.join(timeout=5)
        return self._process.exitcode

    def end(self) -> None:
        """Tell it to end: an idle one by closing its pipe, a busy one by a kill."""
        if self.pages or not self.is_ready:
            self._process.kill()
        self._outbox.put(None)

    def stop(self) -> None:
        """End it, and wait for that."""
        self.end()
        self._sender.join(timeout=5)
        self.pipe.close()
        self._process.join(timeout=5)
        if self._process.is_alive():
            self._process.kill()

    def _send(self) -> None:
        with suppress(OSError):  # it died meanwhile: its pipe tells
            while (raw := self._outbox.get()) is not None:
                self.pipe.send(raw)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Hold Ctrl-C back while a process starts: it inherits that, so only this process hears Ctrl-C."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection, how: Extraction, task: Task) -> None:
    """The life of a worker: get warm, say so, answer page by page until the pipe closes."""
    from markwindow import warm_up

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        warm_up(how.options)
        pipe.send(None)
        while True:
            pipe.send(task(pipe.recv(), how))
    except (EOFError, OSError):
        return
