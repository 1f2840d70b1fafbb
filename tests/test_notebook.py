import re
from html import escape

from test_cli import PAGES

import markwindow

PAGE = (PAGES / "news" / "20081105.html").read_bytes()


def test_a_page_shows_itself_in_a_notebook():
    page = markwindow.analyze(PAGE)
    html = page._repr_html_()
    assert escape(page.title) in html
    assert all(escape(line) in html for line in page.text.split("\n"))
    assert all(escape(window.reason) in html for window in page.windows)
    assert html.count("border-left") == len(page.windows)


def test_nothing_of_a_page_is_markup():
    hostile = "<title>&lt;script&gt;x</title><div id='a&quot;b'>&lt;img src=x onerror=y&gt;</div>"
    html = markwindow.analyze(hostile, method="density")._repr_html_()
    assert not re.search(r"<(?:script|img)", html)


def test_an_empty_page_says_why():
    assert "empty page" in markwindow.analyze(b"")._repr_html_()
