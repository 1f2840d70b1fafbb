"""Archives that are read from front to back: tar, WARC, JSON Lines, Parquet; whole, hostile and cut."""

import bz2
import gzip
import io
import json
import lzma
import os
import random
import re
import subprocess
import sys
import tarfile
import zipfile
import zlib

import pytest
from test_cli import call
from test_sources import PAGE, TEXT, content, contents

from markwindow.archive import compression
from markwindow.archive.sources import READ_LIMIT, Content, jsonlines, open_sources, pages, streams


def raws(path, **more):
    [source] = open_sources([str(path)], **more)
    return list(source.pages()), source


# --- tar


def tar_bytes(entries, format=tarfile.GNU_FORMAT):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=format, errors="surrogateescape") as tar:
        for name, data in entries:
            info = tarfile.TarInfo(name.decode("ascii", "surrogateescape") if type(name) is bytes else name)
            if data is None:
                info.type, info.linkname = tarfile.SYMTYPE, "a.html"
            else:
                info.size = len(data)
            tar.addfile(info, io.BytesIO(data or b""))
    return buffer.getvalue()


ENTRIES = [
    ("./a.html", PAGE),
    ("新闻/秋粮入库.htm".encode("gbk"), PAGE),
    ("logo.png", b"\x89PNG"),
    ("link.html", None),
    ("../up.html", PAGE),
    ("a.html", b"<p>again"),
    ("读我", b"<html>" + PAGE),
    ("Makefile", b"all:"),
]
PACKERS = {
    "tar": lambda data: data,
    "tar.gz": gzip.compress,
    "tgz": gzip.compress,
    "tar.bz2": bz2.compress,
    "tar.xz": lzma.compress,
    "tar.zst": lambda data: compression.zstd().compress(data),
}


