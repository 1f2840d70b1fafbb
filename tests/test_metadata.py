"""Metadata: what a page tells about itself, by its mark-up and by its byline (cases A8, B1, B2, C10, D5)."""

import json
import pickle
from importlib import resources
from pathlib import Path

import jsonschema
import pytest
from conftest import assert_linear
from families import FAMILIES
from hypothesis import given, settings
from hypothesis import strategies as st

from markwindow import analyze, extract
from markwindow.archive.records import KEYS, Extraction, record
from markwindow.archive.sources import open_sources
from markwindow.extract import read_document
from markwindow.metadata.head import read_head
from markwindow.metadata.titles import site_in_title

PAGES = Path(__file__).parent / "pages" / "metadata"
ADDRESS = "http://news.example.com/shehui/2024-03/05/content_1182.html"
GOLDEN = sorted(path.stem for path in PAGES.glob("*.json"))


def metadata(html, **arguments):
    return analyze(html, **arguments).metadata


@pytest.mark.parametrize("name", GOLDEN)
def test_pages_in_their_real_bytes(name):
    expected = json.loads((PAGES / f"{name}.json").read_text(encoding="utf-8"))
    # Old pages tell their own address, or none.
    url = ADDRESS if name in ("portal-news", "date-in-the-address-only") else None
    record = analyze((PAGES / f"{name}.html").read_bytes(), url=url).to_dict()
    assert {key: record[key] for key in expected} == expected


SCHEMA = json.loads(
    resources.files("markwindow.data").joinpath("record.schema.json").read_text(encoding="utf-8")
)


def test_the_schema_describes_every_key():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert set(KEYS) - SCHEMA["properties"].keys() == set()


@pytest.mark.parametrize("name", GOLDEN)
def test_records_follow_the_schema(name):
    jsonschema.validate(json.loads(extract((PAGES / f"{name}.html").read_bytes(), format="json")), SCHEMA)


def test_archive_records_follow_the_schema(tmp_path):
    (tmp_path / "empty.html").write_bytes(b"")
    how = Extraction(methods=("default", "density"))
    for source in open_sources([str(PAGES.parent / "archive" / "news"), str(tmp_path)]):
        for raw in source.pages():
            jsonschema.validate(record(raw, how), SCHEMA)


def test_c10_d5_the_byline_moves_to_fields_and_out_of_the_text():
    text = analyze((PAGES / "portal-news.html").read_bytes()).text
    assert "老梁" in text
    for part in ("来源", "许文澜", "申屠玥", "字体", "分享到", "14:30"):
        assert part not in text


def test_a8_one_page_in_three_encodings_tells_the_same():
    text = (PAGES / "old-table-gbk.html").read_bytes().decode("gbk")
    found = {metadata(text.encode(encoding)) for encoding in ("gbk", "gb18030", "utf-8")}
    assert len(found) == 1


def test_metadata_are_read_at_the_first_question():
    page = analyze("<title>新规落地</title><p>正文。")
    assert "metadata" not in vars(page)
    assert page.metadata is page.metadata
    assert pickle.loads(pickle.dumps(page)).metadata == page.metadata


@pytest.mark.parametrize(
    ("head", "date", "source"),
    [
        (
            '<meta property="article:published_time" content="2024-03-05T14:30:00+08:00">',
            "2024-03-05T14:30:00+08:00",
            "meta",
        ),
        ('<meta name="PubDate" content="2024-03-05 14:30">', "2024-03-05T14:30", "meta"),
        ('<meta name="PubDate" content="2024-03-05 00:00:00">', "2024-03-05", "meta"),
        ('<meta itemprop="datePublished" content="20240305">', "2024-03-05", "meta"),
        ('<meta name="publishdate" content="2024-03">', "2024-03", "meta"),
        ('<meta name="publishdate" content="很久以前">', None, None),
        ('<meta name="publishdate" content="2024-13-05">', None, None),
    ],
)
def test_the_date_that_a_meta_element_declares(head, date, source):
    found = metadata(f"<head>{head}<title>新规落地</title></head><p>正文写到2019年1月2日，会场里坐满了人。")
    assert (found.date, found.date_source) == (date, source)


