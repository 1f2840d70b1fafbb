"""Sets on disk, and their folds. `write_set` makes the small sets of the other tests."""

import json
import os
import random

import pytest

from markwindow.evaluation.folds import assign_folds, registered_host, site_group
from markwindow.evaluation.sets import GoldPage, SetError, read_sets

STORY = ("记者昨日从城北大桥工地获悉，主桥已经合龙。", "大桥全长三公里，预计明年通车。")


def page(*lines, title="城北大桥合龙_某某网", nav="首页 新闻 视频"):
    body = "".join(f"<p>{line}</p>" for line in lines)
    return f"<title>{title}</title><div>{nav}</div><div>{body}</div><div>版权所有 © 某某网</div>"


def write_set(root, pages, meta=()):
    """`pages`: the page (str or bytes) and its gold by id; `meta`: entries, None for no file."""
    (root / "pages").mkdir(parents=True)
    (root / "gold").mkdir()
    for id, (html, gold) in pages.items():
        if html is not None:
            (root / "pages" / f"{id}.html").write_bytes(html if isinstance(html, bytes) else html.encode())
        if gold is not None:
            (root / "gold" / f"{id}.txt").write_text(gold, encoding="utf-8")
    if meta is not None:
        lines = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in meta)
        (root / "meta.jsonl").write_text(lines, encoding="utf-8")
    return root


def test_a_set_is_read_with_what_it_tells(tmp_path):
    meta = [
        {"id": "a", "encoding": "gb2312", "site": "www.example.com.cn", "kind": "article"},
        {"id": "b", "url": "https://bbs.example.com:8080/1.html"},
        {"id": "c", "gold_flag": "only the opening post"},
    ]
    pages = {
        "b": (page(), "乙"),
        "a": (page("镕").encode("gb18030"), "甲"),
        "c": (page(), "丙"),
        "d": (page(), None),
    }
    (found,) = read_sets([str(write_set(tmp_path / "news", pages, meta))])
    assert (found.name, found.flagged, found.without_gold) == ("news", 1, 1)
    first, second = found.pages
    assert (first.id, first.set, first.key, first.gold) == ("a", "news", "news/a", "甲")
    assert (first.site, first.kind, first.url, first.encoding) == (
        "www.example.com.cn",
        "article",
        None,
        "gb18030",
    )
    assert "镕" in first.decoded(first.read())
    assert (second.site, second.kind, second.encoding) == ("bbs.example.com", None, None)
    assert second.decoded(second.read()) == page()


def test_without_meta_each_page_is_a_site_of_its_own(tmp_path):
    write_set(tmp_path / "s", {"a": (page(), "甲"), "b": (page().encode("gb18030"), "乙")}, meta=None)
    (found,) = read_sets([str(tmp_path / "s")])
    assert [one.site for one in found.pages] == [None, None]
    assert len(set(map(site_group, found.pages))) == 2
    assert found.pages[1].decoded(found.pages[1].read()) == page()


def test_the_mark_of_a_utf_8_page_is_no_text(tmp_path):
    write_set(tmp_path, {"a": (b"\xef\xbb\xbf<p>x", "\ufeff甲")}, [{"id": "a", "encoding": "UTF-8"}])
    (found,) = read_sets([str(tmp_path)])
    (one,) = found.pages
    assert (one.decoded(one.read()), one.gold) == ("<p>x", "甲")


def test_a_folder_of_sets_and_a_set_twice(tmp_path):
    for name in ("b", "a"):
        write_set(tmp_path / name, {"1": (page(), "甲")})
    (tmp_path / "notes").mkdir()
    assert [one.name for one in read_sets([str(tmp_path)])] == ["a", "b"]
    assert [one.name for one in read_sets([str(tmp_path / "b"), str(tmp_path)])] == ["b", "a"]
    assert [one.name for one in read_sets([os.path.join(tmp_path, "a", "..", "b")])] == ["b"]


