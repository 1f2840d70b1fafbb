"""What the README shows is what the commands print; … stands for anything."""

import os
import re
import subprocess
import sys
from pathlib import Path

from test_cli import call

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def shown(heading):
    """The commands of the first block under a heading, each with what it prints as a pattern."""
    block = README.split(heading)[1].split("```sh\n")[1].split("```")[0]
    for part in block.split("$ ")[1:]:
        command, _, printed = part.partition("\n")
        yield command, ".*".join(map(re.escape, printed.split("…")))


def test_from_a_zip_to_something_one_can_search_and_read(tmp_path):
    pages = sorted(path for path in (ROOT / "tests" / "pages").rglob("*"))
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    python = tmp_path / "bin"
    python.mkdir()
    (python / "python").symlink_to(sys.executable)
    (python / "markwindow").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m markwindow "$@"\n')
    (python / "markwindow").chmod(0o755)
    where = os.environ | {"PATH": f"{python}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    commands = list(shown("### From a zip of old pages"))
    assert len(commands) == 5
    for command, printed in commands:
        result = subprocess.run(command, shell=True, cwd=tmp_path, env=where, capture_output=True, text=True)
        assert re.fullmatch(printed, result.stdout + result.stderr, re.DOTALL), command
    assert pages == sorted(path for path in (ROOT / "tests" / "pages").rglob("*"))  # nothing is written there

    # The sentences under it.
    found = {
        word: call("search", tmp_path / "articles.sqlite", word).stdout for word in ("粮站", "鼻", "图书")
    }
    assert "电子鼻" in found["粮站"]
    assert found["鼻"] == ""
    assert "图书馆" in found["图书"]
