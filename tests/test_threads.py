"""Posts of threads: ten threads in five layouts, and the lines that posts are known by."""

import json
import pickle
from pathlib import Path

import pytest
from conftest import assert_linear
from hypothesis import given, settings
from hypothesis import strategies as st

from markwindow import analyze
from markwindow.extract import read_document
from markwindow.threads.comments import read_comments
from markwindow.threads.posts import read_posts
from markwindow.threads.stamps import posting_time
from markwindow.threads.words import floor_of, is_about_member

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


ARTICLE = """<title>城北图书馆延长闭馆时间</title><h1>城北图书馆延长闭馆时间</h1>
<p>从下月一日起，城北图书馆的闭馆时间由晚上八点延长到十点，周末不变，节假日另行通知。</p>
<p>馆长说，延时以后增加两名保安，自习室多开一间，空调照常开放，饮水处搬到二楼。</p>"""
COMMENTS = {
    "names in front": "<h3>网友评论</h3><ul><li><b>小王</b>：写得好，早该延长了。</li><li><b>老李头</b>：周末呢？</li></ul>",
    "tables of a bulletin board": """<table><tr><td>最新评论</td></tr></table><table>
        <tr><td>网友：小王　发表于 2006-3-5 12:30</td></tr><tr><td>写得好，早该延长了。</td></tr>
        <tr><td>网友：老李头　发表于 2006-3-6 09:00</td></tr><tr><td>周末呢？</td></tr></table>""",
    "cards with answers in them": """<section class="comment-section"><h4>全部评论 2</h4>
        <div class="comment-card"><a class="user-name" href="/u/1">小王</a><time datetime="2006-03-05T12:30">3小时前</time>
        <div class="txt">写得好，早该延长了。</div><div class="answers"><a href="/u/2">阿三</a> 回复 <a href="/u/1">小王</a>：同感</div></div>
        <div class="comment-card"><a class="user-name" href="/u/2">老李头</a><time datetime="2006-03-06T09:00">2小时前</time>
        <div class="txt">周末呢？</div></div></section>""",
}  # fmt: skip
FOOT = "<div>版权所有 城北图书馆 未经许可不得转载</div>"


@pytest.mark.parametrize("comments", COMMENTS.values(), ids=COMMENTS)
def test_c11_comments_are_objects_and_no_text(comments):
    page = analyze(ARTICLE + comments + FOOT)
    told = [(comment.author, comment.text) for comment in page.comments]
    assert told == [("小王", "写得好，早该延长了。"), ("老李头", "周末呢？")]
    times = [comment.time for comment in page.comments]
    assert times == (["2006-03-05T12:30", "2006-03-06T09:00"] if "2006" in comments else [None, None])
    assert "早该延长了" not in page.text


def test_c11_thirty_long_comments_under_a_short_text():
    page = analyze((Path(__file__).parent / "pages/hard/long-comments-under-short-text.html").read_bytes())
    assert len(page.comments) == 30
    assert page.comments[1].author == "半瓶醋"
    assert all(comment.author and len(comment.text) > 40 for comment in page.comments)
    assert not any(comment.text in page.text for comment in page.comments)


def test_a_single_comment():
    page = analyze(
        ARTICLE
        + "<div id=comments><div><span class=name>小王</span> <i>2020-01-02 10:00</i><p>写得好。</p></div></div>"
    )
    assert [(comment.author, comment.time, comment.text) for comment in page.comments] == [
        ("小王", "2020-01-02T10:00", "写得好。")
    ]


@pytest.mark.parametrize(
    "beside",
    [
        "<div id=comments><h3>我要评论</h3><form><textarea></textarea><p>登录后才能发表，请遵守法律法规。</p></form></div>",
        "<h3>网友评论</h3><ul><li><a href=1>春播开始了，农机站检修完毕</a> 2006-3-5</li><li><a href=2>渡口明天停航</a> 2006-3-6</li></ul>",
        "<div class=reply-count>评论：31</div><div>访问：1203</div>",
    ],
)
def test_forms_lists_and_counts_are_no_comments(beside):
    assert analyze(ARTICLE + beside + FOOT).comments == ()


HOSTILE = {
    "nested boxes of authors": lambda size: "<div class=author>" * size + "字",
    "makes without end": lambda size: "".join(f"<div class=c{n:x}x><i>u</i> 2015-3-5 08:12<p>说。</p></div>" for n in range(size)),
    "groups of comments": lambda size: "<p>正文。</p>" + "<div><div class=comment><p>小王：好。</p><p>12:30</p></div></div>" * size,
    "quotations in a post": lambda size: "<div class=p>u 2015-3-5 08:12<div>" + "<blockquote>甲</blockquote>丙<br>" * size,
    "rules in a post": lambda size: "<div class=p>u 2015-3-5 08:12<div>" + "<p>文字内容在这里面。</p><p>----</p>" * size,
    "buttons": lambda size: "<p>" + "回复 (1) | " * size + "x</p>",
}  # fmt: skip


@pytest.mark.parametrize("page", HOSTILE.values(), ids=HOSTILE)
def test_posts_and_comments_take_linear_time_whatever_the_page(page):
    def read(size):
        document = read_document(page(size))[0]
        kept = [number == 0 for number in range(len(document.lines))]
        read_posts(document, kept)
        read_posts(document, [True] * len(kept))
        read_comments(document, kept)

    assert_linear(read, 2000, 4000, most=3)


@given(
    st.lists(
        st.sampled_from(
            [
                "<div class=post>",
                "</div>",
                "<td>",
                "<tr>",
                "<br>",
                "2015-3-5 08:12",
                "3楼",
                "作者：",
                "甲",
                "好。",
                "<blockquote>",
                "--",
                "<a href=/u/1>",
                "<li class=comment>",
            ]
        ),
        max_size=60,
    )
)
@settings(deadline=None, max_examples=150)
def test_posts_and_comments_never_raise(pieces):
    document = read_document("".join(pieces))[0]
    for kept in (True, False):
        read_posts(document, [kept] * len(document.lines))
        read_comments(document, [kept] * len(document.lines))
