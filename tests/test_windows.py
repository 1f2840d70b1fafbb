"""Tag windows and the filters that leave them out."""

import pytest

from markwindow.tree import parse
from markwindow.windows import collect_windows, left_out


def windows(html):
    return [window.text for window in collect_windows(parse(html).lines)]


def test_a_window_is_a_run_of_text_without_a_boundary_tag_in_it():
    html = "<table><td>甲<p>乙</p><a>丙</a><div>丁<span>戊</span></div>己<br>庚</td></table>"
    assert windows(html) == ["甲\n乙\n丙", "丁戊", "己\n庚"]


def test_an_empty_boundary_tag_also_ends_a_window():
    assert windows("甲<div></div>乙") == ["甲", "乙"]


def test_unknown_tags_are_boundaries():
    assert windows("甲<my-box>乙</my-box>丙") == ["甲", "乙", "丙"]


def test_nested_boxes_never_give_a_sentence_twice():
    assert windows("<table><tr><td><div><p>只有一次。</p></div></td></tr></table>") == ["只有一次。"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("——", "no word"),
        ("中", "a single character"),
        ("© 2024 某某网", "holds a copyright mark ©"),
        ("姓　　　　名", "mostly blanks"),
        ("姓　名", ""),
        ("正文。", ""),
    ],
)
def test_filters_say_why(text, reason):
    assert left_out(text, text) == reason


def test_a_window_of_short_links_only():
    (window,) = collect_windows(parse("<td><a>首页</a> | <a>新闻</a></td>").lines)
    assert window.text == "首页 | 新闻"
    assert (
        left_out(window.text, window.compared)
        == "only links of at most 2 characters or list-item spans of at most 3"
    )
