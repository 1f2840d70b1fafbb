"""Search finds exactly the pages that hold the query as words."""

import json
import time

import pytest
from test_cli import call

from markwindow.archive.records import KEYS
from markwindow.archive.sinks.sqlite import Sqlite
from markwindow.options import Options
from markwindow.search import leaves, search, segmented, snippet

TEXTS = {
    "research": "他在大学研究生命起源，写了三十页笔记。",
    "student": "那位研究生每天清早到图书馆占座位。",
    "city": "北京市今年新开三条夜班公交线路。",
    "university": "北京大学图书馆闭馆时间推迟到十点。",
    "water": "井里的水很凉，喝一口就不渴了。",
    "fruit": "水果摊摆在桥头，香蕉三块钱一斤。",
    "country": "许多发展中国家在修铁路。",
    "republic": "中华人民共和国成立那年他刚满七岁。",
    "break": "他先去了机房。帐号是后来才发的。",
    "joined": "老师让我们登记机房帐号，一共四百个。",
    "code": "这段程序用C++写成，版本是ＵＴＦ－８的。",
    "title": "这一篇的正文里没有那个词。",
}


def write(path, texts, options=None, **values):
    records = (
        dict.fromkeys(KEYS) | {"id": id, "method": "default", "title": values.get(id, ""), "text": text}
        for id, text in texts.items()
    )
    Sqlite(options or Options()).write(records, path)
    return str(path)


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    return write(tmp_path_factory.mktemp("search") / "a.sqlite", TEXTS, title="渡轮夜班的第一天")


def found(archive, query):
    return sorted(one.id for one in search(archive, query, limit=1000))


@pytest.mark.parametrize(
    ("query", "pages"),
    [
        # one character: as a word of its own, not within 水果 or 北京市
        ("水", ["water"]),
        ("市", []),
        ("国", []),
        # two: as a word or as a word within a longer one, never across two words
        ("研究", ["research", "student"]),
        ("北京", ["city", "university"]),
        ("人民", ["republic"]),
        ("华人", []),
        ("渡轮", ["title"]),
        # three: 研究生命 holds no 研究生, 发展中国家 no 中国
        ("研究生", ["student"]),
        ("图书馆", ["student", "university"]),
        ("中国", []),
        # four: words that follow each other, without a mark between
        ("北京大学", ["university"]),
        ("生命起源", ["research"]),
        ("机房帐号", ["joined"]),
        ("共和国", ["republic"]),
        ("中华人民共和国", ["republic"]),
        # several terms are all wanted, wherever they stand
        ("帐号 机房", ["break", "joined"]),
        ("机房 水", []),
        # width and case do not matter
        ("c++", ["code"]),
        ("UTF-8", ["code"]),
        ("utf", ["code"]),
    ],
)
def test_exactly_the_pages_that_hold_the_words(archive, query, pages):
    assert found(archive, query) == pages


def test_every_word_of_every_page_is_found_there(archive):
    """By the definition itself: each leaf of each text against all texts."""
    texts = TEXTS | {"title": TEXTS["title"] + "渡轮夜班的第一天"}
    held = {id: segmented(text, Options()).replace("/", " ").split(" ") for id, text in texts.items()}
    for words in held.values():
        for word in words:
            if word not in (".", "") and not word.startswith("_"):
                assert found(archive, word) == sorted(id for id, other in held.items() if word in other)


def test_a_leaf_is_a_word_of_the_dictionary():
    assert leaves("北京市") == ("北京", "_市")
    assert leaves("北京大学图书馆") == ("北京", "大学", "图书", "_馆")
    assert leaves("发展中国家") == ("发展", "_中", "国家")
    assert leaves("粮站") == ("粮站",)
    assert leaves("utf-8") == ("utf-8",)


def test_title_words_count_more(tmp_path):
    path = write(tmp_path / "a.sqlite", {"a": "渡轮停在岸边。", "b": "船停在岸边了。"}, b="渡轮")
    assert [one.id for one in search(path, "渡轮")] == ["b", "a"]


def test_the_words_of_the_run_are_those_of_the_query(tmp_path):
    words = Options(user_words=frozenset({"栖河晚报社"}))
    texts = {"a": "他在栖河晚报社做了十年。"}
    assert found(write(tmp_path / "with.sqlite", texts, words), "栖河晚报社") == ["a"]


def test_a_snippet_shows_the_place():
    text = "一" * 100 + "渡轮夜班" + "二" * 100
    assert "渡轮夜班" in snippet(text, ["不在", "渡轮"])
    assert snippet(text, ["渡轮"]).startswith("…")
    assert len(snippet(text, ["渡轮"])) == 62
    assert snippet("短文\n两行", ["没有"]) == "短文 两行"


@pytest.mark.parametrize("query", ["", " ", "。", '"', "《》 ——", "\0"])
def test_a_query_without_a_word_is_a_wrong_call(archive, query):
    with pytest.raises(ValueError, match="holds no word"):
        search(archive, query)


@pytest.mark.parametrize("query", ['水"', "水 OR 桥", "NEAR(水 桥)", "水*", "text:水", "a' --", "水\0"])
def test_the_language_of_the_index_is_not_the_users(archive, query):
    assert isinstance(search(archive, query), list)


def test_other_files_are_told(tmp_path):
    with pytest.raises(ValueError, match="no such file"):
        search(str(tmp_path / "none.sqlite"), "水")
    (tmp_path / "a.sqlite").write_text("mine")
    with pytest.raises(ValueError, match="cannot be searched"):
        search(str(tmp_path / "a.sqlite"), "水")


def test_command(archive):
    result = call("search", archive, "北京", "图书馆")
    assert result.exit_code == 0
    assert result.stdout.startswith("university  ")
    assert "北京大学图书馆闭馆时间" in result.stdout
    [line] = call("search", archive, "渡轮", "--json", "--limit", 1).stdout.splitlines()
    assert json.loads(line)["title"] == "渡轮夜班的第一天"
    assert call("search", archive, "鲸鱼").exit_code == 1
    assert call("search", archive, "。").exit_code == 2
    assert call("search", f"{archive}.not", "水").exit_code == 2


def test_a_thousand_records_answer_at_once(tmp_path):
    texts = {
        f"{n}": f"第{n}号渡轮试行夜班，居民称便。" * 20 + ("井里的水很凉。" if n % 100 == 7 else "")
        for n in range(1000)
    }
    path = write(tmp_path / "a.sqlite", texts)
    assert len(search(path, "水", limit=1000)) == 10
    for query in ("水", "渡轮", "试行夜班", "的"):
        best = float("inf")
        for _ in range(5):
            began = time.perf_counter()
            search(path, query)
            best = min(best, time.perf_counter() - began)
        assert best < 0.05
