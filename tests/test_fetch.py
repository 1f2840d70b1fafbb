import gzip
import json
import pickle
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from test_cli import call

from markwindow import addresses
from markwindow.fetch import MAX_REDIRECTS, Fetched, FetchError, fetch

real = socket.getaddrinfo
PAGE = "<title>试行夜间渡轮</title><p>渡轮试行夜班。</p>".encode("gb18030")


class Site(BaseHTTPRequestHandler):
    """A small site, with the faults of large ones."""

    def do_GET(self):
        self.server.seen.append(dict(self.headers))
        path = self.path
        if path == "/page":
            self.answer(200, "text/html; charset=gb2312", PAGE)
        elif path == "/gzip":
            self.answer(200, "text/html", gzip.compress(PAGE), {"Content-Encoding": "gzip"})
        elif path == "/no-type":
            self.answer(200, None, PAGE)
        elif path == "/moved":
            self.answer(302, None, b"", {"Location": "/page"})
        elif path.startswith("/circle"):
            self.answer(302, None, b"", {"Location": f"/circle{len(path)}x"[:40]})
        elif path == "/to-neighbour":
            self.answer(302, None, b"", {"Location": f"http://127.0.0.2:{self.server.server_port}/page"})
        elif path == "/to-file":
            self.answer(302, None, b"", {"Location": "file:///etc/hostname"})
        elif path == "/picture":
            self.answer(200, "image/png", b"\x89PNG")
        elif path == "/large":
            self.answer(200, "text/html", b"x" * 5000)
        elif path == "/large-untold":
            self.answer(200, "text/html", b"x" * 200_000, {"Content-Length": None})
        elif path == "/bomb":
            self.answer(200, "text/html", gzip.compress(b"x" * 3_000_000), {"Content-Encoding": "gzip"})
        elif path == "/broken-gzip":
            self.answer(200, "text/html", b"no gzip", {"Content-Encoding": "gzip"})
        elif path == "/drip":
            self.answer(200, "text/html", b"", {"Content-Length": "1000"})
            for _ in range(100):
                try:
                    self.wfile.write(b"x")
                    self.wfile.flush()
                except OSError:
                    return
                time.sleep(0.1)
        elif path.startswith("/wait/"):
            self.answer(429, "text/html", b"", {"Retry-After": path[6:]})
        elif path.startswith("/status/"):
            self.answer(int(path[8:]), "text/html", b"")
        else:
            self.answer(404, "text/html", b"")

    def answer(self, status, kind, body, headers=None):
        headers = {"Content-Length": str(len(body)), "Content-Type": kind} | (headers or {})
        self.send_response(status)
        for name, value in headers.items():
            if value is not None:
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def site(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.daemon_threads = True
    server.seen = []
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    server.url = f"http://127.0.0.1:{server.server_port}"
    yield server
    server.shutdown()
    server.server_close()


def test_content_and_header_are_handed_on(site):
    assert fetch(f"{site.url}/page") == Fetched(f"{site.url}/page", PAGE, "text/html; charset=gb2312")


def test_asks_like_a_browser_for_chinese(site):
    fetch(f"{site.url}/page")
    assert site.seen[0]["User-Agent"].startswith("Mozilla/5.0")
    assert site.seen[0]["Accept-Language"].startswith("zh-CN")


def test_compression_is_undone(site):
    assert fetch(f"{site.url}/gzip").content == PAGE


def test_page_without_type_is_taken(site):
    assert fetch(f"{site.url}/no-type") == Fetched(f"{site.url}/no-type", PAGE, None)


def test_redirect_gives_the_last_address(site):
    assert fetch(f"{site.url}/moved").url == f"{site.url}/page"


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/nothing", "answers 404 Not Found: check the address."),
        ("/status/403", "save the page in a browser and give the file."),
        ("/status/503", "try again later."),
        ("/picture", "this is image/png, not a web page; give the address of an HTML page."),
        ("/circle", f"more than {MAX_REDIRECTS} redirects"),
        ("/to-file", "redirects to an address that is not http"),
        ("/broken-gzip", "compression is damaged"),
    ],
)
def test_what_goes_wrong_is_one_sentence_with_the_address(site, path, sentence):
    with pytest.raises(FetchError) as caught:
        fetch(site.url + path)
    assert str(caught.value).startswith(f"{site.url}{path}: ")
    assert sentence in caught.value.problem
    assert "\n" not in str(caught.value)
    assert "requests" not in str(caught.value)


@pytest.mark.parametrize(
    ("path", "limit"), [("/large", 4999), ("/large-untold", 100_000), ("/bomb", 100_000)]
)
def test_too_large(site, path, limit):
    with pytest.raises(FetchError, match=f"larger than {limit:,} bytes"):
        fetch(site.url + path, max_bytes=limit)


def test_as_large_as_allowed(site):
    assert len(fetch(f"{site.url}/large", max_bytes=5000).content) == 5000


