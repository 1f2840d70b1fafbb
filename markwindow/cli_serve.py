"""The commands that serve: the workbench with its API, and tools for assistants."""

from __future__ import annotations

from pathlib import Path

import click

from markwindow.archive.records import Extraction
from markwindow.cli_options import how_options
from markwindow.cli_sources import tell

LOOPBACK = ("127.0.0.1", "::1", "localhost")


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="IP", help="The address to listen on."
)
@click.option("--port", type=click.IntRange(0, 65535), default=8383, show_default=True, metavar="N")
@click.option("--allow-host", multiple=True, metavar="NAME", help="A further name the service is called by.")
@click.option("--allow-private", is_flag=True, help="Fetch addresses of local networks too.")
@click.option(
    "--gold",
    type=click.Path(file_okay=False, path_type=Path),
    default="marked-pages",
    show_default=True,
    metavar="DIR",
    help="The set that marked pages are saved to.",
)
@click.option(
    "--jobs", type=click.IntRange(min=1), default=2, show_default=True, metavar="N", help="Processes."
)
@how_options
def serve(
    host: str,
    port: int,
    allow_host: tuple[str, ...],
    allow_private: bool,
    gold: Path,
    jobs: int,
    how: Extraction,
) -> int:
    """Serve the workbench and the JSON API, on this machine alone unless told otherwise.

    Pages are given by paste, file or address; marked ones become a set for evaluate and train. There is no
    login: whoever reaches the address can use it.
    """
    try:
        from markwindow.serve.app import LOOPBACK_NAMES, Settings
        from markwindow.serve.server import listen, make_server
    except ModuleNotFoundError as error:
        raise click.UsageError(
            f"serve needs the package {error.name}: pip install 'markwindow[serve]'"
        ) from None
    if how.policy is not None:
        raise click.UsageError("--policy is chosen in the workbench, or by each request; leave it out.")
    settings = Settings(
        gold=gold,
        base=how.options,
        jobs=jobs,
        allow_private=allow_private,
        hosts=(*LOOPBACK_NAMES, host, *allow_host),
    )
    try:
        listening = listen(host, port)
    except OSError as error:
        raise click.ClickException(
            f"cannot listen on {host} port {port} ({error.strerror or error}); give another --port."
        ) from None
    shown = f"[{host}]" if ":" in host else host
    if host not in LOOPBACK:
        tell(f"{host} is reachable from other machines, and there is no login.")
    tell(f"the workbench is at http://{shown}:{listening.getsockname()[1]}/ (Ctrl-C ends it).")
    server = make_server(settings)
    server.run(sockets=[listening])
    return 0 if server.started else 1


@click.command()
@click.option(
    "--files",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder whose files may be read; without it none may.",
)
@click.option("--allow-private", is_flag=True, help="Fetch addresses of local networks too.")
@how_options
def mcp(files: Path | None, allow_private: bool, how: Extraction) -> int:
    """Offer extract and compare to assistants: Model Context Protocol on standard input and output."""
    try:
        from markwindow.serve.assistants import make_server
    except ModuleNotFoundError as error:
        raise click.UsageError(f"mcp needs the package {error.name}: pip install 'markwindow[mcp]'") from None
    if how.policy is not None:
        raise click.UsageError("--policy is chosen by each call of the assistant; leave it out.")
    make_server(how.options, files, allow_private=allow_private).run("stdio")
    return 0
