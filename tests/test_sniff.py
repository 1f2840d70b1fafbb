"""Bytes that are no page: known by their signature (tests/test_extract.py), or by control characters."""

import lzma
import marshal
import random
import zlib

import pytest
from test_cli import PAGES

from markwindow import analyze, extract, page_kind
from markwindow.sniff import binary_data

PAGE = "<title>渡口夜班</title>" + "<p>渡口今晚起开夜班，末班船八点一刻离岸。</p>" * 40


@pytest.mark.parametrize("size", [200, 5000, 100_000])
def test_random_bytes_are_no_article(size):
    for seed in range(5):
        junk = random.Random(seed).randbytes(size)
        page = analyze(junk)
        assert (extract(junk), page.text) == ("", "")
        assert page.reason.startswith("not a web page: binary data, 1")
        assert page.reason.endswith("% of its characters are control characters")
    assert page_kind(junk).kind == "empty"


@pytest.mark.parametrize(
    "junk",
    [
        zlib.compress(PAGE.encode() * 9 + random.Random(1).randbytes(999), wbits=-15),
        lzma.compress(random.Random(2).randbytes(999)),
        marshal.dumps(compile("def 渡船(x):\n    return [x + 1, x * 2, 'a']\n" * 20, "a", "exec")),
        random.Random(3).randbytes(3000) + b"<html><p>",
    ],
)
def test_files_without_a_signature(junk):
    assert analyze(junk).reason.startswith("not a web page: binary data")


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5hkscs", "utf-16", "utf-16-le", "utf-16-be"])
def test_pages_are_read_in_every_encoding_also_with_some_broken_characters(encoding):
    page = "<title>夜船</title>" + "<p class=text>今晚起加行夜船，末班八時一刻出港，白天不停。</p>" * 40
    assert len(extract(page.encode(encoding)).splitlines()) == 40
    broken = "".join(chr(1 + at % 8) if at % 200 == 199 else c for at, c in enumerate(page))
    assert len(extract(broken.encode(encoding)).splitlines()) > 30


def test_padding_and_marks_of_terminals_are_no_binary_data():
    for around in (b"\0" * 9000, b"\x1a" * 9, b"\x1b[1;32m" * 300):
        assert extract(PAGE.encode("gbk") + around).startswith(extract(PAGE))
        assert extract(around + PAGE.encode("gbk")).endswith(extract(PAGE))


def test_no_page_is_taken_for_binary_data():
    for path in filter(lambda path: path.is_file(), PAGES.parent.rglob("*")):
        assert not binary_data(path.read_bytes(), "\x01" * 99), path


@pytest.mark.bench
def test_no_page_of_the_benchmark_is_taken_for_binary_data(bench_pages):
    assert not [page.id for page in bench_pages if binary_data(page.bytes, "\x01" * 99)]