def test_all_names_of_a_meta_element_count_and_each_content_once():
    head = '<meta property="article:author og:x" name="byl Author author" content="许文澜">'
    found = read_head(
        read_document(head + '<meta name="byl" content="许文澜"><meta name="byl" content="丁一">')[0], ""
    )
    assert found.metas == {
        "article:author": {"许文澜": None},
        "og:x": {"许文澜": None},
        "byl": {"许文澜": None, "丁一": None},
        "author": {"许文澜": None},
    }


STORY = (
    "老渡口停了二十年，上周又有船靠岸，船工说没想到还能再摸到桨，来回一趟收两块钱，学生不要钱。",
    "镇长介绍，桥修通以后渡口一直空着，沿岸还有三百多户人家要绕七公里才能到对岸的学校上课。",
    "渡口边的凉亭也重新上了漆，墙上挂着一块黑板，写着开船时间和当天的水位，老人们听见桨声才觉得河活了。",
)


def byline(line, under="", beginning=""):
    body = "".join(f"<p>{words}</p>" for words in (beginning + STORY[0], *STORY[1:]))
    title = "老渡口重新开船"
    return metadata(
        f"<title>{title}</title><h1>{title}</h1><div>{line}</div><div>{body}</div><div>{under}</div>"
    )


@pytest.mark.parametrize(
    ("line", "under", "beginning", "date", "source", "authors"),
    [
        ("3小时前 来源：江滨晚报", "", "", None, "江滨晚报", ()),
        ("周 炜", "", "", None, None, ("周炜",)),
        ("江滨社记者 许文澜 摄", "", "", None, None, ()),
        ("江滨社记者许文澜、龚立", "", "", None, None, ("许文澜", "龚立")),
        ("作者：佚名 来源：网络 阅读(120) 评论(3)", "", "", None, None, ()),
        ("由慢船张贴 @ 2024-03-05 14:30:11", "", "", "2024-03-05T14:30:11", None, ("慢船",)),
        ("慢船 发表于 2024-3-5 14:30", "", "", "2024-03-05T14:30", None, ("慢船",)),
        ("撰文｜许文澜", "", "", None, None, ("许文澜",)),
        ("文/许文澜 图/丁一", "", "", None, None, ("许文澜",)),
        (
            "作 者：许文澜\u3000来 源：江滨晚报\u3000日 期：2024-3-5",
            "",
            "",
            "2024-03-05",
            "江滨晚报",
            ("许文澜",),
        ),
        ("江滨晚报 2024.03.0514:30", "", "", "2024-03-05T14:30", "江滨晚报", ()),
        ("2024-03-05 14:30·江滨晚报", "", "", "2024-03-05T14:30", "江滨晚报", ()),
        ("发布时间:2024/03/05 下午2:30:09  来源:[江滨晚报]", "", "", "2024-03-05T14:30:09", "江滨晚报", ()),
        ("2024年3月5日 14时30分", "", "", "2024-03-05T14:30", None, ()),
        ("来源：新华社 2024年03月05日 14:30 作者：许文澜", "", "", "2024-03-05T14:30", "新华社", ("许文澜",)),
        (
            "作者：天涯慢船\u3000提交日期：2006-3-4 12:30:00\u3000访问：123 回复：4",
            "",
            "",
            "2006-03-04T12:30:00",
            None,
            ("天涯慢船",),
        ),
        (
            "www.EXAMPLE.COM\u3000\u30002005年03月12日 08:15:30\u3000\u3000来源：江滨网",
            "",
            "",
            "2005-03-12T08:15:30",
            "江滨网",
            (),
        ),
        (
            "2005年 3月 12日 格林尼治标准时间08:15北京时间16:15发表",
            "",
            "",
            "2005-03-12T08:15+00:00",
            None,
            (),
        ),
        (
            "EXAMPLE.COM-- 2005年3月12日2:33:0(京港台时间) --江滨新闻网--www.example.com",
            "",
            "",
            "2005-03-12T02:33",
            "江滨新闻网",
            (),
        ),
        (
            "文章来源: 慢船 于 2005-03-12 08:15:30 - 新闻取自各大媒体",
            "",
            "",
            "2005-03-12T08:15:30",
            "慢船",
            (),
        ),
        (
            "2005年03月12日08:15 【字号 大 中 小】【留言】【打印】【关闭】",
            "",
            "",
            "2005-03-12T08:15",
            None,
            (),
        ),
        ("2005年03月12日 星期六 江滨日报", "", "", "2005-03-12", "江滨日报", ()),
        ("■本报记者 许文澜 龚立 通讯员 柏青山", "", "", None, None, ("许文澜", "龚立", "柏青山")),
        ("本报记者 许文澜 摄影报道", "", "", None, None, ("许文澜",)),
        (
            "发布时间：2022-02-11 09:52:00 信息来源：市政府办公室 浏览次数：",
            "",
            "",
            "2022-02-11T09:52:00",
            "市政府办公室",
            (),
        ),
        ("[发布日期:2022-01-28]  [信息来源: 市教育局]", "", "", "2022-01-28", "市教育局", ()),
        ("·许文澜·", "", "", None, None, ("许文澜",)),
        ("—— 许 澜 ——", "", "", None, None, ("许澜",)),
        ("许文澜（纽约）", "", "", None, None, ("许文澜",)),
        ("作者：[美]许文澜", "", "", None, None, ("许文澜",)),
        ("作者：许文澜（江滨大学教授） 译者：龚立", "", "", None, None, ("许文澜",)),
        ("作者:许文澜 江滨日报记者", "", "", None, None, ("许文澜",)),
        ("文章作者：许文澜，龚立", "", "", None, None, ("许文澜", "龚立")),
        (
            "",
            "posted @ 2005-03-12 08:15 慢船 阅读(123) 评论(4)  编辑 收藏",
            "",
            "2005-03-12T08:15",
            None,
            ("慢船",),
        ),
        ("Posted by 慢船 at 2005-03-12 08:15", "", "", "2005-03-12T08:15", None, ("慢船",)),
        ("By 许文澜 | March 12, 2005", "", "", "2005-03-12", None, ("许文澜",)),
        ("慢船 于 2005-3-12 8:15:00 发表", "", "", "2005-03-12T08:15:00", None, ("慢船",)),
        ("慢船 @ 2005-03-12 08:15", "", "", "2005-03-12T08:15", None, ()),
        ("发信人: slowboat (慢船), 信区: Reading", "", "", None, None, ("slowboat",)),
        ("发信站: 江滨站 (Sat Mar 12 08:15:30 2005), 站内", "", "", "2005-03-12T08:15:30", "江滨站", ()),
        ("3/4/2005 5:54:13 PM", "", "", "2005-03-04T17:54:13", None, ()),
        ("【作者】许文澜 【来源】江滨晚报", "", "", None, "江滨晚报", ("许文澜",)),
        ("记者許文瀾／台北報導", "", "", None, None, ("許文瀾",)),
        ("〔記者許文瀾／台北報導〕", "", "", None, None, ("許文瀾",)),
        ("采写/江滨报记者 许文澜", "", "", None, None, ("许文澜",)),
        (
            "作者：佚名 文章来源：本站原创 点击数：123 更新时间：2005-3-12",
            "文章录入：admin 责任编辑：admin",
            "",
            "2005-03-12",
            None,
            (),
        ),
        (
            "2005-3-12 8:15:00 点击：123 来源：江滨晚报 作者：许文澜",
            "",
            "",
            "2005-03-12T08:15:00",
            "江滨晚报",
            ("许文澜",),
        ),
        ("作者 许文澜 来源 江滨晚报", "", "", None, "江滨晚报", ("许文澜",)),
        ("江滨晚报全媒体记者 许文澜 见习记者 龚立", "", "", None, None, ("许文澜", "龚立")),
        ("", "（本文作者：许文澜，系江滨大学教授）", "", None, None, ("许文澜",)),
        ("", "作者简介：许文澜，江滨大学教授。", "", None, None, ("许文澜",)),
        ("", "（来源：江滨晚报 作者：许文澜 编辑：龚立）", "", None, "江滨晚报", ("许文澜",)),
        ("", "来源 | 江滨晚报", "", None, "江滨晚报", ()),
        ("", "作者丨许文澜 编辑丨龚立", "", None, None, ("许文澜",)),
        ("2024-03-05", "", "（中央社記者許文瀾台北5日電）", "2024-03-05", None, ("許文瀾",)),
        ("2024-03-05", "", "中新社江滨三月五日电(记者 许文澜)", "2024-03-05", "中新社", ("许文澜",)),
        ("2024-03-05", "", "本报讯 记者许文澜报道", "2024-03-05", None, ("许文澜",)),
        ("2024-03-05", "", "本报记者许文澜江滨报道", "2024-03-05", None, ()),
        (
            "2024-03-05 14:30:09来源：江滨晚报作者：许文澜责任编辑：龚立",
            "",
            "",
            "2024-03-05T14:30:09",
            "江滨晚报",
            ("许文澜",),
        ),
        ("时间：2024-03-05 栏目：散文 作者：慢船", "", "", "2024-03-05", None, ("慢船",)),
        ("会议时间：2024-03-05 地点：江滨镇政府三楼会议室 参加人员：全体干部", "", "", None, None, ()),
    ],
)
def test_bylines_of_many_layouts(line, under, beginning, date, source, authors):
    found = byline(line, under, beginning)
    named = () if found.author_source == "editor" else found.authors
    assert (found.date, found.source, named) == (date, source, authors)


