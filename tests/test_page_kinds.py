"""Page kinds: pages of every kind in several layouts, what an address tells, and pages in doubt."""

from collections import Counter
from pathlib import Path

import pytest
from conftest import assert_linear
from test_cli import call

from markwindow import Page, analyze, page_kind
from markwindow.page_kinds import KINDS

PAGES = sorted((Path(__file__).parent / "pages" / "kinds").glob("*.html"))
ARCHIVE = Path(__file__).parent / "pages" / "archive"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_pages_of_every_kind(path):
    found = page_kind(path.read_bytes())
    assert found.kind == path.stem.split("-")[0]
    assert found.reasons


def test_every_kind_has_pages():
    assert {path.stem.split("-")[0] for path in PAGES} == set(KINDS)


@pytest.mark.parametrize(
    "path", [path for path in ARCHIVE.rglob("*.*") if path.is_file()], ids=lambda path: path.name
)
def test_pages_of_the_sample_archive(path):
    assert page_kind(path.read_bytes()).kind == ("forum" if path.parent.name == "forum" else "article")


def test_the_address_tells_what_the_page_leaves_open():
    page = "<title>栖河</title>" + "".join(f"<li><a>第{n}条新闻的长标题</a></li>" for n in range(5))
    assert page_kind(page, "https://qihe.example/news/list_3.html").probability > page_kind(page).probability
    assert page_kind(page, "https://qihe.example/forumdisplay.php?fid=3").kind == "index"
    assert "root of a site" in page_kind(page, "https://qihe.example/").reasons[0]
    assert page_kind(page, "http://[not an address").kind == page_kind(page).kind


def test_a_notice_in_place_of_the_page_says_so():
    found = page_kind("<title>验证</title><h2>环境异常</h2><p>当前环境异常，完成验证后即可继续访问。</p>")
    assert found.kind == "blocked"
    assert "环境异常" in found.reasons[0]


def test_an_article_about_verification_is_an_article():
    text = (
        "安全验证为什么越来越难？记者走访了三家公司，工程师说，滑动验证码原本是给机器看的，后来机器学会了，难为的就成了人。"
        * 3
    )
    html = f"<title>安全验证为什么越来越难_科技</title><h1>安全验证为什么越来越难</h1><p>{text}</p><p>请登录后发表评论</p>"
    assert page_kind(html).kind == "article"


def test_pages_that_cannot_be_read_are_empty_and_say_why():
    found = page_kind(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3")
    assert found.kind == "empty"
    assert "not a web page" in found.reasons[0]
    assert page_kind(None).kind == "empty"


def test_analyze_tells_the_kind_whatever_the_method():
    html = PAGES[0].read_bytes()
    for method in ("default", "title", "density"):
        page = analyze(html, method=method)
        assert (page.kind, page.kind_reasons) == (page_kind(html).kind, page_kind(html).reasons)
        assert page.to_dict()["kind"] == page.kind


def test_a_page_made_elsewhere_has_no_kind():
    page = analyze("<p>渡轮夜班今晚开始试行。")
    made = Page(page.text, "", "none", "", page.decoding, None, "default", None, "")
    assert (made.kind, made.kind_reasons) == (None, ())


def test_a_wrong_call_names_the_mend():
    with pytest.raises(TypeError, match="html must be"):
        page_kind(3)


def test_command():
    folder = PAGES[0].parent
    result = call("kind", folder)
    assert result.exit_code == 0
    counts = Counter(line.split(": ")[1].split(" (")[0] for line in result.stdout.splitlines())
    assert counts == Counter(path.stem.split("-")[0] for path in PAGES)
    assert call("kind", folder, "--url", "https://qihe.example/").exit_code == 2


@pytest.mark.parametrize(
    "piece",
    [
        "<li><a>第一条新闻的标题</a>",
        "<div><a>只看该作者</a>",
        "登录加载中，",
        "<dl><dt><a>首页新闻中心</a><dd>",
    ],
)
def test_large_pages_take_linear_time(piece):
    assert_linear(lambda size: page_kind(piece * size), 2000, 4000)


@pytest.mark.bench
def test_bench_pages_are_articles_and_threads(bench_pages):
    """Pages that people copied main text from: hardly any may be taken for a page without one."""
    wrong = [page.id for page in bench_pages if page_kind(page.bytes).kind not in ("article", "forum")]
    assert len(wrong) <= 0.05 * len(bench_pages)
