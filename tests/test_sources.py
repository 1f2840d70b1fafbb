"""Sources: which pages each gives, under which ids, and what damaged and hostile ones give."""

import base64
import json
import os
import zipfile

import pytest
from test_cli import PAGES, call

from markwindow.archive.sources import Content, PageError, count_pages, folders, open_sources, zips
from markwindow.archive.sources.names import decode_names


def ids(*words):
    return [raw.id for source in open_sources([str(word) for word in words]) for raw in source.pages()]


def test_which_files_are_pages(tmp_path):
    page = b"<!DOCTYPE html><title>x</title>"
    pages = [
        "a.html",
        "b.HTM",
        "c.shtml",
        "d.php",
        "e.php?tid=12&page=3",
        "f.asp",
        "g.jsp",
        "h.xhtml",
        "i.aspx@id=1",
    ]
    others = ["a.txt", "c.css", "d.js", "e.html.gz", "f.jpg", "html", ".g.html", "notes.do"]
    for name in pages + others:
        (tmp_path / name).write_bytes(b"no mark-up")
    for name in ("index", "view.do?id=1", "article?id=1.5"):
        (tmp_path / name).write_bytes(page)
    (tmp_path / "utf16").write_bytes("<html><p>".encode("utf-16"))
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "a.html").write_bytes(page)
    os.mkfifo(tmp_path / "pipe.html")
    assert ids(tmp_path) == sorted([*pages, "index", "view.do?id=1", "article?id=1.5", "utf16"])
    assert count_pages([str(tmp_path)]) == len(pages) + 4


