"""What holds for every page whatever: property tests and the fuzzer check the same sentences."""

import json
from collections import Counter

from markwindow import analyze, extract
from markwindow.extract import read_document
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
    if page.text_source == "displayed":
        assert [line for window in windows for line in window.text.split("\n")] == [
            line.text for line in document.lines
        ], "all windows together hold exactly the displayed text"
    for window in windows:
        assert window.reason, "every window says why it was kept or dropped"
        assert window.kept == bool(window.kept_text)
        assert not Counter(window.kept_text.split("\n")) - Counter([*window.text.split("\n"), ""])
    if page.text_source == "displayed":
        # Code and formulas are written anew in the text: the lines that were kept are the same.
        lines = read(document, method_named(method), "balanced").lines
        assert [line for window in windows for line in window.kept_text.split("\n") if line] == [
            line.text for line in lines
        ]
    return page
