"""Entries of list pages in several layouts, and titles for the pages that lists lead to."""

import pytest

from markwindow import analyze
from markwindow.listing import Entry, anchor_titles

URL = "https://qihe.example/local/index.html"
TITLES = [
    "渡轮夜班试行一个月 日均乘客过百",
    "老粮站改成图书馆 周末一座难求",
    "河堤步道今日贯通 全长十八公里",
    "青年夜校再开十二门课 木工班秒满",
    "古桥抢修 石料从邻县运来",
    "社区食堂开张 一荤两素十二元",
]
SUMMARY = "夜班渡轮每半小时一班，末班到零点，坐船的人里一半是下夜班的护士。"


def page(body, title="本地新闻_栖河网"):
    return f"<html><head><title>{title}</title></head><body>{body}</body></html>"


def numbered(item):
    """One item a title; `item` is given title and number."""
    return "".join(item(title, number) for number, title in enumerate(TITLES))


def expected(date=None, summary="", link="https://qihe.example/local/{}.html"):
    return tuple(Entry(title, link.format(number), date, summary) for number, title in enumerate(TITLES))


LAYOUTS = {
    "li with a date": (
        numbered(lambda title, n: f"<li><a href='{n}.html'>{title}</a> <span>2024-03-05</span></li>"),
        expected("2024-03-05"),
    ),
    "date before the title": (
        numbered(lambda title, n: f"<li>[03-05] <a href='{n}.html'>{title}</a></li>"),
        expected("03-05"),
    ),
    "lines between breaks": (
        "<td>" + numbered(lambda title, n: f"· <a href='{n}.html'>{title}</a> (2024年3月5日)<br>") + "</td>",
        expected("2024-03-05"),
    ),
    "rows of a table": (
        "<table>"
        + numbered(
            lambda title, n: f"<tr><td>{n}</td><td><a href='{n}.html'>{title}</a></td><td>2024/3/5</td></tr>"
        )
        + "</table>",
        expected("2024-03-05"),
    ),
    "dt and dd": (
        "<dl>"
        + numbered(lambda title, n: f"<dt><a href='{n}.html'>{title}</a></dt><dd>{SUMMARY}</dd>")
        + "</dl>",
        expected(summary=SUMMARY),
    ),
    "cards with abstracts": (
        numbered(
            lambda title, n: (
                f"<div class='card'><a href='{n}.html'><img src='{n}.jpg'></a><h3><a href='{n}.html'>{title}</a></h3>"
                f"<p>{SUMMARY}</p><div>候鸟 · 2024-03-05 · 12 评论</div></div>"
            )
        ),
        expected("2024-03-05", SUMMARY),
    ),
    "cards that are one link": (
        numbered(
            lambda title, n: (
                f"<a class='c' href='/t/{n}.html'><div>{title}</div><div>{SUMMARY}</div><div>3小时前</div></a>"
            )
        ),
        expected("3小时前", SUMMARY, link="https://qihe.example/t/{}.html"),
    ),
    "search results": (
        "<p>找到约 312 个结果</p>"
        + numbered(
            lambda title, n: (
                f"<div class='r'><h3><a href='https://other.example/a/{n}'>{title}</a></h3>"
                f"<div>2024年3月5日 - {SUMMARY}</div><div>other.example/a/{n}</div></div>"
            )
        ),
        expected("2024-03-05", SUMMARY, link="https://other.example/a/{}"),
    ),
    "titles that were cut": (
        numbered(
            lambda title, n: (
                f"<li><a href='{n}.html' title='{title}'>{title[:9]}...</a><b>2024-03-05</b></li>"
            )
        ),
        expected("2024-03-05"),
    ),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_entries(name):
    body, entries = LAYOUTS[name]
    menu = "<div><a href='/'>首页</a> <a href='/local/'>本地</a></div>"
    found = analyze(page(f"{menu}<div>{body}</div><a href='index_2.html'>下一页</a>"), url=URL)
    assert found.kind == "list"
    assert found.text == ""
    assert "list of other pages" in found.reason
    assert found.entries == entries
    assert found.next_page == "https://qihe.example/local/index_2.html"


def test_threads_of_a_forum():
    rows = numbered(
        lambda title, n: (
            f"<tr><td><a href='thread-{n}-1.html'>{title}</a></td><td><a href='u{n}'>江边的老船工</a></td>"
            f"<td>{n * 7}</td><td><a href='last{n}'>2024-3-{n + 1} 10:20</a></td></tr>"
        )
    )
    html = page(
        f"<a>发新帖</a> 版主：老陆<table><tr><td>主题</td><td>回复</td></tr>{rows}</table>",
        "城事杂谈 - 栖河论坛",
    )
    found = analyze(html, url="https://bbs.example/forum-2-1.html")
    assert found.kind == "index"
    assert found.text == "\n".join(TITLES)
    assert [entry.title for entry in found.entries] == TITLES
    assert found.entries[2] == Entry(TITLES[2], "https://bbs.example/thread-2-1.html", "2024-03-03", "")


def test_an_archive_by_year_is_one_list():
    half = "<h2>{}</h2><ul>{}</ul>"
    items = [f"<li>03-0{n + 1} <a href='/{n}'>{title}</a></li>" for n, title in enumerate(TITLES)]
    html = page(
        half.format("2024 年", "".join(items[:3])) + half.format("2023 年", "".join(items[3:])), "归档"
    )
    assert [entry.title for entry in analyze(html).entries] == TITLES


def test_a_front_page_has_the_entries_of_all_its_lists():
    def section(name):
        return (
            f"<div><h2>{name}</h2><ul>"
            + numbered(lambda t, n: f"<li><a href='/{name}{n}'>{name}：{t}</a></li>")
            + "</ul></div>"
        )

    found = analyze(page("".join(map(section, ("要闻", "社会", "教育", "文体"))), "栖河网首页"))
    assert (found.kind, found.text) == ("home", "")
    assert len(found.entries) == 24


def test_links_without_an_address_and_pages_without_entries():
    found = analyze(
        page("<ul>" + numbered(lambda title, n: f"<li><a href='javascript:;'>{title}</a></li>") + "</ul>")
    )
    assert [entry.link for entry in found.entries] == [None] * len(TITLES)
    article = f"<h1>{TITLES[0]}</h1><p>{SUMMARY * 6}</p><ul>" + numbered(
        lambda t, n: f"<li><a href='/{n}'>{t}</a></li>"
    )
    assert analyze(page(article, TITLES[0])).entries == ()
    assert analyze("").entries == ()


def test_anchor_texts_are_titles_of_the_pages_they_lead_to():
    short = page(
        "<ul>" + numbered(lambda title, n: f"<li><a href='/a/{n}.html#top'>{title[:8]}…</a></li>") + "</ul>"
    )
    whole = page(
        "<ul>" + numbered(lambda title, n: f"<li><a href='../a/{n}.html'>{title}</a></li>") + "</ul>"
    )
    article = page(f"<h1>{TITLES[0]}</h1><p>{SUMMARY * 6}</p>", TITLES[0])
    for pages in ((short, whole, article), (whole, article, short)):
        titles = anchor_titles((html, "https://qihe.example/list/1.html") for html in pages)
        assert titles == {f"https://qihe.example/a/{n}.html": title for n, title in enumerate(TITLES)}


def test_paths_serve_as_addresses_in_a_saved_archive():
    html = page("<ul>" + numbered(lambda title, n: f"<li><a href='{n}.htm'>{title}</a></li>") + "</ul>")
    assert anchor_titles([(html, "news/index.htm")])["news/3.htm"] == TITLES[3]


@pytest.mark.parametrize(
    "pages",
    ["<p>", None, 5, ["<p>"], [b"<p>"], {"https://qihe.example/": "<p>"}, [("<p>", None)], [("<p>",)]],
)
def test_anchor_titles_want_pairs_of_a_page_and_its_address(pages):
    with pytest.raises(TypeError, match=r"anchor_titles .* give a list like \[\(html, 'https"):
        anchor_titles(pages)
