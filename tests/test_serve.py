import base64
import json
import multiprocessing
import socket
import threading
import time
from contextlib import contextmanager

import pytest
import requests
from test_cli import PAGES, call

import markwindow
from markwindow.evaluation.marked import KINDS, save_marked
from markwindow.evaluation.sets import read_meta, read_sets
from markwindow.options import Options

pytest.importorskip("starlette", reason="the workbench needs the extra markwindow[serve]")
pytest.importorskip("uvicorn", reason="the workbench needs the extra markwindow[serve]")

from markwindow.serve.app import Settings
from markwindow.serve.asks import Ask
from markwindow.serve.guard import BODY_TYPES
from markwindow.serve.held import HeldPages
from markwindow.serve.openapi import PROBLEMS
from markwindow.serve.server import listen, make_server

PAGE = (PAGES / "news" / "20081105.html").read_bytes()
HARD = PAGES.parent / "hard"


@contextmanager
def serving(**settings):
    """The real service on a free port of loopback, in a thread of this process."""
    listening = listen("127.0.0.1", 0)
    server = make_server(Settings(**settings))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 60
    while not server.started and thread.is_alive() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert server.started
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)
        listening.close()


@pytest.fixture(scope="module")
def gold_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("serve") / "marked"


@pytest.fixture(scope="module")
def service(gold_folder):
    with serving(gold=gold_folder, jobs=1, most_bytes=2_000_000, body_seconds=1.0, page_seconds=20) as url:
        yield url


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")


def post(path, page=None, /, **fields):
    """A request; `page` is the page's bytes."""
    if page is not None:
        fields["html_base64"] = base64.b64encode(page).decode()
    return requests.post(path, json=fields, timeout=60)


def connect(service):
    host, port = service.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=20)


def status_of(answer):
    return int(answer.split(b" ", 2)[1]) if answer else None


# ------------------------------------------------------------------- answers


@pytest.mark.parametrize("path", sorted(PAGES.rglob("*.*htm*")), ids=lambda path: path.stem)
def test_extract_is_what_analyze_says(service, path):
    answer = post(f"{service}/extract", path.read_bytes(), method="title", url="https://example.cn/a.html")
    page = markwindow.analyze(path.read_bytes(), method="title", url="https://example.cn/a.html")
    assert (answer.status_code, answer.json()) == (200, page.to_dict())


def test_the_page_itself_may_be_the_body(service):
    answer = requests.post(
        f"{service}/extract?method=density&policy=strict",
        data="<p>渡轮今晚起试行夜班，末班船改到零点。".encode("gb18030"),
        headers={"Content-Type": "text/html; charset=gbk"},
        timeout=20,
    )
    assert answer.json()["text"] == "渡轮今晚起试行夜班，末班船改到零点。"
    assert answer.json()["encoding"] == "gb18030"


def test_the_text_alone_for_who_accepts_text(service):
    headers = {"Content-Type": "text/html", "Accept": "text/plain"}
    answer = requests.post(f"{service}/extract", data=PAGE, headers=headers, timeout=20)
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode() == markwindow.extract(PAGE)


def test_windows_on_request(service):
    windows = post(f"{service}/extract", PAGE, windows=True, title="电子鼻").json()["windows"]
    page = markwindow.analyze(PAGE, title="电子鼻")
    assert [(w["text"], w["reason"]) for w in windows] == [(w.text, w.reason) for w in page.windows]


def test_stop_words_of_a_request_hold_for_it_alone(service):
    words = ["电子鼻", "粮站"]
    with_words = post(f"{service}/extract", PAGE, method="title", stop_words=words).json()
    without = post(f"{service}/extract", PAGE, method="title").json()
    assert with_words["text"] == markwindow.extract(
        PAGE, method="title", options=Options(stop_words=frozenset(words))
    )
    assert without["text"] == markwindow.extract(PAGE, method="title") != with_words["text"]


def test_the_text_comes_in_the_format_asked_for(service):
    page = "<title>渡轮试行夜班</title><p>渡轮今晚起<b>试行</b>夜班，末班船改到零点。"
    answer = post(f"{service}/extract", html=page, method="title", format="markdown").json()
    assert answer["text"] == "渡轮今晚起**试行**夜班，末班船改到零点。"


