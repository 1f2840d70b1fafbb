"""Coverage-guided fuzzing of extraction, from our own pages.

    pip install atheris
    python tests/benchmarks/fuzz.py CORPUS -runs=2000000 -len_control=0 -max_len=20000

CORPUS is a folder that the fuzzer fills: it starts with the pages of ``tests/pages`` and keeps every input that
reached new code, so that a later run goes on from there. Every input is extracted; one in sixteen is analysed
too, by a method that changes, and must hold what ``tests/invariants.py`` says. Other arguments are libFuzzer's.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import atheris

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS), str(TESTS.parent)]
with atheris.instrument_imports(include=["markwindow"]):
    from invariants import check_page

    import markwindow
    from markwindow.methods import METHODS

MOST_SEED_BYTES = 12_000
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


def one_input(data: bytes) -> None:
    """Extract, and now and then check all that must hold."""
    number = sum(data[:64]) + len(data)
    if number % 16:
        markwindow.extract(data)
    else:
        check_page(data, METHODS[number // 16 % len(METHODS)])


def mutate(data: bytes, most: int, seed: int) -> bytes:
    """Mark-up put in, pieces moved, doubled or cut out; half the time the fuzzer's own changes."""
    chance = random.Random(seed)
    if chance.random() < 0.4:
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
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        raise SystemExit(__doc__)
    corpus = Path(sys.argv[1])
    corpus.mkdir(parents=True, exist_ok=True)
    if not any(corpus.iterdir()):
        for number, path in enumerate(sorted((TESTS / "pages").rglob("*.htm*"))):
            (corpus / f"seed-{number}").write_bytes(path.read_bytes()[:MOST_SEED_BYTES])
    atheris.Setup(sys.argv, one_input, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
