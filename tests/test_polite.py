"""Lists of addresses: which files are lists, in which order pages come, and how hosts are treated."""

import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise

import pytest
from test_cli import call
from test_sources import PAGE, content, contents

from markwindow import polite
from markwindow.archive.sources import is_single_page, open_sources
from markwindow.fetch import FetchError
from markwindow.polite import PoliteFetcher

ROBOTS = (
    b"User-agent: *\nDisallow: /*?print=\nUser-agent: markwindow\nDisallow: /private/\nCrawl-delay: 0.05\n"
)


class Site(BaseHTTPRequestHandler):
    """A site with a robots.txt; /busy/N answers 503 N times before it gives the page."""

    def do_GET(self):
        server, path = self.server, self.path
        server.seen.append((time.monotonic(), path, self.headers["User-Agent"]))
        tries = sum(seen == path for _, seen, _ in server.seen)
        if path == "/robots.txt":
            self.answer(server.robots_status, "text/plain", ROBOTS)
        elif path.startswith("/busy/") and tries <= int(path[6:]):
            self.answer(503, "text/html", b"busy")
        elif path == "/slow":
            time.sleep(0.3)
            self.answer(200, "text/html", PAGE)
        elif path == "/missing":
            self.answer(404, "text/html", b"")
        else:
            self.answer(200, "text/html; charset=gb2312", PAGE)

    def answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def serve(status=200):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.daemon_threads = True
    server.seen, server.robots_status = [], status
    server.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    return server


@pytest.fixture
def site(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setattr(polite, "DELAY", 0.01)
    monkeypatch.setattr(polite, "PAUSES", (0.01, 0.02))
    server = serve()
    yield server
    server.shutdown()
    server.server_close()


def url_list(path, *lines):
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_list_in_its_order(site, tmp_path):
    pages = [f"{site.url}/{name}" for name in ("slow", "1.html", "2.html", "missing", "busy/2", "private/x")]
    path = url_list(tmp_path / "a.urls", "# old pages", pages[0], "", *pages, "no address")
    found = contents(path)
    assert list(found) == [*pages, "no address"]
    assert found[pages[0]] == found[pages[1]] == found[pages[4]] == PAGE
    assert found[pages[3]].startswith("the server answers 404")
    assert found[pages[5]] == "its host's robots.txt asks programs not to fetch it."
    assert found["no address"] == "is no address; one begins with http:// or https://."
    [source] = open_sources([str(path)])
    assert source.count() == 7
    assert Counter(path for _, path, _ in site.seen)["/busy/2"] == 3
    assert not [path for _, path, _ in site.seen if "private" in path]
    assert all("markwindow" in agent for _, _, agent in site.seen)


def test_a_host_is_given_pauses(site, tmp_path):
    contents(url_list(tmp_path / "a.urls", *(f"{site.url}/{n}.html" for n in range(5))))
    times = [moment for moment, _, _ in site.seen]
    assert len(times) == 6
    # The robots.txt asks markwindow for 0.05 seconds.
    assert min(b - a for a, b in pairwise(times[1:])) >= 0.05


def test_pages_done_before_are_not_fetched(site, tmp_path):
    path = url_list(tmp_path / "a.urls", f"{site.url}/1.html", f"{site.url}/2.html")
    [source] = open_sources([str(path)])
    found = list(source.pages({f"{site.url}/1.html"}))
    assert [raw.id for raw in found] == [f"{site.url}/1.html", f"{site.url}/2.html"]
    assert content(found[1]) == PAGE
    assert [path for _, path, _ in site.seen] == ["/robots.txt", "/2.html"]


def test_a_failing_robots_txt_forbids_a_missing_one_does_not(site, tmp_path):
    site.robots_status = 500
    [(_, problem)] = contents(url_list(tmp_path / "a.urls", f"{site.url}/1.html")).items()
    assert problem == "its host's robots.txt cannot be had (status 500); try again later."
    site.robots_status = 404
    assert list(contents(url_list(tmp_path / "a.urls", f"{site.url}/private/x")).values()) == [PAGE]


def test_a_silent_host_is_left_alone(site, tmp_path, monkeypatch):
    monkeypatch.setattr(polite, "DELAY", 0.0)
    dead = serve()
    dead.shutdown()
    dead.server_close()
    addresses = [f"{dead.url}/{n}.html" for n in range(6)] + [f"{site.url}/1.html"]
    *failed, last = contents(url_list(tmp_path / "a.urls", *addresses)).values()
    assert last == PAGE
    assert failed[0] == "the connection failed; check the address and the network."
    assert failed[5] == "its host gave no answer 3 times in a row: not tried."


def test_an_address_that_is_none_fails_alone(site):
    fetcher = PoliteFetcher()
    for url in ("http://[broken/", f"{site.url}/1.html"):
        fetcher.order(url)
    with pytest.raises(FetchError):
        fetcher.take("http://[broken/")
    assert fetcher.take(f"{site.url}/1.html").content == PAGE
    fetcher.close()


def test_which_text_files_are_lists(tmp_path):
    addresses = url_list(tmp_path / "a.txt", "# list", "", "http://example.cn/1.html")
    page = url_list(tmp_path / "b.txt", "<p>see http://example.cn/1.html")
    assert not is_single_page([str(addresses)])
    assert is_single_page([str(page)])


def test_a_list_through_the_command(site, tmp_path):
    path = url_list(tmp_path / "a.urls", f"{site.url}/1.html", f"{site.url}/missing")
    out = tmp_path / "a.jsonl"
    result = call("archive", path, "-o", out)
    assert result.exit_code == 1
    assert f"{site.url}/missing: the server answers 404" in result.stderr
    assert "2 pages: 1 with text, 0 empty, 1 failed" in result.stderr
