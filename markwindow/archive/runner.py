"""A whole run: from sources over workers and the journal to the output."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import fields, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markwindow.archive.journal import Journal, Mode
from markwindow.archive.outgoing import outgoing
from markwindow.archive.records import Extraction, Record, join_methods, record_for_run
from markwindow.archive.repeats import Repeats
from markwindow.archive.sinks import open_sink, sink_name
from markwindow.archive.sources import RawPage, Source, open_sources
from markwindow.archive.summary import Summary
from markwindow.archive.text_parts import find_wholes
from markwindow.archive.workers import Answer, Task, records_by_workers, records_here

if TYPE_CHECKING:
    from markwindow.archive.site_pass import Sites

FEW_PAGES = 32
"""With no more pages than this, starting processes takes longer than the pages do."""


def run(
    sources: Sequence[str],
    out: str,
    how: Extraction,
    *,
    to: str | None = None,
    jobs: int | None = None,
    ordered: bool = False,
    column: str | None = None,
    site_pass: bool = False,
    join_parts: bool = False,
    mode: Mode = "new",
    on_start: Callable[[int], None] = lambda recorded: None,
    on_record: Callable[[RawPage, Record], None] = lambda raw, made: None,
) -> Summary:
    """Extract all pages of all sources into `out`; without any page, no output is made.

    Args:
        sources: Files, folders, archives, addresses, ``-``.
        out: The output; while the run lasts, its records lie in ``OUT.parts``.
        how: Methods, policy, options.
        to: The kind of output; guessed from the name of `out` without it.
        jobs: Number of processes; 1 for none beside this one; without it, one for each processor if
            there are more than a few pages. A script that calls this needs the usual
            ``if __name__ == "__main__":`` then.
        ordered: Whether records stand in the order of the sources, not in that of their finishing.
        column: The column with pages in tables.
        site_pass: Whether all pages are first read for what those of a site say together.
        join_parts: Whether a text in several pages is joined in the record of the first one.
        mode: What to do when the output or parts of it are there: ``"new"`` refuses.
        on_start: Called with the number of pages that an earlier run recorded.
        on_record: Called with each page and its record, once the record is safe.

    Raises:
        ValueError: A wrong call, in one sentence: no such source, an output that is there, less than one job…
        RunError: The disk or the processes failed; finished records are kept.
    """
    if jobs is not None and (type(jobs) is not int or jobs < 1):
        raise ValueError(f"jobs={jobs!r}: give a whole number of at least 1, or None for one a processor.")
    opened = open_sources(sources, column)
    if site_pass and not all(source.can_repeat for source in opened):
        raise ValueError(
            "--site-pass reads pages more than once; save what comes from addresses or standard input first."
        )
    sink = open_sink(out, to, how)
    how = replace(how, wants=sink.wants)
    summary = Summary()
    repeats = Repeats()
    recorded: set[str] = set()
    order: dict[str, int] = {}

    def pages() -> Iterator[RawPage]:
        for source in opened:
            for raw in source.pages(recorded):
                if ordered:
                    order[raw.id] = len(order)
                if raw.id not in recorded:
                    yield raw

    join = partial(join_methods, methods=how.methods)
    settings = _settings(sources, column, how, to or sink_name(out), site_pass, join_parts)
    with Journal(out, sink, settings, mode, join) as journal:
        for made in journal.records():
            recorded.add(made["id"])
            summary.add(made, from_before=True)
            repeats.add(made)
        if site_pass:
            how = replace(how, sites=_learned(opened, how, jobs))
            summary.sites = how.sites
        on_start(len(recorded))
        with closing(_records(pages(), how, jobs)) as answers:
            for raw, made in answers:
                journal.write(made)
                summary.add(made)
                repeats.add(made)
                on_record(raw, made)
        for source in opened:
            summary.skipped += source.skipped
        if summary.pages:
            found = repeats.find()
            summary.add_repeats(found)
            wholes = find_wholes(journal.records) if join_parts else {}
            journal.finish(
                order if ordered else None,
                partial(outgoing, methods=how.methods, repeats=found, wholes=wholes),
            )
        else:
            journal.discard()
        summary.left = journal.left()
    return summary


def _learned(opened: Sequence[Source], how: Extraction, jobs: int | None) -> Sites:
    from markwindow.archive.site_pass import learn

    def do(pages: Iterator[RawPage], task: Task) -> Iterator[Record]:
        return (made for _, made in _records(pages, how, jobs, task))

    return learn(lambda: chain.from_iterable(source.pages() for source in opened), how, do)


def _records(
    pages: Iterator[RawPage], how: Extraction, jobs: int | None, task: Task = record_for_run
) -> Generator[Answer, None, None]:
    if jobs is None:
        first = list(islice(pages, FEW_PAGES + 1))
        pages = chain(first, pages)
        jobs = _processors() if len(first) > FEW_PAGES else 1
    return records_here(pages, how, task) if jobs == 1 else records_by_workers(pages, how, jobs, task=task)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _settings(
    sources: Sequence[str], column: str | None, how: Extraction, to: str, site_pass: bool, join_parts: bool
) -> dict[str, Any]:
    """What two runs must share so that one can go on with the other's records: all that changes records."""
    options = {field.name: getattr(how.options, field.name) for field in fields(how.options)}
    words = "\n".join([*sorted(options.pop("stop_words")), "", *sorted(options.pop("user_words"))])
    weights = options.pop("weights")
    return {
        "sources": [word if "://" in word else os.path.realpath(word) for word in sources],
        "column": column,
        "methods": list(how.methods),
        "policy": how.policy,
        "title": how.title,
        "weights": None if weights is None else _digest(_weights_file(weights)),
        "to": to,
        "site_pass": site_pass,
        "join_parts": join_parts,
        "words": _digest(words.encode("utf-8", "surrogatepass")),
        **options,
    }


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _weights_file(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise ValueError(
            f"{path} cannot be read ({error.strerror}); give a file that `markwindow train` wrote."
        ) from None
