"""Archives at speed: pages a second from zip, WARC and Parquet, with one process and with two.

    python tests/benchmarks/archive.py FOLDER_OF_SETS

The pages of the sets are repeated until there are 5,000, each copy with a number of its own. Every row is a run in a
fresh process: start-up, dictionary, reading, extraction and writing JSON Lines are all in the time. "Nothing" is the
same run with extraction replaced by a fixed record: what the runner itself costs. trafilatura gets the same bytes
from memory, through its Python API, on as many processes; it does fewer pages, as many as say.
CPU seconds (all processes together) tell what a busy machine hides. Needs `pip install '.[archive,bench]'`.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from markwindow import analyze
from markwindow.archive.records import Extraction, Record
from markwindow.archive.runner import run
from markwindow.archive.sources import Content, RawPage, open_sources
from markwindow.page import Page

ARCHIVES = ("zip", "warc.gz", "parquet")
PEERS = ("trafilatura", "trafilatura, metadata")
PEER_PAGES = 600


@dataclass(frozen=True, slots=True)
class Nothing(Extraction):
    """Reads a page and extracts nothing."""

    def pages(self, content: Content) -> dict[str, Page]:
        """The same page for every content."""
        return {"default": _fixed()}


@cache
def _fixed() -> Page:
    return analyze("<title>渡轮试行夜班</title><p>" + "渡轮试行夜班，居民称便。" * 40)


def main() -> None:
    """Make the archives, run every row, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=5000)
    parser.add_argument("--peer-pages", type=int, default=PEER_PAGES)
    parser.add_argument("--row", nargs=4, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.row:
        print(json.dumps(row(*given.row)))
        return
    console = Console(width=140)
    with tempfile.TemporaryDirectory() as folder:
        made = make_archives(given.folder, given.pages, Path(folder))
        table = Table("pages from", "work", *_right("jobs", "seconds", "pages/s", "CPU s", "CPU ms a page"))
        memory = Table("pages from", *_right("jobs", "parent MB at half", "at the end", "second half adds"))
        speeds: dict[tuple[str, str, int], float] = {}
        cpu: dict[tuple[str, str, int], float] = {}

        def add(source: str, work: str, jobs: int, path: Path, pages: int) -> None:
            told = in_fresh_process(given.folder, work, path, jobs, pages)
            speeds[source, work, jobs] = told["pages"] / told["seconds"]
            cells = [
                told["seconds"],
                speeds[source, work, jobs],
                told["cpu"],
                1000 * told["cpu"] / told["pages"],
            ]
            cpu[source, work, jobs] = told["cpu"] / told["pages"]
            table.add_row(source, work, str(jobs), *(f"{cell:.1f}" for cell in cells))
            print(source, work, jobs, told, file=sys.stderr)
            if "half" in told:
                cells = [told["half"], told["end"], told["end"] - told["half"]]
                memory.add_row(source, str(jobs), *(f"{cell:.1f}" for cell in cells))

        for kind in ARCHIVES:
            for work in ("markwindow", "nothing"):
                for jobs in (1, 2):
                    add(kind, work, jobs, made[kind], given.pages)
        for work in PEERS:
            for jobs in (1, 2):
                add("memory", work, jobs, made["zip"], given.peer_pages)
        console.print(table)
        console.print(memory)
        for kind in ARCHIVES:
            one, two = ((kind, "markwindow", jobs) for jobs in (1, 2))
            console.print(
                f"{kind}: two processes are {speeds[two] / speeds[one]:.2f} times one"
                f" ({2 * cpu[one] / cpu[two]:.2f} by CPU seconds, on an idle machine)."
            )
            for peer in PEERS:
                of_peer = "memory", peer, 2
                console.print(
                    f"  {speeds[two] / speeds[of_peer]:.1f} times {peer} on two"
                    f" ({cpu[of_peer] / cpu[two]:.1f} by CPU seconds)."
                )
        console.print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def make_archives(sets: Path, number: int, folder: Path) -> dict[str, Path]:
    """The three archives, by suffix."""
    import pyarrow as pa
    import pyarrow.parquet as pq
    from fastwarc.stream_io import GzipWriter
    from fastwarc.warc import WarcRecord, WarcRecordType

    made = {kind: folder / f"pages.{kind}" for kind in ARCHIVES}
    pages = list(islice(copies(sets), number))
    with zipfile.ZipFile(made["zip"], "w", zipfile.ZIP_DEFLATED) as file:
        for name, html in pages:
            file.writestr(f"{name}.html", html)
    with open(made["warc.gz"], "wb") as raw:
        for name, html in pages:
            record = WarcRecord()
            record.init_headers(record_type=WarcRecordType.response)
            record.headers["Content-Type"] = "application/http; msgtype=response"
            record.headers["WARC-Target-URI"] = f"http://example.cn/{name}.html"
            head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
            record.set_bytes_content(head + html)
            packed = GzipWriter(raw)
            record.write(packed)
            packed.finish()
    table = pa.table({"id": [name for name, _ in pages], "html": [html for _, html in pages]})
    pq.write_table(table, made["parquet"], row_group_size=500, compression="zstd", use_dictionary=False)
    return made


def copies(sets: Path) -> Iterator[tuple[str, bytes]]:
    """Names and bytes of pages, again and again, each copy with a number that makes it another page."""
    files = sorted(sets.glob("*/pages/*.html"))
    contents = [path.read_bytes() for path in files]
    for number, (path, html) in enumerate(cycle(zip(files, contents, strict=True))):
        yield f"{number:05d}-{path.stem}", html + b"<!-- %d -->" % number


def in_fresh_process(sets: Path, work: str, path: Path, jobs: int, pages: int) -> dict[str, float]:
    """What `row` tells when it runs in a process of its own."""
    words = [sys.executable, __file__, str(sets), "--row", work, str(path), str(jobs), str(pages)]
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
    told: dict[str, float] = json.loads(done.stdout)
    return told


def row(work: str, path: str, jobs: str, pages: str) -> dict[str, float]:
    """Seconds, CPU seconds, pages, and for our runs the parent's memory at half and at the end."""
    if work.startswith("trafilatura"):
        return peer_row(work, path, int(jobs), int(pages))
    memory: dict[int, float] = {}
    done = 0

    def on_record(raw: RawPage, made: Record) -> None:
        nonlocal done
        done += 1
        if done in (int(pages) // 2, int(pages)):
            memory[done] = _megabytes()

    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        how = Nothing() if work == "nothing" else Extraction()
        run([path], f"{folder}/out.jsonl", how, jobs=int(jobs), on_record=on_record)
    told = {"seconds": time.perf_counter() - began, "cpu": _cpu(), "pages": float(done)}
    return told | {"half": memory[int(pages) // 2], "end": memory[int(pages)]}


def peer_row(work: str, path: str, jobs: int, pages: int) -> dict[str, float]:
    """The same of trafilatura, on pages that are in memory."""
    contents = [raw.content().data for raw in islice(open_sources([path])[0].pages(), pages)]
    extract = _with_metadata if work.endswith("metadata") else _plain
    before, began = _cpu(), time.perf_counter()
    if jobs == 1:
        for html in contents:
            extract(html)
    else:
        with multiprocessing.Pool(jobs) as pool:
            for _ in pool.imap_unordered(extract, contents, chunksize=8):
                pass
            pool.close()
            pool.join()
    return {"seconds": time.perf_counter() - began, "cpu": _cpu() - before, "pages": float(len(contents))}


def _plain(html: bytes) -> object:
    import trafilatura

    return trafilatura.extract(html)


def _with_metadata(html: bytes) -> object:
    import trafilatura

    return trafilatura.extract(html, output_format="json", with_metadata=True)


def _cpu() -> float:
    """CPU seconds of this process and of those that ended."""
    uses = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


def _megabytes() -> float:
    """The most memory this process has had (Linux)."""
    # Not ru_maxrss: that counts what the process was before it became this program.
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def _right(*heads: str) -> list[Any]:
    from rich.table import Column

    return [Column(head, justify="right") for head in heads]


if __name__ == "__main__":
    main()
