"""What pages cost on an engine: python tests/benchmarks/engine.py FOLDER_OF_SETS [PAGES]

The one function that all engines run (`markwindow.engines.arrow.extract_batches`), alone in one process: CPU time a
page, bytes a page in and out as Parquet, and what 100 million pages of this kind would take.
"""

from __future__ import annotations

import io
import sys
import time
from itertools import cycle, islice
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from markwindow import warm_up
from markwindow.archive.records import Extraction
from markwindow.engines.arrow import extract_batches

BATCH = 100
MANY = 100_000_000


def main() -> None:
    """Measure and print."""
    folder, number = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 500
    paths = sorted(folder.glob("*/pages/*.html"))
    # Shuffled by name of set and page alike: a batch holds pages of all sets.
    pages = [path.read_bytes() for path in islice(cycle(sorted(paths, key=lambda path: path.name)), number)]
    table = pa.table({"id": [str(n) for n in range(number)], "html": pa.array(pages, pa.binary())})
    warm_up()
    print(
        f"{number} pages, {sum(map(len, pages)) / number / 1000:.0f} KB of HTML each, {_packed(table[: len(paths)])}"
    )
    for methods in ((), ("density",), ("title",)):
        how = Extraction(methods=methods)
        began = time.process_time()
        made = list(extract_batches(table.to_batches(max_chunksize=BATCH), how))
        seconds = (time.process_time() - began) / number
        told = pa.Table.from_batches(made)[: len(paths)]
        print(
            f"{methods[0] if methods else 'default':8} {1000 * seconds:6.2f} ms CPU a page, {1 / seconds:5.0f} pages/s a core, "
            f"{MANY * seconds / 3600:6,.0f} core hours for 100 million, records {_packed(told)}"
        )


def _packed(table: pa.Table) -> str:
    target = io.BytesIO()
    parquet.write_table(table, target, compression="zstd")
    size = target.tell() / table.num_rows
    return f"{size / 1000:.1f} KB a page as Parquet, {size * MANY / 1e9:,.0f} GB for 100 million"


if __name__ == "__main__":
    main()
