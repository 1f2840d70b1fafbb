import pytest
from test_cli import PAGES, call

from markwindow import analyze
from markwindow.archive import show
from markwindow.compare import compare, most_divergent_first, totals
from markwindow.decode import Decoding
from markwindow.page import Page, Window


def page(*kept, windows=("甲\n乙", "丙", "甲"), method="m"):
    """A page of windows, with what is kept of each."""
    made = tuple(
        Window(text, bool(part), "", part, None, 1, 0.5, 0.0, 10, "/html")
        for text, part in zip(windows, kept, strict=True)
    )
    text = "\n".join(part for part in kept if part)
    decoding = Decoding("utf-8", "", None, 0)
    return Page(
        text,
        "题",
        "title",
        "题",
        decoding,
        None,
        method,
        0.5,
        "",
        _later={"windows": lambda: tuple(made)},
    )


def test_lines_are_compared_window_by_window():
    one = compare("p", {"a": page("甲\n乙", "", ""), "b": page("乙", "", "甲")})
    assert [(line.text, sorted(line.kept_by)) for line in one.lines] == [
        ("甲", ["a"]),
        ("乙", ["a", "b"]),
        ("甲", ["b"]),
    ]
    assert (one.kept("a"), one.kept("b"), one.only("a"), one.only("b")) == (2, 2, 1, 1)
    assert (one.shared, one.union, one.overlap) == (1, 3, pytest.approx(1 / 3))


def test_three_methods():
    one = compare("p", {"a": page("甲", "丙", ""), "b": page("甲", "", ""), "c": page("甲", "丙", "")})
    assert (one.shared, one.union, one.only("a")) == (1, 2, 0)
    assert one.pair("a", "c") == (2, 2)
    assert one.pair("a", "b") == (1, 2)


def test_windows_that_differ_are_compared_by_text():
    one = compare("p", {"a": page("甲", "丙", ""), "b": page("丙", "丁", windows=("丙", "丁"))})
    assert {line.text: sorted(line.kept_by) for line in one.lines} == {
        "甲": ["a"],
        "丙": ["a", "b"],
        "丁": ["b"],
    }


def test_nothing_kept_has_no_overlap():
    one = compare("p", {"a": page("", "", ""), "b": page("", "", "")})
    assert one.overlap is None
    assert one.lines == ()


def test_figures_stay_without_text():
    one = compare("p", {"a": page("甲\n乙", "丙", ""), "b": page("乙", "", "甲")})
    less = one.without_text()
    assert less.to_dict(with_text=False) == one.to_dict(with_text=False)
    assert not any(line.text for line in less.lines)


def test_most_divergent_first_and_totals():
    same = compare("same", {"a": page("甲", "", ""), "b": page("甲", "", "")})
    apart = compare("apart", {"a": page("甲", "", ""), "b": page("", "丙", "")})
    empty = compare("empty", {"a": page("", "", ""), "b": page("", "", "")})
    ranked = most_divergent_first([empty, same, apart])
    assert [one.id for one in ranked] == ["apart", "same", "empty"]
    assert totals(ranked) == {
        "pages": 3,
        "chars": {"a": 2, "b": 2},
        "only": {"a": 1, "b": 1},
        "shared": 1,
        "union": 3,
        "overlap": pytest.approx(1 / 3),
        "mean_overlap": 0.5,
    }


def test_real_methods_share_windows():
    html = "<title>渡轮夜班试行</title><div>渡轮夜班今晚开始试行，首航有八十名乘客。</div><div>版权所有</div>"
    pages = {method: analyze(html, method=method) for method in ("title", "density")}
    one = compare("p", pages)
    assert one.kept("title") == len("渡轮夜班今晚开始试行，首航有八十名乘客。")


def test_tables_are_right_with_double_width(monkeypatch, capsys):
    from rich.cells import cell_len

    monkeypatch.setenv("COLUMNS", "60")
    long = "渡轮夜班今晚开始试行[bold]，首航有八十名乘客。" * 5
    one = compare(
        "渡轮/夜班.html", {"a": page(long, "丙", "", windows=(long, "丙", "x")), "b": page("", "丙", "")}
    )
    show.show_comparison(one, show.console())
    show.show_comparisons([one.without_text()], show.console())
    out = capsys.readouterr().out
    table = [line for line in out.splitlines() if line[:1] in "┏┡│└├┃"]
    borders = {cell_len(line) for line in table if line[0] in "┏└"}
    assert {cell_len(line) for line in table if line[0] == "│"} <= borders
    assert all(cell_len(line) <= 60 for line in table)
    assert (
        "".join(line.split("│")[3].strip() for line in table if line.count("│") == 4).count("渡轮夜班") == 5
    )
    assert "[bold]" in out.replace("│\n│", "").replace(" ", "")


@pytest.mark.parametrize("name", ["a.jsonl", "a.sqlite", "text"])
def test_an_output_is_compared_like_its_pages(tmp_path, name):
    out = tmp_path / name
    to = [] if "." in name else ["--to", name]
    assert call("archive", PAGES, "-o", out, "--methods", "title,density", "--quiet", *to).exit_code == 0
    told = call("compare", out, "--json")
    assert told.exit_code == 0
    assert told.stdout == call("compare", PAGES, "--json").stdout


def test_an_output_of_one_method_cannot_be_compared(tmp_path):
    call("archive", PAGES, "-o", tmp_path / "a.jsonl", "--method", "density", "--quiet")
    result = call("compare", tmp_path / "a.jsonl")
    assert result.exit_code == 2
    assert "make it with --methods title,density" in result.stderr