@pytest.mark.parametrize("html", ["", "<html></html>", "\ud800<p>\x00", "<" * 100_000])
def test_any_page_is_answered(service, html):
    answer = post(f"{service}/extract", html=html)
    assert answer.status_code == 200
    assert answer.json()["text"] == markwindow.extract(html)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"html": "x", "method": "magic"}, "There is no method 'magic'"),
        ({"html": "x", "policy": "magic"}, "There is no policy 'magic'"),
        ({"html": "x", "format": "magic"}, "There is no format 'magic'"),
        ({"html": "x", "speed": 1}, "There is no field 'speed'"),
        ({"html": 1}, "html must be a string"),
        ({"html": "x", "html_base64": "eA=="}, "Give the page once"),
        ({"html_base64": "渡轮"}, "not base64"),
        ({"html": "x", "stop_words": "渡轮"}, "stop_words must be a list"),
        ({"html": "x", "windows": "yes"}, "windows must be true or false"),
        ({"html": "x", "lines": [True]}, "lines must be a list of line numbers"),
        ({}, "There is no page"),
    ],
)
def test_a_wrong_request_is_told_its_mend(service, fields, sentence):
    answer = post(f"{service}/extract", **fields)
    assert answer.status_code == 400
    assert sentence in answer.json()["error"]


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b'{"html": NaN}'])
def test_a_body_that_is_no_request(service, body):
    answer = requests.post(
        f"{service}/extract", data=body, headers={"Content-Type": "application/json"}, timeout=20
    )
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_a_page_that_is_not_held(service):
    assert post(f"{service}/view", page="0000").status_code == 410


def test_openapi_tells_every_path_and_answer(service):
    told = requests.get(f"{service}/openapi.json", timeout=20).json()
    assert told["openapi"] == "3.1.0"
    assert set(told["paths"]) == {"/extract", "/view", "/gold"}
    extract = told["paths"]["/extract"]["post"]
    assert set(extract["responses"]) == {"200", *PROBLEMS}
    fields = extract["requestBody"]["content"]["application/json"]["schema"]["properties"]
    assert tuple(fields["method"]["enum"]) == markwindow.methods.METHODS
    record = told["components"]["schemas"]["Record"]["properties"]
    assert set(markwindow.analyze(PAGE).to_dict()) <= set(record)


# ------------------------------------------------------------------- foreign pages


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "rebound.example"},
        {"Host": "rebound.example:80"},
        {"Host": ""},
        {"Host": "127.0.0.1.rebound.example"},
        {"Host": "[::1"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": "http://a]"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_pages_of_other_sites_are_refused(service, headers):
    answer = requests.post(f"{service}/extract", json={"html": "x"}, headers=headers, timeout=20)
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_what_a_form_can_send_is_refused(service, kind):
    assert kind not in BODY_TYPES
    answer = requests.post(f"{service}/gold", data=b"{}", headers={"Content-Type": kind}, timeout=20)
    assert answer.status_code == 415


def test_own_pages_may_ask(service):
    for headers in ({"Origin": service}, {"Sec-Fetch-Site": "same-origin"}, {"Host": "localhost"}):
        answer = requests.post(f"{service}/extract", json={"html": "x"}, headers=headers, timeout=20)
        assert answer.status_code == 200


def test_preflights_are_not_answered_with_leave(service):
    answer = requests.options(f"{service}/extract", headers={"Origin": "https://evil.example"}, timeout=20)
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "path", ["/../setup.cfg", "/static/..%2f..%2fsetup.cfg", "/gold/x", "//evil.example"]
)
def test_there_are_no_other_paths(service, path):
    assert requests.get(service + path, timeout=20).status_code in (404, 405)


def test_private_addresses_are_not_fetched(service):
    answer = post(f"{service}/extract", url=f"{service}/openapi.json")
    assert answer.status_code == 502
    assert "of this machine or of a local network" in answer.json()["error"]


def test_private_addresses_are_fetched_when_told(tmp_path):
    with serving(gold=tmp_path, jobs=1, allow_private=True) as url:
        answer = post(f"{url}/extract", url=f"{url}/", method="density")
        assert answer.status_code == 200
        assert answer.json()["title"].startswith("markwindow")


def test_the_workbench_may_not_be_framed(service):
    headers = requests.get(f"{service}/", timeout=20).headers
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"


# ------------------------------------------------------------------- hostile clients