@pytest.mark.parametrize(
    ("above", "line", "under", "date", "source", "authors"),
    [
        ("", "<span>来源</span><span>江滨晚报</span>", "", None, "江滨晚报", ()),
        ("", "<span>时间</span><span>2024-03-05</span>", "", "2024-03-05", None, ()),
        (
            "",
            "<dl><dt>发布日期</dt><dd>2024-03-05</dd><dt>作者</dt><dd>许文澜</dd></dl>",
            "",
            "2024-03-05",
            None,
            ("许文澜",),
        ),
        (
            "",
            "<ul><li>2024-03-05</li><li>来源：江滨晚报</li><li>许文澜</li></ul>",
            "",
            "2024-03-05",
            "江滨晚报",
            ("许文澜",),
        ),
        ("", "<p>停航二十年后，河口镇又听见桨声</p><p>记者 许文澜</p>", "", None, None, ("许文澜",)),
        (
            "",
            "许文澜 · <time datetime=2024-03-05>Mar 5, 2024</time> · 5 min read",
            "",
            "2024-03-05",
            None,
            ("许文澜",),
        ),
        (
            "",
            "<time datetime=2024-03-05T14:30:00+08:00>3月5日</time>",
            "",
            "2024-03-05T14:30:00+08:00",
            None,
            (),
        ),
        ("", "2024-03-05 文化", "", "2024-03-05", None, ()),
        ("", "2024-03-05 <a>关注</a>", "", "2024-03-05", None, ()),
        ("", "3月5日 14:30", "", None, None, ()),
        ("", "活动时间：2024年5月1日 活动地点：河口渡口", "", None, None, ()),
        ("今天是2024年11月30日 星期六", "", "", None, None, ()),
        ("今天是2024年11月30日 星期六", "2024-03-05", "", "2024-03-05", None, ()),
        ("", "", "Copyright © 2005-2024 江滨网 2024-01-01", None, None, ()),
        ("", "", "<li><a href=1>渡口听证会</a> (2023-12-01)</li>", None, None, ()),
        ("", "", "<p>网友评论</p><p>阿泥 发表于 2024-04-10 08:30</p>", None, None, ()),
        ("", "", "<p>下一篇：渡口听证会 2023-12-01</p>", None, None, ()),
    ],
)
def test_what_stands_around_an_article(above, line, under, date, source, authors):
    body = "".join(f"<p>{words}</p>" for words in STORY)
    title = "老渡口重新开船"
    found = metadata(
        f"<title>{title}</title><div>{above}</div><h1>{title}</h1><div>{line}</div>{body}<div>{under}</div>"
    )
    assert (found.date, found.source, found.authors) == (date, source, authors)


