"""The command line: one place where its words become options and calls."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import click

from markwindow import __version__, cli_report, cli_serve
from markwindow.archive import show
from markwindow.archive.records import Extraction
from markwindow.archive.sources import is_single_page, open_sources
from markwindow.cli_archive import archive, compare
from markwindow.cli_learning import evaluate, train
from markwindow.cli_options import how_options
from markwindow.cli_pages import fields, kind, site_noise
from markwindow.cli_posts import posts
from markwindow.cli_search import search
from markwindow.cli_sources import column_option, no_pages, sources_argument, tell
from markwindow.methods import METHODS
from markwindow.output import FORMATS


class _Commands(click.Group):
    """Messages of one line, with the mend; exit code 130 for Ctrl-C; a closed pipe is no fault."""

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - click's signature
        # Started with a closed stream (`>&-`, `<&-`), there is nothing to read from or write to.
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:
                setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # UTF-8 whatever the locale says
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            sys.exit(super().main(*args, **{**kwargs, "standalone_mode": False}) or 0)
        except click.Abort:
            tell("interrupted.")
            sys.exit(130)
        except click.ClickException as error:
            context = getattr(error, "ctx", None)
            if context is not None and isinstance(error, getattr(click.exceptions, "NoArgsIsHelpError", ())):
                error.show()
            else:
                more = f" See: {context.command_path} --help" if context is not None else ""
                tell(" ".join(error.format_message().split()) + more)
            sys.exit(error.exit_code)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:  # noqa: ANN401 - click's signature
        with _writing():  # --help and --version
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        with _writing():
            code = super().invoke(ctx)
            sys.stdout.flush()
            return code


@contextmanager
def _writing() -> Iterator[None]:
    """End quietly when the reader has enough, as `head` does, and with a sentence when the disk is full."""
    try:
        yield
    except BrokenPipeError:
        _close_output()
        sys.exit(0)
    except OSError as error:
        _close_output()
        raise click.ClickException(
            f"cannot write the output ({error.strerror or error}); make room or write elsewhere."
        ) from None


def _close_output() -> None:
    """What is left in the buffer of standard output goes nowhere, and says nothing at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    cls=_Commands,
    epilog="Exit codes: 0 all right, 1 some pages failed or nothing found, 2 wrong call, 130 interrupted.",
)
@click.version_option(__version__, prog_name="markwindow")
def main() -> None:
    """Main text of Chinese web pages: an article is about its title."""


main.add_command(compare)
main.add_command(archive)
main.add_command(evaluate)
main.add_command(train)
main.add_command(kind)
main.add_command(fields)
main.add_command(posts)
main.add_command(site_noise)
main.add_command(search)


@main.command()
@sources_argument
@column_option
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--method", type=click.Choice(METHODS), help="How to decide what is main text.")
@click.option("--explain", is_flag=True, help="Show each window and why it was kept or dropped.")
@click.option("--title", metavar="T", help="The title, where you know better than the page.")
@how_options
def extract(
    sources: tuple[str, ...],
    column: str | None,
    form: str,
    method: str | None,
    explain: bool,
    title: str | None,
    how: Extraction,
) -> int:
    """Print the main text of pages: files, folders, archives, addresses, or - for standard input.

    JSON is one record a line. With --explain, the windows are shown in place of the text.
    """
    is_single = is_single_page(sources)
    if title is not None and not is_single:
        raise click.UsageError("--title is the title of one page; give one file or address.")
    how = replace(how, methods=(method,) if method else (), title=title)
    pages = good = 0
    printed = False
    for source in open_sources(sources, column):
        for raw in source.pages():
            head = "" if is_single else ("\n" if printed else "") + f"==> {raw.label} <==\n"
            pages += 1
            problem = show.show_page(raw, how, form, explain=explain, head=head)
            if problem:
                tell(f"{raw.label}: {problem}")
            good += not problem
            printed = printed or explain or not problem
    if not pages:
        tell(no_pages(sources))
    return 0 if pages and good == pages else 1


main.add_command(cli_report.report)
main.add_command(cli_report.plot)
main.add_command(cli_serve.serve)
main.add_command(cli_serve.mcp)
