"""Texts in several pages: found in a run and joined."""

import json

import pytest
from click.testing import CliRunner
from conftest import assert_linear

from markwindow.archive.records import BY_METHOD, RUN
from markwindow.archive.text_parts import join_parts
from markwindow.cli import main

TITLE = "河口渔村：人少一点，鸟多一点"
PARTS = [
    "四月的清晨，河口的雾还没有散，老船工已经把缆绳解开，准备把第一批游客送到对岸的渔村去。",
    "他说，二十年前这里每天只有三班船，如今清明前后，一天要跑四十趟，码头也从木板换成了水泥。",
    "渔村的支书告诉记者，今年新修的步道长两公里，沿途设了九处观鸟台，游客不用下滩涂就能看到水鸟。",
]


def record(id, next_page=None, title=TITLE, text=None, **more):
    text = text or f"{id}的正文。"
    return {
        "id": id,
        "title": title,
        "text": text,
        "chars": len(text),
        "next_page": next_page,
        "reason": "",
    } | more


def told(records):
    return [(made["text"], made.get("part_of")) for made in join_parts(records)]


def test_c17_parts_are_joined_in_the_record_of_the_first():
    records = [record("n/12_2.html", "12_3.html"), record("n/12.html", "12_2.html"), record("n/12_3.html")]
    assert told(records) == [
        ("", "n/12.html"),
        ("n/12.html的正文。\nn/12_2.html的正文。\nn/12_3.html的正文。", "n/12.html"),
        ("", "n/12.html"),
    ]
    assert join_parts(records)[0]["reason"] == "a part of the text in n/12.html"


def test_joining_again_changes_nothing_and_takes_in_a_part_that_came_later():
    records = [record("a.html", "a_2.html"), record("a_2.html", "a_3.html")]
    once = join_parts(records)
    assert join_parts(once) == once
    assert told([*once, record("a_3.html")])[0][0] == "a.html的正文。\na_2.html的正文。\na_3.html的正文。"


def test_parts_are_found_by_address_and_as_saved_files():
    url = "https://a.cn/n/12"
    records = [
        record("1", f"{url}_2.html", url=f"{url}.html"),
        record("2", url="http://a.cn/n/12_2.html#top"),
    ]
    assert told(records)[0] == ("1的正文。\n2的正文。", "1")
    saved = [record("n/12.html", "https://a.cn/n/12_2.html"), record("n/12_2.html")]
    assert told(saved)[0][1] == "n/12.html"


@pytest.mark.parametrize(
    "second",
    [
        record("b.html", title="另一篇文章"),
        record("c.html"),
        record("b.html", "a.html", title="另一篇文章"),
    ],
)
def test_other_texts_and_missing_parts_are_left_alone(second):
    records = [record("a.html", "b.html"), second]
    assert join_parts(records) == records


def test_circles_and_lists_are_left_alone():
    circle = [record("a.html", "b.html"), record("b.html", "a.html")]
    lists = [record("a.html", "b.html", kind="list"), record("b.html", kind="list")]
    assert join_parts(circle) == circle
    assert join_parts(lists) == lists


def test_the_number_of_the_part_in_the_title_and_a_head_that_repeats():
    first = record("a.html", "b.html", text="编者按：本文分两次登完。\n甲段。")
    second = record("b.html", title=TITLE + "（2）", text="编者按：本文分两次登完。\n乙段。")
    assert told([first, second])[0][0] == "编者按：本文分两次登完。\n甲段。\n乙段。"


def by_methods(made):
    """The same record with what a run by several methods keeps of it."""
    return made | {BY_METHOD: {"default": {"text": made["text"]}}, RUN: {"text_words": {"default": "词"}}}


def test_many_parts_take_linear_time():
    chain = [by_methods(record(f"{n}.html", f"{n + 1}.html", text="同样的头")) for n in range(2000)]
    heads = [record("a.html", "b.html", text="头"), record("b.html", text="头\n" * 50_000 + "尾")]
    assert told(heads) == [("头\n尾", "a.html"), ("", "a.html")]
    assert_linear(lambda size: join_parts(chain[:size]), 1000, 2000)
    assert_linear(lambda size: join_parts([heads[0], heads[1] | {"text": "头\n" * size}]), 20_000, 40_000)


@pytest.mark.parametrize("methods", ["default", "default,title"])
@pytest.mark.parametrize("to", ["jsonl", "sqlite"])
def test_an_archive_run_joins_parts(tmp_path, methods, to):
    folder = tmp_path / "pages"
    folder.mkdir()
    for number, text in enumerate(PARTS, 1):
        foot = f'<div>上一页 <a href="12_{number + 1}.html">下一页</a></div>' if number < len(PARTS) else ""
        page = f"<title>{TITLE}</title><h1>{TITLE}</h1><div><p>{text}</p></div>{foot}"
        (folder / f"12_{number}.html").write_text(page, encoding="utf-8")
    out = tmp_path / f"out.{to}"
    call = [
        "archive",
        str(folder),
        "-o",
        str(out),
        "--jobs",
        "1",
        "--join-parts",
        "--ordered",
        "--methods",
        methods,
    ]
    assert CliRunner().invoke(main, call).exit_code == 0
    assert CliRunner().invoke(main, [*call, "--resume"]).exit_code == 0
    if to == "jsonl":
        made = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        assert [one["text"] for one in made if one["method"] == "default"] == ["\n".join(PARTS), "", ""]
        assert {one["part_of"] for one in made} == {made[0]["id"].removesuffix("#default")}
    else:
        found = CliRunner().invoke(main, ["search", str(out), "观鸟台"])
        assert "12_1.html" in found.output