def test_what_stands_in_brackets_at_the_end_of_the_text_is_read():
    for words, field, value in (
        ("（文／许文澜）", "authors", ("许文澜",)),
        ("（许文澜 龚立）", "authors", ("许文澜", "龚立")),
        ("（来源：江滨晚报）", "source", "江滨晚报"),
        ("（编辑：龚立）", "editor", "龚立"),
        ("（完）", "authors", ()),
        ("（未完待续）", "authors", ()),
    ):
        end = "".join(f"<p>{line}" for line in (*STORY, STORY[0] + words))
        assert getattr(metadata(f"<title>渡口</title><h1>老渡口重新开船</h1>{end}"), field) == value


def test_an_editor_is_the_author_only_where_nobody_else_is_named_and_it_says_so():
    alone = byline("2024-03-05", under="（责任编辑：申屠玥）")
    assert (alone.editor, alone.authors, alone.author_source) == ("申屠玥", ("申屠玥",), "editor")
    beside = byline("作者：许文澜", under="【责编:申屠玥】")
    assert (beside.editor, beside.authors, beside.author_source) == ("申屠玥", ("许文澜",), "byline")


def test_b1_b2_the_title_with_its_origin():
    found = metadata("<title>新规今日落地_财经频道_某某网</title><h1>新规今日落地</h1><p>正文。")
    assert (found.title, found.title_source, found.site) == ("新规今日落地", "title", "某某网")
    found = metadata("<title>某某网</title><meta property=og:title content=新规今日落地><p>正文。")
    assert (found.title, found.title_source) == ("新规今日落地", "og:title")
    found = metadata(
        "<p><strong>新规今日落地</strong></p><p>会议今天召开，代表讨论了经济工作，会场里坐满了人。</p>"
    )
    assert (found.title, found.title_source) == ("新规今日落地", "strong")


