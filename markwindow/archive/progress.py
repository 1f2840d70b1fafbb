"""What a person sees while a run lasts: pages done, speed, time left, and the pages that fail."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar


class Progress:
    """Without a terminal: only the sentences about pages."""

    def start(self, done: int) -> None:
        """So many pages were done before."""

    def advance(self, sentence: str = "") -> None:
        """One more page, and what there is to tell of it."""
        if sentence:
            print(sentence, file=sys.stderr)


@contextmanager
def progress(count: Callable[[], int], *, quiet: bool = False) -> Iterator[Progress]:
    """Show progress on stderr if that is a terminal; `count` is asked for the number of pages only then."""
    if quiet:
        yield _Quiet()
        return
    if not sys.stderr.isatty():
        yield Progress()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Bar(*columns, console=console, transient=True) as bar:
        bar.add_task("", total=count())
        yield _OnTerminal(bar)


class _Quiet(Progress):
    def advance(self, sentence: str = "") -> None:
        pass


class _OnTerminal(Progress):
    def __init__(self, bar: Bar) -> None:
        self._bar = bar
        self._task = bar.task_ids[0]
        self._done = 0
        self._since = time.monotonic()

    def start(self, done: int) -> None:
        self._bar.update(self._task, completed=done)
        self._since = time.monotonic()

    def advance(self, sentence: str = "") -> None:
        self._done += 1
        speed = self._done / max(time.monotonic() - self._since, 1e-6)
        total = self._bar.tasks[0].total
        if total is not None and self._bar.tasks[0].completed >= total:  # it was an estimate
            self._bar.update(self._task, total=total + 1)
        self._bar.update(self._task, advance=1, description=f"{speed:.1f} pages/s")
        if sentence:
            self._bar.console.print(sentence, soft_wrap=True)
