#!/usr/bin/env python
"""Coverage-guided fuzzing of extraction, from our own pages.

    pip install atheris
    python tests/benchmarks/fuzz.py CORPUS -runs=1000000 -len_control=0 -max_len=2000 -timeout=30

CORPUS is a folder that the fuzzer fills. It starts with the kept corpus (``tests/fuzz_corpus.tar.xz``: what earlier
runs found, and the pages that the tests are written with) and the pages of ``tests/pages``, and keeps every input
that reached new code, so that a later run goes on from there, and several at once share what they find
(``-reload=1``). Every input is extracted: a quarter of them by the default method, the others by each method and
policy in turn, some as str. One in 16 is analysed, with what may be known of a page and other options, and must
hold what ``tests/invariants.py`` says of pages, outputs and parts. Other arguments are libFuzzer's. How many inputs there
were and their median size is told every 5,000 inputs.

To keep what a run found, cut it down to one input for each place that it reached, and pack that:

    tests/benchmarks/fuzz.py LEAST CORPUS -merge=1 -max_len=2000
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cJf tests/fuzz_corpus.tar.xz -C LEAST .
"""

from __future__ import annotations

import gc
import importlib
import pkgutil
import random
import re
import sys
import tarfile
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import atheris

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS), str(TESTS.parent)]
# Parts that work on results, or need extras, are not what an input goes through.
BESIDE = re.compile(r"markwindow\.(__main__|cli|archive|engines|serve|report|evaluation|fetch|search)")
with atheris.instrument_imports(include=["markwindow"]):
    from invariants import check_outputs, check_page, check_parts

    import markwindow
    from markwindow.extract import POLICIES
    from markwindow.methods import METHODS

    # Many are imported when first needed, and would then not be instrumented.
    for module in pkgutil.walk_packages(markwindow.__path__, "markwindow."):
        if not BESIDE.match(module.name):
            importlib.import_module(module.name)

MOST_SEED_BYTES = 12_000
# Shorter inputs than this mostly grow by a piece of one of our pages, so that most are as long as a real text.
SHORT_BYTES = 1_200
KEPT = TESTS / "fuzz_corpus.tar.xz"
SEEDS = [path.read_bytes()[:MOST_SEED_BYTES] for path in sorted((TESTS / "pages").rglob("*.htm*"))]
TAGS = "div p td table tr ul li a span font h1 pre br script style textarea b"
PIECES = [
    *(f"<{tag}>" for tag in TAGS.split()),
    *(f"</{tag}>" for tag in TAGS.split()),
    *(
        "<!--",
        "-->",
        "<![CDATA[",
        "&#0;",
        "&#x1F600;",
        "&nbsp;",
        "&amp",
        "<",
        ">",
        '"',
        "\x00",
        "\ufeff",
        "\u3000",
    ),
    *("<title>城北大桥通车</title>", "<meta charset=gb2312>", "<frameset>", "<noscript>", "<template>"),
    *(
        "城北大桥今日上午正式通车，全长三公里。",
        "相关阅读",
        "网友评论（12）",
        "责任编辑：王小明",
        "2024-03-05 10:00",
    ),
    *('<a href="/1.html">首页</a>', "<div class=content id=comment>", '<script type="application/ld+json">{'),
]
PIECE_BYTES = [piece.encode(encoding) for piece in PIECES for encoding in ("utf-8", "gb18030")]


KNOWN: list[dict[str, Any]] = [
    {},
    {
        "url": "http://www.example.cn/news/2024/0305/1.html",
        "options": markwindow.Options(links=True, images=True),
    },
    {"title": "城北大桥通车", "content_type": "text/html; charset=gbk"},
    {
        "options": markwindow.Options(
            captions=True, comments=True, stop_words={"大桥"}, user_words={"城北大桥"}
        )
    },
    {"url": "thread-12-1-1.html", "options": markwindow.Options(first_post_only=True)},
    {"options": markwindow.Options(max_characters=900, max_lines=8, max_elements=12, max_depth=3)},
]
"""What else may be told of a page."""

sizes: Counter[int] = Counter()


def one_input(data: bytes) -> None:
    """Extract, and now and then check all that must hold."""
    count_size(len(data))
    number = zlib.crc32(data)
    way, number = number % 64, number // 64
    page = data.decode("utf-8", "replace") if number % 5 == 0 else data
    method = METHODS[number // 5 % len(METHODS)]
    policy = POLICIES[number // 50 % len(POLICIES)]
    if way < 4:
        known = KNOWN[number // 150 % len(KNOWN)]
        told = check_page(page, method, policy=policy, **known)
        check_outputs(told)
        check_parts(told, page, **known)
    elif way < 20:
        markwindow.extract(page)
    else:
        markwindow.extract(page, method=method, policy=policy)


def count_size(size: int) -> None:
    """Tell the count and the median size of the inputs now and then."""
    sizes[size] += 1
    count = sizes.total()
    if count % 5_000 == 0:
        below = 0
        for median in sorted(sizes):
            below += sizes[median]
            if below * 2 >= count:
                break
        print(f"{count} inputs, median {median} bytes", file=sys.stderr, flush=True)


def mutate(data: bytes, most: int, seed: int) -> bytes:
    """Mark-up put in, pieces moved, doubled or cut out; half the time the fuzzer's own changes."""
    chance = random.Random(seed)
    if len(data) < SHORT_BYTES and chance.random() < 0.8:
        other = chance.choice(SEEDS)
        start = chance.choice((0, chance.randint(0, len(other))))
        at = chance.randint(0, len(data))
        data = data[:at] + other[start : start + chance.randint(0, SHORT_BYTES)] + data[at:]
    if chance.random() < 0.4 and len(data) < most:
        return bytes(atheris.Mutate(data, most))
    page = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randint(0, len(page))
        length = min(chance.choice((1, 8, 64, 512)), len(page) - at)
        kind = chance.randrange(5)
        if kind < 2:
            page[at:at] = chance.choice(PIECE_BYTES) * chance.choice((1, 1, 1, 3, 40))
        elif kind == 2:
            page[at:at] = page[at : at + length]
        elif kind == 3:
            del page[at : at + length]
        else:
            to = chance.randint(0, len(page))
            page[to:to] = page[at : at + length]
    return bytes(page[:most])


def main() -> None:
    """Fill the corpus with seeds if it is empty, then fuzz."""
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    folders = [Path(argument) for argument in sys.argv[1:] if not argument.startswith("-")]
    is_merge = any(argument.startswith("-merge") for argument in sys.argv)
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
    if folders and not is_merge and not any(folders[0].iterdir()):
        for number, page in enumerate(SEEDS):
            (folders[0] / f"seed-{number}").write_bytes(page)
        with tarfile.open(KEPT) as kept:
            kept.extractall(folders[0], filter="data")
    gc.freeze()  # what is loaded need not be gone through again and again
    atheris.Setup(sys.argv, one_input, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
