"""The converter of the public sources: their layouts become sets that `evaluate` reads."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from markwindow.evaluation.sets import read_sets

_SPEC = importlib.util.spec_from_file_location("convert", Path(__file__).parent / "benchmarks" / "convert.py")
convert = importlib.util.module_from_spec(_SPEC)
sys.modules["convert"] = convert  # dataclasses look their module up
_SPEC.loader.exec_module(convert)

PAGE = "<title>渡口停航</title><p>连日大雨，渡口从今天早晨起停航。</p>"
GOLD = "\n连日大雨，渡口从今天早晨起停航。\n\n"


@pytest.fixture
def magic_html(tmp_path):
    for kind in ("article", "forum"):
        folder = tmp_path / "magic-html" / "benchmark" / "data" / kind
        (folder / "htmls").mkdir(parents=True)
        name = f"{kind:a<64}"
        (folder / "htmls" / f"{name}.html").write_text(PAGE, encoding="utf-8")
        label = {"url": "https://www.example.cn/1.html", "content": GOLD}
        (folder / "base.json").write_text(json.dumps({name: label}), encoding="utf-8")
    return tmp_path / "magic-html"


@pytest.fixture
def immortal(tmp_path):
    name = "0a1b2c3d-0000-0000-0000-000000000000"
    for part, content in (
        ("Original", PAGE.encode("gb18030")),
        ("cleaned", GOLD.encode()),
        ("date", b"2005-07-31 12:30"),
        ("author", b"UNKNOWN"),
    ):
        (tmp_path / "immortal" / part).mkdir(parents=True)
        suffix = "html" if part == "Original" else "txt"
        (tmp_path / "immortal" / part / f"{name}.{suffix}").write_bytes(content)
    return tmp_path / "immortal"


def test_both_sources_become_sets_with_kind_site_and_encoding(magic_html, immortal, tmp_path):
    for source in (magic_html, immortal):
        for name, pages in convert.sets_of(source):
            convert.write_set(tmp_path / "sets" / name, pages)
    sets = {one.name: one.pages[0] for one in read_sets([tmp_path / "sets"])}
    article, forum = sets["magic_html_article"], sets["magic_html_forum"]
    assert (article.id, article.site, article.kind) == ("articleaaaaa", "www.example.cn", "article")
    assert forum.kind == "forum"
    old = sets["immortal_cn69"]
    assert (old.id, old.encoding) == ("0a1b2c3d", "gb18030")
    assert old.decoded(old.read()) == PAGE
    assert {page.gold.strip() for page in sets.values()} == {GOLD.strip()}
    meta = json.loads((tmp_path / "sets" / "immortal_cn69" / "meta.jsonl").read_text(encoding="utf-8"))
    assert meta["gold_date"] == "2005-07-31 12:30"
    assert "gold_author" not in meta


def test_a_folder_of_another_layout_is_refused_with_what_is_missing(tmp_path):
    with pytest.raises(SystemExit, match="give a checkout"):
        convert.sets_of(tmp_path)
