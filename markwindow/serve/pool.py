"""Worker processes for a service: warm, few, replaced when they hang or die, with a queue that has an end.

Each worker is driven by one thread of the service, which hands it a request and waits for the answer. So a
page that takes too long costs one worker's restart and nobody else anything.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from markwindow.options import Options
from markwindow.serve.asks import Ask, WrongAsk

START_SECONDS = 60.0
"""For a process to start and load its dictionary."""


class Busy(Exception):
    """Too many requests wait already."""


class Failed(Exception):
    """The page was given up: too slow, or the process died at it."""


class Pool:
    """Answers requests in `jobs` processes; at most `waiting` requests and `waiting_bytes` wait for one."""

    def __init__(self, base: Options, jobs: int, *, seconds: float, waiting: int, waiting_bytes: int) -> None:
        self._base = base
        self._jobs = jobs
        self._seconds = seconds
        self._places = jobs + waiting
        self._bytes = waiting_bytes
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="markwindow-serve")
        self._workers: list[_Worker] = []

    async def start(self) -> None:
        """Start the processes and wait until they are warm."""
        loop = asyncio.get_running_loop()
        self._workers = [_Worker(self._base) for _ in range(self._jobs)]
        await asyncio.gather(*(loop.run_in_executor(self._threads, w.wait_ready) for w in self._workers))
        for worker in self._workers:
            self._idle.put_nowait(worker)

    def stop(self) -> None:
        """End the processes."""
        for worker in self._workers:
            worker.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def call(self, task: str, ask: Ask) -> Any:  # noqa: ANN401 - what the task gives
        """The answer of a task; raises `Busy`, `Failed`, or `WrongAsk` for what only the library can tell."""
        size = len(ask.html or b"")
        if not self._places or size > self._bytes:
            raise Busy
        self._places -= 1
        self._bytes -= size
        try:
            worker = await self._idle.get()
            answering = asyncio.get_running_loop().run_in_executor(
                self._threads, worker.answer, task, ask, self._seconds
            )
            # A client that is gone does not take the worker with it: it is idle again when it has answered.
            answering.add_done_callback(lambda _: self._idle.put_nowait(worker))
            is_right, answer = await asyncio.shield(answering)
        finally:
            self._places += 1
            self._bytes += size
        if not is_right:
            raise WrongAsk(answer)
        return answer


class _Worker:
    """A process and its pipe; one thread at a time may use it."""

    def __init__(self, base: Options) -> None:
        self._base = base
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self._process = context.Process(target=_work, args=(far_end, self._base), daemon=True)
        self._process.start()
        far_end.close()
        self._is_ready = False

    def wait_ready(self) -> None:
        """Wait until the process is warm; raises `Failed` if it is not in time."""
        if not self._is_ready:
            try:
                if not self._pipe.poll(START_SECONDS):
                    raise EOFError
                self._pipe.recv()
            except (EOFError, OSError):
                self.stop()
                raise Failed("a worker process cannot start; see the service's messages.") from None
            self._is_ready = True

    def answer(self, task: str, ask: Ask, seconds: float) -> tuple[bool, Any]:
        """Whether the request was right, and the answer or what was wrong with it; raises `Failed`."""
        try:
            self.wait_ready()
        except Failed:
            self._start()
            raise
        try:
            self._pipe.send((task, ask))
            if not self._pipe.poll(seconds):
                raise Failed(f"the page was not finished after {seconds:g} seconds.")
            answer: tuple[bool, Any] = self._pipe.recv()
        except (Failed, EOFError, OSError) as error:
            self.stop()
            self._start()
            told = str(error) if isinstance(error, Failed) else "the process ended at this page."
            raise Failed(told) from None
        return answer

    def stop(self) -> None:
        """End the process, whatever it does."""
        self._pipe.close()
        self._process.kill()
        self._process.join(timeout=5)


def _work(pipe: Connection, base: Options) -> None:
    """The life of a worker: get warm, say so, answer until the pipe closes."""
    from markwindow import warm_up
    from markwindow.serve.tasks import TASKS

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        warm_up(base)
        # What only explanations need is loaded now, not at the first request.
        for task in TASKS.values():
            task(Ask(html="<title>预热</title><p>预热。"), base)
        pipe.send(None)
        while True:
            task, ask = pipe.recv()
            try:
                answer = (True, TASKS[task](ask, base))
            except (ValueError, TypeError) as error:
                answer = (False, str(error))
            pipe.send(answer)