def test_order_is_by_name_and_links_make_no_loops(tmp_path):
    for name in ("b/2.html", "b/10.html", "a.html", "c/d/e.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("<p>")
    (tmp_path / "c" / "up").symlink_to(tmp_path)
    (tmp_path / "c" / "self.html").symlink_to("self.html")
    (tmp_path / "z.html").symlink_to("a.html")
    assert ids(tmp_path) == ["a.html", "b/10.html", "b/2.html", "c/d/e.html", "c/self.html", "z.html"]
    [source] = open_sources([str(tmp_path)])
    with pytest.raises(PageError, match="cannot be read"):
        next(raw for raw in source.pages() if raw.id == "c/self.html").content()


def test_deep_folders(tmp_path):
    deep = tmp_path.joinpath(*["d"] * 300)
    deep.mkdir(parents=True)
    (deep / "a.html").write_text("<p>")
    assert ids(tmp_path) == ["d/" * 300 + "a.html"]


def test_names_that_are_no_utf8_survive(tmp_path):
    path = os.fsencode(tmp_path / "pages")
    os.mkdir(path)
    name = "新闻".encode("gb18030") + b"\n.html"
    with open(os.path.join(path, name), "wb") as file:
        file.write((PAGES / "hk" / "a1.html").read_bytes())
    result = call("archive", tmp_path / "pages", "-o", tmp_path / "a.jsonl", "--jobs", 2)
    assert result.exit_code == 0
    assert (
        json.loads((tmp_path / "a.jsonl").read_text(encoding="utf-8"))["id"] == "\\xd0\\xc2\\xce\\xc5\\n.html"
    )
    assert "\\xd0\\xc2\\xce\\xc5\\n.html <==" in call("extract", tmp_path / "pages").stdout


def test_names_that_show_alike_have_ids_of_their_own(tmp_path):
    """A name that is no UTF-8, and one that really holds a backslash: of a page, an archive, a folder."""
    for name in (b"\xd6", b"\\xd6"):
        path = os.fsdecode(os.path.join(os.fsencode(tmp_path), name))
        os.mkdir(path)
        for page in (f"{path}.html", f"{path}/1.html"):
            with open(page, "wb") as file:
                file.write(PAGE)
        zip_file(f"{path}.zip", [("1.html", PAGE)])
    found = ids(tmp_path)
    assert found == [
        "\\xd6/1.html", "\\xd6.html", "\\xd6.zip/1.html",
        "\\xd6#2/1.html", "\\xd6.html#2", "\\xd6.zip#2/1.html",
    ]  # fmt: skip
    assert len(set(ids(*tmp_path.iterdir()))) == 6
    for name in ("out.jsonl", "out.sqlite"):
        out = tmp_path / name
        assert call("archive", tmp_path, "-o", out).exit_code == 0
        assert "6 pages, 6 of them recorded" in call("archive", tmp_path, "-o", out, "--resume").stderr


def test_ids_of_several_archives(tmp_path):
    for name in ("x/news/a.html", "y/news/a.html", "y/talk/a.html", "alone.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("<p>")
    alone = tmp_path / "alone.html"
    assert ids(tmp_path / "x" / "news") == ["a.html"]
    assert ids(tmp_path / "x/news", tmp_path / "y/talk") == ["news/a.html", "talk/a.html"]
    assert ids(tmp_path / "x/news", tmp_path / "y/news", alone) == [
        "x/news/a.html",
        "y/news/a.html",
        str(alone),
    ]
    assert ids(tmp_path / "x/news", tmp_path / "x/../x/news/") == ["a.html"]


def test_ids_of_a_folder_and_a_file_of_the_same_path(tmp_path, monkeypatch):
    for name in ("far/news/a.html", "here/news/a.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("<p>")
    monkeypatch.chdir(tmp_path / "here")
    assert ids(tmp_path / "far/news", "news/a.html") == ["news/a.html", str(tmp_path / "here/news/a.html")]


def test_folder_that_cannot_be_read_is_a_page_that_failed(tmp_path, monkeypatch):
    def refuse(_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(folders.os, "scandir", refuse)
    [source] = open_sources([str(tmp_path)])
    [raw] = source.pages()
    with pytest.raises(PageError, match=r"cannot be read \(Permission denied\)"):
        raw.content()


def test_files_are_read_up_to_the_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "READ_LIMIT", 10)
    (tmp_path / "a.html").write_text("x" * 100)
    assert folders.read_file(str(tmp_path / "a.html")).data == b"x" * 10


# --- zip

TEXT = "渡轮试行夜班，居民称便。从下月一日起，末班渡轮推迟到晚上十一点半，票价不变。"
PAGE = f"<title>渡轮试行夜班</title><p>{TEXT}<p>{TEXT}".encode("gb18030")


def contents(*words):
    """Content, or the sentence of the failure, by id."""
    found = {}
    for source in open_sources([str(word) for word in words]):
        for raw in source.pages():
            found[raw.id] = content(raw)
    return found


def content(raw):
    try:
        return raw.content().data
    except PageError as error:
        return error.problem


def zip_file(path, entries, **more):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **more) as file:
        for name, data in entries:
            info = GbkName(name) if isinstance(name, bytes) else zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(info, data)
    return path


class GbkName(zipfile.ZipInfo):
    """A name written as programs on Chinese Windows do: bytes, and no word about their encoding."""

    def __init__(self, name):
        super().__init__(name.decode("latin-1"))

    def _encodeFilenameFlags(self):
        return self.filename.encode("latin-1"), self.flag_bits


def test_zip_with_gbk_names(tmp_path):
    names = ["新闻/秋粮入库.html", "新闻/渡轮.htm", "图/标志.jpg", "说明"]
    path = zip_file(tmp_path / "旧站.zip", [(name.encode("gbk"), PAGE) for name in names])
    assert contents(path) == dict.fromkeys(["新闻/秋粮入库.html", "新闻/渡轮.htm", "说明"], PAGE)
    [source] = open_sources([str(path)])
    assert [raw.archive for raw in source.pages()] == ["旧站.zip"] * 3
    assert source.skipped == {".jpg files": 1}
    assert source.count() == 3


def test_zip_names_in_utf8_and_big5(tmp_path):
    path = zip_file(tmp_path / "a.zip", [("新闻\\1.html", PAGE), ("/./b//2.html", PAGE)])
    assert list(contents(path)) == ["新闻/1.html", "b/2.html"]
    names = [f"臺灣新聞/第{n}號渡輪試行夜班.html".encode("big5") for n in "一二三四五六七八"]
    path = zip_file(tmp_path / "b.zip", [(name, PAGE) for name in names])
    assert list(contents(path)) == [name.decode("big5") for name in names]


@pytest.mark.parametrize(
    "names",
    [
        ["news/图片.html", "news/新闻.html", "体育/首页.html"],
        ["news/图片.html"],
        ["联通.html", "a.html"],
        ["图片/联通.html", "图片/图片.html"],
    ],
)
def test_gbk_names_that_are_utf8_by_accident(names):
    assert decode_names([name.encode("gbk") for name in names]) == names


@pytest.mark.parametrize(
    "names", [["é.html"], ["über/straße.html"], ["é.html", "图片.html"], ["第一页.html", "а.html"], ["", "a"]]
)
def test_utf8_names_of_which_nothing_is_said(names):
    assert decode_names([name.encode() for name in names]) == names


def test_zip_names_of_other_scripts_that_are_declared_as_utf8(tmp_path):
    path = zip_file(tmp_path / "a.zip", [("ελληνικά.html", PAGE), ("图片.html".encode("gbk"), PAGE)])
    assert list(contents(path)) == ["ελληνικά.html", "图片.html"]


def test_zip_entries_that_cannot_be_read_leave_the_others(tmp_path):
    path = zip_file(
        tmp_path / "a.zip",
        [
            ("a.html", PAGE),
            ("bomb.html", b"\0" * 20_000_000),
            ("../../up.html", PAGE),
            ("locked.html", PAGE),
            ("damaged.html", PAGE * 10),
            ("a.html", b"<p>again"),
            (".hidden/x.html", PAGE),
            ("__MACOSX/a.html", PAGE),
        ],
    )
    data = bytearray(path.read_bytes())
    at = data.rindex(b"locked.html") - 46  # its entry in the directory
    data[at + 8] |= 1
    start = data.index(b"damaged.html") + len(b"damaged.html")
    data[start + 20] ^= 0xFF
    path.write_bytes(data)
    found = contents(path)
    damaged = found.pop("damaged.html")
    assert damaged.startswith("cannot be unpacked (")
    assert found == {
        "a.html": PAGE,
        "bomb.html": found["bomb.html"],
        "../../up.html": "its name leads out of the archive: not read.",
        "locked.html": "is encrypted; unpack it with its password and give the folder.",
        "a.html#2": b"<p>again",
    }
    assert found["bomb.html"].startswith("20,000,000 bytes packed into 19,4")
    assert "zip bombs" in found["bomb.html"]


def test_zip_whose_entries_share_bytes(tmp_path):
    path = zip_file(tmp_path / "a.zip", [("a.html", PAGE), ("b.html", PAGE)])
    data = bytearray(path.read_bytes())
    entry = data.rindex(b"PK\x01\x02")
    data[entry + 42 : entry + 46] = (0).to_bytes(4, "little")
    path.write_bytes(data)
    assert set(contents(path).values()) == {"shares its bytes with another entry, as in zip bombs: not read."}


def test_zip64_and_a_large_page(tmp_path, monkeypatch):
    monkeypatch.setattr(zips.read_entry, "__defaults__", (1000,))
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as file, file.open("a.html", "w", force_zip64=True) as entry:
        entry.write(b"x" * 5000)
    assert contents(path) == {"a.html": b"x" * 1000}


def test_a_cut_zip_is_one_failure(tmp_path):
    path = zip_file(tmp_path / "a.zip", [("a.html", PAGE)])
    path.write_bytes(path.read_bytes()[:-30])
    assert contents(path) == {"(rest)": "is no zip file that can be read (File is not a zip file)."}


def test_archives_in_folders(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    zip_file(tmp_path / "a" / "b" / "old.zip", [("x/1.html", PAGE)])
    (tmp_path / "a" / "z.html").write_bytes(PAGE)
    assert contents(tmp_path / "a") == {"b/old.zip/x/1.html": PAGE, "z.html": PAGE}
    assert contents(tmp_path / "a", tmp_path / "a/b/old.zip") == {
        "a/b/old.zip/x/1.html": PAGE,
        "a/z.html": PAGE,
        "old.zip/x/1.html": PAGE,
    }
    assert count_pages([str(tmp_path / "a")]) == 2


def test_zip_through_workers_and_through_extract(tmp_path):
    path = zip_file(tmp_path / "a.zip", [(f"{n}.html", PAGE) for n in range(3)])
    out = tmp_path / "a.jsonl"
    assert call("archive", path, "-o", out, "--jobs", 2, "--ordered").exit_code == 0
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == ["0.html", "1.html", "2.html"]
    told = call("extract", path)
    assert told.exit_code == 0
    assert f"==> {path}/1.html <==\n{TEXT}" in told.stdout
    assert "3 pages" in call("compare", path).stdout


# --- MHTML


def test_mhtml(tmp_path):
    path = tmp_path / "a.mht"
    head = (
        'From: <saved>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="=_b"; '
        'type="text/html"\r\n\r\n'
    )
    picture = "--=_b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n"
    html = (
        "--=_b\r\nContent-Type: text/html;\r\n\tcharset=gb2312\r\nContent-Transfer-Encoding: base64\r\n"
        "Content-Location: http://example.cn/a.html\r\n\r\n"
    )
    data = (head + picture + html).encode() + base64.encodebytes(PAGE) + b"\r\n--=_b--\r\n"
    path.write_bytes(data)
    [source] = open_sources([str(path)])
    [raw] = source.pages()
    assert raw.content() == Content(PAGE, "text/html; charset=gb2312", "http://example.cn/a.html")
    zip_file(tmp_path / "a.zip", [("a.mhtml", data)])
    assert contents(tmp_path) == {"a.mht": PAGE, "a.zip/a.mhtml": PAGE}
    path.write_bytes(b"no mail at all")
    assert contents(path) == {str(path): "holds no HTML part; it is no MHTML, or the file is cut."}
