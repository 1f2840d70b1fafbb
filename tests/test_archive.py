import json
import os
import resource
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, fields
from functools import partial
from importlib import resources
from pathlib import Path

import pytest
from test_cli import EMPTY, PAGES, call, command

from markwindow import Options
from markwindow.archive.journal import Journal, RunError
from markwindow.archive.records import KEYS, Extraction, to_line
from markwindow.archive.runner import run
from markwindow.archive.sinks import open_sink
from markwindow.archive.sources import Content, RawPage
from markwindow.archive.workers import records_by_workers


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """A folder of 240 small pages, all different."""
    folder = tmp_path_factory.mktemp("many")
    for number in range(240):
        text = "".join(f"<p>第{line}天，{number}号渡轮试行夜班，居民称便。" for line in range(20))
        html = f"<title>{number}号渡轮试行夜班</title><body><div>{text}</div><div>版权所有</div>"
        path = folder / f"{number % 7}" / f"{number:03d}.html"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(html.encode("gb18030" if number % 2 else "utf-8"))
    return folder


@pytest.fixture(scope="module")
def undisturbed(many, tmp_path_factory):
    """The lines that a run without any trouble gives, in order."""
    out = tmp_path_factory.mktemp("out") / "all.jsonl"
    assert call("archive", many, "-o", out, "--jobs", 1).exit_code == 0
    return out.read_text(encoding="utf-8").splitlines()


def parts(out):
    """The lines so far, of which the last may be torn."""
    path = Path(f"{out}.parts/records.jsonl")
    return path.read_bytes().split(b"\n") if path.exists() else [b""]


def start(*words, **more):
    """A call in a process of its own that hears Ctrl-C."""
    return subprocess.Popen(
        command(*words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        **more,
    )


def wait_for_records(out, number, process):
    until = time.monotonic() + 60
    while len(parts(out)) <= number:
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.01)


# --- runs


def test_records(tmp_path):
    out = tmp_path / "a.jsonl"
    result = call("archive", PAGES, "-o", out)
    assert (result.exit_code, result.stdout) == (0, "")
    records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert all(tuple(record)[: len(KEYS)] == KEYS for record in records)
    assert [record["id"] for record in records] == sorted(
        path.relative_to(PAGES).as_posix() for path in PAGES.rglob("*") if path.is_file()
    )
    assert {record["archive"] for record in records} == {"archive"}
    told = json.loads(call("extract", PAGES / "hk" / "a1.html", "--format", "json").stdout)
    found = next(record for record in records if record["id"] == "hk/a1.html")
    assert found | {"id": None, "archive": None} == told | {"id": None, "archive": None}
    assert "12 pages: 12 with text, 0 empty, 0 failed" in result.stderr
    assert "pages/s" in result.stderr
    assert "encodings: gb18030 7, utf-8 4, big5hkscs 1" in result.stderr
    assert not Path(f"{out}.parts").exists()


@pytest.mark.slow
def test_jobs_and_order(many, undisturbed, tmp_path):
    out = tmp_path / "a.jsonl"
    assert call("archive", many, "-o", out, "--jobs", 2, "--ordered", "--quiet").stderr == ""
    assert out.read_text(encoding="utf-8").splitlines() == undisturbed


def test_several_methods_give_a_record_each(tmp_path):
    out = tmp_path / "a.jsonl"
    methods = ("density", "title")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.html").write_bytes((PAGES / "hk" / "a1.html").read_bytes())
    (tmp_path / "pages" / "gone.html").symlink_to("nowhere.html")
    assert call("archive", tmp_path / "pages", "-o", out, "--methods", ",".join(methods)).exit_code == 1
    records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(made["id"], made["method"]) for made in records] == [
        ("a.html#density", "density"),
        ("a.html#title", "title"),
        ("gone.html#density", "density"),
        ("gone.html#title", "title"),
    ]
    assert all(tuple(made) == KEYS for made in records)
    for made in records[:2]:
        told = call("extract", PAGES / "hk" / "a1.html", "--format", "json", "--method", made["method"])
        assert made["text"] == json.loads(told.stdout)["text"]
    assert all(made["error"] for made in records[2:])
    other = call("archive", tmp_path / "pages", "-o", out, "--methods", "title", "--resume")
    assert "made with other methods (density)" in other.stderr
    again = call("archive", tmp_path / "pages", "-o", out, "--methods", ",".join(methods), "--resume")
    assert "2 pages, 2 of them recorded before" in again.stderr


