"""Sets of pages with gold text, made from the two public sources of Chinese pages that people labelled by hand.

    git clone https://github.com/opendatalab/magic-html
    git clone https://github.com/immortal-autumn/Chinese-Web-Content-Extraction-Dataset immortal
    python tests/benchmarks/convert.py magic-html immortal -o SETS
    markwindow evaluate SETS

A folder with ``benchmark/data`` is taken for the first source, one with ``Original`` and ``cleaned`` for the
second. All their pages are converted; to leave out a page whose gold is off, give it a ``gold_flag`` with the
reason in its set's ``meta.jsonl``. Figures over all pages differ from those over a part of them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from markwindow.decode import decode


@dataclass(frozen=True, slots=True)
class Labelled:
    """A page of a source, as it lies there."""

    id: str
    html: bytes
    gold: str
    kind: str
    url: str | None = None
    date: str | None = None
    author: str | None = None


def main() -> None:
    """Convert every source that is named."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", nargs="+", type=Path, help="checkouts of the sources")
    parser.add_argument("-o", "--out", required=True, type=Path, help="a folder for the sets")
    arguments = parser.parse_args()
    for source in arguments.sources:
        for name, pages in sets_of(source):
            count = write_set(arguments.out / name, pages)
            print(f"{arguments.out / name}: {count} pages")


def sets_of(source: Path) -> list[tuple[str, Iterator[Labelled]]]:
    """The sets that a checkout holds; raises `SystemExit` for a folder of another layout."""
    if (source / "benchmark" / "data").is_dir():
        data = source / "benchmark" / "data"
        return [(f"magic_html_{kind}", _magic_html(data / kind, kind)) for kind in ("article", "forum")]
    if (source / "Original").is_dir() and (source / "cleaned").is_dir():
        return [("immortal_cn69", _immortal(source))]
    raise SystemExit(f"{source}: neither benchmark/data nor Original and cleaned in it; give a checkout.")


def write_set(folder: Path, pages: Iterator[Labelled]) -> int:
    """Write a set; the number of its pages."""
    for part in ("pages", "gold"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    lines = []
    for page in pages:
        (folder / "pages" / f"{page.id}.html").write_bytes(page.html)
        gold = "\n".join(line.strip() for line in page.gold.splitlines() if line.strip())
        (folder / "gold" / f"{page.id}.txt").write_text(gold + "\n", encoding="utf-8")
        meta = {
            "id": page.id,
            "url": page.url,
            "site": urlsplit(page.url).hostname if page.url else None,
            "encoding": decode(page.html)[1].encoding,
            "kind": page.kind,
            "gold_date": page.date,
            "gold_author": page.author,
        }
        lines.append(json.dumps({key: value for key, value in meta.items() if value}, ensure_ascii=False))
    (folder / "meta.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return len(lines)


def _magic_html(folder: Path, kind: str) -> Iterator[Labelled]:
    """One JSON object: the page's name → its address and content."""
    labels = json.loads((folder / "base.json").read_text(encoding="utf-8"))
    for name, label in sorted(labels.items()):
        html = (folder / "htmls" / f"{name}.html").read_bytes()
        yield Labelled(name[:12], html, label["content"], kind, label.get("url"))


def _immortal(folder: Path) -> Iterator[Labelled]:
    """A file a page in each folder; what is not known is UNKNOWN."""
    for path in sorted((folder / "Original").glob("*.html")):
        found = [_text(folder / part / f"{path.stem}.txt") for part in ("cleaned", "date", "author")]
        gold, date, author = found
        if gold is not None:
            yield Labelled(path.stem[:8], path.read_bytes(), gold, "article", None, date, author)


def _text(path: Path) -> str | None:
    if not path.exists():
        return None
    text = decode(path.read_bytes())[0].strip()
    return None if text in ("", "UNKNOWN") else text


if __name__ == "__main__":
    main()
