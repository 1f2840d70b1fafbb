"""Runs that are disturbed: killed at any moment, workers that die, disks that fill, archives that are hostile."""

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from test_archive import parts, start
from test_cli import call, command
from test_sources import PAGE, zip_file
from test_streams import answer, json_lines, tar_bytes, warc_record

from markwindow.archive import workers
from markwindow.archive.records import Extraction
from markwindow.archive.sources import Content, RawPage
from markwindow.archive.workers import records_by_workers

pytestmark = pytest.mark.slow


def page(number):
    text = "".join(f"<p>第{line}天，{number}号渡轮试行夜班，居民称便。" for line in range(20))
    return f"<title>{number}号渡轮试行夜班</title><body><div>{text}</div><div>版权所有</div>".encode(
        "gb18030"
    )


@pytest.fixture(scope="module")
def archives(tmp_path_factory):
    """A WARC file and a zip file with 150 pages each."""
    folder = tmp_path_factory.mktemp("archives")
    records = (gzip.compress(warc_record(answer(page(n)), number=n)) for n in range(150))
    (folder / "a.warc.gz").write_bytes(b"".join(records))
    zip_file(folder / "b.zip", [(f"旧闻/{n}.html".encode("gbk"), page(n)) for n in range(150, 300)])
    return [folder / "a.warc.gz", folder / "b.zip"]


@pytest.fixture(scope="module")
def undisturbed(archives, tmp_path_factory):
    out = tmp_path_factory.mktemp("out") / "all.jsonl"
    assert call("archive", *archives, "-o", out, "--jobs", 1).exit_code == 0
    return out.read_text(encoding="utf-8").splitlines()


def test_kills_at_ten_random_moments(archives, undisturbed, tmp_path):
    out = tmp_path / "a.jsonl"
    moments = random.Random(5)
    for turn in range(10):
        process = start("archive", *archives, "-o", out, "--jobs", 1 + turn % 2, "--resume")
        goal = len(parts(out)) + moments.randrange(25) if turn else 1
        while len(parts(out)) <= goal and process.poll() is None:
            time.sleep(0.005)
        time.sleep(moments.random() * 0.05)
        process.kill()
        process.communicate()
    assert not out.exists()
    assert call("archive", *archives, "-o", out, "--jobs", 2, "--resume").exit_code == 0
    assert sorted(out.read_text(encoding="utf-8").splitlines()) == sorted(undisturbed)


def a_worker(children):
    """The process id of one; another child keeps track of what is shared."""
    ids = children.read_text().split()
    return next(int(id) for id in ids if b"spawn_main" in Path(f"/proc/{id}/cmdline").read_bytes())


UNTOLD = {"repeat_of": None, "similarity": None}


def test_killed_workers_are_replaced(archives, undisturbed, tmp_path):
    out = tmp_path / "a.jsonl"
    process = start("archive", *archives, "-o", out, "--jobs", "2")
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not children.exists():
        process.kill()
        process.communicate()
        pytest.skip("needs /proc with children")
    for goal in (20, 60):
        while len(parts(out)) <= goal and process.poll() is None:
            time.sleep(0.005)
        os.kill(a_worker(children), signal.SIGKILL)
    _, told = process.communicate(timeout=120)
    assert process.returncode == 1
    records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(records) == len({record["id"] for record in records}) == 300
    failed = [record["error"] for record in records if record["error"]]
    assert failed == ["the process ended at this page (exit code -9)."] * 2
    # A page that was lost may have been the first of which others are repeats: then another is.
    by_itself = [json.loads(line) | UNTOLD for line in undisturbed]
    assert all(record | UNTOLD in by_itself for record in records if not record["error"])
    assert b"300 pages: 298 with text, 0 empty, 2 failed" in told