def test_empty_and_failed_pages_are_counted(tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "a.html").write_text(
        "<title>秋粮入库</title><p>秋粮入库，老粮站用上新设备。</p>", encoding="utf-8"
    )
    for number in range(3):
        (folder / f"empty{number}.html").write_text(EMPTY, encoding="utf-8")
    (folder / "gone.html").symlink_to("nowhere.html")
    result = call("archive", folder, "-o", tmp_path / "a.jsonl")
    assert result.exit_code == 1
    assert f"markwindow: {folder}/gone.html: cannot be read (No such file or directory)." in result.stderr
    assert "5 pages: 1 with text, 3 empty, 1 failed" in result.stderr
    assert "failed       1  cannot be read" in result.stderr
    assert "empty       3  " in result.stderr
    records = {r["id"]: r for r in map(json.loads, (tmp_path / "a.jsonl").read_text().splitlines())}
    assert records["gone.html"]["error"] == "cannot be read (No such file or directory)."
    assert records["empty0.html"]["reason"]


def test_a_page_that_raises_gives_a_record(tmp_path, monkeypatch):
    import markwindow

    def analyze(html, **more):
        if b"hard" in html:
            raise RecursionError("too deep")
        return right(html, **more)

    right = markwindow.analyze
    monkeypatch.setattr("markwindow.analyze", analyze)
    folder = tmp_path / "pages"
    folder.mkdir()
    for name, word in (("a", "hard"), ("b", "easy")):
        (folder / f"{name}.html").write_text(f"<title>渡轮</title><p>渡轮试行夜班，居民称便。{word}</p>")
    summary = run([str(folder)], str(tmp_path / "a.jsonl"), Extraction())
    assert (summary.pages, summary.errors, summary.with_text) == (2, 1, 1)


def test_standard_input_reaches_no_worker(tmp_path):
    out = tmp_path / "a.jsonl"
    page = (PAGES / "hk" / "a1.html").read_bytes()
    assert call("archive", "-", "-o", out, "--jobs", 2, stdin=page).exit_code == 0
    assert json.loads(out.read_text())["bytes"] == len(page)


# --- what is there is not overwritten


def test_existing_output_is_refused(tmp_path):
    out = tmp_path / "a.jsonl"
    out.write_text("mine\n")
    result = call("archive", PAGES, "-o", out)
    assert result.exit_code == 2
    assert "--resume" in result.stderr
    assert "--overwrite" in result.stderr
    assert out.read_text() == "mine\n"
    assert call("archive", PAGES, "-o", out, "--overwrite").exit_code == 0
    assert len(out.read_text().splitlines()) == 12


def test_existing_parts_are_refused_and_overwritten_on_demand(tmp_path):
    out = tmp_path / "a.jsonl"
    (tmp_path / "a.jsonl.parts").mkdir()
    (tmp_path / "a.jsonl.parts" / "mine.txt").write_text("mine")
    assert call("archive", PAGES, "-o", out).exit_code == 2
    assert call("archive", PAGES, "-o", out, "--overwrite").exit_code == 0
    assert (tmp_path / "a.jsonl.parts" / "mine.txt").read_text() == "mine"


@pytest.mark.slow
def test_output_stands_until_the_new_one_is_whole(many, tmp_path):
    out = tmp_path / "a.jsonl"
    out.write_text("old\n")
    process = start("archive", many, "-o", out, "--overwrite", "--jobs", 1)
    wait_for_records(out, 3, process)
    process.kill()
    process.communicate()
    assert out.read_text() == "old\n"
    assert call("archive", many, "-o", out, "--resume").exit_code == 0
    assert len(out.read_text().splitlines()) == 240


def test_resume_with_other_files_in_the_parts_is_refused(tmp_path):
    out = tmp_path / "a.jsonl"
    (tmp_path / "a.jsonl.parts").mkdir()
    (tmp_path / "a.jsonl.parts" / "mine.txt").write_text("mine")
    result = call("archive", PAGES, "-o", out, "--resume")
    assert result.exit_code == 2
    assert "holds nothing of a run, but other files (mine.txt)" in result.stderr
    assert not out.exists()


