"""Every kind of output holds the same records, goes on exactly, and lies in its place in one step."""

import gzip
import io
import json
import os
import resource
import sqlite3
import sys
import tarfile
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_cli import EMPTY, PAGES, call
from test_sources import zip_file

from markwindow.archive.journal import Journal, RunError
from markwindow.archive.records import KEYS, Extraction
from markwindow.archive.sinks import SINKS, open_sink, sink_name
from markwindow.archive.sinks.files import LIST, Files, path_for

OUTPUTS = ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst", "a.parquet", "a.sqlite", "text", "markdown"]


def sink_of(name):
    for end, module in ((".parquet", "pyarrow"), (".zst", "backports.zstd")):
        if name.endswith(end):
            pytest.importorskip(module, reason=f"{name} needs the package {module}")
    return open_sink(name, None if "." in name else name, Extraction())


def record(id, **values):
    return dict.fromkeys(KEYS) | {"id": id, "method": "default", "text": "", "chars": 0} | values


@pytest.fixture
def folder(tmp_path):
    """Pages with text, an empty one, one that cannot be read."""
    pages = tmp_path / "pages"
    for name in ("hk/a1.html", "news/20081105.html", "security/0003.html"):
        (pages / name).parent.mkdir(parents=True)
        (pages / name).write_bytes((PAGES / name).read_bytes())
    (pages / "empty.html").write_text(EMPTY, encoding="utf-8")
    (pages / "gone.html").symlink_to("nowhere.html")
    return pages


# --- all kinds alike


@pytest.mark.parametrize("name", OUTPUTS)
def test_what_is_written_is_read_again(tmp_path, name):
    sink = sink_of(name)
    records = [
        record("甲/乙.html", text="渡轮夜班\n今晚试行", chars=8, relevance=0.25, bytes=7, title="渡轮"),
        record("empty", reason="empty page"),
        record("gone", error="cannot be read.", text=None, chars=None),
        record("late", text="末班", chars=2, repeat_of="甲/乙.html", similarity=1.0),
    ]
    sink.write(iter(records), tmp_path / "out")
    assert list(sink.read(tmp_path / "out")) == records


@pytest.mark.parametrize("name", OUTPUTS)
def test_what_no_utf8_holds_is_escaped(tmp_path, name):
    sink = sink_of(name)
    sink.write(iter([record("a", text="甲\ud800乙")]), tmp_path / "out")
    [made] = sink.read(tmp_path / "out")
    assert made["text"] in ("甲\ud800乙", "甲\\ud800乙")


@pytest.mark.parametrize("name", OUTPUTS)
def test_a_run_and_its_continuation(folder, tmp_path, name):
    sink = sink_of(name)
    to = [] if "." in name else ["--to", name]
    out = tmp_path / name
    (tmp_path / "late.html").write_bytes((PAGES / "hk" / "a2.html").read_bytes())
    assert call("archive", folder, "-o", out, "--ordered", *to).exit_code == 1
    assert not (tmp_path / f"{name}.parts").exists()
    first = list(sink.read(out))
    assert [made["id"] for made in first] == [
        "empty.html", "gone.html", "hk/a1.html", "news/20081105.html", "security/0003.html",
    ]  # fmt: skip
    told = call("extract", folder / "hk" / "a1.html", "--format", "json").stdout
    if name != "markdown":
        assert first[2]["text"] == json.loads(told)["text"]
    refused = call("archive", folder, "-o", out, *to)
    assert (refused.exit_code, "--resume" in refused.stderr, "--overwrite" in refused.stderr) == (
        2,
        True,
        True,
    )
    (tmp_path / "late.html").rename(folder / "late.html")
    result = call("archive", folder, "-o", out, "--ordered", "--resume", *to)
    assert "6 pages, 5 of them recorded before: 4 with text, 1 empty, 1 failed" in result.stderr
    again = list(sink.read(out))
    assert [made for made in again if made["id"] != "late.html"] == first
    assert call("archive", folder, "-o", out, "--ordered", "--overwrite", *to).exit_code == 1
    assert list(sink.read(out)) == again


