import asyncio
import json
import os
import sys

import pytest
from test_cli import PAGES, call

import markwindow

pytest.importorskip("mcp", reason="tools for assistants need the extra markwindow[mcp]")

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from markwindow.options import Options
from markwindow.serve.assistants import make_server

FILE = PAGES / "news" / "20081105.html"


def ask(tool, *, files=PAGES, **arguments):
    """What an assistant gets: whether it is an error, and the text or data."""

    async def asked():
        async with Client(make_server(Options(), files)) as client:
            return await client.call_tool(tool, arguments)

    result = asyncio.run(asked())
    text = result.content[0].text
    return result.is_error, text if result.is_error else json.loads(text)


def test_extract_is_the_record():
    page = markwindow.analyze(FILE.read_bytes(), method="title")
    assert ask("extract", file="news/20081105.html", method="title") == (False, page.to_dict())


def test_compare_tells_the_lines_of_each_method():
    _, told = ask("compare", html=FILE.read_bytes().decode("gb18030"))
    assert set(told["chars"]) == {"title", "density"}
    assert any(line["kept_by"] == ["title"] for line in told["lines"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({}, "Give one page"),
        ({"html": "x", "file": "y"}, "Give one page"),
        ({"html": "x", "method": "magic"}, "There is no method 'magic'"),
        ({"file": "../../conftest.py"}, "is not in the folder"),
        ({"file": "/etc/passwd"}, "is not in the folder"),
        ({"file": "nowhere.html"}, "cannot be read"),
        ({"url": "http://127.0.0.1:9/"}, "of this machine or of a local network"),
        ({"url": "file:///etc/passwd"}, "only http:// and https://"),
    ],
)
def test_what_is_refused(arguments, sentence):
    is_error, told = ask("extract", **arguments)
    assert is_error
    assert sentence in told


def test_no_file_is_read_unless_a_folder_is_allowed():
    is_error, told = ask("extract", files=None, file=str(FILE))
    assert (is_error, "No files may be read" in told) == (True, True)


def test_the_command_speaks_over_its_pipes():
    async def asked():
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "markwindow", "mcp", "--files", str(PAGES)],
            env=dict(os.environ),
        )
        async with Client(stdio_client(server)) as client:
            tools = await client.list_tools()
            answer = await client.call_tool("extract", {"file": "hk/a1.html"})
            return [tool.name for tool in tools.tools], json.loads(answer.content[0].text)

    names, record = asyncio.run(asyncio.wait_for(asked(), 60))
    assert names == ["extract", "compare"]
    assert record["text"] == markwindow.extract((PAGES / "hk" / "a1.html").read_bytes())


def test_policy_is_the_assistant_s():
    assert call("mcp", "--policy", "strict").exit_code == 2
