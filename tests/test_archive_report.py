import json
import re

import pytest
from test_cli import PAGES, call

from markwindow.archive.records import KEYS
from markwindow.report.archive_figures import EMPTY, FAILED, LENGTHS, METHOD, read_figures
from markwindow.report.archive_report import archive_report
from markwindow.report.suspicion import overlap, signs, suspicion

TEXT = "渡轮今晚起试行夜班，末班船从九点半改到零点，票价不变。\n" * 10


def made(id="a.html", **values):
    """A record of a page without any fault, with other values."""
    good = {
        "id": id,
        "title": "渡轮试行夜班",
        "text": TEXT,
        "method": "default",
        "kind": "article",
        "encoding": "gb18030",
        "encoding_source": "declaration",
        "chars": len(TEXT),
        "bytes": 30_000,
        "relevance": 0.0,
        "reason": "",
    }
    return dict.fromkeys(KEYS) | good | values


def told(*records):
    return " | ".join(sign.told for sign in signs(records))


def test_a_good_page_shows_no_sign():
    assert signs([made()]) == []
    assert suspicion([]) == 0


@pytest.mark.parametrize(
    ("values", "sign"),
    [
        ({"error": "cannot be read (Permission denied)."}, "failed: cannot be read"),
        ({"text": "", "reason": "no displayed text"}, "no text: no displayed text"),
        ({"text": "渡轮试行夜班。"}, "only 7 characters of text"),
        ({"text": TEXT + "\ufffd" * 9}, "9 characters could not be decoded"),
        ({"text": "锟斤拷锟斤拷" * 20}, "looks like mojibake"),
        (
            {"text": "渡轮今晚起试行夜班，末班船改到零点。".encode().decode("latin-1") * 9},
            "looks like mojibake",
        ),
        (
            {"text": "渡轮的夜班，末班船改到零点。".encode().decode("gb18030", "replace") * 9},
            "looks like mojibake",
        ),
        ({"relevance": 1.0}, "the text holds 0% of the title's words"),
        ({"encoding_source": "guess"}, "the encoding gb18030 is a guess"),
    ],
)
def test_signs(values, sign):
    assert sign in told(made(**values))


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "Ça va très bien, dit-il à l’élève — naïve façade. " * 9,
        "涓涓细流汇成江河，渡轮在夜里靠岸，铃声响过两遍。" * 20,
    ],
)
def test_plain_text_is_no_mojibake(text):
    assert "mojibake" not in told(made(text=text))


def test_methods_that_disagree():
    other = made(method="density", text="相关新闻：水稻良种补贴今起发放到户。\n" * 9)
    assert "default and density agree on 0%" in told(made(), other)
    assert told(made(), made(method="density")) == ""


def test_a_list_without_text_is_less_suspicious_than_an_article():
    empty = {"text": "", "reason": "nothing on the page looks like main text"}
    article, listed = (suspicion(signs([made(kind=kind, **empty)])) for kind in ("article", "list"))
    assert 0 < listed < article < 1


def test_overlap_counts_shared_lines():
    assert overlap("甲乙\n丙丁", "甲乙\n戊") == 2 / 5
    assert overlap("", "") is None


def test_figures_count_pages_not_records():
    records = [
        made("a#default"),
        made("a#density", method="density"),
        made("b#default", text="", reason="no line is dense enough: the densest has 0.31"),
        made("b#density", method="density"),
        made("c", error="cannot be read (x).", text=None, method=None),
    ]
    figures = read_figures(records, 10)
    assert (figures.pages, figures.with_text, figures.failed, figures.chars) == (3, 1, 1, len(TEXT))
    assert figures.counts["Encoding"] == {"gb18030": 2}
    assert figures.counts[EMPTY] == {"no line is dense enough": 1}
    assert figures.counts[FAILED] == {"cannot be read": 1}
    assert figures.counts[METHOD] == {"default": 1, "density": 2}
    assert sum(figures.lengths) == 2
    assert figures.lengths[LENGTHS.index(0)] == 1
    assert [suspect.id for suspect in figures.suspects] == ["c", "b"]


def test_most_suspicious_pages_first_and_only_so_many():
    records = [made(f"{n:03}", text="渡" * n, bytes=100) for n in range(1, 200)]
    figures = read_figures([*records, made("x", error="x")], 5)
    assert [suspect.id for suspect in figures.suspects] == ["x", "001", "002", "003", "004"]
    assert figures.suspicious == 80


def test_report_is_escaped_and_needs_no_script():
    hostile = "</title><script>window.hit=1</script><img src=x onerror=hit()>'\""
    figures = read_figures([made(hostile, title=hostile, kind=hostile, url="javascript:hit()", text="")], 5)
    report = archive_report(figures, hostile, {hostile: "x' onclick='hit()"})
    assert "<script" not in report
    assert "<img" not in report
    assert not re.search(r"<a href='[^']*' on", report)
    assert "javascript:" not in re.sub(r">[^<]*<", "><", report)
    assert re.search(
        r"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-[^;]*; base-uri", report
    )


def test_command_line(tmp_path):
    out, report = tmp_path / "out.jsonl", tmp_path / "report.html"
    assert call("archive", PAGES, "-o", out, "--methods", "default,density", "--quiet").exit_code == 0
    result = call("report", out, "-o", report, "--pages", PAGES, "--most", "3", "--methods", "default,title")
    assert (result.exit_code, result.stderr) == (0, "")
    links = re.findall(r"<a href='([^']+)'>([^<]+)</a>", report.read_text(encoding="utf-8"))
    assert 1 <= len(links) <= 3
    for link, id in links:
        assert id in (tmp_path / link).read_text(encoding="utf-8")


def test_pages_in_a_column_of_any_name(tmp_path):
    rows = tmp_path / "a.jsonl"
    rows.write_text(json.dumps({"seite": "<title>渡轮</title><p>渡轮。"}) + "\n", encoding="utf-8")
    out, report = tmp_path / "out.jsonl", tmp_path / "report.html"
    call("archive", rows, "--column", "seite", "-o", out, "--quiet")  # a page without text: suspicious
    result = call("report", out, "-o", report, "--pages", rows, "--column", "seite")
    assert (result.exit_code, result.stderr) == (0, "")
    assert (tmp_path / "report-pages" / "0001.html").exists()


def test_an_empty_output(tmp_path):
    (tmp_path / "out.jsonl").write_text("", encoding="utf-8")
    result = call("report", tmp_path / "out.jsonl", "-o", tmp_path / "x.html")
    assert (result.exit_code, "no records there" in result.stderr) == (1, True)


def test_a_file_that_is_no_output(tmp_path):
    (tmp_path / "out.jsonl").write_text('{"x": 1}\n', encoding="utf-8")
    result = call("report", tmp_path / "out.jsonl", "-o", tmp_path / "x.html")
    assert (result.exit_code, "is no output of markwindow archive" in result.stderr) == (2, True)
    result = call("report", PAGES / "hk" / "a1.html", "-o", tmp_path / "x.html", "--pages", PAGES)
    assert (result.exit_code, "--pages goes with an output" in result.stderr) == (2, True)