@pytest.mark.parametrize("name", OUTPUTS)
@pytest.mark.parametrize("packed", [False, True])
def test_something_else_is_not_continued(tmp_path, name, packed):
    sink_of(name)
    to = [] if "." in name else ["--to", name]
    out = tmp_path / name
    if name in ("text", "markdown"):
        out.mkdir()
        (out / "mine.txt").write_text("mine")
    else:
        out.write_bytes(gzip.compress(b"mine\n") if packed else b"mine\n")
    before = sorted(tmp_path.rglob("*"))
    result = call("archive", PAGES, "-o", out, "--resume", *to)
    assert result.exit_code == 2
    assert str(out) in result.stderr
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", OUTPUTS)
def test_killed_between_output_and_end(folder, tmp_path, name):
    """The output has its place, the parts are still there: the run goes on and ends."""
    sink, out = sink_of(name), tmp_path / name
    for mode in ("new", "resume"):
        with Journal(str(out), sink, {}, mode) as journal:
            assert len(list(journal.records())) == (mode == "resume")
            if mode == "new":
                journal.write(record("a", text="甲"))
                journal._remove_parts = lambda: None
            journal.finish()
    assert [made["id"] for made in sink.read(out)] == ["a"]
    assert os.listdir(tmp_path) == [name, "pages"] or sorted(os.listdir(tmp_path)) == sorted([name, "pages"])


@pytest.mark.parametrize("name", OUTPUTS)
@pytest.mark.parametrize("mode", ["resume", "overwrite"])
def test_killed_while_the_old_output_is_removed(tmp_path, name, mode):
    """What the new output replaced is still there in part: the run goes on, or begins anew, and ends."""
    sink, out = sink_of(name), tmp_path / name
    for killed in (False, True):
        with Journal(str(out), sink, {}, "overwrite") as journal:
            journal.write(record("a", text="甲"))
            if killed:
                journal._remove_parts = lambda: None
            journal.finish()
    with Journal(str(out), sink, {}, mode) as journal:
        if mode == "overwrite":
            journal.write(record("a", text="甲"))
        journal.finish()
    assert [made["id"] for made in sink.read(out)] == ["a"]
    assert os.listdir(tmp_path) == [name]


