"""The main job: bytes in, main text out; cases A and B from end to end."""

import json
import subprocess
import sys

import bs4
import pytest
from conftest import assert_linear
from families import FAMILIES
from hypothesis import given, settings
from hypothesis import strategies as st

import markwindow
from markwindow import Options, analyze, extract

TITLE = "朱镕基谈经济工作"
BODY = "朱镕基在会上谈到了当前的经济工作，𠮷林省代表参加了讨论。"


def page(charset="", body=BODY, title=TITLE):
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">' if charset else ""
    return f"<html><head>{meta}<title>{title}</title></head><body><table><tr><td>{body}</td></tr></table></body></html>"


def text_of(html, **arguments):
    return extract(html, method="title", **arguments)


def test_a1_gb2312_label_on_gb18030_bytes():
    html = page("gb2312").encode("gb18030")
    assert text_of(html) == BODY
    assert analyze(html).decoding.encoding == "gb18030"


@pytest.mark.parametrize("charset", ["gbk", ""])
def test_a2_long_ascii_head_and_tail(charset):
    filler = "<script>" + "var filler = 1;\n" * 1300 + "</script>"
    body = "经济工作会议今天召开。" * 30
    html = page(charset, filler + "<p>" + body + "</p>" + filler)
    assert text_of(html.encode("gbk", "ignore")) == body


def test_a3_a_damaged_utf8_page_without_meta_stays_utf8():
    good = page(body="经济工作会议今天召开。" * 90).encode()
    middle = good.index("会议".encode(), 400)
    broken = good[: middle + 1] + good[middle + 2 :]
    result = analyze(broken, method="title")
    assert result.decoding.encoding == "utf-8"
    assert result.decoding.misfits > 0
    assert result.text.count("会议") == 89


@pytest.mark.parametrize(("text", "encoding"), [("经济工作会议", "gbk"), ("經濟工作會議", "big5")])
def test_a3_six_characters_without_a_declaration(text, encoding):
    html = f"<title>{text}</title><p>{text}".encode(encoding)
    assert text_of(html) == text


def test_a4_header_and_meta_disagree():
    body = BODY.replace("𠮷", "吉")
    assert text_of(page("utf-8", body).encode("gbk"), content_type="text/html; charset=gbk") == body
    assert text_of(page("gbk", body).encode("utf-8"), content_type="text/html; charset=utf-8") == body
    assert text_of(page("gbk", body).encode("gbk"), content_type="text/html; charset=utf-8") == body


def test_a4b_a8_one_story_in_three_encodings_gives_one_text():
    body = BODY.replace("𠮷", "吉")
    pages = [
        page("gb2312", body).encode("utf-8"),
        page("gb2312", body).encode("gbk"),
        page("", body).encode("gbk"),
    ]
    results = [analyze(html, method="title") for html in pages]
    assert [result.text for result in results] == [body] * 3
    assert [result.decoding.source for result in results] == ["utf-8 bytes", "declaration", "guess"]


def test_a7_short_utf8_page_without_meta():
    assert text_of(page().encode("utf-8")) == BODY


def test_a10_bytes_that_the_declared_charset_cannot_hold():
    html = page("gbk").encode("gb18030")
    assert text_of(html) == BODY


@pytest.mark.parametrize("nul", ["\x00", "&#0;"])
def test_a11_nul_between_two_paragraphs(nul):
    body = f"<p>经济工作会议今天召开。</p>{nul}<p>会议讨论了经济工作。</p>"
    text = text_of(page(body=body).encode())
    assert text.startswith("经济工作会议今天召开。")
    assert text.endswith("会议讨论了经济工作。")


@pytest.mark.parametrize("before", ["", "\ufeff", "  \n", "<!-- 保存于 2003 年 -->\n"])
def test_a12_an_xml_declaration_in_str_and_bytes(before):
    body = BODY.replace("𠮷", "吉")
    html = f'{before}<?xml version="1.0" encoding="gb2312"?>\n{page("", body)}'
    assert text_of(html) == body
    assert text_of(html.replace("\ufeff", "").encode("gbk")) == body


def test_a14_full_width_characters_come_back_as_written():
    body = "谈经济工作：“你好”，（一）：１２３，会议上讨论了经济工作。"
    assert text_of(page(body=body)) == body


@pytest.mark.parametrize("title", ["", "<title></title>", "<title>无标题文档</title>"])
def test_b2_the_body_is_found_without_a_title(title):
    html = f"{title}<h1>经济工作会议召开</h1><div>经济工作会议今天召开，代表讨论了经济工作。</div>"
    result = analyze(html, method="title")
    assert "代表讨论了经济工作。" in result.text
    assert result.title_source == "heading"


