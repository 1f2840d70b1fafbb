"""The commands whose output people look at: the report of a page, and plots."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

import click

from markwindow.archive.records import Extraction
from markwindow.archive.sources import PageError, RawPage, is_single_page, open_sources
from markwindow.cli_options import ALL, how_options, methods_or_all
from markwindow.cli_sources import check_sources, column_option, tell

if TYPE_CHECKING:
    from markwindow.report.view import View


def _out(_: click.Context, option: click.Parameter, value: str) -> Path:
    path = Path(value)
    if path.is_dir():
        raise click.BadParameter(f"{value} is a folder; give the name of a file in it.")
    return path


ENDINGS = (".html", ".htm")
"""How the name of a report ends."""
_OUT = click.option("-o", "--out", required=True, callback=_out, metavar="FILE", help="The file to write.")
_METHODS = click.option(
    "--methods",
    "--method",
    callback=methods_or_all,
    default=ALL,
    show_default=True,
    metavar="M,…|all",
    help="The methods to choose between.",
)
_TITLE = click.option("--title", metavar="T", help="The title, where you know better than the page.")


@click.command()
@click.argument("source", metavar="SRC")
@_OUT
@_METHODS
@_TITLE
@click.option(
    "--pages",
    multiple=True,
    callback=check_sources,
    metavar="SRC",
    help="For an archive's output: what the run read, for reports of its suspicious pages.",
)
@column_option
@click.option(
    "--most",
    type=click.IntRange(min=0),
    default=100,
    show_default=True,
    metavar="N",
    help="For an archive's output: so many suspicious pages.",
)
@how_options
def report(
    source: str,
    out: Path,
    methods: tuple[str, ...],
    title: str | None,
    pages: tuple[str, ...],
    column: str | None,
    most: int,
    how: Extraction,
) -> int:
    """Write one HTML file that shows every window of a page, and why it was kept or dropped.

    SRC is a file, an address, or - for standard input. The file needs nothing else and loads nothing.

    Where SRC is an output of `markwindow archive` (.jsonl, .parquet, .sqlite), the file tells of the archive:
    kinds, encodings, lengths, why texts are empty, and which pages deserve a look.
    """
    from markwindow.cli_archive_report import output_sink, write_archive_report
    from markwindow.report.self_contained import page_report

    _check_ending(out, ENDINGS)
    if (sink := output_sink(source)) is not None:
        arguments = {"methods": methods, "policy": how.policy or "balanced", "options": how.options}
        return write_archive_report(source, sink, out, pages, column, most, arguments)
    if pages:
        raise click.UsageError(f"--pages goes with an output of markwindow archive, which {source} is not.")
    view = _view(source, out, methods, title, how)
    if view is None:
        return 1
    _write(out, lambda file: file.write_text(page_report(view, view["label"]), encoding="utf-8"))
    return 0


@click.command()
@click.argument("source", metavar="SRC")
@_OUT
@click.option(
    "--method",
    "methods",
    callback=methods_or_all,
    default="default",
    show_default=True,
    metavar="M",
    help="The method whose kept lines are shaded.",
)
@_TITLE
@how_options
def plot(source: str, out: Path, methods: tuple[str, ...], title: str | None, how: Extraction) -> int:
    """Draw the curves of a page, as .svg, .png or .pdf: density, line blocks, distance to the title."""
    try:
        import matplotlib  # noqa: F401 - what is missing is said before the page is read
    except ModuleNotFoundError:
        raise click.UsageError(
            "plot needs the package matplotlib: pip install 'markwindow[report]'"
        ) from None
    from markwindow.report.fonts import NoFont
    from markwindow.report.plot import SUFFIXES, save_plot

    _check_ending(out, SUFFIXES)
    view = _view(source, out, methods, title, how)
    if view is None:
        return 1
    try:
        _write(out, lambda file: save_plot(view, file))
    except NoFont as error:
        tell(str(error))
        return 1
    return 0


def _check_ending(out: Path, endings: Collection[str]) -> None:
    """Refuse a name of which nobody would know what it holds."""
    if out.suffix.lower() not in endings:
        raise click.BadParameter(f"{out}: end the name in {', '.join(endings)}.", param_hint="-o")


def _view(
    source: str, out: Path, methods: tuple[str, ...], title: str | None, how: Extraction
) -> View | None:
    """The view of the page that a word names, with its label; None if the page cannot be had."""
    from markwindow.report.view import page_view

    raw = _single_page(source, out)
    try:
        content = raw.content()
    except PageError as error:
        tell(f"{raw.label}: {error.problem}")
        return None
    view = page_view(
        content.data,
        methods,
        policy=how.policy or "balanced",
        title=title,
        url=content.url,
        content_type=content.content_type,
        options=how.options,
    )
    return view | {"label": raw.label}


def _single_page(source: str, out: Path) -> RawPage:
    """The page that a word names; it must not be the file to write."""
    try:
        if not is_single_page([source]):
            raise click.UsageError(f"{source} is a folder; give one page of it.")
        opened = open_sources([source])
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if out.exists() and os.path.exists(source) and out.samefile(source):
        raise click.UsageError(f"{out} is the page itself; give another name with -o.")
    return next(iter(opened[0].pages()))


def _write(out: Path, write: Callable[[Path], object]) -> None:
    """Write the file in one step, so that nobody meets half of it."""
    part = out.with_name(f".{out.name}.part{out.suffix}")
    try:
        write(part)
        os.replace(part, out)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise click.ClickException(
            f"{out} cannot be written ({error.strerror or error}); give another name with -o."
        ) from None
