import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import markwindow
from markwindow.cli import main

PAGES = Path(__file__).parent / "pages" / "archive"
PAGE = PAGES / "hk" / "a1.html"
EMPTY = "<html><title>空页</title><body></body></html>"


def call(*words, stdin=None):
    """A call in this process."""
    try:
        runner = CliRunner(mix_stderr=False)
    except TypeError:  # click 8.2 never mixes them
        runner = CliRunner()
    return runner.invoke(main, [str(word) for word in words], input=stdin)


def command(*words):
    return [sys.executable, "-m", "markwindow", *map(str, words)]


def test_one_page_prints_its_text_and_nothing_else():
    result = call("extract", PAGE)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == markwindow.extract(PAGE.read_bytes()) + "\n"


def test_default_method_is_the_library_s():
    assert call("extract", PAGE).stdout == call("extract", PAGE, "--method", "default").stdout


def test_standard_input():
    assert call("extract", "-", stdin=PAGE.read_bytes()).stdout == call("extract", PAGE).stdout


def test_several_pages_have_head_lines_in_order():
    result = call("extract", PAGES / "hk")
    heads = [line for line in result.stdout.splitlines() if line.startswith("==> ")]
    assert heads == [f"==> {PAGES}/hk/{name} <==" for name in ("a1.html", "a2.html")]


def test_json_lines():
    result = call("extract", PAGES, "--format", "json")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(records) == sum(path.is_file() for path in PAGES.rglob("*"))
    for record in records:
        content = (PAGES / record["id"]).read_bytes()
        assert next(iter(record)) == "id"
        assert record | markwindow.analyze(content).to_dict() == record
        assert record["error"] is None
    assert "渡輪" in result.stdout


def test_json_with_windows():
    record = json.loads(call("extract", PAGE, "--format", "json", "--explain").stdout)
    assert {"text", "kept", "reason", "distance", "path"} <= set(record["windows"][0])


def test_explain_shows_windows(monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    result = call("extract", PAGE, "--explain")
    assert result.exit_code == 0
    for part in (
        "title: 渡輪末班延至凌晨",
        "encoding: ",
        "distance/length",
        "density",
        "links",
        "path",
        "all",
    ):
        assert part in result.stdout


def test_options_reach_the_library(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("# a list\n渡輪\n\n末班 5 n\n", encoding="utf-8-sig")
    result = call("extract", PAGE, "--format", "json", "--method", "density", "--title", "別的題目")
    record = json.loads(result.stdout)
    assert (record["method"], record["title"], record["title_source"]) == ("density", "別的題目", "given")
    options = markwindow.Options(stop_words={"渡輪", "末班"}, user_words={"渡輪", "末班"})
    told = call(
        "extract",
        PAGE,
        "--format",
        "json",
        "--stop-words",
        words,
        "--user-words",
        words,
        "--policy",
        "strict",
    )
    assert json.loads(told.stdout)["text"] == markwindow.extract(
        PAGE.read_bytes(), options=options, policy="strict"
    )


def test_a_page_without_text_is_told_with_the_reason(tmp_path):
    path = tmp_path / "空.html"
    path.write_text(EMPTY, encoding="utf-8")
    result = call("extract", path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"markwindow: {path}: no text: ")


def test_a_page_that_cannot_be_read_does_not_stop_the_others(tmp_path):
    (tmp_path / "a.html").symlink_to(tmp_path / "gone.html")
    (tmp_path / "b.html").write_bytes(PAGE.read_bytes())
    result = call("extract", tmp_path)
    assert result.exit_code == 1
    assert result.stderr == f"markwindow: {tmp_path}/a.html: cannot be read (No such file or directory).\n"
    assert f"==> {tmp_path}/b.html <==" in result.stdout
    failed = json.loads(call("extract", tmp_path, "--format", "json").stdout.splitlines()[0])
    assert (failed["id"], failed["text"]) == ("a.html", None)
    assert failed["error"].startswith("cannot be read")


def test_a_page_that_raises_is_a_page_that_failed(monkeypatch):
    def fault(*_, **__):
        raise ZeroDivisionError("of\nsome kind")

    monkeypatch.setattr("markwindow.extract", fault)
    result = call("extract", PAGE)
    assert result.exit_code == 1
    assert "the extractor failed (ZeroDivisionError: of some kind)" in result.stderr


def test_folder_without_pages(tmp_path):
    (tmp_path / "notes.txt").write_text("no page")
    for words in (["extract"], ["compare"], ["archive", "-o", tmp_path / "o.jsonl"]):
        result = call(*words, tmp_path)
        assert result.exit_code == 1
        assert "no pages there; pages are files like .html" in result.stderr
    assert not (tmp_path / "o.jsonl").exists()


FERRIES = [
    f"""<title>{name}试行夜班</title><h1>{name}试行夜班</h1>
    <p>{name}从下月一日起试行夜班，末班船推迟到晚上十一点半，票价不变，往来两岸的居民都说方便。</p>
    <p>{name}的船长说，夜班每四十分钟开一趟，船上加了两盏灯，风大的晚上照旧停航，请大家留意岸边的告示。</p>
    <table><tr><td>票价：</td><td>两元</td></tr></table>
    <h3>网友评论</h3><ul><li><b>小王</b>：写得好，早该延长了。</li><li><b>老李头</b>：周末呢？</li></ul>
    <div>版权所有 江滨渡轮公司 未经许可不得转载</div>"""
    for name in ("东门渡口", "南岸渡口", "老码头")
]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["extract"], "两盏灯"),
        (["compare"], "3 pages"),
        (["kind"], ": article ("),
        (["fields", "--label", "票价"], "票价\t两元"),
        (["posts", "--json"], "写得好，早该延长了"),
        (["site-noise"], "版权所有"),
    ],
)
def test_pages_in_a_column_of_any_name(words, shown, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps({"seite": html, "text": ""}) + "\n" for html in FERRIES))
    assert "--column: seite, text." in call(*words, path).stderr
    result = call(*words, path, "--column", "seite")
    assert (result.exit_code, result.stderr) == (0, "")
    assert shown in result.stdout


