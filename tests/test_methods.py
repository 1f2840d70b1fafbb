"""The methods, each on pages small enough to follow by hand."""

import pytest

from markwindow import analyze, extract
from markwindow.methods import METHODS

PAGE = """<title>城北大桥今日通车_某某网</title>
<div id=nav><a href=/>首页</a> <a href=/news>新闻频道</a></div>
<div id=text><p>城北大桥今日上午正式通车，全长三公里。</p><p>记者在现场看到，车辆有序通过。</p></div>
<div id=foot>版权所有 © 某某网</div>"""


def test_title_keeps_whole_windows_that_share_words_with_the_title():
    assert (
        extract(PAGE, method="title")
        == "城北大桥今日上午正式通车，全长三公里。\n记者在现场看到，车辆有序通过。"
    )


def test_title_tells_distance_and_length_of_every_window():
    nav, text, foot = analyze(PAGE, method="title").windows
    assert (nav.kept, nav.reason) == (
        False,
        f"not about the title: distance {nav.distance} of {nav.length} words",
    )
    assert nav.distance >= nav.length > 0
    assert text.kept
    assert text.distance < text.length
    assert text.reason == f"title-relevant: distance {text.distance} of {text.length} words"
    assert (foot.kept, foot.distance, foot.length) == (False, None, 0)
    assert foot.reason == "left out: holds a copyright mark ©"
    assert text.path == '//div[@id="text"]/p[1]'


def test_a_window_of_function_words_has_no_distance():
    (window,) = analyze("<title>城北大桥</title><p>我们的</p>").windows
    assert (window.distance, window.length) == (None, 0)


def test_title_says_why_nothing_was_kept():
    page = analyze("<title>手机,手机报价,手机论坛</title><p>先把土豆切成丝，再放油。</p>", method="title")
    assert (page.text, page.reason) == (
        "",
        "no window is close enough to the title “手机,手机报价,手机论坛”",
    )
    assert analyze("<p>只有正文。</p>", method="title").reason == (
        "the page has no title to compare with; give one with title="
    )


def test_title_given_by_the_caller_wins():
    assert (
        extract("<title>某某网</title><p>新规今日落地。</p>", method="title", title="新规落地")
        == "新规今日落地。"
    )


def test_density_counts_characters_of_the_decoded_page_on_both_sides():
    html = "<p>" + "字" * 13 + "</p>"
    (window,) = analyze(html.encode("utf-8"), method="density").windows
    # 3 characters of start tag, 13 of text.
    assert (window.source_length, window.density) == (16, round(13 / 16, 4))
    (window,) = analyze(html.encode("gbk"), method="density", content_type="text/html; charset=gbk").windows
    assert window.source_length == 16


def test_density_keeps_lines_over_one_half_or_over_the_mean():
    html = f'<div><a href="http://www.example.com/a/long/address.html">短链接</a></div><p>{"字" * 60}</p>'
    assert extract(html, method="density") == "字" * 60
    assert extract(html, method="density-mean") == "字" * 60
    link, text = analyze(html, method="density").windows
    assert link.reason == f"density {link.density:.2f}: not over the threshold 0.50"
    assert text.reason == f"density {text.density:.2f}: over the threshold 0.50"


def test_density_says_how_many_lines_of_a_window_it_kept():
    html = f"<p>{'字' * 60}</p><p style='margin:0 0 0 0;padding:0 0 0 0'>短</p>"
    (window,) = analyze(html, method="density").windows
    assert (window.kept, window.kept_text) == (True, "字" * 60)
    assert "1 of 2 lines over the threshold 0.50" in window.reason


@pytest.mark.parametrize("method", METHODS)
def test_every_method_says_for_each_window_what_became_of_it(method):
    page = analyze(PAGE, method=method)
    assert [window.text for window in page.windows] == [
        "首页 新闻频道",
        "城北大桥今日上午正式通车，全长三公里。\n记者在现场看到，车辆有序通过。",
        "版权所有 © 某某网",
    ]
    assert all(window.reason for window in page.windows)
    assert page.text == "\n".join(window.kept_text for window in page.windows if window.kept)


@pytest.mark.bench
@pytest.mark.parametrize("method", METHODS)
def test_every_method_answers_on_every_bench_page(method, bench_pages):
    for page in bench_pages:
        result = analyze(page.bytes, method=method)
        assert result.text or result.reason, page.id
        assert all(window.reason for window in result.windows), page.id
