"""Pages of our own with all kinds of structure: what each output gives of them.

The golden texts hold all that stands in the article's box, so they tell what outputs do with what is kept,
whatever a method keeps.
"""

import json
from pathlib import Path

import pytest
from conftest import displayed_letters, letters, rendered_markdown
from test_cli import call

from markwindow import Options, analyze, extract
from markwindow.archive.records import Extraction
from markwindow.archive.runner import run
from markwindow.extract import read_document
from markwindow.output import FORMATS, OF_THE_TEXT, render
from markwindow.output.html import to_html
from markwindow.output.markdown import to_markdown
from markwindow.output.structure import read_blocks
from markwindow.output.text import to_text

PAGES = sorted((Path(__file__).parent / "pages" / "output").glob("*.html"))
URL = "http://example.com/a/b.html"
OPTIONS = Options(links=True, images=True, captions=True)


def golden(path, suffix):
    return path.with_suffix(suffix).read_text(encoding="utf-8").removesuffix("\n")


def blocks_of_box(path):
    """The blocks of the article's box, without its heading."""
    document, _, _ = read_document(path.read_bytes(), url=URL, options=OPTIONS)
    tree = document.tree
    (box,) = (
        number for number, node in enumerate(tree.nodes) if "main" in node.attributes.get("class", "").split()
    )
    first, end = tree.first_lines[box] + 1, tree.end_lines[box]
    kept = [first <= number < end for number in range(len(document.lines))]
    return read_blocks(document, kept)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_outputs_of_the_article_s_box(path):
    blocks = blocks_of_box(path)
    text = to_text(blocks)
    assert text == golden(path, ".txt")
    assert to_markdown(blocks) == golden(path, ".md")
    assert displayed_letters(to_html(blocks)) == letters(text)
    assert displayed_letters(rendered_markdown(golden(path, ".md"))) == letters(text)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_text_markdown_and_json_by_the_default_method(path):
    html = path.read_bytes()
    assert extract(html, url=URL, options=OPTIONS) == golden(path, ".txt")
    assert extract(html, url=URL, format="markdown", options=OPTIONS) == golden(path, ".md")
    record = json.loads(extract(html, url=URL, format="json", options=OPTIONS))
    assert record["text"] == golden(path, ".txt")
    assert record["title"] == analyze(html).clean_title


def test_an_archive_as_markdown(tmp_path):
    out = tmp_path / "markdown"
    how = Extraction(methods=("default", "density"), options=OPTIONS)
    run([str(PAGES[0].parent)], str(out), how, to="markdown", jobs=1)
    made = {path.name.split(".")[0] for path in out.rglob("*.md")}
    assert made >= {"lists", "code"}
    lists = next(path for path in out.rglob("lists*.md"))
    assert "- 水要现烧：\n  - 绿茶用八十五度，" in lists.read_text(encoding="utf-8")


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_on_the_command_line_and_of_the_page_is_the_library_s(form):
    path = PAGES[0]
    told = call("extract", path, "--format", form, "--links", "--images")
    options = Options(links=True, images=True)
    assert (told.exit_code, told.stderr) == (0, "")
    if form == "json":
        assert json.loads(told.stdout)["text"] == json.loads(extract(path.read_bytes(), format=form))["text"]
    else:
        assert told.stdout == extract(path.read_bytes(), format=form, options=options) + "\n"
        assert extract(path.read_bytes(), format=form, options=options) == render(
            analyze(path.read_bytes(), options=options), form
        )


def test_an_empty_page_is_empty_in_every_format_of_the_text():
    assert [extract(b"", format=form) for form in OF_THE_TEXT] == ["", "", ""]