def test_posts_where_there_are_none(tmp_path):
    result = call("posts", PAGE)
    assert (result.exit_code, result.stdout) == (1, "")
    sentence = "markwindow: no posts and no comments there: the page's kind is article (484 characters of sen"
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1
    (tmp_path / "empty.html").write_text(EMPTY)
    result = call("posts", PAGES / "hk", tmp_path)
    assert result.exit_code == 1
    assert result.stderr.endswith("no comments there: the pages' kinds are article 2, empty 1.\n")
    assert call("posts", PAGES).stderr == ""


@pytest.mark.parametrize(
    ("words", "mend"),
    [
        (["extract"], "Missing argument 'SRC…'"),
        (["extract", "nowhere"], "nowhere: no such file or folder; check the path."),
        (["extract", "ftp://example.cn/"], "only http:// and https:// addresses"),
        (["extract", PAGE, "--method", "guess"], "'guess' is not one of 'default', 'title'"),
        (["extract", PAGE, "--format", "pdf"], "is not one of 'text', 'markdown', 'html', 'json', 'tei'"),
        (["extract", PAGES, "--title", "题"], "--title is the title of one page"),
        (["extract", PAGE, "--stop-words", "nowhere"], "nowhere cannot be read (No such file or directory)."),
        (["extract", PAGE, "--stop-words", PAGE], "is not UTF-8; save it as UTF-8"),
        (["extract", PAGE, "--segmenter", "rjieba", "--user-words", __file__], "use segmenter='jieba'"),
        (["compare", PAGE, "--methods", "title"], "at least two methods"),
        (
            ["compare", PAGE, "--methods", "title,guess"],
            "There is no method 'guess': choose one of default, title",
        ),
        (["archive", PAGES], "Missing option '-o'"),
        (["archive", PAGES, "-o", "x.jsonl", "--jobs", "0"], "0 is not in the range x>=1"),
        (["archive", PAGES, "-o", "x.doc"], "end it in .jsonl"),
        (["archive", PAGES, "-o", PAGES, "--to", "jsonl"], "is a folder; give the name of a file"),
        (["archive", PAGES, "-o", "nowhere/x.jsonl"], "the folder nowhere does not exist; make it first."),
        (["archive", PAGES, "-o", "x.jsonl", "--resume", "--overwrite"], "give one of them"),
        (["harvest"], "No such command 'harvest'"),
    ],
)
def test_wrong_calls_tell_the_mend_in_one_line(words, mend, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = call(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("markwindow: ")
    assert result.stderr.count("\n") == 1
    assert mend in result.stderr
    assert not list(tmp_path.iterdir())


def test_compare_one_page(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    result = call("compare", PAGE)
    assert result.exit_code == 0
    for part in ("title, density", "overlap", "only here", "kept", "渡輪末班延至凌晨"):
        assert part in result.stdout
    figures = json.loads(call("compare", PAGE, "--json").stdout)
    assert figures["shared"] + sum(figures["only"].values()) == figures["union"]
    assert {line["text"] for line in figures["lines"] if "title" in line["kept_by"]} == set(
        markwindow.extract(PAGE.read_bytes(), method="title").split("\n")
    )


def test_compare_folder_most_divergent_first():
    result = call("compare", PAGES, "--json", "--methods", "title,density,density-mean")
    *pages, last = map(json.loads, result.stdout.splitlines())
    overlaps = [page["overlap"] for page in pages]
    assert overlaps == sorted(overlaps)
    assert last["totals"]["pages"] == len(pages) == sum(path.is_file() for path in PAGES.rglob("*"))
    table = call("compare", PAGES).stdout
    assert f"{len(pages)} pages" in table


def test_closed_pipe_ends_quietly(tmp_path):
    for number in range(40):
        (tmp_path / f"{number}.html").write_bytes(PAGE.read_bytes())
    process = subprocess.Popen(command("extract", tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(60) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--version"],
        ["extract", "--help"],
        ["extract", "--explain", PAGE],
        ["compare", PAGE],
        ["compare", PAGES / "hk"],
        ["kind", PAGES / "hk"],
        ["site-noise", PAGES],
    ],
)
def test_output_that_cannot_be_written(words):
    read_end, write_end = os.pipe()
    os.close(read_end)
    with open(write_end, "wb") as closed:
        result = subprocess.run(command(*words), stdout=closed, stderr=subprocess.PIPE, text=True)
    assert (result.returncode, result.stderr) == (0, "")
    with open("/dev/full", "wb") as full:
        result = subprocess.run(command(*words), stdout=full, stderr=subprocess.PIPE, text=True)
    assert (result.returncode, len(result.stderr.splitlines())) == (1, 1)
    assert "make room or write elsewhere" in result.stderr


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["extract", PAGE], "來往鷺洲與市區的渡輪"),
        (["compare", PAGE], "渡輪末班延至凌晨"),
        (["extract", "--explain", PAGE], "渡輪末班延至凌晨"),
    ],
)
def test_output_is_utf8_whatever_the_locale_says(words, shown):
    plain = os.environ | {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    result = subprocess.run(command(*words), capture_output=True, env=plain, check=True)
    assert shown in result.stdout.decode("utf-8")
    assert result.stderr == b""


def test_ctrl_c_is_130(tmp_path):
    process = subprocess.Popen(
        command("extract", "-"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    time.sleep(1.5)  # it waits for its input by then
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, b"")
    assert err.decode().strip() == "markwindow: interrupted."


@pytest.mark.parametrize("module", ["markwindow.tree", "markwindow.cli"])
def test_ctrl_c_while_it_loads_is_130_without_a_word(module, tmp_path):
    # What Python imports at its start interrupts the process when the module is asked for.
    (tmp_path / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
    )
    result = subprocess.run(
        command("--version"),
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert (result.returncode, result.stdout, result.stderr) == (130, b"", b"")


def test_help_does_not_load_what_it_does_not_need():
    code = (
        "import sys, markwindow.cli; "
        "print({'jieba', 'requests', 'rich', 'bs4', 'multiprocessing'} & set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set()"
    help = call("--help").stdout
    assert all(word in help for word in ("extract", "compare", "archive", "130"))


def test_script_and_module_are_the_same():
    result = subprocess.run(command("--version"), capture_output=True, text=True, check=True)
    assert result.stdout == f"markwindow, version {markwindow.__version__}\n"
