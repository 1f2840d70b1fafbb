"""What a run tells at its end, for people and as JSON."""

import json
from collections import Counter
from pathlib import Path

import pytest
from test_cli import EMPTY, PAGES, call

from markwindow.archive.records import BY_METHOD, RUN, Extraction
from markwindow.archive.repeats import Repeat
from markwindow.archive.runner import run
from markwindow.archive.summary import MOST_GROUPS, PAGES_SHOWN, Extremes, Summary, group, top


def made(id="a", **values):
    return {"id": id, "text": "甲", "encoding": "utf-8", "error": None, RUN: {}} | values


def test_reasons_are_grouped_by_first_words():
    assert group("no window is close enough to the title “甲”") == group(
        "no window is close enough to the title “乙”"
    )
    assert group("partial: only the first 10 of 20 characters were read") == "partial"
    assert group("not finished after 12 seconds.") == "not finished after N seconds"
    assert group("：") == "："


def test_summary_of_many_groups_stays_short():
    summary = Summary()
    for number in range(2000):
        summary.add(made(f"{number}", text="", reason=chr(0x4E00 + number)))
    assert len([line for line in summary.lines(1.0) if line.startswith("  empty")]) == MOST_GROUPS + 1
    assert len(summary.to_dict(1.0)["empty_by_cause"]) == 2000
    assert not summary.is_good


def test_the_largest_groups_and_the_rest_as_one():
    groups = Counter({"b": 2, "a": 2, "c": 5, "d": 1})
    assert top(groups) == [("c", 5), ("a", 2), ("b", 2), ("d", 1)]
    assert top(groups, 2) == [("c", 5), ("a", 2), ("other", 3)]


def test_extremes_are_the_largest_and_equal_ones_by_id():
    found = Extremes(least=0.5)
    for number in range(5000):
        found.add(f"{number % 100:03d}-{number}", (number % 100) / 100)
    pages = found.pages()
    assert len(pages) == PAGES_SHOWN
    assert {value for _, value in pages} == {0.99}
    assert [id for id, _ in pages] == sorted(id for id, _ in pages)
    assert Extremes(least=0.5).pages() == []


def test_declared_labels_against_the_bytes():
    summary = Summary()
    for label, encoding in (("GB2312", "gb18030"), ("gbk", "utf-8"), (None, "gb18030"), ("utf8", "utf-8")):
        summary.add(made(encoding=encoding, encoding_declared=label))
    assert {"declared": "gb2312", "true": "gb18030", "pages": 1} in summary.to_dict(1.0)["declared_encodings"]
    assert "  declared otherwise: gbk for utf-8 1, none for gb18030 1" in summary.lines(1.0)


def test_repeats_kinds_and_several_methods():
    summary = Summary()
    texts = {"title": {"text": ""}, "density": {"text": "甲"}}
    summary.add(
        made("a", kind="article", relevance=0.9, **{BY_METHOD: texts, RUN: {"overlap": 0.25, "seconds": 2.0}})
    )
    summary.add(made("b", kind="list", relevance=0.1, **{RUN: {"overlap": 1.0, "seconds": 3.0}}))
    summary.add_repeats({"b": Repeat("a", 1.0), "c": Repeat("a", 0.9)})
    told = summary.to_dict(4.0)
    assert told["kinds"] == {"article": 1, "list": 1}
    assert told["repeats"] == {"exact": 1, "near": 1}
    assert told["with_text_by_method"] == {"title": 0, "density": 1}
    assert told["pages_per_second"] == 0.5
    assert told["slowest"] == [{"id": "b", "seconds": 3.0}, {"id": "a", "seconds": 2.0}]
    assert told["far_from_title"] == [{"id": "a", "relevance": 0.9}]
    assert told["divergent"] == [{"id": "a", "overlap": 0.25}]


def test_the_file_tells_what_the_run_found(tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(12):
        (folder / f"{number}.html").write_bytes((PAGES / "hk" / "a1.html").read_bytes())
    (folder / "empty.html").write_text(EMPTY, encoding="utf-8")
    (folder / "gone.html").symlink_to("nowhere.html")
    result = call("archive", folder, "-o", tmp_path / "a.jsonl", "--summary", tmp_path / "a.json")
    assert result.exit_code == 1
    told = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert {key: told[key] for key in ("pages", "with_text", "empty", "errors")} == {
        "pages": 14, "with_text": 12, "empty": 1, "errors": 1,
    }  # fmt: skip
    assert told["errors_by_cause"] == {"cannot be read": 1}
    assert told["repeats"]["exact"] == 11
    assert len(told["slowest"]) == PAGES_SHOWN
    assert told["encodings"]["big5hkscs"] == 12
    assert "repeats: 11 exact" in result.stderr
    nowhere = call(
        "archive", folder, "-o", tmp_path / "a.jsonl", "--resume", "--summary", tmp_path / "no" / "a"
    )
    assert nowhere.exit_code == 1
    assert "the output itself is whole" in nowhere.stderr


@pytest.mark.parametrize("methods", [(), ("title", "density")])
@pytest.mark.parametrize("name", ["a.jsonl", "a.sqlite"])
def test_an_interrupted_and_resumed_run_tells_what_an_undisturbed_one_does(methods, name, tmp_path):
    folder, out = tmp_path / "pages", tmp_path / name
    for path in filter(lambda path: path.is_file(), PAGES.rglob("*")):
        (folder / path.parent.name).mkdir(parents=True, exist_ok=True)
        (folder / path.parent.name / path.name).write_bytes(path.read_bytes())
    (folder / "empty.html").write_text(EMPTY, encoding="utf-8")
    (folder / "gone.html").symlink_to("nowhere.html")
    (folder / "a.css").write_text("p {}")

    def summary(*words):
        named = ["--methods", ",".join(methods)] if methods else []
        call(
            "archive", folder, "-o", out, *words, *named, "--jobs", 1, "--summary", tmp_path / "summary.json"
        )
        told = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
        times = ("seconds", "pages_per_second", "slowest")
        return told.pop("from_before"), {key: value for key, value in told.items() if key not in times}

    def interrupt(*_):
        if Path(f"{out}.parts", "records.jsonl").read_bytes().count(b"\n") == 5:
            raise KeyboardInterrupt

    before, undisturbed = summary()
    assert before == 0
    assert undisturbed["declared_encodings"]
    with pytest.raises(KeyboardInterrupt):
        run(
            [str(folder)],
            str(out),
            Extraction(methods=methods),
            jobs=1,
            mode="overwrite",
            on_record=interrupt,
        )
    assert summary("--resume") == (5, undisturbed)
    # The output itself is gone on with, too.
    assert summary("--resume") == (undisturbed["pages"], undisturbed)