@contextmanager
def small_disk():
    """Files of at most 20,000 bytes: what a full disk does to a write, this does too."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("name", OUTPUTS)
def test_a_disk_too_small_for_the_output(tmp_path, name):
    sink = sink_of(name)
    text = "".join(chr(0x4E00 + n * n * 31 % 20011) for n in range(60_000))
    with small_disk(), pytest.raises(OSError, match=r"File too large|disk"):
        sink.write(iter([record("a", text=text)]), tmp_path / "out")


def test_the_name_tells_the_kind():
    assert {name: sink_name(f"x/{name.upper()}") for name in OUTPUTS[:5]} == {
        "a.jsonl": "jsonl",
        "a.jsonl.gz": "jsonl",
        "a.jsonl.zst": "jsonl",
        "a.parquet": "parquet",
        "a.sqlite": "sqlite",
    }
    with pytest.raises(ValueError, match=r"end it in \.jsonl.* or give --to \(jsonl, parquet, sqlite, text"):
        sink_name("texts")


@pytest.mark.parametrize(("name", "module"), [("a.parquet", "pyarrow"), ("a.jsonl.zst", "backports.zstd")])
def test_a_missing_package_is_named_before_the_run(tmp_path, monkeypatch, name, module):
    monkeypatch.setitem(sys.modules, module, None)
    result = call("archive", PAGES, "-o", tmp_path / name)
    assert result.exit_code == 2
    assert "pip install 'markwindow[" in result.stderr
    assert os.listdir(tmp_path) == []


# --- packed JSON Lines, Parquet, SQLite


def test_same_records_give_the_same_packed_bytes(tmp_path):
    sink = open_sink("a.jsonl.gz", None, Extraction())
    for out in ("one", "two"):
        sink.write(iter([record("a", text="甲")]), tmp_path / out)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_parquet_columns_have_their_types(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    sink_of("a.parquet").write(
        iter([record("a"), record("b", chars=3, relevance=0.5)]), tmp_path / "a.parquet"
    )
    found = parquet.read_schema(tmp_path / "a.parquet")
    assert tuple(found.names) == KEYS
    assert {str(found.field(key).type) for key in ("chars", "bytes")} == {"int64"}
    assert {str(found.field(key).type) for key in ("relevance", "similarity")} == {"double"}
    assert {str(found.field(key).type) for key in ("id", "date", "error") if key in KEYS} == {"string"}


def test_sqlite_is_an_ordinary_table(tmp_path):
    sink_of("a.sqlite").write(iter([record("a", text="甲", chars=1), record("b")]), tmp_path / "a.sqlite")
    base = sqlite3.connect(tmp_path / "a.sqlite")
    assert base.execute("SELECT id, text, chars FROM pages WHERE chars > 0").fetchall() == [("a", "甲", 1)]
    with pytest.raises(sqlite3.IntegrityError):
        base.execute("INSERT INTO pages (id) VALUES ('a')")


def test_two_records_of_one_id_are_no_sqlite(tmp_path):
    with pytest.raises(
        RunError, match=r"^SQLite does not take .*pages\.id\); give an output of another kind"
    ):
        sink_of("a.sqlite").write(iter([record("a"), record("a")]), tmp_path / "a.sqlite")


# --- a folder of files


def test_files_lie_as_the_archive_did(tmp_path):
    Files(".txt").write(
        iter([record("甲/乙.html", text="渡轮"), record("丙", text=""), record("丁")]), tmp_path / "t"
    )
    assert sorted(p.relative_to(tmp_path / "t").as_posix() for p in (tmp_path / "t").rglob("*.*")) == [
        LIST,
        "甲/乙.html.txt",
    ]
    assert (tmp_path / "t" / "甲" / "乙.html.txt").read_text(encoding="utf-8") == "渡轮\n"


def test_markdown_files_hold_what_extract_prints(folder, tmp_path):
    out = tmp_path / "notes"
    call("archive", folder, "-o", out, "--to", "markdown", "--methods", "title,default")
    for method in ("title", "default"):
        told = call("extract", folder / "security" / "0003.html", "--format", "markdown", "--method", method)
        found = out / "security" / f"0003.html#{method}.md"
        assert found.read_text(encoding="utf-8").strip() == told.stdout.strip()
        assert "\n\n" in told.stdout.strip()


HOSTILE = [
    "../a", "../../etc/passwd", "/etc/passwd", "a/../../b", "..", ".", "", "a//b", "a/./b", "a/", "C:\\x", "\\\\h\\s",
    "a\x00b", "con", "nul.html", "a.", "a ", ".hidden", "x" * 300, "甲" * 200, "d/" * 600 + "a", "a?b=c", "a:b",
    "a.txt/b", "records.jsonl", "records.jsonl/b", "Records.JSONL/b", "http://h/p?q", "a~0123456789abcdef", "\ud800",
]  # fmt: skip


@pytest.mark.parametrize("ending", [".txt", ".md"])
def test_no_name_leaves_the_folder_or_meets_another(tmp_path, ending):
    ids = HOSTILE + [path_for(id, "") for id in HOSTILE]
    ids = [id for place, id in enumerate(ids) if id not in ids[:place]]
    Files(ending).write((record(id, text=f"text of {place}") for place, id in enumerate(ids)), tmp_path / "t")
    assert os.listdir(tmp_path) == ["t"]
    texts = [path.read_text() for path in (tmp_path / "t").rglob(f"*{ending}") if path.is_file()]
    assert sorted(texts) == sorted(f"text of {place}\n" for place in range(len(ids)))
    read = list(Files(ending).read(tmp_path / "t"))
    assert [made["id"] for made in read] == ids
    assert [made["text"] for made in read] == [f"text of {place}" for place in range(len(ids))]


@pytest.mark.parametrize("to", ["text", "markdown"])
@pytest.mark.parametrize("packed", ["zip", "tar"])
def test_an_archive_with_hostile_names_writes_into_its_output_alone(tmp_path, to, packed):
    """From the bytes of the archive to the files: up, absolute, NUL, longer than names may be, through a link."""
    names = [
        "../../up.html",
        str(tmp_path / "absolute.html"),
        "a/../../b.html",
        "c:\\d.html",
        "e\x00.html",
        "good.html",
    ]
    names += ["甲" * 3000 + ".html", "f/" * 2000 + "g.html", "link/h.html"]
    path = tmp_path / f"pages.{packed}"
    page = (PAGES / "news" / "20081105.html").read_bytes()
    if packed == "zip":
        zip_file(path, [(name, page) for name in names])
    else:
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, str(tmp_path)
        with tarfile.open(path, "w") as tar:
            tar.addfile(link)
            for name in names:
                info = tarfile.TarInfo(name)
                info.size = len(page)
                tar.addfile(info, io.BytesIO(page))
    (tmp_path / "inside").mkdir()
    out = tmp_path / "inside" / "out"
    assert call("archive", path, "-o", out, "--to", to).exit_code == 1
    assert sorted(os.listdir(tmp_path)) == ["inside", path.name]
    assert os.listdir(tmp_path / "inside") == ["out"]
    files = [file for file in out.rglob("*") if not file.is_dir()]
    assert not any(file.is_symlink() for file in files)
    records = list(sink_of(to).read(out))
    assert len(records) == len(names)
    assert len(files) == 1 + sum(bool(made["text"]) for made in records)
    assert next(made for made in records if made["id"] == "good.html")["text"]
    assert all(made["text"] or "leads out of the archive" in made["error"] for made in records)


@given(st.lists(st.text("ab./\\~:\0 甲", max_size=12), unique=True, max_size=6))
@settings(deadline=None)
def test_paths_are_safe_and_differ(ids):
    paths = [path_for(id, ".md") for id in ids]
    assert len(set(paths)) == len(ids)
    for path in paths:
        parts = path.split("/")
        assert not path.startswith("/")
        assert all(part and part.strip(". ") == part and part not in ("", ".", "..") for part in parts)
        assert not set(path) & set('\0\\:*?"<>|')
        assert not any(part.endswith(".md") for part in parts[:-1])


def test_a_file_system_that_ignores_case(tmp_path, monkeypatch):
    """The second of two names that are one there stands under a name of its own."""
    import builtins

    taken = set()

    def open_ignoring_case(path, mode="r", **more):
        if mode == "xb" and (str(path).lower() in taken or taken.add(str(path).lower())):
            raise FileExistsError(17, "File exists", str(path))
        return right(path, mode, **more)

    right = builtins.open
    monkeypatch.setattr(builtins, "open", open_ignoring_case)
    Files(".txt").write(iter([record("A.html", text="甲"), record("a.html", text="乙")]), tmp_path / "t")
    assert [made["text"] for made in Files(".txt").read(tmp_path / "t")] == ["甲", "乙"]


def test_a_folder_with_other_things_is_never_replaced(tmp_path):
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "mine.txt").write_text("mine")
    result = call("archive", PAGES, "-o", tmp_path / "t", "--to", "text", "--overwrite")
    assert result.exit_code == 2
    assert "holds other things" in result.stderr
    assert (tmp_path / "t" / "mine.txt").read_text() == "mine"


@pytest.fixture
def texts(tmp_path):
    """An output of text files, and how to change what its list says of the one in it."""
    (tmp_path / "outside.txt").write_text("outside")
    out = tmp_path / "t"
    Files(".txt").write(iter([record("a.html", text="渡轮")]), out)

    def change(line):
        (out / LIST).write_bytes(line if isinstance(line, bytes) else json.dumps(line).encode())
        return out

    return change


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b"{}",
        b"\xff",
        b"[" * 100_000,
        b"{torn",
        {"id": 5},
        {"id": "a", "file": 5},
        {"file": "a.html.txt"},
    ],
)
def test_a_line_of_the_list_that_is_no_record(texts, line):
    told = r"t/records\.jsonl: line 1 is no record; give another -o or --overwrite\.$"
    with pytest.raises(ValueError, match=told):
        list(Files(".txt").read(texts(line)))


@pytest.mark.parametrize("name", ["/etc/passwd", "../outside.txt", "a/../../outside.txt", "link.txt"])
def test_a_list_that_leads_out_of_the_folder(texts, name):
    out = texts({"id": "a", "file": name})
    (out / "link.txt").symlink_to("../outside.txt")
    with pytest.raises(
        ValueError, match=rf"t lists a file outside of it, '{name}'; give --overwrite to begin"
    ):
        list(Files(".txt").read(out))


@pytest.mark.parametrize("name", ["folder.txt", "bytes.txt", "circle.txt", "nul\0"])
def test_a_file_of_the_list_that_cannot_be_read(texts, name):
    out = texts({"id": "a", "file": name})
    (out / "folder.txt").mkdir()
    (out / "bytes.txt").write_bytes(b"\xff")
    (out / "circle.txt").symlink_to("circle.txt")
    with pytest.raises(
        ValueError, match=r"t lists a file that cannot be read, '.*' \(.*\); give --overwrite"
    ):
        list(Files(".txt").read(out))


def test_a_run_does_not_go_on_without_a_file_of_the_list(folder, tmp_path):
    out = tmp_path / "t"
    call("archive", folder, "-o", out, "--to", "text")
    (out / "hk" / "a1.html.txt").unlink()
    result = call("archive", folder, "-o", out, "--to", "text", "--resume")
    assert result.exit_code == 2
    assert f"{out} lacks the file 'hk/a1.html.txt'; give --overwrite to begin anew." in result.stderr
    assert call("archive", folder, "-o", out, "--to", "text", "--overwrite").exit_code == 1
    assert (out / "hk" / "a1.html.txt").exists()


def test_every_sink_is_tried_here():
    assert {sink_name(name) if "." in name else name for name in OUTPUTS} == set(SINKS)
