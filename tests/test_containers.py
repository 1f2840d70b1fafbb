"""Containers by links: which box is the body, what is dropped in it, and an XPath that outlives the page."""

import pytest
from conftest import assert_linear

from markwindow import Options, analyze, extract
from markwindow.extract import read_document
from markwindow.methods.containers import body_path, find_body

MENU = "<ul class=menu><li><a href=1>首页</a></li><li><a href=2>新闻</a></li><li><a href=3>论坛</a></li></ul>"
ONE = "城北大桥今日上午正式通车，全长三公里，双向六车道。"
TWO = "记者在现场看到，车辆有序通过，附近居民前来观看。"
TEXT = f"<p>{ONE}</p><p>{TWO}</p>"


def path_of(html, policy="balanced"):
    document = read_document(html)[0]
    return body_path(document, find_body(document, policy))


def test_the_box_with_most_text_outside_links_is_the_body():
    html = f"<div class=top>{MENU}</div><div class=text>{TEXT}</div><div class=foot>版权所有</div>"
    assert extract(html, method="containers") == f"{ONE}\n{TWO}"


def test_the_body_is_the_innermost_box_that_holds_enough():
    html = f"<div><div>{MENU}<div class=text>{TEXT}</div></div><div>联系我们</div></div>"
    assert path_of(html) == '//div[@class="text"]'
    paragraphs = f"<div class=text><div>{ONE}</div><div>{TWO}</div><div>{ONE}</div></div>"
    assert path_of(f"<div>{MENU}{paragraphs}</div>") == '//div[@class="text"]'


def test_old_pages_have_it_in_a_cell():
    html = f"<table><tr><td>{MENU}</td><td class=zw>{ONE}<br>{TWO}</td></tr></table>"
    assert extract(html, method="containers") == f"{ONE}\n{TWO}"
    assert path_of(html) == '//td[@class="zw"]'


def test_elements_full_of_links_are_dropped_within_the_body_too():
    html = f"<div class=text><p>{ONE}</p>{MENU}<p>{TWO}</p></div>"
    page = analyze(html, method="containers")
    assert page.text == f"{ONE}\n{TWO}"
    reasons = {window.text: window.reason for window in page.windows}
    assert reasons["首页"] == "dropped: in a li with 0.50 links a character, over 0.25"


def test_a_menu_in_a_box_does_not_take_the_article_beside_it_along():
    menus = MENU * 30
    assert extract(f"<div>{menus}<div>{TEXT}</div></div>", method="containers") == f"{ONE}\n{TWO}"


def test_link_text_is_the_other_ratio():
    headlines = "".join(f"<li><a>第{n}条关于城市建设的长标题新闻</a></li>" for n in "一二三四")
    html = f"<div class=text>{TEXT}<ul>{headlines}</ul></div>"
    assert "第一条" in extract(html, method="containers")
    page = analyze(html, method="containers", options=Options(link_ratio="text"))
    assert page.text == f"{ONE}\n{TWO}"
    assert page.windows[-1].reason == "dropped: in a li with 100% link text, over 25%"


def test_a_wrong_ratio_is_a_wrong_call():
    with pytest.raises(ValueError, match="choose one of count, text"):
        Options(link_ratio="links")


def test_forms_go_but_not_one_around_the_page():
    form = f"<form><div>{ONE}</div></form>"
    page = analyze(f"<div>{TEXT}{TEXT}</div>{form}", method="containers")
    assert page.text.count(ONE) == 2
    assert page.windows[-1].reason == "dropped: in a form"
    assert extract(f"<form>{MENU}<div>{TEXT}</div></form>", method="containers") == f"{ONE}\n{TWO}"


def test_the_path_is_given_in_the_reasons():
    page = analyze(f"<div>{MENU}</div><div id=zw>{TEXT}</div><div>联系我们</div>", method="containers")
    assert [window.reason for window in page.windows][-2:] == [
        'kept: in the body //div[@id="zw"]',
        'dropped: outside the body //div[@id="zw"]',
    ]


@pytest.mark.parametrize(
    ("attributes", "path"),
    [
        ('id="zw"', '//div[@id="zw"]'),
        ('class="text main"', '//div[@class="text main"]'),
        ('id="post_20240305" class="text"', '//div[@class="text"]'),
        ('id="post_20240305"', '//div[@class="page"]/div[2]'),
        ('class="box"', '//div[@class="page"]/div[2]'),
    ],
    ids=["id", "class", "class rather than a number", "number alone", "class of two"],
)
def test_the_path_holds_on_the_next_page_of_the_site(attributes, path):
    html = '<div class="page"><div class="box">{}</div><div {}>{}</div></div>'
    assert path_of(html.format(MENU, attributes, TEXT)) == path
    assert path_of(html.format(MENU * 3, attributes, TEXT * 5)) == path


def test_a_stricter_policy_takes_a_smaller_box():
    inner = f"<div class=a>{TEXT}</div><div class=b><p>{ONE}</p><p>{ONE}</p></div>"
    html = f"<div class=text>{inner}</div>"
    assert [path_of(html, policy) for policy in ("strict", "balanced", "lenient")] == [
        '//div[@class="b"]',
        '//div[@class="b"]',
        '//div[@class="text"]',
    ]


def test_a_page_without_a_box_is_its_own_body():
    assert extract(f"{MENU}{TEXT}", method="containers") == f"{ONE}\n{TWO}"
    assert path_of(TEXT) == "/html/body[1]"


def test_a_page_of_links_says_so():
    page = analyze(f"<div>{MENU}</div>", method="containers")
    assert (page.text, page.reason) == (
        "",
        "every container of the page is a form or has too many links for its text",
    )
    assert find_body(read_document("")[0]).kept == []


def test_time_is_linear():
    def nested(size):
        find_body(read_document("<div><a>链</a>" * size + TEXT)[0])

    def flat(size):
        find_body(read_document(f"<div>{MENU}<p>{ONE}</p></div>" * size)[0])

    assert_linear(nested, 2000, 4000)
    assert_linear(flat, 1000, 2000)