def test_sets_of_the_same_name_are_told_apart(tmp_path):
    paths = [str(write_set(tmp_path / name / "news", {"1": (page(), "甲")})) for name in ("x", "y")]
    assert [one.name for one in read_sets(paths)] == paths


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda root: (root / "pages" / "a.html").unlink(), "gold/a.txt has no page; put it as "),
        (lambda root: (root / "gold" / "a.txt").write_bytes(b"\xb4\xf3"), "gold/a.txt is not UTF-8"),
        (
            lambda root: (root / "meta.jsonl").write_text("{}\n"),
            'meta.jsonl, line 1: not a JSON object with an "id"',
        ),
        (lambda root: (root / "meta.jsonl").write_text("\n7"), "meta.jsonl, line 2: not a JSON object"),
        (
            lambda root: (root / "meta.jsonl").write_text('{"id": "a", "encoding": "utf-9"}'),
            "the encoding 'utf-9' of a is not known",
        ),
    ],
)
def test_a_set_that_is_not_sound_is_told_in_one_sentence(tmp_path, spoil, told):
    root = write_set(tmp_path / "s", {"a": (page(), "甲")})
    spoil(root)
    with pytest.raises(SetError, match=r"^[^\n]+$") as error:
        read_sets([str(root)])
    assert told in str(error.value)


def test_no_set_there(tmp_path):
    with pytest.raises(SetError, match="no set there; a set is a folder with pages/ and gold/ in it"):
        read_sets([str(tmp_path)])
    with pytest.raises(SetError, match="nowhere: there is no such folder"):
        read_sets(["nowhere"])


@pytest.mark.parametrize(
    ("site", "host"),
    [
        ("www.example.com", "example.com"),
        ("blog.news.example.com", "example.com"),
        ("example.com", "example.com"),
        ("WWW.Example.COM.CN", "example.com.cn"),
        ("finance.example.com.cn", "example.com.cn"),
        ("www.example.com.cn", "example.com.cn"),
        ("example.gov.cn", "example.gov.cn"),
        ("a.b.example.edu.cn", "example.edu.cn"),
        ("town.example.bj.cn", "example.bj.cn"),
        ("news.example.cn", "example.cn"),
        ("www.example.org.hk", "example.org.hk"),
        ("com.cn", "com.cn"),
        ("https://user@m.example.net.cn:8080/a.html?b#c", "example.net.cn"),
        ("http://127.0.0.1:80/a", "127.0.0.1"),
        ("localhost", "localhost"),
        ("example.com.", "example.com"),
    ],
)
def test_registered_host(site, host):
    assert registered_host(site) == host


def pages_of(sizes, sites):
    """Pages of sets of these sizes; sites by number within the set."""
    return [
        GoldPage(id=f"{name}{n}", set=name, path=None, gold="", site=sites(name, n))
        for name, size in sizes.items()
        for n in range(size)
    ]


def test_folds_by_page_are_stable_and_have_their_share_of_every_set():
    pages = pages_of({"a": 40, "b": 25}, lambda name, n: None)
    folds = assign_folds(pages, "page", 5)
    shuffled = random.Random(1).sample(pages, len(pages))
    assert assign_folds(shuffled, "page", 5) == folds
    for name, share in (("a", 8), ("b", 5)):
        assert [sum(folds[one.key] == n for one in pages if one.set == name) for n in range(5)] == [share] * 5
    # Known values: a change here changes every published figure.
    assert [folds[f"a/a{n}"] for n in range(8)] == [4, 2, 2, 2, 1, 1, 4, 1]


def test_no_site_stands_in_two_folds():
    hosts = [
        "www.example.com",
        "bbs.example.com",
        "news.example.com.cn",
        "a.test.com.cn",
        "b.test.com.cn",
        None,
    ]
    pages = pages_of({"a": 37, "b": 20}, lambda name, n: hosts[n % 5] if n < 30 else None)
    folds = assign_folds(pages, "site", 4)
    assert assign_folds(pages[::-1], "site", 4) == folds
    by_group = {}
    for one in pages:
        by_group.setdefault(site_group(one), set()).add(folds[one.key])
    assert all(len(numbers) == 1 for numbers in by_group.values())
    assert len(by_group) == 3 + 7
    assert {folds[one.key] for one in pages} == {0, 1, 2, 3}


def test_too_few_for_two_folds():
    pages = pages_of({"a": 3}, lambda name, n: "www.example.com")
    assert set(assign_folds(pages, "page", 10).values()) == {0, 1, 2}
    with pytest.raises(SetError, match="by site needs pages of at least two sites"):
        assign_folds(pages, "site", 10)
    with pytest.raises(SetError, match="by page needs at least two pages"):
        assign_folds(pages[:1], "page", 10)