def test_an_author_that_is_an_address_or_the_site_is_none():
    metas = (
        '<meta property="article:author" content="https://www.facebook.com/some">'
        '<meta name="author" content="www.example.cn,江滨日报报业集团"><meta name="author" content="江滨网">'
        '<meta property="og:site_name" content="江滨网">'
    )
    assert metadata(f"<head>{metas}<title>新规落地</title></head><p>正文。").author is None


def test_addresses_are_absolute_or_none():
    head = '<link rel="canonical" href="javascript:alert(1)"><meta property="og:image" content="http://[bad">'
    found = metadata(f"<head>{head}</head><p>正文。", url=ADDRESS)
    assert (found.canonical, found.image) == (None, None)
    head = '<base href="http://img.example.com/a/"><meta property="og:image" content="b.jpg">'
    assert metadata(f"<head>{head}</head><p>正文。", url=ADDRESS).image == "http://img.example.com/a/b.jpg"


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    "作者：",
                    "来源：",
                    "（记者",
                    "）",
                    "2024年3月5日",
                    " ",
                    "许文澜",
                    "<p>",
                    "</p>",
                    "<h1>",
                    "民國",
                    "14:30",
                ),
                *(
                    '<meta name="author" content="',
                    '">',
                    '<script type="application/ld+json">',
                    "</script>",
                    "@",
                ),
                *(
                    '{"@type": "Article",',
                    '"datePublished": "2024-03-05"}',
                    "[",
                    "]",
                    "{",
                    "}",
                    '"author":',
                    "\ud800",
                ),
                *(
                    "一百",
                    "年",
                    "月",
                    "日",
                    "〇",
                    "发表于",
                    "天前",
                    "&#0;",
                    "\x00",
                    "｜",
                    "<title>",
                    "</title>",
                ),
            ]
        ),
        max_size=40,
    ).map("".join)
)
def test_any_page_gives_metadata_that_json_can_hold(html):
    json.dumps(analyze(html).to_dict(), ensure_ascii=False).encode()


