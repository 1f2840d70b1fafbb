"""What holds for every page whatever: property tests and the fuzzer check the same sentences."""

import json
from collections import Counter

from markwindow import analyze, extract
from markwindow.extract import read_document
from markwindow.hidden.elements import is_hidden
from markwindow.methods import method_named
from markwindow.reading import read


def check_page(html, method="default"):
    """What `analyze` tells agrees with `extract`, and no displayed text is lost or doubled."""
    page = analyze(html, method=method)
    assert page.text == extract(html, method=method)
    assert page.text or page.reason, "an empty text says why"
    json.dumps(page.to_dict(), ensure_ascii=False).encode()
    document = read_document(html)[0]
    windows = page.windows
    reading = read(document, method_named(method), "balanced")
    if page.text_source == "displayed":
        lines = [line for window in windows for line in window.text.split("\n")]
        assert lines == [line.text for line in reading.document.lines], "every line lies in one window"
        # Where all that was kept is hidden, the page is decided on without its hidden elements.
        shown = lines if reading.document is document else shown_lines(document)
        assert letters(lines) == letters(shown), "all windows together hold exactly the displayed text"
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


def letters(lines):
    """The text without blanks and line ends."""
    return "".join("".join(lines).split())
