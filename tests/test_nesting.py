"""Mark-up that would cost the parser squared time is cut back; text never is."""

import re

import pytest

from markwindow.nesting import MAX_ATTRIBUTES, limit_nesting

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
