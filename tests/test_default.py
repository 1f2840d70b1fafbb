"""The default method: what it keeps on pages built to mislead it, and what it says about each window."""

import json
from pathlib import Path

import numpy as np
import pytest
from conftest import displayed_letters, letters, rendered_markdown

from markwindow import Options, analyze, extract
from markwindow.evaluation.score import score
from markwindow.evidence.trimming import begins_after_end
from markwindow.extract import read_document
from markwindow.methods import method_named
from markwindow.methods.default import DefaultMethod

PAGES = Path(__file__).parent / "pages"
ARCHIVE = sorted(path for path in (PAGES / "archive").rglob("*.*") if path.is_file())
HARD = sorted((PAGES / "hard").glob("*.html"))


def gold_of(path):
    if path.parent.name == "hard":
        return path.with_suffix(".txt").read_text(encoding="utf-8")
    return (
        (PAGES / "gold" / path.relative_to(PAGES / "archive"))
        .with_name(path.name + ".txt")
        .read_text(encoding="utf-8")
    )


@pytest.mark.parametrize("path", ARCHIVE, ids=lambda path: path.name)
def test_pages_of_the_sample_archive(path):
    assert score(extract(path.read_bytes()), gold_of(path)).f1 >= 0.9


@pytest.mark.parametrize("path", HARD, ids=lambda path: path.stem)
def test_pages_built_to_mislead(path):
    reached = score(extract(path.read_bytes()), gold_of(path))
    assert reached.f1 >= 0.8
    assert reached.recall >= 0.9


@pytest.mark.parametrize("path", [*HARD, *ARCHIVE], ids=lambda path: path.name)
def test_json_and_markdown_hold_the_same_text(path):
    html = path.read_bytes()
    text = extract(html)
    assert json.loads(extract(html, format="json"))["text"] == text
    rendered = rendered_markdown(extract(html, format="markdown"))
    assert displayed_letters(rendered) == letters(text)


EXACT = [
    "forum-thread-five-floors",
    "list-items-in-the-article",
    "short-story-above-ten-long-ones",
    "bare-text-in-td-with-br",
    "dialogue-short-lines",
    "disclaimer-longer-than-article",
    "government-notice-with-attachments",
    "kuaixun-of-80-characters",
    "long-comments-under-short-text",
    "notice-with-forty-related-links",
    "poem-with-br",
    "twelve-short-paragraphs",
    "two-articles-on-one-page",
    "untitled-document-dreamweaver",
]


@pytest.mark.parametrize("name", EXACT)
def test_the_text_is_right_to_the_letter(name):
    path = PAGES / "hard" / f"{name}.html"
    assert extract(path.read_bytes()) == gold_of(path).strip()


def test_a_table_of_data_stands_with_the_sentence_above_it():
    path = PAGES / "hard" / "table-as-the-body.html"
    assert "".join(extract(path.read_bytes()).split()) == "".join(gold_of(path).split())


ARTICLE = """<title>城北大桥今日通车_某某网</title>
<div class=nav><a href=/>首页</a> <a href=/news>新闻频道</a> <a href=/sport>体育频道</a></div>
<div class=main><h1>城北大桥今日通车</h1><p class=info>2024年3月5日 来源：某某日报</p>
<p>城北大桥今日上午正式通车，全长三公里，双向六车道，总投资十二亿元。</p>
<p>记者在现场看到，车辆有序通过，附近居民纷纷前来观看，并拍照留念。</p>
<p>据介绍，大桥建成以后，从城北到市中心的车程将由四十分钟缩短到十分钟。</p>
<p>责任编辑：王小明</p></div>
<div class=related><h3>相关阅读</h3><ul><li><a href=1>城南隧道开工建设</a></li><li><a href=2>地铁三号线试运行</a></li></ul></div>
<div class=footer>版权所有 © 某某网</div>"""
TEXT = """城北大桥今日上午正式通车，全长三公里，双向六车道，总投资十二亿元。
记者在现场看到，车辆有序通过，附近居民纷纷前来观看，并拍照留念。
据介绍，大桥建成以后，从城北到市中心的车程将由四十分钟缩短到十分钟。"""


