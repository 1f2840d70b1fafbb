"""Trust: memory stays flat, calls do not touch each other, only documented errors come out, nothing is run."""

import ast
import asyncio
import multiprocessing
import os
import random
import subprocess
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invariants import check_outputs, check_page, check_parts

import markwindow
from markwindow import Options, analyze, extract
from markwindow.methods import METHODS

TESTS = Path(__file__).parent
PACKAGE = Path(markwindow.__file__).parent
PAGES = [path.read_bytes() for path in sorted((TESTS / "pages" / "archive").rglob("*.*")) if path.is_file()]
PIECES = [
    *(
        "<div>",
        "</div>",
        "<p>",
        "<td>",
        "</table>",
        "<script>",
        "<!--",
        "-->",
        "<title>",
        "&#0;",
        "<",
        "\x00",
    ),
    *(
        "<li><span>一</span>",
        "<a href=/1.html>首页</a>",
        "城北大桥今日通车。",
        "相关阅读",
        "网友评论（12）",
        "<textarea>",
    ),
]


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(PAGES), st.randoms(use_true_random=False))
def test_mutated_pages_never_raise_and_lose_no_text(page, chance):
    mutated = bytearray(page)
    for _ in range(chance.randint(1, 8)):
        at = chance.randint(0, len(mutated))
        length = chance.choice((1, 16, 256, 4096))
        change = chance.randrange(3)
        if change == 0:
            del mutated[at : at + length]
        elif change == 1:
            mutated[at:at] = mutated[at : at + length]
        else:
            piece = chance.choice(PIECES).encode(chance.choice(("utf-8", "gb18030")))
            mutated[at:at] = piece * chance.choice((1, 1, 30))
    page = check_page(bytes(mutated), chance.choice(METHODS))
    check_outputs(page)
    check_parts(page, bytes(mutated))


@pytest.mark.slow
def test_every_input_that_the_fuzzer_kept_holds_what_must_hold():
    with tarfile.open(TESTS / "fuzz_corpus.tar.xz") as kept:
        inputs = [kept.extractfile(file).read() for file in kept if file.isfile()]
    assert len(inputs) > 1000
    for number, html in enumerate(inputs):
        page = check_page(html, METHODS[number % len(METHODS)])
        check_outputs(page)
        check_parts(page, html)


def test_f11_5000_random_cuts_of_good_pages_never_raise():
    chance = random.Random(1)
    for _ in range(5000):
        page = chance.choice(PAGES)
        start, end = sorted(chance.randrange(len(page) + 1) for _ in range(2))
        assert isinstance(extract(page[start : min(end, start + 1500)]), str)


RESIDENT = """
import os, random, sys
sys.path.insert(0, {tests!r})
from pathlib import Path
from markwindow import analyze, extract

pages = [path.read_text("latin-1") for path in sorted(Path({tests!r}, "pages", "archive").rglob("*.*")) if path.is_file()]
def megabytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
for number in range(2000):
    page = pages[number % len(pages)].replace("class=", f"id=n{{number}} class=c{{number}} data-n=")
    html = page.encode("latin-1") + f"<p>{{number}}号文件今天下发。</p>".encode()
    extract(html)
    if number % 4 == 0:
        analyze(html, method="title").windows
    if number == 1000:
        before = megabytes()
print(megabytes() - before, megabytes())
"""


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads the size of a process from /proc")
def test_f3_the_second_thousand_of_pages_adds_less_than_10_megabytes():
    code = RESIDENT.format(tests=str(TESTS))
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    grown, resident = map(float, printed.split())
    assert grown < 10
    assert resident < 250


STORY = "<title>碳达峰行动方案</title><p>碳达峰行动方案今天发布。</p>"


def test_two_calls_with_different_options_at_once_do_not_touch_each_other():
    choices = [Options(), Options(user_words={"碳达峰行动"}), Options(stop_words={"行动", "方案", "发布"})]
    expected = [analyze(STORY, method="title", options=options).windows[0].length for options in choices]
    assert len(set(expected)) > 1
    with ThreadPoolExecutor(8) as threads:
        found = list(
            threads.map(
                lambda options: analyze(STORY, method="title", options=options).windows[0].length,
                choices * 40,
            )
        )
    assert found == expected * 40


def test_it_runs_beside_an_event_loop_in_threads():
    async def all_at_once():
        return await asyncio.gather(*(asyncio.to_thread(extract, page) for page in PAGES))

    assert asyncio.run(all_at_once()) == [extract(page) for page in PAGES]


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_f7_processes_of_every_kind_give_the_same(method):
    extract(STORY, method="title")
    with multiprocessing.get_context(method).Pool(2) as processes:
        assert processes.map(extract, PAGES) == [extract(page) for page in PAGES]


def test_a_hostile_cache_file_where_jieba_keeps_its_own_is_never_read(tmp_path):
    hostile = tmp_path / "jieba.cache"
    hostile.write_bytes(b"\xe3hostile")
    os.utime(hostile, (0, 0))
    code = f"import markwindow; print(markwindow.extract({STORY!r}, method='title'))"
    printed = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        env=os.environ | {"TMPDIR": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
    )
    assert printed.stdout.decode().strip() == "碳达峰行动方案今天发布。"
    assert hostile.read_bytes() == b"\xe3hostile"
    assert list(tmp_path.iterdir()) == [hostile]


def modules():
    """Every module of the package with its syntax tree."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def test_no_module_evaluates_text_or_unpickles():
    for name, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"eval", "exec", "compile", "__import__"}, name
            imported = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            assert not {"pickle", "marshal", "shelve", "dill", "joblib"} & set(imported), name


ALLOWED = {
    *("TypeError", "ValueError"),  # a wrong call
    "AttributeError",  # a name that the package does not have
    *("SystemExit", "KeyboardInterrupt"),  # how a command ends
    "OSError",  # a disk that takes no more: caught where a run is told to end
    *("EOFError", "NewConnectionError", "ToolError"),  # told to the library that called us
}


def test_only_documented_exceptions_are_raised():
    trees = modules()
    own = {
        node.name: ast.get_docstring(node)
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and any(
            getattr(base, "id", getattr(base, "attr", "")).endswith(("Error", "Exception"))
            for base in node.bases
        )
    }
    assert all(own.values()), "every exception of ours says in its docstring when it comes"
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Raise) or node.exc is None:
                continue
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            word = raised.attr if isinstance(raised, ast.Attribute) else getattr(raised, "id", "")
            # A name in small letters, or none, is a value that was caught or chosen among these.
            is_click = isinstance(raised, ast.Attribute) and getattr(raised.value, "id", "") == "click"
            assert word in ALLOWED or word in own or is_click or not word or word.islower(), (
                f"{name} raises {word}"
            )


USER_FILE = """
from markwindow import Options, Page, Window, analyze, extract, warm_up

warm_up()
options: Options = Options(stop_words={"新闻"}, max_lines=1000)
text: str = extract(b"<p>a</p>", method="title", policy="strict", options=options)
page: Page = analyze(text, url="https://example.com/", content_type="text/html; charset=gbk")
windows: tuple[Window, ...] = page.windows
lines: list[str] = [window.reason for window in windows if window.kept and window.link_share < 0.5]
reveal: float | None = page.relevance
"""


@pytest.mark.slow
def test_a_users_file_passes_strict_type_checks(tmp_path):
    file = tmp_path / "user.py"
    file.write_text(USER_FILE, encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--follow-imports=silent", str(file)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"MYPYPATH": str(PACKAGE.parent)},
    )
    assert checked.returncode == 0, checked.stdout