def test_b3_a_keyword_stuffed_title_leaves_the_title_method_empty_with_the_reason():
    html = "<title>手机,手机报价,手机论坛</title><td><div><p>先把土豆切成丝，再放油。</p></div></td>"
    result = analyze(html, method="title")
    assert result.text == ""
    assert "手机" in result.reason
    assert [window.text for window in result.windows] == ["先把土豆切成丝，再放油。"]


def test_bs4_objects_are_taken_as_they_are():
    soup = bs4.BeautifulSoup(page(), "html.parser")
    assert text_of(soup) == BODY
    assert text_of(soup.body, title=TITLE) == BODY


@pytest.mark.parametrize(
    ("name", "value"), [("class", [1, "a"]), (7, "x"), ("data-n", None), ("data-n", {1: 2})]
)
def test_bs4_objects_with_attributes_that_are_no_text_are_taken_and_left_as_they_are(name, value):
    soup = bs4.BeautifulSoup(page(), "html.parser")
    soup.td[name] = value
    assert text_of(soup) == BODY
    assert soup.td[name] == value


def test_a_lone_surrogate_in_an_address_or_a_title_can_be_written_as_json():
    record = extract(
        page(), format="json", url="http://example.com/\ud800", title=TITLE + "\ud83d\ude00\udc00"
    )
    assert json.loads(record.encode())["url"] == "http://example.com/\ufffd"
    assert json.loads(record)["title"] == TITLE + "\U0001f600\ufffd"


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (None, "empty page"),
        (b"", "empty page"),
        ("", "empty page"),
        (b"\xff\xfe", "empty page"),
        (b"<html></html>", "no displayed text"),
        (b"%PDF-1.4 ...", "not a web page: a PDF document"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "not a web page: a PNG image"),
        (b"\x1f\x8b\x08\0\0", "not a web page: compressed with gzip; decompress it first"),
        (
            b"<frameset><frame src='a.html'></frameset>",
            "the page is a frameset: its text stands in the frames' own pages: a.html",
        ),
    ],
)
def test_f11_a_page_without_text_says_why(html, reason):
    assert extract(html) == ""
    assert analyze(html).reason == reason


@pytest.mark.parametrize(
    ("arguments", "error", "mend"),
    [
        ({"html": 5}, TypeError, "html must be bytes, str"),
        ({"html": b"", "method": "titel"}, ValueError, "choose one of default, title"),
        ({"html": b"", "format": "pdf"}, ValueError, "choose one of text"),
        ({"html": b"", "policy": "hard"}, ValueError, "choose one of strict, balanced, lenient"),
        ({"html": b"", "title": b"x"}, TypeError, "title must be a str"),
        ({"html": b"", "options": {}}, TypeError, "options must be markwindow.Options"),
    ],
)
@pytest.mark.parametrize("call", [extract, analyze])
def test_a_wrong_call_names_the_mend(call, arguments, error, mend):
    with pytest.raises(error, match=mend):
        call(**arguments)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"stop_words": "的"}, TypeError),
        ({"stop_words": [1]}, TypeError),
        ({"stop_words": 3}, TypeError),
        ({"segmenter": "thulac"}, ValueError),
        ({"segmenter": "rjieba", "user_words": {"甲"}}, ValueError),
        ({"max_characters": 0}, ValueError),
        ({"max_elements": 2.5}, ValueError),
        ({"max_depth": 5000}, ValueError),
        ({"max_seconds": 0}, ValueError),
        ({"max_seconds": "60"}, ValueError),
    ],
)
def test_wrong_options(arguments, error):
    with pytest.raises(error, match="Options"):
        Options(**arguments)


def test_a_page_over_the_limit_is_partial_and_says_so():
    result = analyze(page(), options=Options(max_characters=50))
    assert result.reason == f"partial: only the first 50 of {len(page())} characters were read"


def test_json_is_the_flat_record():
    record = json.loads(
        extract(page("gbk").encode("gb18030"), method="title", format="json", url="http://example.com/1")
    )
    assert record["text"] == BODY
    assert (record["title"], record["title_source"], record["method"]) == (TITLE, "title", "title")
    assert (record["encoding"], record["encoding_source"], record["url"]) == (
        "gb18030",
        "declaration",
        "http://example.com/1",
    )
    assert record["chars"] == len(BODY)
    assert record["bytes"] == len(page("gbk").encode("gb18030"))
    assert record["language"] == "zh-Hans"
    assert record["relevance"] == 0.0


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda html: memoryview(html).cast("H")])
def test_bytes_of_any_kind_are_one_page(kind):
    html = page("gbk").encode("gb18030")
    html += b" " * (len(html) % 2)
    result = analyze(kind(html))
    assert (result.text, result.bytes) == (BODY, len(html))
    assert analyze(html.decode("gb18030")).bytes is analyze(None).bytes is None


