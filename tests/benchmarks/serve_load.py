"""The API under load: 200 clients on loopback, right answers, latencies, memory.

Run by hand: python tests/benchmarks/serve_load.py [--clients 200] [--seconds 30] [--jobs 2] [--text]
Each client sends a page of the sample archive as soon as its last answer is there. The rate is compared with that
of one process that does the same work on the same pages without any service, measured just before.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from markwindow import analyze, extract, warm_up
from markwindow.archive.records import to_line

PAGES = sorted((Path(__file__).parents[1] / "pages" / "archive").rglob("*.*htm*"))


def work(html: bytes, text: bool) -> bytes:
    """What the service answers for a page."""
    if text:
        return extract(html).encode()
    return to_line(analyze(html, content_type="text/html").to_dict()).encode()


def single_rate(pages: list[bytes], text: bool, seconds: float) -> tuple[float, float]:
    """Pages a second, and milliseconds of CPU time a page, in this process alone."""
    warm_up()
    for page in pages:
        work(page, text)
    begin, cpu, count = time.monotonic(), time.process_time(), 0
    while time.monotonic() - begin < seconds:
        for page in pages:
            work(page, text)
        count += len(pages)
    return count / (time.monotonic() - begin), 1000 * (time.process_time() - cpu) / count


def family(process: int) -> list[int]:
    """A process and its children, those that its threads started too."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [process, *(int(pid) for task in tasks for pid in task.read_text().split())]


def cpu_seconds(process: int) -> float:
    """CPU time so far of a process and its children."""
    stats = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in family(process))
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> int:
    """Megabytes of a process and its children."""
    pids = family(process)
    kilobytes = 0
    for pid in pids:
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
        kilobytes += int(found[1]) if found else 0
    return kilobytes // 1024


async def client(port: int, requests: itertools.cycle, until: float, seen: Counter, latencies: list) -> None:
    """One client: keeps its connection, opens a new one when the service ends it."""
    reader = writer = None
    while time.monotonic() < until:
        request, expected = next(requests)
        begin = time.monotonic()
        try:
            if writer is None:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            body = await reader.readexactly(int(re.search(rb"content-length: (\d+)", head)[1]))
        except (OSError, asyncio.IncompleteReadError):
            seen["cut"] += 1
            writer = None
            continue
        status = int(head.split(b" ", 2)[1])
        seen[status if status != 200 or body == expected else "wrong"] += 1
        if status == 200:
            latencies.append(time.monotonic() - begin)
        else:
            await asyncio.sleep(0.05)
        if b"connection: close" in head:
            writer.close()
            writer = None
    if writer is not None:
        writer.close()


async def load(
    port: int, made: list, clients: int, seconds: float, process: int
) -> tuple[Counter, list, list]:
    """All clients at once, and the service's memory every fifth second."""
    seen, latencies, sizes = Counter(), [], []
    begin = time.monotonic()
    until = begin + seconds
    each = [
        client(port, itertools.cycle(made[n % len(made) :] + made[: n % len(made)]), until, seen, latencies)
        for n in range(clients)
    ]

    async def watch() -> None:
        while time.monotonic() < until:
            sizes.append(memory(process))
            await asyncio.sleep(5)

    await asyncio.gather(watch(), *each)
    return seen, latencies, sizes


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--port", type=int, default=8397)
    parser.add_argument("--text", action="store_true", help="The text alone, in place of the record.")
    told = parser.parse_args()
    pages = [path.read_bytes() for path in PAGES]
    rate, cost = single_rate(pages, told.text, min(10, told.seconds))
    print(f"one process without a service: {rate:.0f} pages/s, {cost:.1f} ms of CPU time a page")
    accept = b"Accept: text/plain\r\n" if told.text else b""
    head = b"POST /extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\n" + accept
    made = [
        (b"%sContent-Length: %d\r\n\r\n%s" % (head, len(page), page), work(page, told.text)) for page in pages
    ]
    command = [
        sys.executable,
        "-m",
        "markwindow",
        "serve",
        "--port",
        str(told.port),
        "--jobs",
        str(told.jobs),
    ]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=os.environ)
    try:
        for _ in range(300):
            time.sleep(0.1)
            try:
                asyncio.run(load(told.port, made, 1, 0.5, server.pid))
                break
            except OSError:
                continue
        begin, cpu = time.monotonic(), cpu_seconds(server.pid)
        seen, latencies, sizes = asyncio.run(load(told.port, made, told.clients, told.seconds, server.pid))
        seconds, cpu = time.monotonic() - begin, cpu_seconds(server.pid) - cpu
    finally:
        server.terminate()
        server.wait(10)
    served = seen[200] / seconds
    print(f"{told.clients} clients, {seconds:.0f} s, {told.jobs} jobs: {dict(seen)}")
    print(f"served {served:.0f} pages/s with right answers: {served / rate:.0%} of one process")
    print(f"CPU time of the service with its processes: {1000 * cpu / seen[200]:.1f} ms a page")
    if len(latencies) > 1:
        cuts = statistics.quantiles(latencies, n=100)
        shares = ", ".join(f"{share} % {cuts[share - 1]:.3f} s" for share in (50, 95, 99))
        print(f"latency {shares}, most {max(latencies):.3f} s")
    print(f"memory of the service with its processes, every 5 s: {sizes} MB")


if __name__ == "__main__":
    main()
