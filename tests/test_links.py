"""Where a text goes on and where else it stands."""

import json

import pytest
from conftest import assert_linear

from markwindow import analyze, extract
from markwindow.extract import read_document
from markwindow.links import is_part_of, page_links

URL = "https://news.example.cn/2024/0305/c12.html"
TEXT = "<title>河口湿地又见黑嘴鸥</title><h1>河口湿地又见黑嘴鸥</h1><p>三月初，河口湿地的滩涂上又出现了黑嘴鸥，观鸟的人说，比去年早了六天。</p>"


def links(foot, url=URL):
    return analyze(TEXT + foot, url=url).links


@pytest.mark.parametrize(
    "foot",
    [
        "<div>上一页 <b>1</b> <a href=c12_2.html>2</a> <a href=c12_3.html>3</a> <a href=c12_2.html>下一页</a></div>",
        "<div>上一页 <b>1</b> <a href=c12_2.html>2</a> <a href=c12_3.html>3</a></div>",
        "<p align=center>[1] <a href=c12_2.html>[2]</a></p>",
        "<ul><li class=on>1</li><li><a href=c12_2.html>2</a></li><li><a href=c12_3.html>3</a></li></ul>",
        "<div><a href=c12.html>1</a><a href=c12_2.html>2</a><a href=c12_3.html>3</a></div>",
        "<a href=c12_2.html>下一页 &gt;&gt;</a>",
        "<a href=c12_2.html>【下頁】</a>",
        "<a href=c12_2.html>下一页：观鸟的人</a>",
        "<a href=c12_2.html><img src=p.jpg alt=点击图片进入下一页></a>",
        "<link rel=next href=c12_2.html>",
    ],
)
def test_c17_the_next_part_is_found_from_words_numbers_and_declarations(foot):
    assert links(foot).next_page == "https://news.example.cn/2024/0305/c12_2.html"


@pytest.mark.parametrize(
    "foot",
    [
        "<a href=c13.html>下一篇：春播开始了</a>",
        "<a rel=next href=c13.html>春播开始了</a><link rel=next href=c13.html title=春播开始了>",
        "<a href='javascript:next()'>下一页</a>",
        "<a href='#'>下一页</a>",
        "<div><a href=c12_1.html>上一页</a> <a href=c12_1.html>1</a> <b>2</b> 下一页</div>",
        "<table><tr><td><a href=d1.html>1</a><td><a href=d9.html>9</a><td>30<td>31</table>",
    ],
)
def test_another_article_a_script_and_the_last_part_are_no_next_page(foot):
    url = URL if "c12_1" not in foot else URL.replace("c12", "c12_2")
    assert links(foot, url).next_page is None


def test_c17_the_next_chapter_of_a_book_is_told_apart():
    found = links("<a href=24.html>上一章</a> <a href=./>目录</a> <a href=26.html>下一章</a>")
    assert found.next_page is None
    assert found.next_chapter == "https://news.example.cn/2024/0305/26.html"


def test_of_two_pagers_the_one_of_the_text_is_meant():
    foot = "<div class=c><a href=/comments/c12?p=2>下一页</a></div><a href=c12_2.html>下一页</a>"
    assert links(foot).next_page.endswith("c12_2.html")


def test_addresses_are_absolute_where_the_page_or_the_caller_knows_its_own():
    foot = "<a href=c12_2.html>下一页</a>"
    assert links(foot, None).next_page == "c12_2.html"
    assert links(f"<base href=//m.example.cn/a/>{foot}").next_page == "https://m.example.cn/a/c12_2.html"
    assert links(f"<link rel=canonical href={URL}>{foot}", None).next_page.startswith("https://news.")


def test_what_is_no_address_leads_nowhere():
    foot = "<a href='http://['>下一页</a><a href=c12_2.html>下一页</a>"
    assert links(foot).next_page.endswith("/c12_2.html")
    assert links(foot, "http://[").next_page == "c12_2.html"


def test_amp_and_print_versions():
    found = links(
        "<link rel=amphtml href=/amp/c12><a href='javascript:print()'>打印</a><a href=/print?c=12>【打印本页】</a>"
    )
    assert found.amp == "https://news.example.cn/amp/c12"
    assert found.print == "https://news.example.cn/print?c=12"


def test_c18_frames_are_reported_with_their_addresses():
    frameset = (
        "<title>某县志</title><frameset cols=20%,*><frame src=menu.htm><frame src=text/1.htm></frameset>"
    )
    page = analyze(frameset, url="http://old.example.cn/")
    assert page.text == ""
    assert page.links.frames == ("http://old.example.cn/menu.htm", "http://old.example.cn/text/1.htm")
    assert page.reason.endswith("own pages: http://old.example.cn/menu.htm, http://old.example.cn/text/1.htm")
    shell = analyze("<iframe src=body.html></iframe>")
    assert shell.reason == "no displayed text; frames hold other pages: body.html"
    many = "".join(f"<frame src={n}.htm>" for n in range(9))
    assert analyze(f"<frameset>{many}</frameset>").reason.endswith("4.htm and 4 more")


def test_parts_of_one_text_differ_in_numbers_only():
    assert is_part_of("https://a.cn/12?p=2", "https://a.cn/12")
    assert is_part_of("https://a.cn/12/2/", "https://a.cn/12/")
    assert is_part_of("https://a.cn/12-3.shtml", "https://a.cn/12-2.shtml")
    assert is_part_of("https://a.cn/12_2.html", "https://a.cn/12.html")
    assert not is_part_of("https://a.cn/13.html", "https://a.cn/12.html")
    assert not is_part_of("https://a.cn/archives/13", "https://a.cn/archives/12")
    assert not is_part_of("https://b.cn/12_2", "https://a.cn/12_1")


@pytest.mark.parametrize(
    "piece", ["<a href=x>1</a>2<a href=y>[3]</a>", "<a href=x>1</a><div><a href=y>2</a></div>"]
)
def test_many_links_take_linear_time(piece):
    def read(size):
        document = read_document(TEXT + piece * size)[0]
        page_links(document)

    assert_linear(read, 2000, 4000)


def test_the_json_output_names_the_next_page_and_frames_in_the_reason():
    record = json.loads(extract(f"{TEXT}<a href=c12_2.html>下一页</a>", url=URL, format="json"))
    assert record["next_page"] == "https://news.example.cn/2024/0305/c12_2.html"
    record = json.loads(extract("<frameset><frame src=a.htm></frameset>", url=URL, format="json"))
    assert record["reason"].endswith("https://news.example.cn/2024/0305/a.htm")