def test_an_ordinary_article():
    assert extract(ARTICLE) == TEXT


def test_every_window_says_which_evidence_kept_or_dropped_it():
    reasons = {window.text.split("\n")[0]: window.reason for window in analyze(ARTICLE).windows}
    body = next(reason for text, reason in reasons.items() if text.startswith("城北大桥今日通车"))
    assert body.startswith("kept 3 of 6 lines: title-relevant (distance ")
    assert "inside the article's region" in body
    assert "link text" in reasons["首页 新闻频道 体育频道"]
    assert "link text" in reasons["城南隧道开工建设"]
    assert "copyright" in reasons["版权所有 © 某某网"]


@pytest.mark.parametrize("path", [*HARD, *ARCHIVE], ids=lambda path: path.name)
def test_a_stricter_policy_keeps_a_part_of_what_a_more_lenient_one_keeps(path):
    html = path.read_bytes()
    strict, balanced, lenient = (
        [window.kept_text for window in analyze(html, policy=policy).windows]
        for policy in ("strict", "balanced", "lenient")
    )
    for few, more in ((strict, balanced), (balanced, lenient)):
        for kept, kept_too in zip(few, more, strict=True):
            rest = iter(kept_too.split("\n"))
            assert not kept or all(line in rest for line in kept.split("\n"))


def test_the_weights_have_a_card_that_names_every_page_by_its_hash():
    card = method_named("default").card
    assert len(card["pages"]) == 93
    assert all(len(digest) == 64 for digest in card["pages"])


def test_training_is_deterministic_and_its_weights_decide():
    from markwindow.extract import read_document
    from markwindow.training import Example

    examples = [
        Example(
            path.stem, read_document(path.read_bytes())[0], gold_of(path), path.stem, "article", path.stem
        )
        for path in HARD[:8]
    ]
    first = DefaultMethod().train(examples, seed=0)
    assert first == DefaultMethod().train(examples, seed=0)
    trained = DefaultMethod().with_weights(first)
    document = read_document(ARTICLE)[0]
    assert trained.keep(document, "balanced") != [False] * len(document.lines)


CAPTIONED = ARTICLE.replace(
    "<p>据介绍",
    "<figure><img src=1.jpg><figcaption>通车仪式现场，本报记者摄。</figcaption></figure><p>据介绍",
)
COMMENTED = ARTICLE.replace(
    "<div class=related>",
    "<div><h4>网友评论（2条）</h4><div><b>河西人</b><p>终于通车了，以后上班不用再绕那么远的路，省下半个小时。</p></div>"
    "<div><b>老张</b><p>建议早晚高峰多派几个交警，桥头那个路口太容易堵了。</p></div></div><div class=related>",
)


def test_marked_captions_are_kept_on_request():
    assert extract(CAPTIONED) == TEXT
    assert "通车仪式现场，本报记者摄。" in extract(CAPTIONED, options=Options(captions=True)).splitlines()
    dropped = next(window for window in analyze(CAPTIONED).windows if "通车仪式" in window.text)
    assert "the caption of a picture" in dropped.reason


def test_readers_comments_are_kept_on_request():
    assert extract(COMMENTED) == TEXT
    options = Options(comments=True)
    with_comments = extract(COMMENTED, options=options)
    assert with_comments.startswith(TEXT)
    assert "建议早晚高峰多派几个交警，桥头那个路口太容易堵了。" in with_comments.splitlines()
    assert "城南隧道开工建设" not in with_comments
    kept = next(window for window in analyze(COMMENTED, options=options).windows if "终于通车" in window.text)
    assert "a comment of a reader" in kept.reason


@pytest.mark.parametrize("name", ["captions", "comments", "first_post_only"])
def test_a_choice_is_true_or_false(name):
    with pytest.raises(TypeError, match=f"{name}.*give True or False"):
        Options(**{name: "yes"})


