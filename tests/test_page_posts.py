"""Posts by their shape: blocks alike with a name, a time and words, whatever system made them."""

import pytest
from conftest import assert_linear

from markwindow import page_kind
from markwindow.extract import read_document
from markwindow.page_posts import find_posts

WORDS = [
    "想买个收音机放厨房里听书，三百以内，大家有推荐的吗？",
    "推荐老式的，皮实。",
    "楼上说得对，我那台用了九年，就换过一次旋钮",
    "谢谢，这就去看！",
]
NAMES = ["夏末的蝉", "数码小黑", "kite99", "夏末的蝉"]


def posts_on(html):
    document, _, _ = read_document(f"<title>求推荐厨房里听的收音机</title>{html}")
    return find_posts(document, document.line_evidence)


def blocks(make):
    return "".join(
        make.format(name=name, words=words, number=number)
        for number, (name, words) in enumerate(zip(NAMES, WORDS, strict=True), 1)
    )


MAKES = [
    "<div class=r><a>{name}</a> <span>{number} 小时前</span><p>{words}</p><a>回复</a></div>",
    "<table><tr><td>{name}<br>积分：{number}</td><td>2009-03-0{number} 14:20<hr>{words}</td></tr></table>",
    "<dl><dt>{name} 第{number}楼</dt><dd>{words}</dd></dl>",
    "<li><b>{name}</b><br>{words}<br>2016-07-0{number}</li>",
    "<h4>{name} · 昨天 1{number}:20</h4><p>{words}</p>",
]


@pytest.mark.parametrize("make", MAKES)
def test_posts_of_any_make(make):
    found = posts_on(blocks(make))
    assert found.count == 4
    assert found.characters >= sum(map(len, WORDS)) - 4
    assert page_kind(f"<title>求推荐收音机</title><h1>求推荐收音机</h1>{blocks(make)}").kind == "forum"


def test_what_is_told_about_members_and_what_can_be_clicked_on():
    html = blocks(
        "<div>{name}<p>注册时间：200{number}-1-1</p><p>{number} 楼</p><p>{words}</p>[引用] [举报]</div>"
    )
    found = posts_on(html)
    assert (found.count, found.members, found.buttons) == (4, 4, 4)


def test_one_line_a_post():
    assert posts_on(blocks("{number}.{name}:{words}(07-21 13:0{number})[<a>回</a>]<br>")).floors == 4


@pytest.mark.parametrize(
    "make",
    [
        # Titles with abstracts, times and authors.
        "<li><a>关于{words}</a> {name} 2020-01-0{number}<p>{words}</p></li>",
        # A table without a sentence.
        "<tr><td>{name}</td><td>第{number}小学</td><td>2020-01-0{number}</td></tr>",
        # A chronicle: nobody wrote its days.
        "<h3>2020年3月{number}日</h3><p>水位又涨了{number}米，全镇的人都上了堤，夜里没有一个人合眼。</p>",
    ],
)
def test_what_are_no_posts(make):
    assert posts_on(f"<table>{blocks(make)}</table>" if make.startswith("<tr") else blocks(make)).count == 0


@pytest.mark.parametrize(
    "head",
    [
        "网友评论（4）",
        "4 条评论",
        "评论",
        "最新评论",
        "发表评论",
        "《渡轮夜班今晚试行》上有4条评论",
        "全部评论4只看作者",
    ],
)
@pytest.mark.parametrize("make", MAKES[:1])
def test_comments_under_an_article_leave_it_an_article(head, make):
    text = "渡轮夜班今晚开始试行，末班到零点，每半小时一班。船长说，坐船的人里一半是下夜班的护士。"
    page = f"<title>渡轮夜班今晚试行</title><h1>渡轮夜班今晚试行</h1><p>{text * 2}</p><h3>{head}</h3>"
    assert page_kind(page + blocks(make)).kind == "article"


def test_long_threads_take_linear_time():
    assert_linear(lambda size: posts_on(blocks(MAKES[0]) * size), 500, 1000)


def test_many_short_threads_on_a_page_take_linear_time():
    post = "<li><p>张三</p><p>2024-03-05 10:00</p><p>经济工作会议，今天召开了，大家都来。</p></li>"

    def lists(size):
        document, _, _ = read_document("".join(f"<ul class=c{n}>{post * 3}</ul>" for n in range(size)))
        lines = document.line_evidence
        return lambda: find_posts(document, lines)

    made = {size: lists(size) for size in (1600, 3200)}
    assert_linear(lambda size: made[size](), 1600, 3200)
