"""The report of an archive run's output, with reports of its most suspicious pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from markwindow.archive.records import Extraction
from markwindow.archive.sources import PageError, RawPage, open_sources
from markwindow.cli_sources import tell

if TYPE_CHECKING:
    from markwindow.archive.sinks import Sink


def output_sink(source: str) -> Sink | None:
    """The kind of archive output that a file is by its name; None for a page or anything else."""
    from markwindow.archive.sinks import open_sink

    if not Path(source).is_file():
        return None
    with suppress(ValueError):
        return open_sink(source, None, Extraction())
    return None


def write_archive_report(
    source: str,
    sink: Sink,
    out: Path,
    pages: Sequence[str],
    column: str | None,
    most: int,
    arguments: dict[str, Any],
) -> int:
    """Write the report of the output `source`, and beside it those of its `most` suspicious pages.

    `pages` are the sources that the run read, in the same order; without them single pages get no report.
    `column` is the one with pages where these are tables. `arguments` go to `page_view` besides the page.
    """
    from markwindow.report.archive_figures import read_figures
    from markwindow.report.archive_report import archive_report

    try:
        figures = read_figures(sink.read(Path(source)), most)
    except (ValueError, KeyError, OSError) as error:
        raise click.UsageError(f"{source} is no output of markwindow archive ({error}).") from None
    if not figures.pages:
        tell(f"{source}: no records there.")
        return 1
    folder = out.with_name(f"{out.stem}-pages")
    wanted = {suspect.id: f"{number:04}.html" for number, suspect in enumerate(figures.suspects, 1)}
    made: dict[str, str] = {}
    try:
        if pages and wanted:
            if folder.exists():
                shutil.rmtree(folder)
            folder.mkdir()
            made = {
                raw.id: f"{folder.name}/{wanted[raw.id]}"
                for raw in _find(pages, column, wanted)
                if _write_page(raw, folder / wanted[raw.id], arguments)
            }
        out.write_text(archive_report(figures, source, made), encoding="utf-8")
    except OSError as error:
        raise click.ClickException(
            f"{out} cannot be written ({error.strerror or error}); give another name with -o."
        ) from None
    lost = len(wanted) - len(made)
    if pages and lost:
        tell(f"{lost} of {len(wanted)} suspicious pages are not in --pages, or cannot be read.")
    return 0


def _find(sources: Sequence[str], column: str | None, wanted: dict[str, str]) -> Iterator[RawPage]:
    missing = set(wanted)
    for source in open_sources(sources, column):
        for raw in source.pages():
            if raw.id in missing:
                missing.discard(raw.id)
                yield raw
            if not missing:
                return


def _write_page(raw: RawPage, out: Path, arguments: dict[str, Any]) -> bool:
    from markwindow.report.self_contained import page_report
    from markwindow.report.view import page_view

    try:
        content = raw.content()
    except PageError:
        return False
    view = page_view(content.data, url=content.url, content_type=content.content_type, **arguments)
    out.write_text(page_report(view, raw.label), encoding="utf-8")
    return True
