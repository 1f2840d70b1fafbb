"""Page kinds: a confusion table over pages with known kinds.

    python tests/benchmarks/kinds.py tests/pages/kinds [FOLDER_OF_SETS …]

A folder holds pages named KIND-NAME.html, or is a folder of benchmark sets, whose meta.jsonl tells the kind
(what is neither forum nor list there is an article) and, for half of the pages, the address.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from markwindow import page_kind
from markwindow.kind_odds import KINDS


def pages(folder: Path) -> Iterator[tuple[str, bytes, str | None]]:
    """The kind, the bytes and the address of each page."""
    for meta in sorted(folder.glob("*/meta.jsonl")):
        for line in meta.read_text(encoding="utf-8").splitlines():
            page = json.loads(line)
            kind = page["kind"] if page["kind"] in ("forum", "list") else "article"
            yield kind, (meta.parent / "pages" / f"{page['id']}.html").read_bytes(), page.get("url")
    for path in sorted(folder.glob("*-*.html")):
        yield path.stem.split("-")[0], path.read_bytes(), None


def main() -> None:
    """Print the table: a row a true kind, a column a kind that was told."""
    counts: Counter[tuple[str, str]] = Counter()
    for folder in sys.argv[1:]:
        for kind, html, url in pages(Path(folder)):
            counts[kind, page_kind(html, url).kind] += 1
    print(f"| is | {' | '.join(KINDS)} | recall |")
    print(f"|---|{'--:|' * (len(KINDS) + 1)}")
    for kind in KINDS:
        row = [counts[kind, told] for told in KINDS]
        if sum(row):
            cells = " | ".join(str(number or "") for number in row)
            print(f"| {kind} | {cells} | {counts[kind, kind] / sum(row):.2f} |")


if __name__ == "__main__":
    main()
