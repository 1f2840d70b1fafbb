"""From a page to its lines of displayed text."""

import re
from html.parser import HTMLParser

import pytest
from conftest import assert_linear
from hypothesis import given, settings
from hypothesis import strategies as st

from markwindow.tree import displayed, parse, without_marks


def lines(html):
    return [line.text for line in parse(html).lines]


def test_line_ends_are_p_br_hr_headings_and_every_boundary():
    assert lines("甲<br>乙<p>丙<h2>丁</h2>戊<hr>己<div>庚</div>辛") == list("甲乙丙丁戊己庚辛")


def test_inline_tags_leave_their_text_where_it_was():
    assert lines("<p>我<b>很<i>喜</i></b><font color=red>欢</font><a href=#>你</a>") == ["我很喜欢你"]


@pytest.mark.parametrize(
    "tag", ["script", "style", "noscript", "iframe", "select", "textarea", "template", "svg"]
)
def test_dropped_tags_go_with_their_contents(tag):
    assert lines(f"<p>前<{tag}>不显示</{tag}>后</p>") == ["前后"]


def test_comments_and_processing_instructions_are_not_displayed():
    assert lines("<p>前<!-- 注 --><?php echo 1 ?>后</p>") == ["前后"]


def test_stray_angle_brackets_are_text():
    assert lines("<p>若 a < b 且 c > d，则 1<2。</p>") == ["若 a < b 且 c > d，则 1<2。"]


def test_text_that_looks_like_a_placeholder_comes_out_as_written():
    assert lines("<p>写作 [[br /]] 的记号</p>") == ["写作 [[br /]] 的记号"]


def test_text_after_the_end_of_body_and_html_counts():
    assert lines("<html><body><p>甲</p></body></html><p>乙</p>") == ["甲", "乙"]


def test_pre_keeps_its_lines_and_indentation():
    assert lines("<pre>def f():\n    return 1\n\n</pre>") == ["def f():", "    return 1"]


def test_unclosed_and_crossed_tags():
    assert lines("<table><tr><td>甲<td>乙<tr><td><b>丙<p>丁</b>戊") == ["甲", "乙", "丙", "丁戊"]


def test_link_characters_are_counted_by_line():
    line, other = parse("<p>见<a href=/>这 里</a>和<a>那里</a></p><p><a>全链</a></p>").lines
    assert (line.text, line.link_characters) == ("见这 里和那里", 5)
    assert (other.text, other.link_characters) == ("全链", 2)


def test_a_link_over_two_lines_counts_in_both():
    assert [line.link_characters for line in parse("<a>甲甲<br>乙乙乙</a>丙").lines] == [2, 3]


def test_link_characters_are_those_displayed_however_the_source_is_broken():
    (line,) = parse("<a href=x>中文\n                 中文</a>文").lines
    assert (line.text, line.link_characters) == ("中文中文文", 4)


def test_short_links_and_list_item_spans_are_text_but_not_compared():
    (line,) = parse("<li><span>12</span>标题<a>更多</a><a>更多新闻</a></li>").lines
    assert line.text == "12标题更多更多新闻"
    assert line.compared == "标题 更多新闻"
    (line,) = parse("<div><span>12</span>标题</div>").lines
    assert line.compared == "12标题"


def test_a_line_all_in_strong_or_b_is_noted():
    assert [line.strong for line in parse("<p><strong>标题</strong><p><b>题</b><p><b>半</b>句").lines] == [
        True,
        True,
        False,
    ]


def test_blanks_and_breaks_in_the_source_do_not_change_what_is_strong():
    lines = parse("<p><b>标题</b>\n</p><p><b>题目<br>副题</b></p><b><p>一<p>二</b><p>三<b>四</b>").lines
    assert [line.strong for line in lines] == [True, True, True, True, True, False]


def test_a_line_ends_in_the_source_with_its_last_text_that_is_no_blank():
    lines = parse("<p>甲<br>乙&nbsp;</p><p>丙<b> </b>　</p>").lines
    assert [line.raw_end for line in lines] == ["甲", "乙\xa0", "丙"]


@pytest.mark.parametrize("page", ["<pre>" + "经济\n" * 5000, "<p>" + "经济<br>" * 5000, "<p>经济</p>" * 5000])
def test_reading_stops_behind_the_last_line_that_was_asked_for(page):
    tree = parse(page, max_lines=100)
    assert (len(tree.lines), tree.cut_by) == (100, "lines")


@pytest.mark.parametrize("end", ["", "<div>丁</div>"])
def test_the_last_line_before_too_many_elements_is_whole(end):
    tree = parse(f"<p>甲</p><p><a>乙</a>丙</p>{end}", max_elements=2)
    assert [line.text for line in tree.lines] == ["甲", "乙丙"]
    assert tree.cut_by == ("elements" if end else "")


def test_spans_deep_in_a_page_take_time_in_proportion():
    pages = {size: "<div>" * 390 + "<span>甲</span>" * size for size in (10_000, 20_000)}
    assert_linear(lambda size: parse(pages[size]), 10_000, 20_000)


def test_heading_level():
    tree = parse("<h1>甲</h1><h3><b>乙</b></h3><p>丙")
    assert [tree.heading_level(line) for line in tree.lines] == [1, 3, 0]


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("  甲\n\t乙  ", "甲乙"),
        ("甲\n  b", "甲 b"),
        ("one \n two", "one two"),
        ("　　全角缩进，保留“标点”（一）：１２３　中", "全角缩进，保留“标点”（一）：１２３　中"),
        ("a\xa0\xa0b", "a  b"),
        ("零\u200b宽\ufeff\x01", "零宽"),
    ],
)
def test_displayed(raw, shown):
    assert displayed(raw) == shown


def test_texts_without_marks_have_letters_and_digits_alone():
    assert without_marks("《渡轮·夜班》 No_3\u3000—— é１！") == "渡轮夜班No3é１"
    assert without_marks("……") == ""


def test_a_frameset_says_so():
    assert parse("<frameset><frame src=a.html></frameset>").is_frameset
    assert not parse("<p>甲").is_frameset


class _Reader(HTMLParser):
    """Another reading of displayed text, by the standard library's tokenizer."""

    def __init__(self):
        super().__init__()
        self.text = ""

    def handle_data(self, data):
        self.text += data


TAGS = st.sampled_from(
    [
        "<p>",
        "</p>",
        "<div>",
        "</div>",
        "<br>",
        "<a>",
        "</a>",
        "<span>",
        "</span>",
        "<b>",
        "</b>",
        "<ul>",
        "<li>",
        "</ul>",
        "<h1>",
        "</h1>",
        "<section>",
        "</section>",
    ]
)
TEXTS = st.text(
    st.characters(codec="utf-8", categories=["L", "N", "Zs", "Po"], exclude_characters="&<>"), max_size=8
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(TAGS, TEXTS), max_size=30))
def test_no_text_is_lost_or_doubled(parts):
    html = "<body>" + "".join(parts)
    reader = _Reader()
    reader.feed(html)
    reader.close()
    blanks = re.compile(r"\s")
    assert blanks.sub("", "".join(lines(html))) == blanks.sub("", displayed(reader.text))


def test_tags_that_only_a_document_numbers_have_their_class_too():
    page = (
        "<p>设<math><mrow><mi>x</mi><mo>=</mo><mn>1</mn></mrow><annotation>x=1</annotation></math>，则成立。</p>"
        "<x-card>卡片</x-card><x-card>又一张</x-card>"
    )
    for _ in range(2):
        assert [line.text for line in parse(page).lines] == ["设x=1，则成立。", "卡片", "又一张"]
