"""Tools for assistants over the Model Context Protocol: extract and compare."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from markwindow import __version__, analyze
from markwindow.archive.sources import Content, PageError
from markwindow.archive.sources.folders import read_file
from markwindow.compare import METHODS_COMPARED, compare
from markwindow.fetch import FetchError, fetch
from markwindow.options import Options

INSTRUCTIONS = (
    "Main text of Chinese web pages. Give a page as html, or a url to fetch, or a file of the folder that "
    "the user allowed. An empty text comes with its reason; ask compare when a text looks wrong."
)
FETCH_SECONDS = 30.0


def make_server(
    options: Options, files: Path | None = None, *, allow_private: bool = False
) -> MCPServer[Any]:
    """The server, to be run over standard input and output.

    Args:
        options: Words and weights that hold for every call.
        files: The folder whose files may be read; None for no file at all.
        allow_private: Whether addresses of local networks may be fetched.
    """
    pages = _Pages(files, allow_private)

    def extract_text(
        html: str | None = None,
        url: str | None = None,
        file: str | None = None,
        method: str = "default",
        policy: str = "balanced",
        title: str | None = None,
    ) -> dict[str, Any]:
        """The main text of a web page, with title, language, encoding, distance to the title, and the reason
        when the text is empty. method: default, title, density, …; policy: strict, balanced or lenient."""
        content = pages.read(html, url, file)
        with _told():
            page = analyze(
                content.data, method=method, policy=policy, title=title, **_known(content, options)
            )
        return page.to_dict()

    def compare_methods(
        html: str | None = None,
        url: str | None = None,
        file: str | None = None,
        methods: list[str] | None = None,
    ) -> dict[str, Any]:
        """What several methods keep of one web page: characters, overlap, and each line with the methods that
        keep it. Without methods, the title rule is compared with density."""
        content = pages.read(html, url, file)
        names = list(dict.fromkeys(methods or METHODS_COMPARED))
        with _told():
            found = {name: analyze(content.data, method=name, **_known(content, options)) for name in names}
        return compare(content.url or file or "page", found).to_dict(with_text=True)

    server: MCPServer[Any] = MCPServer("markwindow", version=__version__, instructions=INSTRUCTIONS)
    server.add_tool(extract_text, name="extract")
    server.add_tool(compare_methods, name="compare")
    return server


class _Pages:
    """Where the pages of calls come from, within what the user allows."""

    def __init__(self, files: Path | None, allow_private: bool) -> None:
        self._files = files.resolve() if files is not None else None
        self._allow_private = allow_private

    def read(self, html: str | None, url: str | None, file: str | None) -> Content:
        """The page that a call names; raises `ToolError`."""
        if (html is not None) + (file is not None) + (html is None and url is not None) != 1:
            raise ToolError("Give one page: html, url, or file; url beside html tells where it came from.")
        if html is not None:
            return Content(html.encode("utf-8", "replace"), "text/html; charset=utf-8", url)
        try:
            if file is not None:
                return read_file(str(self._allowed(file)))
            found = fetch(url or "", total_time=FETCH_SECONDS, allow_private=self._allow_private)
        except PageError as error:
            raise ToolError(f"{file}: {error.problem}") from None
        except FetchError as error:
            raise ToolError(str(error)) from None
        return Content(found.content, found.content_type, found.url)

    def _allowed(self, file: str) -> Path:
        if self._files is None:
            raise ToolError("No files may be read; the user can allow a folder: markwindow mcp --files DIR.")
        path = (self._files / file).resolve()
        if not path.is_relative_to(self._files):
            raise ToolError(f"{file} is not in the folder whose files may be read.")
        return path


def _known(content: Content, options: Options) -> dict[str, Any]:
    return {"url": content.url, "content_type": content.content_type, "options": options}


@contextmanager
def _told() -> Iterator[None]:
    """A wrong call becomes what the assistant is told."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raise ToolError(str(error)) from None
