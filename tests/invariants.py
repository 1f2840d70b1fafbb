"""What holds for every page whatever: property tests and the fuzzer check the same sentences."""

import json
from collections import Counter
from xml.etree import ElementTree

from conftest import assert_safe, displayed_letters, letters, rendered_markdown

from markwindow import analyze, extract, fields
from markwindow.extract import read_document
from markwindow.hidden.elements import is_hidden
from markwindow.methods import method_named
from markwindow.reading import read

TEI = "{http://www.tei-c.org/ns/1.0}"


def check_page(html, method="default", *, policy="balanced", **given):
    """What `analyze` tells agrees with `extract`, and no displayed text is lost or doubled.

    `given` is what may be known of a page: its url, content_type, title, and the options.
    """
    page = analyze(html, method=method, policy=policy, **given)
    assert page.text == extract(html, method=method, policy=policy, **given)
    assert page.text or page.reason, "an empty text says why"
    json.dumps(page.to_dict(), ensure_ascii=False).encode()
    document, _, trouble = read_document(html, **given)
    windows = page.windows
    reading = read(document, method_named(method), policy)
    if page.text_source == "displayed":
        lines = [line for window in windows for line in window.text.split("\n")]
        assert lines == [line.text for line in reading.document.lines], "every line lies in one window"
        # Where all that was kept is hidden, the page is decided on without its hidden elements.
        shown = lines if reading.document is document else shown_lines(document)
        # A limit may cut the page later there.
        found = unspaced(lines)[: len(unspaced(shown)) if trouble.startswith("partial") else None]
        assert found == unspaced(shown), "all windows together hold exactly the displayed text"
    for window in windows:
        assert 0 <= window.link_share <= 1
        assert window.reason, "every window says why it was kept or dropped"
        assert window.kept == bool(window.kept_text)
        assert not Counter(window.kept_text.split("\n")) - Counter([*window.text.split("\n"), ""])
    if page.text_source == "displayed":
        # Code and formulas are written anew in the text: the lines that were kept are the same.
        assert [line for window in windows for line in window.kept_text.split("\n") if line] == [
            line.text for line in reading.lines
        ]
    return page


def shown_lines(document):
    """The lines that no style or attribute hides."""
    return [line.text for line in document.lines if not is_hidden(document.tree, line.element)]


def unspaced(lines):
    """The text without blanks and line ends."""
    return "".join("".join(lines).split())


def check_outputs(page):
    """Every output holds the text, whole; HTML can run nothing, and TEI is well formed."""
    text = letters(page.text)
    html = page.to_html()
    assert_safe(html)
    assert displayed_letters(html) == text
    assert displayed_letters(rendered_markdown(page.to_markdown())) == text
    body = ElementTree.fromstring(page.to_tei()).find(f".//{TEI}body")
    for description in body.iter(f"{TEI}figDesc"):
        description.clear()
    assert letters("".join(body.itertext())) == text


def check_parts(page, html, **given):
    """Posts, comments and fields are made of what the page displays."""
    shown = all_letters(html, **given)
    assert page.page_kind.reasons
    assert 0 <= page.page_kind.probability <= 1
    for one in (*page.posts, *page.comments):
        texts = [one.text, *getattr(one, "quotations", ())]
        # Authors are also looked up behind the lines that a limit leaves.
        if not page.reason.startswith("partial"):
            texts.append(one.author or "")
        assert one.author or any(texts)
        for line in "\n".join(texts).split("\n"):
            assert letters(line) in shown
    # Titles of entries may be whole in an attribute, where the page displays their beginnings.
    assert all(entry.title for entry in page.entries)
    shown = all_letters(html)
    found = fields(html)
    for label, value in found.items():
        assert letters(label) in shown
        assert value
        for line in value.split("\n"):
            assert letters(line) in shown
    assert set(fields(html, list(found))) <= set(found)


def all_letters(html, **given):
    """The letters and digits that a page displays."""
    return letters("".join(line.text for line in read_document(html, **given)[0].lines))