def test_other_files_among_the_parts_of_a_run_are_left_and_told(tmp_path):
    out = tmp_path / "a.jsonl"
    (tmp_path / "a.jsonl.parts").mkdir()
    (tmp_path / "a.jsonl.parts" / "mine.txt").write_text("mine")
    result = call("archive", PAGES / "hk", "-o", out, "--overwrite")
    assert result.exit_code == 0
    assert f"  not of this run, and left where they are: {out}.parts/mine.txt\n" in result.stderr
    assert (tmp_path / "a.jsonl.parts" / "mine.txt").read_text() == "mine"


def test_no_method_at_all_is_a_wrong_call(tmp_path):
    result = call("archive", PAGES, "-o", tmp_path / "a.jsonl", "--methods", ",")
    assert result.exit_code == 2
    assert "name at least one method" in result.stderr


@pytest.mark.parametrize("jobs", [0, -2, 1.5])
def test_less_than_one_job_is_a_wrong_call(tmp_path, jobs):
    told = rf"^jobs={jobs}: give a whole number of at least 1, or None for one a processor\.$"
    with pytest.raises(ValueError, match=told):
        run([str(PAGES)], str(tmp_path / "a.jsonl"), Extraction(), jobs=jobs)
    assert os.listdir(tmp_path) == []


# --- ends before the end


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_kill_and_resume_give_the_same_records(many, undisturbed, tmp_path, jobs):
    out = tmp_path / "a.jsonl"
    process = start("archive", many, "-o", out, "--jobs", jobs)
    wait_for_records(out, 40, process)
    process.kill()
    process.communicate()
    before = len(parts(out)) - 1
    with open(f"{out}.parts/records.jsonl", "ab") as file:
        file.write('{"id": "0/007.html", "text": "渡'.encode()[:-1])
    result = call("archive", many, "-o", out, "--jobs", jobs, "--resume")
    assert result.exit_code == 0
    assert sorted(out.read_text(encoding="utf-8").splitlines()) == sorted(undisturbed)
    told = int(result.stderr.split("240 pages, ")[1].split()[0])
    assert before - 1 <= told <= before  # the kill may have torn the last one
    assert not Path(f"{out}.parts").exists()


@pytest.mark.slow
def test_order_holds_over_a_kill(many, undisturbed, tmp_path):
    out = tmp_path / "a.jsonl"
    process = start("archive", many, "-o", out, "--jobs", "2")
    wait_for_records(out, 40, process)
    process.kill()
    process.communicate()
    assert call("archive", many, "-o", out, "--jobs", 2, "--resume", "--ordered").exit_code == 0
    assert out.read_text(encoding="utf-8").splitlines() == undisturbed


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_is_finished(many, undisturbed, tmp_path, jobs):
    out = tmp_path / "a.jsonl"
    # As on a terminal: the signal reaches the workers too.
    process = start("archive", many, "-o", out, "--jobs", jobs, start_new_session=True)
    wait_for_records(out, 20, process)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.decode().strip() == (
        f"markwindow: interrupted; finished pages are kept in {out}.parts: repeat the call with --resume."
    )
    *lines, last = parts(out)
    assert last == b""
    # The output has no notes of the run, but marks of repeats.
    texts = {(made["id"], made["text"]) for made in map(json.loads, undisturbed)}
    assert {(made["id"], made["text"]) for made in map(json.loads, lines)} <= texts
    assert not out.exists()
    assert call("archive", many, "-o", out, "--resume").exit_code == 0
    assert sorted(out.read_text(encoding="utf-8").splitlines()) == sorted(undisturbed)


@pytest.mark.slow
def test_workers_end_with_their_parent(many, tmp_path):
    process = start("archive", many, "-o", tmp_path / "a.jsonl", "--jobs", "2")
    wait_for_records(tmp_path / "a.jsonl", 5, process)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not children.exists():
        pytest.skip("needs /proc with children")
    workers = children.read_text().split()
    process.kill()
    process.communicate()
    until = time.monotonic() + 10
    while time.monotonic() < until and any(Path(f"/proc/{pid}/exe").exists() for pid in workers):
        time.sleep(0.05)
    assert not [pid for pid in workers if os.path.exists(f"/proc/{pid}/exe")]