def send_much(connection, size, chunk=b"x" * 65_536):
    """Send so many bytes, or as many as the service takes, and return what it answers."""
    try:
        for _ in range(size // len(chunk)):
            connection.sendall(b"%x\r\n%b\r\n" % (len(chunk), chunk))
    except OSError:
        pass
    try:
        return connection.recv(65_536)
    except OSError:
        return b""


HEAD = b"POST /extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\n"


def test_a_client_that_sends_100_mb(service):
    with connect(service) as connection:
        connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        assert status_of(send_much(connection, 100_000_000)) in (413, None)
    with connect(service) as connection:
        connection.sendall(HEAD + b"Content-Length: 100000000\r\n\r\n")
        assert status_of(connection.recv(65_536)) == 413
    assert post(f"{service}/extract", PAGE).status_code == 200


def test_a_client_that_sends_drop_by_drop(service):
    with connect(service) as connection:
        connection.sendall(HEAD + b"Content-Length: 1000\r\n\r\n")
        began = time.monotonic()
        for _ in range(3):
            connection.sendall(b"x")
            assert post(f"{service}/extract", PAGE, method="title").status_code == 200
        assert status_of(connection.recv(65_536)) == 408
        assert time.monotonic() - began < 15


def test_fifty_connections_cut_in_the_middle(service):
    for size in range(50):
        with connect(service) as connection:
            connection.sendall((HEAD + b"Content-Length: 1000\r\n\r\n" + b"x" * 1000)[: 20 * size])
    assert post(f"{service}/extract", PAGE).status_code == 200


def test_a_client_that_does_not_speak_http(service):
    with connect(service) as connection:
        connection.sendall(b"\x16\x03\x01\x02\x00" * 100 + b"\r\n\r\n")
        assert status_of(connection.recv(65_536)) in (400, None)
    assert post(f"{service}/extract", PAGE).status_code == 200


def test_a_page_that_takes_too_long_is_given_up(tmp_path):
    long_page = "<title>渡轮夜班</title>" + "<p>渡轮今晚起试行夜班，末班船改到零点。</p>" * 25_000
    with serving(gold=tmp_path, jobs=1, page_seconds=0.5, waiting=0) as url:
        answers = []

        def send_long():
            # The only place may be taken just then by one of the short pages below.
            while not answers or answers[-1].status_code == 429:
                answers.append(post(f"{url}/extract", html=long_page, windows=True))

        thread = threading.Thread(target=send_long)
        thread.start()
        busy = set()
        while thread.is_alive():
            busy.add(post(f"{url}/extract", html="x").status_code)
            time.sleep(0.05)
        assert 429 in busy
        long = answers[-1]
        assert (long.status_code, long.headers["Retry-After"]) == (503, "1")
        assert "not finished after 0.5 seconds" in long.json()["error"]
        # The next one has a new process.
        assert post(f"{url}/extract", html="<p>短").status_code == 200


def test_a_process_that_dies_is_replaced(tmp_path):
    before = set(multiprocessing.active_children())
    with serving(gold=tmp_path, jobs=1) as url:
        (process,) = set(multiprocessing.active_children()) - before
        process.kill()
        process.join()
        assert post(f"{url}/extract", PAGE).status_code == 503
        assert post(f"{url}/extract", PAGE).status_code == 200
    assert not set(multiprocessing.active_children()) - before


# ------------------------------------------------------------------- marking


def view_of(service, html, **fields):
    answer = post(f"{service}/view", html, **fields)
    assert answer.status_code == 200
    return answer.json()


def test_the_view_is_held_for_other_choices(service):
    view = view_of(service, PAGE)
    again = post(f"{service}/view", page=view["page"], policy="strict", title="电子鼻").json()
    assert (again["page"], again["policy"], again["facts"]["title"]) == (view["page"], "strict", "电子鼻")
    assert again["lines"] == view["lines"]


def test_marked_page_becomes_gold(service, gold_folder):
    view = view_of(service, PAGE, url="https://example.cn/grain/1.html")
    saved = post(f"{service}/gold", page=view["page"], lines=[6, 5], kind="article").json()
    assert (gold_folder / "pages" / f"{saved['id']}.html").read_bytes() == PAGE
    assert (gold_folder / "gold" / f"{saved['id']}.txt").read_text("utf-8").rstrip().split("\n") == view[
        "lines"
    ][5:7]
    (one,) = read_sets([str(gold_folder)])
    page = next(page for page in one.pages if page.id == saved["id"])
    assert (page.encoding, page.kind, page.url) == ("gb18030", "article", "https://example.cn/grain/1.html")
    assert page.site == "example.cn"
    # Marking again replaces.
    again = post(f"{service}/gold", page=view["page"], lines=[5]).json()
    assert again["id"] == saved["id"]
    assert (
        sum(saved["id"] in line for line in (gold_folder / "meta.jsonl").read_text("utf-8").splitlines()) == 1
    )


def test_the_kind_of_a_marked_page_is_one_of_those_that_sets_tell_apart(service):
    answer = post(f"{service}/gold", PAGE, lines=[5], kind="poem")
    assert (answer.status_code, answer.json()["error"]) == (
        400,
        "There is no kind 'poem': choose one of article, forum, list, other.",
    )
    told = requests.get(f"{service}/openapi.json", timeout=20).json()["paths"]["/gold"]["post"]
    fields = told["requestBody"]["content"]["application/json"]["schema"]["properties"]
    assert tuple(fields["kind"]["enum"]) == KINDS


def test_a_lone_surrogate_in_what_is_told_of_a_marked_page(service, gold_folder):
    answer = post(f"{service}/gold", "<p>渡轮".encode(), lines=[], url="http://example.cn/\ud800")
    assert answer.status_code == 200
    entries = map(json.loads, (gold_folder / "meta.jsonl").read_text("utf-8").splitlines())
    assert [entry["url"] for entry in entries if entry["id"] == answer.json()["id"]] == [
        "http://example.cn/\ufffd"
    ]


def test_a_set_that_tells_lone_surrogates_takes_further_pages(tmp_path):
    first = save_marked(tmp_path, b"<p>1", "", {"site": "\ud800"})
    second = save_marked(tmp_path, b"<p>2", "", {"site": "example.cn"})
    assert read_meta(tmp_path / "meta.jsonl") == {
        first: {"id": first, "site": "\ud800"},
        second: {"id": second, "site": "example.cn"},
    }


def test_a_line_that_is_not_there(service):
    view = view_of(service, PAGE)
    answer = post(f"{service}/gold", page=view["page"], lines=[len(view["lines"])])
    assert (answer.status_code, "There is no line" in answer.json()["error"]) == (400, True)


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with serving(gold=tmp_path / "file", jobs=1) as url:
        answer = post(f"{url}/gold", PAGE, lines=[5])
        assert (answer.status_code, "cannot be saved" in answer.json()["error"]) == (500, True)


def test_held_pages_have_bounds():
    held = HeldPages(most_pages=3, most_bytes=1000)
    ids = [held.hold(Ask(html=b"x" * 300 + bytes([number]))) for number in range(5)]
    assert [held.with_page(Ask(page=id)) is not None for id in ids] == [False, False, True, True, True]
    held.hold(Ask(html=b"y" * 900))
    assert [held.with_page(Ask(page=id)) is not None for id in ids] == [False] * 5


@pytest.mark.slow
def test_twenty_marked_pages_serve_evaluate_and_train(tmp_path):
    """The circle: pages marked in the workbench are gold for `evaluate`, and `train` learns from them."""
    pages = sorted([*PAGES.rglob("*.html"), *HARD.glob("*.html")])[:20]
    assert len(pages) == 20
    with serving(gold=tmp_path / "marked", jobs=2) as url:
        for path in pages:
            told = (
                path.with_suffix(".txt")
                if path.parent == HARD
                else PAGES.parent / "gold" / f"{path.relative_to(PAGES)}.txt"
            )
            gold = set(told.read_text(encoding="utf-8").splitlines())
            view = view_of(url, path.read_bytes())
            lines = [number for number, line in enumerate(view["lines"]) if line in gold]
            assert post(f"{url}/gold", page=view["page"], lines=lines, kind="article").status_code == 200
    (marked,) = read_sets([str(tmp_path / "marked")])
    assert len(marked.pages) == 20
    evaluated = call("evaluate", tmp_path / "marked", "--methods", "default,title", "--json")
    assert evaluated.exit_code == 0
    scored = {one["name"]: one["pages"] for one in json.loads(evaluated.stdout)["extractors"]}
    assert [len(pages) for pages in scored.values()] == [20, 20]
    # Every line that was marked is gold: the default method finds most of it.
    assert sum(page["f1"] for page in scored["default"]) / 20 > 0.7
    trained = call("train", tmp_path / "marked", "-o", tmp_path / "own.json", "--cv", "none")
    assert trained.exit_code == 0, trained.stderr
    assert markwindow.extract(PAGE, options=Options(weights=str(tmp_path / "own.json")))
    with serving(gold=tmp_path / "marked", jobs=1, base=Options(weights=str(tmp_path / "own.json"))) as url:
        assert post(f"{url}/extract", PAGE).json()["text"]


def test_the_command_needs_a_free_port():
    with listen("127.0.0.1", 0) as taken:
        result = call("serve", "--port", taken.getsockname()[1])
    assert (result.exit_code, "cannot listen on 127.0.0.1" in result.stderr) == (1, True)