def test_total_time_holds_for_a_server_that_drips(site):
    began = time.monotonic()
    with pytest.raises(FetchError, match=r"not complete after 0\.5 seconds"):
        fetch(f"{site.url}/drip", total_time=0.5)
    assert time.monotonic() - began < 2


@pytest.mark.parametrize(
    "url", ["ftp://example.cn/a.html", "file:///etc/hostname", "example.cn", "", "javascript:1"]
)
def test_only_http(url):
    with pytest.raises(FetchError, match="only http:// and https://"):
        fetch(url)


@pytest.mark.parametrize("url", ["http://", "http://[::1", "https://a b/", "http://.../"])
def test_addresses_that_are_none(url, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    with pytest.raises(FetchError):
        fetch(url)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "127.1", "2130706433", "[::ffff:127.0.0.1]"]
)
def test_private_addresses_are_refused_where_not_allowed(site, host):
    with pytest.raises(FetchError, match=r"of this machine or of a local network|connection failed"):
        fetch(f"http://{host}:{site.server_port}/page", allow_private=False)
    assert not site.seen


def test_a_redirect_to_a_private_address_is_refused(site, monkeypatch):
    monkeypatch.setattr(addresses, "is_public", lambda address: address == "127.0.0.1")
    assert fetch(f"{site.url}/moved", allow_private=False).content == PAGE
    with pytest.raises(FetchError, match="of this machine or of a local network"):
        fetch(f"{site.url}/to-neighbour", allow_private=False)
    assert [line["Host"] for line in site.seen] == [f"127.0.0.1:{site.server_port}"] * 3


def test_a_name_is_looked_up_once(site, monkeypatch):
    asked = []

    def answers(host, port, *args, **kwargs):
        asked.append(host)
        public = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))
        return [public] if len(asked) == 1 else []

    monkeypatch.setattr(addresses, "is_public", lambda address: True)
    monkeypatch.setattr(
        addresses.socket,
        "getaddrinfo",
        lambda host, *a, **k: answers(host, *a, **k) if host == "rebind.example" else real(host, *a, **k),
    )
    assert fetch(f"http://rebind.example:{site.server_port}/page", allow_private=False).content == PAGE
    assert asked == ["rebind.example"]


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2400:3200::1", True),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("fe80::1%eth0", False),
        ("fc00::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::808:808", True),
        ("64:ff9b:1::7f00:1", False),
        ("64:ff9b:1:abcd::808:808", False),
        ("::127.0.0.1", False),
        ("::8.8.8.8", False),
        ("2002:7f00:1::", False),
        ("no address", False),
    ],
)
def test_public_addresses(address, public):
    assert addresses.is_public(address) is public


def test_nobody_listens(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    with pytest.raises(FetchError, match="the connection failed; check the address and the network"):
        fetch("http://127.0.0.1:9/")


def test_command_line_hands_the_header_on(site):
    result = call("extract", f"{site.url}/moved", "--format", "json", "--method", "density")
    record = json.loads(result.stdout)
    assert (record["id"], record["url"]) == (f"{site.url}/moved", f"{site.url}/page")
    assert (record["encoding"], record["bytes"]) == ("gb18030", len(PAGE))
    assert record["title"] == "试行夜间渡轮"


def test_command_line_goes_on_after_an_address_that_fails(site):
    result = call("extract", f"{site.url}/nothing", f"{site.url}/page", "--method", "density")
    assert result.exit_code == 1
    assert (
        result.stderr
        == f"markwindow: {site.url}/nothing: the server answers 404 Not Found: check the address.\n"
    )
    assert result.stdout == f"==> {site.url}/page <==\n渡轮试行夜班。\n"


def test_what_another_try_may_mend(site):
    with pytest.raises(FetchError) as busy:
        fetch(site.url + "/status/503")
    with pytest.raises(FetchError) as gone:
        fetch(site.url + "/status/410")
    assert (busy.value.status, busy.value.is_temporary, busy.value.is_silence) == (503, True, False)
    assert (gone.value.status, gone.value.is_temporary) == (410, False)
    site.shutdown()
    site.server_close()
    with pytest.raises(FetchError) as silent:
        fetch(site.url + "/page")
    assert (silent.value.status, silent.value.is_temporary, silent.value.is_silence) == (None, True, True)
    copy = pickle.loads(pickle.dumps(busy.value))
    assert (copy.status, str(copy)) == (503, str(busy.value))


def test_a_server_that_names_a_time_to_wait(site):
    with pytest.raises(FetchError) as busy:
        fetch(site.url + "/wait/7")
    assert busy.value.wait == 7.0


def test_the_name_under_which_a_page_is_asked_for(site):
    fetch(site.url + "/page", user_agent="markwindow-test")
    assert site.seen[-1]["User-Agent"] == "markwindow-test"