PIECES = [
    "作者：",
    "2024年3月5日 ",
    "（记者",
    "<p>来源：甲</p>",
    '<meta name="author" content="甲">',
    '<script type="application/ld+json">{"@type": "Article", "headline": "</script>',
    '"headline": "',
    "[",
    "var ct = '1709620200'; ",
]


@pytest.mark.parametrize("piece", PIECES)
def test_hostile_pages_take_time_in_proportion(piece):
    def run(size):
        words = piece * (size // len(piece))
        inside = f'<script type="application/ld+json">{words}</script>' if piece[0] in '"[' else words
        metadata(f"<title>中经济工作</title>{inside}<p>{words}")

    run(1000)
    assert_linear(run, 100_000, 200_000)


@pytest.mark.parametrize(
    "family", ["names of a meta", "different names of a meta", "different metas", "nested types"]
)
def test_so_do_hostile_declarations(family):
    metadata(FAMILIES[family](1000))
    assert_linear(lambda size: metadata(FAMILIES[family](size)), 200_000, 400_000)


@pytest.mark.bench
def test_days_and_authors_that_people_noted_down(bench_folder):
    """The exact figures stand in benchmarks/RESULTS.md; here they may not fall far."""
    days, wrong, authors = [], 0, []
    for meta in bench_folder.glob("*/meta.jsonl"):
        for entry in map(json.loads, meta.read_text(encoding="utf-8").splitlines()):
            date, author = entry.get("gold_date"), entry.get("gold_author")
            if not (date or author):
                continue
            found = metadata(
                (meta.parent / "pages" / f"{entry['id']}.html").read_bytes(), url=entry.get("url")
            )
            parts = [int(part) for part in (date or "").partition(" ")[0].split("-") if part]
            if len(parts) == 3:
                days.append((found.date or "")[:10] == "{}-{:02}-{:02}".format(*parts))
                wrong += found.date is not None and not days[-1]
            if author:
                authors.append(set(found.authors) == set(author.replace("、", " ").split()))
    assert (len(days), len(authors)) == (32, 34)
    assert sum(days) >= 28
    assert wrong <= 3
    assert sum(authors) >= 28


@pytest.mark.parametrize(
    ("title", "author"),
    [
        ("河边听桨声 - 木橹的博客", "木橹"),
        ("木橹的博客 - 河边听桨声", "木橹"),
        ("河边听桨声_木橹的日志", "木橹"),
        ("河边听桨声_木橹的个人空间首页", "木橹"),
        ("木橹的博客", "木橹"),
        # What the text is about.
        ("渡口小组 -- 系统管理 -- 给渡口管理员的日志备忘", None),
        ("渡口小组 -- 系统管理 -- 给渡口管理员的日志", None),
        ("给渡口管理员的日志", None),
        ("给木橹的空间留一点位置 - 河边文集", None),
        ("怎样写好一个人的博客", None),
    ],
)
def test_a_title_tells_whose_blog_it_is(title, author):
    clean = next((part for part in ("河边听桨声",) if part in title), title.split(" -- ")[-1].split(" - ")[0])
    page = (
        f"<title>{title}</title><h1>{clean}</h1>"
        + "<p>木桨拍着水，一声一声传到岸上来，听久了就不觉得是声音。</p>" * 9
    )
    record = analyze(page).to_dict()
    assert (record["author"], record["author_source"]) == (author, author and "owner")


def test_a_title_of_which_nothing_is_left_names_no_site():
    assert site_in_title("渡口的一天 | 青石板网", "") is None
    assert site_in_title("渡口的一天 | 青石板网", "渡口的一天") == "青石板网"
