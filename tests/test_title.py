"""Title evidence (cases B1 and B2)."""

import pytest
from conftest import assert_linear

from markwindow.title import clean_title, find_title
from markwindow.tree import parse


def found(html, given=None):
    title = find_title(parse(html), given)
    return title.text, title.source


def test_all_of_the_title_element_as_displayed():
    assert found("<title>\n 新规 落地_财经频道\n_某某网 </title><h1>新规落地</h1>") == (
        "新规 落地_财经频道 _某某网",
        "title",
    )


def test_the_caller_knows_best():
    assert found("<title>某某网</title>", "新规落地") == ("新规落地", "given")


def test_a_title_that_a_broken_head_left_in_the_body():
    assert found("<head><div>x</div><title>新规落地</title>") == ("新规落地", "title")


@pytest.mark.parametrize(
    "empty",
    [
        "",
        "<title></title>",
        "<title> </title>",
        "<title>无标题文档</title>",
        "<title>Untitled Document</title>",
        "<title>--</title>",
    ],
)
def test_b2_an_empty_title_gives_way_to_the_next_evidence(empty):
    og = '<meta property="og:title" content="新规今日落地">'
    assert found(f"{empty}{og}<h1>新规</h1>") == ("新规今日落地", "og:title")
    assert found(f"{empty}<h2>小标题</h2><h1>新规落地</h1>") == ("新规落地", "heading")
    assert found(f"{empty}<h3>小标题</h3>") == ("小标题", "heading")
    assert found(f"{empty}<p><strong>新规落地</strong></p>") == ("新规落地", "strong")
    assert found(f"{empty}<p>正文</p>") == ("", "none")


def cleaned(title, body=""):
    return clean_title(title, parse(body))


@pytest.mark.parametrize(
    ("title", "clean"),
    [
        ("新规落地_财经频道_某某网", "新规落地"),
        ("A-B测试怎么做？|某站", "A-B测试怎么做？"),
        ("不断的烧钱和融资 共享单车将走到哪里--财经--人民网", "不断的烧钱和融资 共享单车将走到哪里"),
        ("新规落地 —— 某某网", "新规落地"),
        ("新规今日落地｜某某网", "新规今日落地"),
        ("某站 » 新规今日正式落地实施", "新规今日正式落地实施"),
        ("新规落地", "新规落地"),
        ("快讯-新规今日落地-某某网", "新规今日落地"),
    ],
)
def test_b1_site_tails_without_help_from_the_page(title, clean):
    assert cleaned(title) == clean


def test_b1_a_heading_decides():
    assert cleaned("独家 - 新规落地 - 某某网", "<h1>独家 - 新规落地</h1>") == "独家 - 新规落地"
    assert cleaned("某某网_图文", "<h2>某某网</h2>") == "某某网"


def test_b1_a_line_outside_links_decides_but_a_link_to_the_channel_does_not():
    assert cleaned("上海_财经新闻频道", "<a>财经新闻频道</a><td>正文第一句。</td>") == "财经新闻频道"
    assert cleaned("新规落地了_财经新闻频道", "<a>财经新闻频道</a><td>新规落地了</td>") == "新规落地了"


def test_b1_never_a_stub_while_a_longer_part_exists():
    assert cleaned("法_关于新规落地的通知", "<h1>法</h1>") == "关于新规落地的通知"


def test_a_list_of_key_words_as_title_takes_time_in_proportion():
    def run(count):
        tree = parse("<title>" + "经济-发展_" * count + "</title><p>" + "经济发展" * 100)
        clean_title(find_title(tree).text, tree)

    assert_linear(run, 20_000, 40_000)


def test_a_title_that_never_ends_is_cut():
    assert len(find_title(parse("<title>" + "经济" * 5000)).text) == 1000
