import json
import re

import pytest
from test_cli import PAGES, call

import markwindow
from markwindow.compare import compare
from markwindow.methods import METHODS
from markwindow.report.self_contained import page_report, script_json
from markwindow.report.view import kept_lines, page_view

PAGE = (PAGES / "news" / "20081105.html").read_bytes()
HOSTILE = (
    "<title></script><script>window.hit=1</script>渡轮</title><base href='http://203.0.113.9/'>"
    "<div id='\"><img src=x onerror=alert(1)>'>渡轮</div><p>渡轮 &lt;script&gt;window.hit=1&lt;/script&gt; &lt;!--</p>"
    "<p>&lt;img src=http://203.0.113.9/x.png onerror=window.hit=1&gt; 渡轮夜班 \u2028 \u202e</p>"
)


def data_of(report):
    """The view in a report, as a browser reads it."""
    return json.loads(re.search(r'<script type="application/json" id="view">(.*?)</script>', report, re.S)[1])


@pytest.mark.parametrize("path", sorted(PAGES.rglob("*.*htm*")), ids=lambda path: path.stem)
def test_view_says_what_analyze_says(path):
    html = path.read_bytes()
    view = page_view(html)
    assert [method["name"] for method in view["methods"]] == list(METHODS)
    for method in view["methods"]:
        page = markwindow.analyze(html, method=method["name"])
        lines = [line for line, kept in zip(view["lines"], method["kept"], strict=True) if kept == "1"]
        assert (method["text"] or "\n".join(lines)) == page.text
        assert (method["chars"], method["relevance"]) == (len(page.text), page.relevance)
        assert [view["reasons"][number] for number in method["reasons"]] == [w.reason for w in page.windows]
    assert view["facts"]["title"] == page.title
    assert view["facts"]["encoding"] == page.decoding.encoding
    told = [(w["distance"], w["length"], w["density"], w["link_share"], w["path"]) for w in view["windows"]]
    assert told == [(w.distance, w.length, w.density, w.link_share, w.path) for w in page.windows]
    assert view["lines"] == "\n".join(window.text for window in page.windows).split("\n")


def test_kept_lines_of_a_window():
    page = markwindow.analyze(
        "<title>渡轮</title><div>短<br>渡轮今晚起试行夜班，末班船改到零点。<br>短</div>", method="density"
    )
    (window,) = page.windows
    assert kept_lines(window) == [line in window.kept_text.split("\n") for line in window.text.split("\n")]


def test_a_text_that_the_page_hides_is_shown_with_its_source():
    text = "渡轮今晚起试行夜班，末班船从九点半改到零点，票价不变，上夜班的人不用再绕道大桥。" * 3
    data = json.dumps({"@type": "NewsArticle", "articleBody": text}, ensure_ascii=False)
    shell = f'<title>渡轮试行夜班</title><script type="application/ld+json">{data}</script><p>加载中…'
    view = page_view(shell)
    assert view["facts"]["text_source"] == markwindow.analyze(shell).text_source == "json-ld"
    assert text in view["lines"]


def test_title_and_policy_of_the_caller_count():
    view = page_view(PAGE, ["default"], policy="lenient", title="电子鼻")
    assert (view["facts"]["title"], view["facts"]["title_source"], view["policy"]) == (
        "电子鼻",
        "given",
        "lenient",
    )


@pytest.mark.parametrize("page", [b"", b"\xff\xfe", None, "<html></html>", b"%PDF-1.4", HOSTILE, "<p>\ud800"])
def test_any_page_has_a_report(page):
    assert "markwindow report" in page_report(page_view(page), "x")


@pytest.mark.parametrize(
    ("methods", "policy", "sentence"),
    [
        (["nothing"], "balanced", "There is no method"),
        (["title"], "x", "There is no policy"),
        ([], "balanced", "at least one"),
    ],
)
def test_wrong_calls(methods, policy, sentence):
    with pytest.raises(ValueError, match=sentence):
        page_view(PAGE, methods, policy=policy)


def test_curves_have_a_value_for_each_line_or_window():
    view = page_view(PAGE)
    count = {"lines": len(view["lines"]), "windows": len(view["windows"])}
    assert [curve["id"] for curve in view["curves"]] == ["density", "energy", "distance"]
    for curve in view["curves"]:
        places = count.get(curve["over"], len(curve["series"][0]["values"]))
        assert all(len(series["values"]) == places for series in curve["series"])
        assert set(curve.get("rows", ())) <= set(range(places))
        assert curve["x"].endswith("(number)")
        assert "(" in curve["y"]


def test_report_is_one_file_that_names_no_other():
    report = page_report(page_view(PAGE), "20081105.html")
    assert not re.search(r"""(?:src|href)\s*=|@import|url\(|https?://(?!www\.w3\.org/2000/svg)""", report)
    assert report.encode()


def test_a_hostile_page_cannot_leave_the_data():
    report = page_report(page_view(HOSTILE), "</title><script>window.hit=1</script>")
    assert report.count("<script") == report.count("</script>") == 2
    assert "<img" not in report
    assert "</title><script>window" not in report
    data = data_of(report)
    assert "<script>window.hit=1</script>" in data["lines"][1]
    assert data["facts"]["title"].startswith("</script><script>")


def test_json_in_a_script_element_is_the_same_data():
    data = {"text": "</script><!-- & \u2028\u2029 \x00 \ud800 渡轮"}
    told = script_json(data)
    assert not set("<>&\u2028\u2029\x00") & set(told)
    assert json.loads(told) == data


def test_methods_differ_as_compare_tells():
    view = page_view(PAGE)
    one, other = (next(m for m in view["methods"] if m["name"] == name) for name in ("title", "density"))
    told = compare("x", {name: markwindow.analyze(PAGE, method=name) for name in ("title", "density")})
    both = [
        line for line, a, b in zip(view["lines"], one["kept"], other["kept"], strict=True) if a == b == "1"
    ]
    assert sum(len("".join(line.split())) for line in both) == told.shared


def test_command_line(tmp_path):
    out = tmp_path / "report.html"
    result = call(
        "report",
        PAGES / "news" / "20081105.html",
        "-o",
        out,
        "--methods",
        "title,density",
        "--policy",
        "strict",
    )
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    view = data_of(out.read_text(encoding="utf-8"))
    assert ([method["name"] for method in view["methods"]], view["policy"]) == (
        ["title", "density"],
        "strict",
    )
    assert view["label"].endswith("20081105.html")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["report", PAGES / "hk", "-o", "x.html"], "is a folder; give one page of it"),
        (["report", PAGES / "nowhere.html", "-o", "x.html"], "no such file or folder"),
        (["report", PAGES / "hk" / "a1.html", "-o", PAGES / "hk" / "a1.html"], "is the page itself"),
        (["report", PAGES / "hk" / "a1.html", "-o", PAGES], "is a folder"),
        (["report", PAGES / "hk" / "a1.html", "-o", "x.html", "--methods", "none"], "There is no method"),
        (["report", PAGES / "hk" / "a1.html", "-o", "report.nix"], "report.nix: end the name in .html, .htm"),
        (["report", PAGES / "hk" / "a1.html"], "Missing option '-o'"),
    ],
)
def test_wrong_calls_on_the_command_line(words, sentence):
    result = call(*words)
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_a_place_that_cannot_be_written(tmp_path):
    result = call("report", PAGES / "hk" / "a1.html", "-o", tmp_path / "none" / "x.html")
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr
