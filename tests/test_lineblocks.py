"""Line blocks: the curves by hand, the thresholds, and the noise that the published form falls for."""

from collections import Counter

import pytest
from conftest import assert_linear

from markwindow import analyze, extract
from markwindow.extract import read_document
from markwindow.methods.lineblocks import END, SMOOTHING_ROWS, START, curves

SENTENCE = "城北大桥今日上午正式通车，全长三公里，双向六车道。"
MENU = "<ul><li><a href=1>首页</a></li><li><a href=2>新闻</a></li><li><a href=3>论坛</a></li></ul>"
FOOT = "<div><ul><li>关于我们</li><li>联系方式</li></ul></div>"


def curves_of(html, policy="balanced"):
    return curves(read_document(html)[0], policy)


def test_energy_counts_chinese_characters_and_every_third_other():
    assert curves_of("<p>大桥 通车</p>").raw == (4,)
    assert curves_of("<p>bridge</p>").raw == (2,)
    assert curves_of("<p>大桥 abc</p>").raw == (3,)


def test_boundary_tags_between_lines_are_blank_rows_and_paragraphs_have_none():
    assert curves_of("<p>大桥</p><p>通车</p>").raw == (2, 2)
    assert curves_of("<div>大桥</div><div>通车</div>").raw == (2, 0, 2)
    apart = curves_of("<ul><li>大桥</li></ul><div><div>通车</div></div>")
    assert (apart.raw, apart.line_rows) == ((2, 0, 0, 2), (0, 3))


def test_the_smooth_curve_is_the_mean_of_the_rows_around():
    found = curves_of("<p>一二三四五</p>" * 7)
    assert found.smoothed[3] == 5
    assert found.smoothed[0] == 5 * 3 / SMOOTHING_ROWS


def test_thresholds_come_from_the_page():
    short, long = (curves_of(f"{MENU}{f'<p>{SENTENCE * times}</p>' * 5}{FOOT}") for times in (1, 10))
    assert long.level == pytest.approx(10 * short.level, rel=0.1)
    for policy in START:
        found = curves_of(f"{MENU}{f'<p>{SENTENCE}</p>' * 5}{FOOT}", policy)
        assert found.start <= START[policy] * found.level
        assert found.end == END[policy] * found.level


def test_short_news_is_found_between_menu_and_foot():
    html = f"{MENU}<div><p>{SENTENCE * 2}</p><p>记者在现场看到，车辆有序通过。</p></div>{FOOT}"
    assert extract(html, method="lineblocks") == f"{SENTENCE * 2}\n记者在现场看到，车辆有序通过。"


def test_one_paragraph_alone_is_a_body():
    assert extract(f"{MENU}<div>{SENTENCE * 3}</div>{FOOT}", method="lineblocks") == SENTENCE * 3


TICKER = "我市召开工作会议 两条公路下月开工 图书馆延长开放时间 市民热议新规 " * 12


@pytest.mark.parametrize(
    "ticker",
    [f"<div>{TICKER}</div>", f"<div><a href=1>{TICKER}</a></div>", f"<div>{TICKER.replace(' ', '')}</div>"],
    ids=["bare", "linked", "glued"],
)
def test_one_very_long_line_of_headlines_is_not_a_body(ticker):
    body = "".join(f"<p>第{number}段。{SENTENCE * 2}</p>" for number in "一二三四五六")
    page = analyze(f"{ticker}{MENU}<div>{body}</div>{FOOT}", method="lineblocks")
    first, *_ = page.windows
    assert not first.kept
    assert "no body starts here" in first.reason
    assert page.text.count(SENTENCE) == 12


def test_a_long_line_of_prose_keeps_its_energy():
    assert curves_of(f"<p>{SENTENCE * 20}</p>").energy == pytest.approx(
        curves_of(f"<p>{SENTENCE * 20}</p>").raw
    )


def test_a_stricter_policy_starts_fewer_bodies():
    apart = MENU * 3
    html = apart.join(f"<div>{f'<p>{SENTENCE * times}</p>' * 5}</div>" for times in (6, 5, 2, 1))
    lengths = [
        [len(line) // len(SENTENCE) for line in extract(html, method="lineblocks", policy=policy).split("\n")]
        for policy in ("strict", "balanced", "lenient")
    ]
    strict, balanced, lenient = (Counter(one) for one in lengths)
    assert strict == {6: 5}
    assert balanced == {6: 5, 5: 5}
    assert lenient == {6: 5, 5: 5, 2: 5}


def test_reasons_tell_the_height_beside_the_thresholds():
    page = analyze(f"{MENU}<div><p>{SENTENCE}</p></div>{FOOT}", method="lineblocks")
    reasons = {window.text: window.reason for window in page.windows}
    found = curves_of(f"{MENU}<div><p>{SENTENCE}</p></div>{FOOT}")
    assert reasons[SENTENCE].startswith("kept: smoothed energy ")
    assert f"start {found.start:.1f}" in reasons[SENTENCE]
    assert reasons["首页"].startswith("dropped: smoothed energy ")


def test_a_page_of_links_has_no_body_and_says_so():
    page = analyze(MENU * 5, method="lineblocks")
    assert (page.text, page.reason) == ("", "no line holds text outside links")
    assert curves_of("").smoothed == ()


def test_time_is_linear():
    assert_linear(lambda size: curves_of(f"<p>{SENTENCE}</p>" * size), 4000, 8000)
    assert_linear(lambda size: curves_of(f"<p>{'字' * size}</p>"), 500_000, 1_000_000)