def test_resume_after_the_end_does_only_what_is_new(tmp_path):
    folder, out = tmp_path / "pages", tmp_path / "a.jsonl"
    folder.mkdir()
    (folder / "b.html").write_bytes((PAGES / "hk" / "a1.html").read_bytes())
    assert call("archive", folder, "-o", out, "--resume").exit_code == 0
    before = out.read_text()
    assert call("archive", folder, "-o", out, "--resume").exit_code == 0
    assert out.read_text() == before
    (folder / "a.html").write_bytes((PAGES / "hk" / "a2.html").read_bytes())
    result = call("archive", folder, "-o", out, "--resume", "--ordered")
    assert "2 pages, 1 of them recorded before" in result.stderr
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == ["a.html", "b.html"]


def test_resume_with_other_settings_is_refused(many, tmp_path):
    out = tmp_path / "a.jsonl"
    process = start("archive", many, "-o", out, "--jobs", "1")
    wait_for_records(out, 2, process)
    process.kill()
    process.communicate()
    result = call("archive", many, "-o", out, "--resume", "--methods", "density")
    assert result.exit_code == 2
    assert "begun with other settings (methods)" in result.stderr
    result = call("archive", many, PAGES, "-o", out, "--resume")
    assert "begun with other settings (sources)" in result.stderr


OTHER_OPTIONS = {
    "stop_words": {"渡轮"},
    "user_words": {"渡轮"},
    "segmenter": "rjieba",
    "captions": True,
    "comments": True,
    "first_post_only": True,
    "weights": "other.json",
    "link_ratio": "text",
    "links": True,
    "images": True,
    "max_characters": 1000,
    "max_lines": 1000,
    "max_elements": 1000,
    "max_depth": 100,
    "max_seconds": 1.0,
}
TOLD = {"stop_words": "words", "user_words": "words"}


@pytest.fixture
def begun(many, tmp_path):
    """Begins a run that ends after its first record; then `run` for the same, to go on with it."""

    def begin(how):
        def stop(*_):
            raise KeyboardInterrupt

        go_on = partial(run, [str(many / "0")], str(tmp_path / "a.jsonl"), jobs=1, mode="resume")
        with pytest.raises(KeyboardInterrupt):
            go_on(how, on_record=stop)
        return go_on

    return begin


def refused(name):
    told = rf"was begun with other settings \({name}\); repeat the call as it was, or give --overwrite to begin anew"
    return pytest.raises(ValueError, match=told)