def test_a_full_disk_and_room_again(archives, undisturbed, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(disk)]
    if sys.platform != "linux" or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a small file system cannot be mounted here")
    try:
        out = disk / "a.jsonl"
        full = subprocess.run(command("archive", *archives, "-o", out, "--jobs", 2), capture_output=True)
        assert full.returncode == 1
        assert full.stderr.decode().count("\n") == 1
        assert "No space left on device" in full.stderr.decode()
        assert "--resume" in full.stderr.decode()
        *lines, _ = parts(out)
        assert lines
        ids = {json.loads(line)["id"] for line in undisturbed}
        assert {json.loads(line)["id"] for line in lines} <= ids
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        assert call("archive", *archives, "-o", out, "--resume").exit_code == 0
        assert sorted(out.read_text(encoding="utf-8").splitlines()) == sorted(undisturbed)
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_hostile_archives_leave_each_other_alone(tmp_path):
    good = [(f"{n}.html", page(n)) for n in range(3)]
    bomb = zip_file(tmp_path / "bomb.zip", [*good, ("bomb.html", b"\0" * 30_000_000), ("../x.html", PAGE)])
    tar = tmp_path / "cut.tar.gz"
    tar.write_bytes(gzip.compress(tar_bytes([*good, ("long.html", os.urandom(90_000))]))[:-50_000])
    warc = tmp_path / "cut.warc.gz"
    warc.write_bytes(b"".join(gzip.compress(warc_record(answer(data))) for _, data in good)[:-200])
    rows = json_lines(
        tmp_path / "tail.jsonl.gz", [{"html": data.decode("gb18030")} for _, data in good], gzip.compress
    )
    rows.write_bytes(rows.read_bytes()[:-8] + b"\0" * 8)
    (tmp_path / "no.zip").write_bytes(b"PK\3\4 and nothing more")
    sources = [bomb, tar, warc, rows, tmp_path / "no.zip"]
    result = call("archive", *sources, "-o", tmp_path / "a.jsonl", "--jobs", 2, "--ordered")
    assert result.exit_code == 1
    records = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()]
    failed = {record["id"]: record["error"] for record in records if record["error"]}
    assert sum(bool(record["text"]) for record in records) == 3 + 3 + 2 + 3
    problems = {
        "bomb.zip/bomb.html": "zip bombs",
        "bomb.zip/../x.html": "leads out of the archive",
        "cut.tar.gz/(rest)": "the file cannot be read any further",
        "tail.jsonl.gz/(rest)": "cannot be read to its end",
        "no.zip/(rest)": "is no zip file",
    }
    assert {id for id in failed if not id.startswith("cut.warc.gz/")} == set(problems)
    assert all(problem in failed[id] for id, problem in problems.items())
    assert [failed[id] for id in failed if id.startswith("cut.warc.gz/")] == [
        "the file breaks off within this record."
    ]


class Counting(Extraction):
    """Extracts nothing, slowly."""

    def pages(self, content):
        time.sleep(0.02)
        return Extraction.pages(self, Content(b""))


def test_few_pages_are_in_memory_at_a_time(monkeypatch):
    taken = answered = most = 0

    def pages():
        nonlocal taken
        for number in range(200):
            taken += 1
            yield RawPage(str(number), None, Content(b"x" * 3_000_000), str(number))

    for _ in records_by_workers(pages(), Counting(), 2):
        answered += 1
        most = max(most, taken - answered)
    assert answered == 200
    # Three pages of three million bytes reach the bound of a worker; one may just have been answered.
    assert most <= 2 * (1 + workers.AHEAD_BYTES // 3_000_000) + 1


def test_one_job_is_this_process(archives, tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "_Worker", None)
    assert call("archive", archives[1], "-o", tmp_path / "a.jsonl", "--jobs", 1).exit_code == 0


def test_zip_entries_are_read_by_workers(archives):
    from markwindow.archive.sources import open_sources

    [source] = open_sources([str(archives[1])])
    assert {raw.size for raw in source.pages()} == {0}
    assert zipfile.is_zipfile(archives[1])
