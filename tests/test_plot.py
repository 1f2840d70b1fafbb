import re

import pytest
from test_cli import PAGES, call

from markwindow.report.view import page_view

pytest.importorskip("matplotlib", reason="plots need the extra markwindow[report]")

from markwindow.report import fonts, plot
from markwindow.report.plot import save_plot

PAGE = (PAGES / "news" / "20081105.html").read_bytes()
TEXT = "秋粮入库"


@pytest.fixture
def has_font():
    try:
        fonts.font_for(TEXT, "zh-Hans")
    except fonts.NoFont as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_kinds_of_files(tmp_path, has_font, suffix):
    out = tmp_path / f"curves{suffix}"
    result = call("plot", PAGES / "news" / "20081105.html", "-o", out)
    assert (result.exit_code, result.stderr) == (0, "")
    assert out.read_bytes().startswith({".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}[suffix])


@pytest.mark.filterwarnings("error")
def test_every_glyph_is_there(tmp_path, has_font):
    """matplotlib warns of a glyph that no font has; text in SVG is outlines."""
    out = tmp_path / "curves.svg"
    save_plot(page_view(PAGE, ["default"]), out)
    assert "<text" not in out.read_text(encoding="utf-8")


def test_a_box_would_be_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(plot, "font_for", lambda text, language: ["DejaVu Sans"])
    with pytest.warns(UserWarning, match="Glyph"):
        save_plot(page_view(PAGE, ["default"]), tmp_path / "curves.svg")


def test_same_view_same_file(tmp_path, has_font):
    view = page_view(PAGE, ["default", "title"])
    for name in "ab":
        save_plot(view, tmp_path / f"{name}.svg", method="title")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize("page", [b"", "<title>$x^2$ \\alpha</title><p>x", "<p>" + "x" * 5000])
def test_any_page_has_a_plot(tmp_path, page):
    save_plot(page_view(page), tmp_path / "x.png")
    assert (tmp_path / "x.png").stat().st_size > 1000


def test_axes_have_names_and_units(tmp_path):
    from markwindow.report.plot import _figure

    view = page_view("<title>x</title><p>some words and more of them<p>y", ["density"])
    for axis, curve in zip(_figure(view, view["methods"][0], "x").axes, view["curves"], strict=True):
        assert axis.get_xlabel() == curve["x"]
        assert re.fullmatch(r".+\n\(.+\)", axis.get_ylabel())
        assert axis.get_legend() is not None


def test_without_a_font_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(fonts, "_installed", dict)
    result = call("plot", PAGES / "news" / "20081105.html", "-o", tmp_path / "x.svg")
    assert result.exit_code == 1
    assert "no installed font has the page's Chinese characters" in result.stderr
    assert list(tmp_path.iterdir()) == []
    assert fonts.font_for("plain", None) == ["DejaVu Sans"]


def test_a_name_that_tells_no_kind(tmp_path):
    result = call("plot", PAGES / "hk" / "a1.html", "-o", tmp_path / "x.gif")
    assert (result.exit_code, "end the name in .svg, .png, .pdf" in result.stderr) == (2, True)