@pytest.mark.parametrize("name", [field.name for field in fields(Options)])
def test_resume_with_another_option_is_refused(begun, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    Path("other.json").write_text("{}")
    go_on = begun(Extraction())
    with refused(TOLD.get(name, name)):
        go_on(Extraction(options=Options(**{name: OTHER_OPTIONS[name]})))
    assert go_on(Extraction()).from_before == 1


@pytest.mark.parametrize("name", ["policy", "title"])
def test_resume_with_another_way_to_extract_is_refused(begun, name):
    with refused(name):
        begun(Extraction())(Extraction(**{name: "strict"}))


@pytest.mark.parametrize("name", ["site_pass", "join_parts"])
def test_resume_with_another_kind_of_run_is_refused(begun, name):
    with refused(name):
        begun(Extraction())(Extraction(), **{name: True})


def test_resume_with_other_weights_in_the_same_file_is_refused(begun, tmp_path):
    weights = tmp_path / "own.json"
    shipped = resources.files("markwindow.data").joinpath("default.json").read_bytes()
    weights.write_bytes(shipped)
    how = Extraction(options=Options(weights=str(weights)))
    go_on = begun(how)
    weights.write_bytes(shipped + b"\n")
    with refused("weights"):
        go_on(how)
    weights.unlink()
    with pytest.raises(
        ValueError, match=r"own.json cannot be read \(No such file or directory\); give a file"
    ):
        go_on(how)


def test_two_runs_do_not_write_to_one_output(many, tmp_path):
    out = tmp_path / "a.jsonl"
    process = start("archive", many, "-o", out, "--jobs", "1")
    wait_for_records(out, 2, process)
    process.send_signal(signal.SIGSTOP)
    result = call("archive", many, "-o", out, "--resume")
    process.kill()
    process.communicate()
    assert result.exit_code == 2
    assert "another run is writing" in result.stderr


@pytest.mark.slow
def test_full_disk_keeps_parts(many, undisturbed, tmp_path):
    out = tmp_path / "a.jsonl"
    limit = 100_000  # bytes a file: what a full disk does to a write, this does too
    result = subprocess.run(
        command("archive", many, "-o", out, "--jobs", "1"),
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert result.returncode == 1
    assert result.stderr.decode().count("\n") == 1
    assert f"cannot write {out}.parts" in result.stderr.decode()
    assert "repeat the call with --resume" in result.stderr.decode()
    assert not out.exists()
    assert call("archive", many, "-o", out, "--resume").exit_code == 0
    assert sorted(out.read_text(encoding="utf-8").splitlines()) == sorted(undisturbed)


def test_output_that_appears_meanwhile_is_not_overwritten(tmp_path):
    out = tmp_path / "a.jsonl"
    sink = open_sink("a.jsonl", None, Extraction())
    with Journal(str(out), sink, {}, "new") as journal:
        journal.write({"id": "a"})
        out.write_text("mine\n")
        with pytest.raises(RunError, match="made by something else meanwhile"):
            journal.finish()
    assert out.read_text() == "mine\n"
    with pytest.raises(ValueError, match="both there"):
        Journal(str(out), sink, {}, "resume")
    out.unlink()
    with Journal(str(out), sink, {}, "resume") as journal:
        assert [made["id"] for made in journal.records()] == ["a"]
        journal.finish()
    assert out.read_text() == '{"id": "a"}\n'


# --- workers


@dataclass(frozen=True, slots=True)
class Fragile(Extraction):
    """Dies, or hangs, at pages that say so."""

    def pages(self, content):
        if content.data == b"DIE":
            os._exit(7)
        if content.data == b"HANG":
            time.sleep(60)
        if content.data == b"RAISE":
            raise KeyError("x")
        return Extraction.pages(self, content)


def raw_pages(*contents):
    return [RawPage(str(n), None, Content(data), str(n)) for n, data in enumerate(contents)]


@pytest.mark.slow
def test_a_page_at_which_the_process_dies_is_one_record_with_error():
    good = b"<title>\xe6\xb8\xa1\xe8\xbd\xae</title><p>\xe6\xb8\xa1\xe8\xbd\xae"
    contents = [good, b"DIE", good, good, b"RAISE", *[good] * 20, b"DIE"]
    answers = {raw.id: made for raw, made in records_by_workers(iter(raw_pages(*contents)), Fragile(), 2)}
    assert len(answers) == len(contents)
    failed = {id: made["error"] for id, made in answers.items() if made["error"]}
    assert failed == {
        "1": "the process ended at this page (exit code 7).",
        "4": "the extractor failed (KeyError: 'x'); please report this page.",
        "25": "the process ended at this page (exit code 7).",
    }


@pytest.mark.slow
def test_a_page_that_hangs_is_given_up():
    answers = list(records_by_workers(iter(raw_pages(b"HANG", b"<p>x")), Fragile(), 1, page_seconds=1.5))
    assert [(raw.id, made["error"]) for raw, made in answers] == [
        ("0", "not finished after 1.5 seconds."),
        ("1", None),
    ]


def test_workers_that_cannot_start_are_told(tmp_path):
    script = "from markwindow.archive.runner import run, Extraction\nimport sys\n"
    script += f"run([{str(PAGES)!r}], {str(tmp_path / 'a.jsonl')!r}, Extraction(), jobs=2)\n"
    result = subprocess.run([sys.executable], input=script, capture_output=True, text=True, timeout=60)
    assert "RunError: worker processes cannot start; use --jobs 1." in result.stderr


# --- lines


def test_a_record_is_one_line_for_every_reader():
    made = {"id": "a", "text": "甲\n乙\u2028丙\u2029丁\x85戊\ud800"}
    line = to_line(made)
    assert len(line.splitlines()) == 1
    assert "甲" in line
    assert json.loads(line.encode("utf-8")) == made
