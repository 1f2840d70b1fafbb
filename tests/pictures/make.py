"""The README's pictures, from a page of the sample archive: python tests/pictures/make.py

Needs the extras test and serve, Chromium, and a Chinese font; writes beside this file.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from markwindow.report.self_contained import page_report
from markwindow.report.view import page_view

HERE = Path(__file__).parent
FILE = HERE.parent / "pages" / "archive" / "news" / "20081105.html"
SIZE = {"width": 1040, "height": 640}
COLOURS = 64
"""So few keep a picture small, and text readable."""


def save(tab: Page, name: str) -> None:
    """A picture of what the tab shows, with few colours."""
    picture = Image.open(io.BytesIO(tab.screenshot())).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(HERE / name, optimize=True)


def main() -> None:
    """Make all pictures."""
    sys.path.insert(0, str(HERE.parent))
    from test_serve import serving

    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        tab = browser.new_page(viewport=SIZE, color_scheme="light")
        report = Path(folder) / "report.html"
        report.write_text(page_report(page_view(FILE.read_bytes()), FILE.name), encoding="utf-8")
        tab.goto(report.as_uri())
        tab.wait_for_selector("#report[data-drawn=all]")
        tab.evaluate(
            "document.querySelector('[data-window=\"2\"]').scrollIntoView(); window.scrollBy(0, -110)"
        )
        save(tab, "report.png")
        dark = browser.new_page(viewport=SIZE, color_scheme="dark")
        with serving(gold=Path("marked-pages"), jobs=1) as url:
            dark.goto(url)
            dark.set_input_files("#file", FILE)
            dark.wait_for_selector("#report[data-drawn=all]")
            dark.click("[data-window='2'] .mark-wrong")
            dark.click("[data-window='4'] .mark-right")
            dark.evaluate(
                "document.querySelector('[data-window=\"2\"]').scrollIntoView(); window.scrollBy(0, -110)"
            )
            save(dark, "workbench.png")
        browser.close()


if __name__ == "__main__":
    main()
