"""The site pass: what a site's pages share goes, and links give titles to pages that have none."""

import json

import pytest
from conftest import assert_linear
from families import FAMILIES
from test_cli import call

from markwindow import Options
from markwindow.archive.records import Extraction
from markwindow.archive.site_pass import EMPTIED, learn, scout, site_of
from markwindow.archive.sources import Content, RawPage

NOTICE = "本站所有文章均由栖河县志愿者逐字录入，如有错漏请写信到县图书馆告诉我们。"
STORIES = {
    1: "渡轮夜班今晚开始试行，首航有八十名乘客，居民都说方便。船长在岸边等到最后一个人上船才开。",
    2: "秋粮入库的队伍排到了桥头，老粮站今年用上了新设备。农户把拖拉机停在路边，轮流去喝茶。",
    3: "西街的秤匠收了五个学生，最小的只有十六岁。他说一根秤要做三天，急不得，也省不得工夫。",
    4: "老戏院月底就要拆除，镇上的人带着板凳来画它。有人画门廊，有人画售票窗口里的那盏灯。",
    5: "茶山上的无人机飞了一个星期，把肥料送到了坡顶。炒茶的铁锅还在灶上，火候仍由人来看。",
    6: "图书馆搬进了老邮局，搬书的队伍从街头排到街尾。孩子们一人抱三本，两个小时就搬完了。",
}
TITLES = {
    1: "渡轮夜班今晚试行",
    2: "秋粮入库排到桥头",
    3: "西街秤匠收了五个学生",
    4: "老戏院月底拆除",
    5: "茶山飞来无人机",
    6: "图书馆搬进老邮局",
}


def story(number, title):
    html = f"<title>{title}</title><body><div><p>{STORIES[number]}</p><p>{NOTICE}</p></div></body>"
    return html.encode("gb18030")


@pytest.fixture
def folder(tmp_path):
    """Six stories of one site, half with an empty title, half with the site's; an index that names them."""
    site = tmp_path / "pages" / "qihe"
    site.mkdir(parents=True)
    for number in STORIES:
        (site / f"{number}.html").write_bytes(story(number, "" if number % 2 else "栖河县志"))
    links = "".join(f"<li><a href='{n}.html#top'>{title}</a></li>" for n, title in TITLES.items())
    index = f"<title>栖河县志</title><ul>{links}<li><a href='1.html'>渡轮夜班今晚…</a><a href='2.html'>详细</a></ul>"
    (site / "index.html").write_bytes(index.encode("gb18030"))
    other = tmp_path / "pages" / "own.html"
    other.write_bytes(story(1, "一篇有自己标题的文章"))
    return tmp_path / "pages"


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_noise_goes_and_links_give_titles(folder, tmp_path, jobs):
    out = tmp_path / "a.jsonl"
    result = call("archive", folder, "-o", out, "--site-pass", "--method", "density", "--jobs", jobs)
    assert "site pass: 2 sites, 1 with text that repeats; 6 titles from links" in result.stderr
    found = {made["id"]: made for made in map(json.loads, out.read_text(encoding="utf-8").splitlines())}
    for number, text in STORIES.items():
        made = found[f"qihe/{number}.html"]
        assert (made["title"], made["title_source"]) == (TITLES[number], "link")
        assert (made["text"], made["chars"]) == (text, len(text))
    assert found["own.html"]["title"] == "一篇有自己标题的文章"
    assert NOTICE in found["own.html"]["text"]


def test_noise_goes_from_markdown_too(folder, tmp_path):
    how = ("--site-pass", "--method", "density", "--to", "markdown")
    assert call("archive", folder, "-o", tmp_path / "notes", *how).exit_code == 0
    for number, text in STORIES.items():
        made = (tmp_path / "notes" / "qihe" / f"{number}.html.md").read_text(encoding="utf-8")
        assert made.strip() == text


def test_without_it_nothing_changes(folder, tmp_path):
    out = tmp_path / "a.jsonl"
    assert "site pass" not in call("archive", folder, "-o", out, "--method", "density").stderr
    assert out.read_text(encoding="utf-8").count(NOTICE) == 7


def test_a_page_that_is_all_noise_says_so():
    pages = [RawPage(f"s/{n}", None, Content(story(n, "甲")), "") for n in STORIES]
    pages.append(RawPage("s/none", None, Content(f"<title>乙</title><p>{NOTICE}".encode()), ""))
    how = Extraction(methods=("density",))
    sites = learn(lambda: iter(pages), how, lambda raws, task: [task(raw, how) for raw in raws])
    [made] = sites.pages(pages[-1], how).values()
    assert (made.text, made.reason) == ("", EMPTIED)


