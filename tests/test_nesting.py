"""Mark-up that would cost the parser squared time is cut back; text never is."""

import re

import pytest

from markwindow.nesting import MAX_ATTRIBUTES, MAX_DEPTH, limit_nesting
from markwindow.tree import parse

HOSTILE = {
    "nested div": b"<div>" * 3000 + "正文".encode(),
    "closed nest": b"<div>" * 3000 + "正文".encode() + b"</div>" * 3000,
    "lists": b"<ul><li>" * 2000 + "正文".encode(),
    "upper case": b"<TABLE><TR><TD>" * 1000 + "正文".encode(),
    "different fonts": b"".join(b"<p><font size=%d>x" % i for i in range(1500)) + "正文".encode(),
    "body again": b"".join(b"<body a%d=1>" % i for i in range(2000)) + "正文".encode(),
    "quoted >": b"<div>" * 2000 + b'<div title="a>b">' + "正文".encode(),
}


def text_of(page: bytes) -> bytes:
    return re.sub(rb"<[a-zA-Z/](?:\"[^\"]*\"|[^>\"])*>", b"", page)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_nests_are_cut_back_and_keep_their_text(name):
    page = HOSTILE[name]
    limited = limit_nesting(page)
    assert limited != page
    assert text_of(limited) == text_of(page)


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "<article>",
            "<banner>",
            "<link-x>",
            "<li><dd>",
            "<dt><LI>",
            "<li></x><dd>",
            "<div></x>",
            "<a><div>",
        ),
        *("<font><div></font>", "<b><div></b>", "<span><p></span></p>", "<p><span>", "<svg><div>"),
    ],
)
def test_no_page_has_more_open_elements_than_the_limit(piece):
    assert_not_deep(piece, 700)
    assert_not_deep(piece, 7000)


@pytest.mark.parametrize(
    "piece",
    ["<div><object></div></object>", "<div><table><tr><td></div></table>", "<x><div></x></div>"],
)
def test_no_large_page_has_so_by_end_tags_that_end_nothing(piece):
    assert_not_deep(piece, 7000)


def assert_not_deep(piece, times):
    tree = parse(f"<body>{piece * times}正文")
    depths = [0] * len(tree.parents)
    for element in range(1, len(depths)):
        depths[element] = depths[tree.parents[element]] + 1
    assert max(depths) <= MAX_DEPTH + 2
    assert tree.lines[-1].text == "正文"


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "<p>一段没有结束标签的话",
            "<ul><li>甲<li>乙</ul>",
            "<dl><dt>甲</dt><dd>乙</dd></dl>",
            "<br>",
            "<img src=1.jpg>",
        ),
        *(
            "<table><tr><td>甲<td>乙</table>",
            "<div><a href=/1>甲</a><span>乙</span></div>",
            "<input type=text>",
        ),
        *("<p><b>甲</b><font color=red>乙</font></p>", "<div><p>甲<p>乙</div>", "<link rel=x href=y>"),
    ],
)
def test_a_huge_page_that_nests_nothing_is_the_same_object(piece):
    page = f"<div>{piece * 9000}</div>".encode()
    assert limit_nesting(page) is page


def test_drawings_and_unclosed_list_items_make_no_depth():
    page = (
        "<div><svg><path d=M1/></svg></div><dl><dt>甲<dd>乙</dl>".encode() * 9000 + "<div>正文</div>".encode()
    )
    assert limit_nesting(page) == page


def test_an_ordinary_page_is_the_same_object():
    page = b"<div>" * 30 + b"<p>text" * 5000 + b"</div>" * 30
    assert limit_nesting(page) is page


def test_a_surplus_block_still_ends_a_window_and_a_surplus_font_just_goes():
    assert limit_nesting(b"<div>" * 2001).endswith(b"<div><div></div>" + b"<div></div>" * 1600)
    assert limit_nesting(b"<font>" * 2001).count(b"<font>") == 30


def test_a_tag_with_too_many_attributes_keeps_the_first_ones():
    page = b"<p>before<div " + b" ".join(b'a%d="1"' % i for i in range(9000)) + b">after"
    limited = limit_nesting(page)
    assert limited.startswith(b'<p>before<div a0="1" a1="1"')
    assert limited.endswith(b">after")
    assert limited.count(b'="1"') == MAX_ATTRIBUTES


def test_one_long_attribute_is_no_harm():
    page = b'<img src="data:image/png;base64,' + b"A" * 90_000 + b'">text'
    assert limit_nesting(page) == page


def test_what_looks_like_a_tag_in_a_script_is_none():
    script = b"<script>if (a<b) x = '" + b"y" * 50_000 + b"';</script>"
    page = script + b"<p>text</p>"
    assert limit_nesting(page) == page
    deep = b"<script>" + b"'<div>'" * 2000 + b"</script>" + b"<p>text</p>"
    assert limit_nesting(deep) == deep