def test_the_first_post_alone_is_kept_on_request():
    html = (PAGES / "hard" / "forum-thread-five-floors.html").read_bytes()
    whole, first = extract(html), extract(html, options=Options(first_post_only=True))
    assert first
    assert whole.startswith(first)
    assert len(first) < len(whole) / 2
    reasons = [window.reason for window in analyze(html, options=Options(first_post_only=True)).windows]
    assert any("after the thread's first post" in reason for reason in reasons)


PARAGRAPH = "渡轮公司{}昨日宣布，自下月起试行夜间班次，末班船延至凌晨一点，票价不变。市民普遍欢迎，认为此举方便了在对岸上夜班的人。"
BOX = '<h4>相关阅读</h4><ul><li><a href="/1">江上渡轮百年史话展览今日开幕</a><li><a href="/2">跨江大桥本月起分段检修</a></ul>'


def article(middle, end=""):
    paragraphs = [f"<p>{PARAGRAPH.format(name)}</p>" for name in "甲乙丙丁戊"]
    return (
        "<title>渡轮试行夜班 居民称便_江城晚报</title><div class=nav><a href=/>首页</a><a href=/n>新闻</a></div>"
        f"<div class=article><h1>渡轮试行夜班 居民称便</h1>{''.join(paragraphs[:2])}{middle}{''.join(paragraphs[2:])}</div>"
        f"{end}<div class=foot>版权所有 <a href=/a>关于我们</a></div>"
    )


@pytest.mark.parametrize(
    "box",
    [f"<div>{BOX}</div>", BOX, "<p><b>相关阅读：</b></p><p><a href=/1>江上渡轮百年史话展览今日开幕</a></p>"],
)
def test_an_article_runs_on_after_a_box_of_links_in_its_midst(box):
    assert extract(article(box)).splitlines() == [PARAGRAPH.format(name) for name in "甲乙丙丁戊"]


@pytest.mark.parametrize("subheading", ["讨论", "扩展阅读", "最新报道"])
def test_a_subheading_that_paragraphs_follow_ends_nothing(subheading):
    text = extract(article(f"<p>{subheading}</p>"))
    assert [line for line in text.splitlines() if line != subheading] == [
        PARAGRAPH.format(name) for name in "甲乙丙丁戊"
    ]


def test_no_region_begins_below_a_head_of_related_links_that_stands_under_a_text():
    html = (
        f"<title>渡轮试行夜班 居民称便</title><p>首页</p><h1>渡轮试行夜班 居民称便</h1><p>{PARAGRAPH.format('甲') * 2}</p>"
        f"<h4>你可能还想看</h4><p>{PARAGRAPH.format('乙') * 3}</p>"
    )
    document = read_document(html)[0]
    starts = np.arange(len(document.lines))
    found = begins_after_end(document.line_evidence, document.lines, np.ones(len(starts)), starts)
    assert [line.text[:4] for line in document.lines] == [
        "首页",
        "渡轮试行",
        "渡轮公司",
        "你可能还",
        "渡轮公司",
    ]
    assert found.tolist() == [False, False, False, True, True]


def test_what_the_site_says_below_an_article_is_not_the_articles():
    says = "<p>本文仅代表作者个人观点，不代表本网立场。</p><p>如有侵权，请联系我们删除。</p><p>更多好文，尽在江城</p>"
    assert extract(article(BOX)).splitlines() == extract(article(BOX, says)).splitlines()
    inside = "<p>编辑部在声明中说，未经授权不得转载他们的文章，这句话写进了每一份合同，也写进了两家报社的官司。</p>"
    assert "未经授权不得转载" in extract(article(inside))


def test_comments_under_a_blogs_article_do_not_make_it_a_thread():
    comments = "".join(
        f"<li><b>{name}说道：</b><a href=#>2018-09-1{n} 18:28</a><p>写得真好，想起去年夏天坐夜班船的日子了。</p><a href=#>回复</a>"
        for n, name in enumerate(["老陆", "候鸟", "阿槐", "半夏", "夜航船", "路人甲", "清风", "十三月"])
    )
    under = f"<h2>《渡轮试行夜班 居民称便》有8个想法</h2><ol>{comments}</ol>"
    assert extract(article("", under)).splitlines() == [PARAGRAPH.format(name) for name in "甲乙丙丁戊"]
