"""Outputs on whole pages: the same text in all of them, on any page."""

import pytest
from conftest import assert_safe, displayed_letters, letters, rendered_markdown

from markwindow import Options, analyze
from markwindow.extract import read_document
from markwindow.methods import method_named
from markwindow.output.plain import plain_text
from markwindow.output.structure import read_blocks
from markwindow.output.text import to_text


@pytest.mark.bench
@pytest.mark.parametrize("options", [Options(), Options(links=True, images=True)], ids=["plain", "links"])
def test_outputs_of_every_bench_page_hold_the_same_letters_and_are_safe(bench_pages, options):
    differing = []
    for page in bench_pages:
        result = analyze(page.bytes, options=options, url="http://example.com/a/b.html")
        text = letters(result.text)
        html = result.to_html()
        assert_safe(html)
        if displayed_letters(html) != text:
            differing.append((page.id, "html"))
        if displayed_letters(rendered_markdown(result.to_markdown())) != text:
            differing.append((page.id, "markdown"))
    assert differing == []


@pytest.mark.bench
def test_plain_text_is_the_text_of_the_blocks_on_every_bench_page(bench_pages):
    for page in bench_pages:
        document, _, _ = read_document(page.bytes)
        for method in ("default", "density"):
            kept = method_named(method).keep(document, "balanced")
            assert plain_text(document, kept) == to_text(read_blocks(document, kept))