def test_what_is_learned_does_not_depend_on_the_order(folder):
    from markwindow.archive.sources import open_sources

    how = Extraction(methods=("density",))
    pages = list(open_sources([str(folder)])[0].pages())

    def learned(reverse):
        def do(raws, task):
            return [task(raw, how) for raw in sorted(raws, key=lambda raw: raw.id, reverse=reverse)]

        return learn(lambda: iter(pages), how, do)

    one, other = learned(False), learned(True)
    assert one.titles == other.titles
    assert [noise.pieces for noise in one.noise.values()] == [noise.pieces for noise in other.noise.values()]


def test_sites_are_hosts_or_folders():
    assert site_of("http://News.example.com/a/b.html") == "news.example.com"
    assert site_of("crawl/http://example.com/a") == "example.com"
    assert site_of("12", "http://example.com/a") == "example.com"
    assert site_of("news/2008/a.html") == "news"
    assert site_of("a.html") == ""
    assert site_of("a", "http://[bad") == ""


def test_links_are_resolved_against_the_page():
    html = (
        "<a href='../b.html?x=1#y'>一条足够长的标题</a><a href='/c'>另一条足够长的标题</a><a href='d'>短</a>"
    )
    html += "<a href='http://[bad'>坏的地址也没有关系</a><a>没有地址的也没有关系</a>"
    raw = RawPage("x", None, Content(html.encode(), None, "http://example.com/a/a.html"), "x")
    assert scout(raw, Extraction())["links"] == [
        ("http://example.com/b.html?x=1", "一条足够长的标题"),
        ("http://example.com/c", "另一条足够长的标题"),
    ]


def scouted(html, url="http://example.com/a/a.html", **options):
    return scout(RawPage("x", None, Content(html, None, url), "x"), Extraction(options=Options(**options)))


def test_a_link_around_another_link_or_around_long_text_tells_no_title():
    long = "<p>" + "渡轮夜班今晚试行" * 11
    html = "<a href=b><b>渡轮 夜班</b>\n今晚试行<!-- 首航 --></a>"
    html += f"<a href=c>秋粮入库<object><a href=d>西街秤匠收了五个学生</a></object></a><a href=e>{long}</a>"
    assert scouted(html)["links"] == [
        ("http://example.com/a/b", "渡轮 夜班 今晚试行"),
        ("http://example.com/a/d", "西街秤匠收了五个学生"),
    ]


def test_links_are_read_within_the_limits_of_the_options():
    html = "<title>县志</title>" + "<a href=b>渡轮夜班今晚试行</a>" * 2
    assert len(scouted(html)["links"]) == 1
    assert scouted(html, max_characters=20)["links"] == []
    assert scouted(html, max_seconds=1e-9)["links"] == []


@pytest.mark.parametrize("url", ["http://[bad#x", "http://[bad", "\ud800", "#"])
def test_an_address_that_is_none_hinders_nothing(url):
    assert scouted("<title>县志</title><a href='http://a.cn/'>渡轮夜班今晚试行</a>", url)["error"] is None


def test_a_fault_is_the_failure_of_one_page():
    def read():
        raise RecursionError("too deep")

    assert scout(RawPage("x", None, read, "x"), Extraction()) == {
        "id": "x",
        "error": "the extractor failed (RecursionError: too deep); please report this page.",
    }


@pytest.mark.parametrize("family", FAMILIES)
def test_hostile_pages_are_read_in_linear_time(family):
    scouted("<p>经济")
    assert_linear(lambda size: scouted(FAMILIES[family](size)), 50_000, 100_000)


@pytest.mark.parametrize("nest", ["<a href=x><object>", "<a href=x><table><td>", "<a href=x><div>"])
def test_links_in_links_are_read_in_linear_time(nest):
    assert_linear(lambda size: scouted(nest * size + "文字" * 100), 10_000, 20_000)
    assert_linear(lambda depth: scouted(nest * depth + "<b>文字</b>" * 20_000), 1, 130)


@pytest.mark.parametrize("word", ["-", "http://127.0.0.1:9/a"])
def test_what_cannot_be_read_again_is_refused(tmp_path, word):
    result = call("archive", word, "-o", tmp_path / "a.jsonl", "--site-pass", stdin=b"<p>x")
    assert result.exit_code == 2
    assert "reads pages more than once" in result.stderr
