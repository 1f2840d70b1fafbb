"""Posts of threads: ten threads in five layouts, and the lines that posts are known by."""

import json
import pickle
from pathlib import Path

import pytest
from conftest import assert_linear

from markwindow import analyze
from markwindow.threads.stamps import floor_of, is_about_member, posting_time

THREADS = sorted((Path(__file__).parent / "pages" / "threads").glob("*.html"))


@pytest.mark.parametrize("path", THREADS, ids=lambda path: path.stem)
def test_c12_posts_with_authors_times_floors_quotations_and_without_signatures(path):
    page = analyze(path.read_bytes())
    told = [
        {
            "author": post.author,
            "time": post.time,
            "floor": post.floor,
            "text": post.text,
            "quotations": list(post.quotations),
        }
        for post in page.posts
    ]
    assert page.kind == "forum"
    assert told == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


def test_an_article_has_no_posts():
    text = "<p>四月的清晨，河口的雾还没有散，老船工已经把缆绳解开，准备把第一批游客送到对岸的渔村去。</p>" * 9
    assert analyze(f"<title>河口的雾</title><h1>河口的雾</h1>{text}").posts == ()


def test_posts_go_to_another_process_with_their_page():
    page = analyze(THREADS[0].read_bytes())
    assert pickle.loads(pickle.dumps(page)).posts == page.posts


@pytest.mark.parametrize(
    ("text", "floor"),
    [
        ("3楼", 3),
        ("第 12 樓", 12),
        ("#7", 7),
        ("21#", 21),
        ("楼主", 1),
        ("沙发", 2),
        ("发表于 2015-3-5 08:12 4楼", 4),
        ("回复 3楼", None),
        ("只看楼主", None),
        ("客厅的沙发是去年冬天买的，坐着还行", None),
    ],
)
def test_floors(text, floor):
    assert floor_of(text) == floor


def test_the_time_of_joining_a_forum_is_not_the_time_of_posting():
    assert posting_time("注册时间：2003-5-6") is None
    assert posting_time("发贴时间：2003-5-6 13:22:11") == "2003-05-06T13:22:11"


@pytest.mark.parametrize(
    "text", ["积分：120", "注册时间 2003-5-6", "来自: 河口", "[回复] [引用] [举报]", "支持 (3)"]
)
def test_lines_about_members_and_buttons_are_no_posts(text):
    assert is_about_member(text)


@pytest.mark.parametrize("text", ["积分可以换一本挂历，要的跟帖。", "回复晚了，见谅"])
def test_sentences_that_begin_so_are(text):
    assert not is_about_member(text)


def thread(count):
    posts = "".join(
        f"<div class=post><a class=author href=/u/{n}>u{n}</a><span>2015-3-5 08:12</span> {n}楼<div class=body>第{n}个说的话。</div></div>"
        for n in range(1, count + 1)
    )
    return analyze(f"<title>一个长帖子 - 某论坛</title>{posts}")


def test_long_threads_take_linear_time():
    assert len(thread(300).posts) == 300
    assert_linear(lambda size: thread(size).posts, 400, 800)