@pytest.mark.parametrize("suffix", PACKERS)
def test_tar(tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(PACKERS[suffix](tar_bytes(ENTRIES)))
    found, source = raws(path)
    assert {raw.id: content(raw) for raw in found} == {
        "a.html": PAGE,
        "新闻/秋粮入库.htm": PAGE,
        "../up.html": "its name leads out of the archive: not read.",
        "a.html#2": b"<p>again",
        "读我": b"<html>" + PAGE,
    }
    assert source.skipped == {".png files": 1, "links and devices": 1, "files without a suffix": 1}
    assert source.count() == 5


@pytest.mark.parametrize("format", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_tar_names_in_gbk(tmp_path, format):
    names = ["图片.html", "新闻/秋粮入库.html"]
    path = tmp_path / "a.tar"
    path.write_bytes(tar_bytes([(name.encode("gbk"), PAGE) for name in names], format))
    assert list(contents(path)) == names


def test_tar_names_of_other_scripts_in_pax_headers(tmp_path):
    path = tmp_path / "a.tar"
    path.write_bytes(tar_bytes([("é.html", PAGE), ("ελληνικά.html", PAGE)], tarfile.PAX_FORMAT))
    assert list(contents(path)) == ["é.html", "ελληνικά.html"]


@pytest.mark.parametrize("suffix", ["tar", "tar.gz", "tar.xz", "tar.zst"])
def test_a_cut_tar_gives_what_it_has(tmp_path, suffix):
    noise = [(f"{n}.html", PAGE + os.urandom(30_000).hex().encode()) for n in range(20)]
    path = tmp_path / f"a.{suffix}"
    data = PACKERS[suffix](tar_bytes(noise))
    path.write_bytes(data[: len(data) // 2])
    found = contents(path)
    good = [id for id, data in found.items() if isinstance(data, bytes)]
    assert good == [f"{n}.html" for n in range(len(good))]
    assert len(good) in (8, 9, 10)
    assert [data for data in found.values() if isinstance(data, str)]


def test_a_damaged_header_in_a_tar_is_told(tmp_path):
    data = bytearray(tar_bytes([("a.html", PAGE), ("b.html", PAGE), ("c.html", PAGE)]))
    data[1024 + 100] ^= 0xFF
    path = tmp_path / "a.tar"
    path.write_bytes(data)
    assert contents(path) == {
        "a.html": PAGE,
        "(rest)": "the file cannot be read any further (the header of an entry is damaged or cut off); "
        "what follows is lost.",
    }


def test_a_tar_that_is_cut_off_or_none_is_told_in_a_sentence(tmp_path):
    whole = tar_bytes([("a.html", PAGE), ("b.html", PAGE)])
    for name, data in {
        "cut": whole[:1200],
        "empty": b"",
        "page": PAGE * 9,
        "noise": os.urandom(5000),
    }.items():
        path = tmp_path / f"{name}.tar"
        path.write_bytes(data)
        [*_, told] = contents(path).values()
        assert re.fullmatch(r"the file cannot be read any further \([a-z ]+\); what follows is lost\.", told)


def test_a_header_larger_than_any_is_not_read(tmp_path):
    info = tarfile.TarInfo("x")
    info.type, info.size = tarfile.XHDTYPE, 10**10
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(info.tobuf(tarfile.GNU_FORMAT) + b"\0" * 100_000))
    assert contents(path) == {
        "(rest)": "the file cannot be read any further (an entry has a header of 10,000,000,000 bytes, "
        "more than any real one); what follows is lost."
    }


def test_done_pages_are_not_read_again(tmp_path):
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(tar_bytes([("a.html", PAGE), ("b.html", PAGE)])))
    [source] = open_sources([str(path)])
    assert [content(raw) for raw in source.pages({"a.html"})] == [b"", PAGE]


# --- WARC


def answer(body, headers="Content-Type: text/html; charset=gb2312\r\n", status="200 OK"):
    return f"HTTP/1.1 {status}\r\n{headers}\r\n".encode() + body


def warc_record(payload, kind="response", number=0):
    content_type = "application/http; msgtype=response" if payload.startswith(b"HTTP") else "text/dns"
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{number:032x}>\r\n"
        f"WARC-Target-URI: http://example.cn/{number}\r\nWARC-Date: 2008-11-05T06:00:00Z\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(payload)}\r\n\r\n"
    )
    return head.encode() + payload + b"\r\n\r\n"


def chunked(body):
    return b"".join(
        b"%x\r\n%s\r\n" % (len(body[i : i + 99]), body[i : i + 99]) for i in range(0, len(body), 99)
    )


HTML = "Content-Type: text/html; charset=gb2312\r\n"
ANSWERS = {
    "plain": answer(PAGE),
    "chunked": answer(chunked(PAGE) + b"0\r\n\r\n", HTML + "Transfer-Encoding: chunked\r\n"),
    "gzip": answer(gzip.compress(PAGE), HTML + "Content-Encoding: gzip\r\n"),
    "deflate": answer(zlib.compress(PAGE), HTML + "Content-Encoding: deflate\r\n"),
    "raw deflate": answer(zlib.compress(PAGE)[2:-4], HTML + "Content-Encoding: deflate\r\n"),
    "decoded by the crawler": answer(PAGE, HTML + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"),
    "unknown coding": answer(PAGE, HTML + "Content-Encoding: x-own\r\n"),
    "untyped": answer(b"<html>" + PAGE, "Server: x\r\n"),
}


@pytest.mark.parametrize("suffix", ["warc", "warc.gz", "warc.zst"])
def test_warc(tmp_path, suffix):
    records = [warc_record(made, number=n) for n, made in enumerate(ANSWERS.values())]
    records += [
        warc_record(b"software: test", kind="warcinfo"),
        warc_record(answer(b""), kind="revisit"),
        warc_record(answer(b"\x89PNG", "Content-Type: image/png\r\n")),
        warc_record(answer(b"moved", status="301 Moved")),
        warc_record(b"20081105060000\n127.0.0.1"),
        warc_record(answer(b"only text", "Content-Type: text/plain\r\n")),
    ]
    pack = {"warc": bytes, "warc.gz": gzip.compress, "warc.zst": compression.zstd().compress}[suffix]
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(b"".join(map(pack, records)))
    found, source = raws(path)
    assert [raw.content().data.removeprefix(b"<html>") for raw in found] == [PAGE] * len(ANSWERS)
    assert len({raw.id for raw in found}) == len(ANSWERS)
    first = found[0].content()
    assert (first.content_type, first.url) == ("text/html; charset=gb2312", "http://example.cn/0")
    assert source.skipped == {
        "warcinfo records": 1,
        "revisit records": 1,
        "image/png answers": 1,
        "answers with status 301": 1,
        "answers that are not HTTP": 1,
        "text/plain answers": 1,
    }
    assert source.count() == len(ANSWERS)


def test_ids_are_places_in_the_file(tmp_path):
    records = [gzip.compress(warc_record(answer(PAGE), number=n)) for n in range(3)]
    path = tmp_path / "a.warc.gz"
    path.write_bytes(b"".join(records))
    assert list(contents(path)) == ["0", str(len(records[0])), str(len(records[0] + records[1]))]
    path.write_bytes(gzip.compress(b"".join(map(gzip.decompress, records))))
    assert len(contents(path)) == 3


def noisy_records(number):
    return [warc_record(answer(PAGE + os.urandom(3000).hex().encode()), number=n) for n in range(number)]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_cut_warc_gives_what_it_has(tmp_path, pack):
    records = [pack(record) for record in noisy_records(10)]
    path = tmp_path / "a.warc"
    path.write_bytes(b"".join(records)[: len(b"".join(records[:6])) + len(records[6]) // 2])
    *good, cut = contents(path).values()
    assert [data.startswith(PAGE) for data in good] == [True] * 6
    assert cut == "the file breaks off within this record."


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_cut_is_told_wherever_it_falls(tmp_path, pack):
    records = [pack(warc_record(answer(PAGE * 5), number=n)) for n in range(3)]
    whole = b"".join(records)
    path = tmp_path / "a.warc"
    path.write_bytes(whole)
    assert len(contents(path)) == 3
    for left in range(15, len(records[2]) - 10, 7):
        path.write_bytes(whole[: len(whole) - len(records[2]) + left])
        *good, cut = contents(path).values()
        assert len(good) == 2, left
        assert "breaks off" in cut or "damaged" in cut


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_damaged_record_leaves_the_others(tmp_path, pack):
    records = [pack(record) for record in noisy_records(10)]
    damaged = bytearray(records[4])
    damaged[len(damaged) // 2 if pack is gzip.compress else 2] ^= 0xFF
    path = tmp_path / "a.warc.gz"
    path.write_bytes(b"".join([*records[:4], bytes(damaged), *records[5:]]))
    found = contents(path)
    assert sum(isinstance(data, bytes) for data in found.values()) == 9
    [problem] = [data for data in found.values() if isinstance(data, str)]
    assert problem.startswith("a record is damaged (")


def test_what_is_no_warc_is_one_failure(tmp_path):
    path = tmp_path / "a.warc"
    path.write_bytes(b"rubbish\n" * 1000)
    assert list(contents(path)) == ["0.damaged"]


def test_charset_of_the_http_header_decides(tmp_path):
    text = f"<title>{TEXT[:9]}</title><p>{TEXT}<p>{TEXT}"
    path = tmp_path / "a.warc"
    path.write_bytes(
        warc_record(answer(text.encode("big5", "ignore"), "Content-Type: text/html; charset=big5\r\n"))
    )
    out = tmp_path / "a.jsonl"
    call("archive", path, "-o", out)
    assert json.loads(out.read_text(encoding="utf-8"))["encoding_source"] == "header"


# --- JSON Lines and Parquet


def json_lines(path, rows, pack=bytes):
    lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
    path.write_bytes(pack(b"\n".join(lines) + b"\n"))
    return path


@pytest.mark.parametrize(
    ("suffix", "pack"),
    [("", bytes), (".gz", gzip.compress), (".zst", lambda data: compression.zstd().compress(data))],
)
def test_json_lines(tmp_path, suffix, pack):
    html = PAGE.decode("gb18030")
    rows = [
        {"URL": "http://example.cn/1", "id": 7, "html": html},
        b"",
        {"id": "7", "html": html},
        {"html": html, "url": None},
        {"id": "x", "html": 5},
        b"{broken",
        b"[1, 2]",
        b"[" * 100_000,
        {"html": "\ud800" + html},
    ]
    path = json_lines(tmp_path / f"a.jsonl{suffix}", rows, pack)
    found, source = raws(path)
    made = {raw.id: content(raw) for raw in found}
    assert found[0].content() == Content(html, None, "http://example.cn/1")
    assert {id: data for id, data in made.items() if data == html} == dict.fromkeys(["7", "7#2", "4"], html)
    assert made["x"] == "has no text in 'html'."
    assert {made["6"][:20], made["7#3"][:20], made["8"][:20]} == {"is no line of JSON ("}
    assert source.count() == 8
    assert call("archive", path, "-o", tmp_path / "b.jsonl").exit_code == 1


def test_ids_that_outputs_would_make_one(tmp_path):
    """An id that no UTF-8 holds is escaped in outputs; what cannot be read any more has a name of its own."""
    rows = [{"id": id, "html": f"<p>{TEXT}"} for id in ("\ud800", "\\ud800", "(rest)")]
    path = json_lines(tmp_path / "a.jsonl.gz", rows, gzip.compress)
    path.write_bytes(path.read_bytes()[:-4] + b"\0\0\0\0")
    assert [raw.id for raw in raws(path)[0]] == ["\\ud800", "\\ud800#2", "(rest)#2", "(rest)"]
    for name in ("b.jsonl", "b.sqlite"):
        out = tmp_path / name
        assert "4 pages: 3 with text, 0 empty, 1 failed" in call("archive", path, "-o", out).stderr
        assert "4 pages, 4 of them recorded" in call("archive", path, "-o", out, "--resume").stderr


def test_column_by_name(tmp_path):
    path = json_lines(tmp_path / "a.jsonl", [{"seite": "<p>x", "text": "y"}])
    result = call("archive", path, "-o", tmp_path / "b.jsonl")
    assert result.exit_code == 2
    assert "name one of its columns by --column: seite, text." in result.stderr
    assert call("extract", path, "--column", "nope").exit_code == 2
    [raw], _ = raws(path, column="seite")
    assert content(raw) == "<p>x"


def test_a_gzip_with_a_bad_tail_gives_what_it_has(tmp_path):
    rows = [{"html": f"<p>{n}{os.urandom(3000).hex()}"} for n in range(100)]
    path = json_lines(tmp_path / "a.jsonl.gz", rows, gzip.compress)
    path.write_bytes(path.read_bytes()[:-4] + b"\0\0\0\0")
    found = contents(path)
    assert len(found) == 101
    assert found["(rest)"] == "cannot be read to its end (Incorrect length of data produced)."
    path.write_bytes(path.read_bytes()[:-20_000])
    found = contents(path)
    assert 60 < len(found) < 100
    assert found["(rest)"].startswith("the file cannot be read any further (Compressed file ended")


def test_a_line_that_is_too_long_leaves_the_others(tmp_path, monkeypatch):
    monkeypatch.setattr(jsonlines, "LINE_LIMIT", 5000)
    rows = [{"html": "<p>1"}, {"html": "<p>" + "x" * 3_000_000}, {"html": "<p>3"}]
    found = contents(json_lines(tmp_path / "a.jsonl", rows))
    assert found == {"1": "<p>1", "2": "is no line of JSON (longer than 5,000 bytes).", "3": "<p>3"}


def parquet(path, **columns):
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table(columns), path)
    return path


def test_parquet(tmp_path):
    path = parquet(
        tmp_path / "a.parquet",
        content=[PAGE, None, PAGE],
        url=["http://example.cn/1", None, "http://example.cn/3"],
        id=["甲", "乙", "甲"],
    )
    found, source = raws(path)
    assert found[0].content() == Content(PAGE, None, "http://example.cn/1")
    assert {raw.id: content(raw) for raw in found} == {
        "甲": PAGE,
        "乙": "has neither bytes nor text in 'content'.",
        "甲#2": PAGE,
    }
    assert source.count() == 3
    assert source.pages({"甲"}).__next__().content().data == b""


def test_parquet_of_text_and_of_repeated_text(tmp_path):
    import pyarrow as pa

    found = contents(parquet(tmp_path / "a.parquet", html=["<p>甲", "<p>乙"]))
    assert found == {"0": "<p>甲", "1": "<p>乙"}
    repeated = pa.array(["<p>甲", "<p>甲", None]).dictionary_encode()
    found = contents(parquet(tmp_path / "b.parquet", html=repeated))
    assert found == {"0": "<p>甲", "1": "<p>甲", "2": "has neither bytes nor text in 'html'."}
    numbers = contents(parquet(tmp_path / "c.parquet", html=[1]))
    assert numbers == {"0": "has neither bytes nor text in 'html'."}


def test_parquet_without_the_column_is_refused(tmp_path):
    path = parquet(tmp_path / "a.parquet", title=["x"], words=["y"])
    result = call("archive", path, "-o", tmp_path / "a.jsonl")
    assert result.exit_code == 2
    assert "does not have a column with a name like html or content" in result.stderr
    assert "--column: title, words." in result.stderr
    result = call("archive", path, "-o", tmp_path / "a.jsonl", "--column", "html")
    assert "does not have a column 'html'" in result.stderr


def test_a_damaged_parquet_is_one_failure(tmp_path):
    path = parquet(tmp_path / "a.parquet", html=[PAGE])
    path.write_bytes(path.read_bytes()[:-9])
    found = contents(path)
    assert list(found) == ["(rest)"]
    assert found["(rest)"].startswith("is no Parquet file that can be read (")


# --- what all share


def test_missing_packages_are_told_with_the_command(tmp_path, monkeypatch):
    monkeypatch.setattr(
        compression.importlib, "import_module", lambda name: (_ for _ in ()).throw(ImportError())
    )
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "a.warc").write_bytes(warc_record(answer(PAGE)))
    (tmp_path / "a" / "b.html").write_bytes(PAGE)
    (tmp_path / "a.parquet").write_bytes(b"")
    json_lines(tmp_path / "a.jsonl.zst", [], lambda data: b"(\xb5/\xfd")
    for name, extra in (("a/a.warc", "warc"), ("a.parquet", "parquet"), ("a.jsonl.zst", "zst")):
        with pytest.raises(ValueError, match=rf"pip install 'markwindow\[{extra}\]'"):
            open_sources([str(tmp_path / name)])
    found = contents(tmp_path / "a")
    assert found["b.html"] == PAGE
    assert "pip install 'markwindow[warc]'" in found["a.warc"]


def test_counts_of_long_streams_are_estimates(tmp_path, monkeypatch):
    monkeypatch.setattr(streams, "_ESTIMATE_BYTES", 50_000)
    path = json_lines(tmp_path / "a.jsonl", [{"html": "x" * 1000}] * 5000)
    [source] = open_sources([str(path)])
    assert 4000 < source.count() < 6000


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="needs /proc")
@pytest.mark.parametrize("suffix", ["zip", "tar.gz", "warc.gz", "jsonl", "parquet"])
def test_a_page_of_500_megabytes_takes_bounded_memory(tmp_path, suffix):
    large = b"<p>" + b"x" * (100_000_000 if suffix == "parquet" else 500_000_000)
    path = tmp_path / f"a.{suffix}"
    if suffix == "tar.gz":
        path.write_bytes(gzip.compress(tar_bytes([("a.html", large), ("b.html", PAGE)]), 1))
    elif suffix == "warc.gz":
        path.write_bytes(
            gzip.compress(warc_record(answer(large)), 1) + gzip.compress(warc_record(answer(PAGE)))
        )
    elif suffix == "jsonl":
        lines = b'{"html": "%s"}\n{"html": "<p>x"}\n' % large
        path.write_bytes(lines)
    elif suffix == "parquet":
        parquet(path, html=[large, PAGE])
    else:
        with zipfile.ZipFile(path, "w") as file:
            file.writestr("a.html", large)
            file.writestr("b.html", PAGE)
    del large
    script = (
        "import re, sys\n"
        "from markwindow.archive.sources import PageError, open_sources\n"
        "found = []\n"
        "for raw in open_sources(sys.argv[1:])[0].pages():\n"
        "    try:\n        found.append(len(raw.content().data))\n"
        "    except PageError as error:\n        found.append(error.problem)\n"
        "peak = re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]\n"
        "print(int(peak) // 1000, found)\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True
    )
    megabytes, _, found = told.stdout.partition(" ")
    first, second = eval(found)
    assert first == READ_LIMIT or first == "is no line of JSON (longer than 128,000,008 bytes)."
    assert second == (4 if suffix == "jsonl" else len(PAGE))
    # Parquet holds a cell in one piece, several times over; everything else is cut while it is read.
    assert int(megabytes) < (800 if suffix == "parquet" else 400)


def test_unique_names_take_linear_time():
    names = pages.UniqueNames()
    made = [names.take("a") for _ in range(100_000)]
    assert made[:3] == ["a", "a#2", "a#3"]
    assert len(set(made)) == 100_000


def test_the_size_that_travels_with_a_page(tmp_path):
    (tmp_path / "a.warc").write_bytes(warc_record(answer(PAGE)))
    (tmp_path / "a.tar.gz").write_bytes(gzip.compress(tar_bytes([("a.html", PAGE), ("b.mht", PAGE)])))
    (tmp_path / "a.tar").write_bytes(tar_bytes([("a.html", PAGE)]))
    (tmp_path / "a.html").write_bytes(PAGE)
    sizes = [len(PAGE), len(PAGE)]
    assert [raw.size for raw in raws(tmp_path / "a.tar.gz")[0]] == sizes
    assert [raw.size for raw in raws(tmp_path / "a.warc")[0]] == sizes[:1]
    assert [raw.size for raw in raws(tmp_path / "a.tar")[0]] == [0]
    assert [raw.size for raw in raws(tmp_path / "a.html")[0]] == [0]


def whole_archives(folder):
    """A small archive of each kind, as bytes, by suffix."""
    pages = [(f"新闻/{n}.html", PAGE + bytes([65 + n]) * 500) for n in range(4)]
    with zipfile.ZipFile(folder / "a.zip", "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in pages:
            file.writestr(name, data)
    parquet(folder / "a.parquet", html=[data for _, data in pages])
    lines = b"".join(b'{"html": "%s"}\n' % (b"x" * 500) for _ in pages)
    records = [warc_record(answer(data), number=n) for n, (_, data) in enumerate(pages)]
    return {
        "zip": (folder / "a.zip").read_bytes(),
        "tar": tar_bytes(pages),
        "tar.gz": gzip.compress(tar_bytes(pages)),
        "tar.xz": lzma.compress(tar_bytes(pages)),
        "warc": b"".join(records),
        "warc.gz": b"".join(map(gzip.compress, records)),
        "jsonl": lines,
        "jsonl.zst": compression.zstd().compress(lines),
        "parquet": (folder / "a.parquet").read_bytes(),
        "urls": b"no address\n# none\nnor this one\n",
        "mht": b"Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>x\r\n--b--",
    }


def pages_or_refusal(path):
    try:
        return raws(path)[0]
    except ValueError as error:
        return str(error)


def test_whatever_the_bytes_are_every_page_is_content_or_a_sentence(tmp_path):
    chance = random.Random(7)
    for suffix, whole in whole_archives(tmp_path).items():
        path = tmp_path / f"b.{suffix}"
        for _ in range(60):
            data = bytearray(whole)
            for _ in range(chance.choice([1, 3, 20])):
                data[chance.randrange(len(data))] = chance.randrange(256)
            if chance.random() < 0.3:
                del data[chance.randrange(len(data)) :]
            path.write_bytes(data)
            found = pages_or_refusal(path)
            if isinstance(found, str):  # a table without its column is a wrong call
                assert "--column" in found
                continue
            assert len({raw.id for raw in found}) == len(found)
            for raw in found:
                assert content(raw) is not None