def test_importing_loads_no_dictionary_and_takes_little_time():
    code = (
        "import time; begin = time.process_time(); import markwindow; seconds = time.process_time() - begin;"
        "import sys; assert not {'jieba', 'bs4', 'numpy', 'requests', 'rich'} & set(sys.modules), sorted(sys.modules);"
        "print(seconds)"
    )
    seconds = min(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(5)
    )
    assert seconds < 0.15


NESTS = ["<div>", "<ul><li>", "<font>", "<table><tr><td>", "<b><p>", "<section>", "<dl><dd>", "<blockquote>"]


@pytest.mark.parametrize("tag", NESTS)
@pytest.mark.parametrize("method", ["default", "title", "density"])
def test_f1_text_below_a_nest_of_50000_is_found_in_linear_time(tag, method):
    def run(depth):
        html = f"<title>经济工作</title>{tag * depth}经济工作会议今天召开。"
        assert "经济工作会议今天召开。" in analyze(html, method=method).windows[-1].text

    extract("<title>经济</title><p>经济", method=method)
    assert_linear(run, 25_000, 50_000)


@pytest.mark.parametrize("family", FAMILIES)
def test_f4_hostile_pages_take_time_in_proportion(family):
    extract("<title>经济</title><p>经济")
    assert_linear(lambda size: extract(FAMILIES[family](size)), 50_000, 100_000)


@pytest.mark.parametrize(
    "family", ["less-than", "full stops", "links", "paragraphs", "different words", "title of one word"]
)
def test_f4_so_do_the_title_rule_and_the_explanations(family):
    extract("<title>经济</title><p>经济", method="title")
    assert_linear(lambda size: analyze(FAMILIES[family](size), method="title").windows, 50_000, 100_000)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_give_a_result(html):
    result = analyze(html)
    assert result.text or result.reason


SNIPPETS = st.sampled_from(
    [
        "<p>",
        "<div>",
        "</div>",
        "<td>",
        "<table>",
        "<!--",
        "-->",
        "<a",
        "href=x>",
        "</a>",
        "<script>",
        "</script>",
        "<title>",
        "</title>",
        "经济工作",
        "会议。",
        "&",
        "&amp;",
        "&#x4e2d;",
        "<",
        ">",
        "\x00",
        "�",
        "<h1>",
        "<br>",
        "<pre>",
        "</pre>",
        "\n",
        "<li>",
        "<span>",
        "</span>",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(SNIPPETS, max_size=40).map("".join), st.sampled_from(["title", "density", "density-mean"]))
def test_any_markup_gives_a_result_and_the_same_one_twice(html, method):
    result = analyze(html, method=method)
    assert result.text or result.reason
    assert result == analyze(html, method=method)
    assert result.text == extract(html, method=method)


@pytest.mark.bench
def test_bytes_and_decoded_str_of_every_bench_page_agree(bench_pages):
    differing = [page.id for page in bench_pages if extract(page.bytes) != extract(page.text)]
    assert (len(bench_pages), differing) == (102, [])


def test_the_public_names():
    assert set(markwindow.__all__) == {
        *("Options", "Page", "Window", "analyze", "extract", "warm_up"),
        *("fields", "page_kind", "site_noise"),
    }
    for name in markwindow.__all__:
        assert getattr(markwindow, name).__name__ == name


def test_a_page_with_too_many_lines_is_partial_and_says_so():
    html = "<title>经济工作</title>" + "<div><p>经济工作会议今天召开。</p></div>" * 30
    for method in ("default", "title", "density"):
        result = analyze(html, method=method, options=Options(max_lines=10))
        assert result.reason == "partial: only the first 10 lines of text were read"
        assert sum(window.text.count("\n") + 1 for window in result.windows) == 10


def test_a_page_with_too_many_elements_is_partial_and_says_so():
    html = "<title>经济工作</title>" + "<div><p>经济工作会议今天召开。</p></div>" * 30
    result = analyze(html, method="title", options=Options(max_elements=20))
    assert result.reason == "partial: only what stands in the first 20 elements was read"
    assert 9 <= result.text.count("\n") + 1 <= 11


def test_a_page_that_is_nested_too_deeply_loses_no_text():
    html = "<title>经济工作</title>" + "<div>经济工作会议今天召开。" * 30
    whole, flat = (extract(html, method="title", options=Options(max_depth=depth)) for depth in (400, 10))
    assert flat == whole
    assert flat.count("经济工作会议") == 30


def test_a_page_that_takes_too_long_is_empty_and_says_so():
    result = analyze(page(), options=Options(max_seconds=1e-9))
    assert (result.text, result.kind) == ("", "empty")
    assert result.reason == "empty: reading took longer than 1e-09 seconds (Options.max_seconds)"
