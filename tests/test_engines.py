"""The real engines, on this machine, give the same records as a local run of the same pages."""

import json
import os
import pickle
import shutil
import sys
from dataclasses import replace
from functools import partial

import pytest
from test_cli import EMPTY, PAGES

from markwindow.archive.records import KEYS, Extraction
from markwindow.archive.runner import run

pa = pytest.importorskip("pyarrow", reason="engines need pyarrow: pip install 'markwindow[parquet]'")

from markwindow.engines.arrow import extract_batches, schema  # noqa: E402

PAGES_WANTED = 500


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """500 pages in their real encodings, all different, some without text."""
    folder = tmp_path_factory.mktemp("pages")
    templates = sorted(path.read_bytes() for path in PAGES.rglob("*") if path.is_file())
    for number in range(PAGES_WANTED):
        html = templates[number % len(templates)].replace(b"</body>", b"<p>%d</p></body>" % number)
        if number % 50 == 0:
            html = EMPTY.encode() if number % 100 else b"%PDF-1.4 no page"
        (folder / f"{number:03d}.html").write_bytes(html)
    return folder


@pytest.fixture(scope="module")
def local(folder, tmp_path_factory):
    """What the local runner makes of them; repeats are its own to mark."""
    out = tmp_path_factory.mktemp("out") / "a.jsonl"
    run([str(folder)], str(out), Extraction(), jobs=1, ordered=True)
    made = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(made) == PAGES_WANTED
    return [record | {"repeat_of": None, "similarity": None} for record in made]


@pytest.fixture(scope="module")
def table(folder):
    paths = sorted(folder.iterdir())
    return pa.table(
        {
            "id": [path.name for path in paths],
            "archive": [folder.name] * len(paths),
            "html": pa.array([path.read_bytes() for path in paths], pa.binary()),
        }
    )


@pytest.fixture(scope="module")
def parquet(table, tmp_path_factory):
    import pyarrow.parquet

    path = tmp_path_factory.mktemp("parquet")
    for part in range(4):
        pyarrow.parquet.write_table(table.slice(part * 125, 125), path / f"part-{part}.parquet")
    return path


def by_id(records):
    return sorted(({key: made[key] for key in KEYS} for made in records), key=lambda made: made["id"])


# --- the one function


def test_batches_of_pages_give_batches_of_records(table, local):
    pages = table.slice(0, 60)
    made = list(extract_batches(pages.to_batches(max_chunksize=7)))
    assert [batch.num_rows for batch in made] == [7] * 8 + [4]
    assert all(batch.schema == schema() for batch in made)
    assert [one for batch in made for one in batch.to_pylist()] == local[:60]


def test_it_can_be_pickled_with_its_options(table):
    how = Extraction(methods=("title", "density"))
    function = pickle.loads(pickle.dumps(partial(extract_batches, how=how)))
    [made] = function(table.slice(1, 2).to_batches())
    assert made.column("id").to_pylist() == [
        "001.html#title", "001.html#density", "002.html#title", "002.html#density",
    ]  # fmt: skip


def test_pages_are_named_by_their_url_and_text_needs_no_decoding():
    pages = pa.RecordBatch.from_pylist(
        [
            {"url": "http://example.com/a", "html": "<title>渡轮</title><p>渡轮试行夜班。</p>"},
            {"url": "u", "html": None},
        ]
    )
    [made] = extract_batches([pages], Extraction(methods=("density",)))
    assert made.column("id").to_pylist() == ["http://example.com/a", "u"]
    assert made.column("text").to_pylist() == ["渡轮试行夜班。", ""]
    assert made.column("reason").to_pylist()[1] == "empty page"


def test_a_missing_column_is_told():
    with pytest.raises(ValueError, match="no column 'html', only body; rename theirs"):
        list(extract_batches([pa.RecordBatch.from_pylist([{"body": b""}])]))


# --- the engines


@pytest.mark.engines
@pytest.mark.slow
def test_spark(parquet, local, monkeypatch):
    sql = pytest.importorskip("pyspark.sql", reason="needs pyspark: pip install 'markwindow[spark]'")
    if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        pytest.skip("Spark needs a Java runtime (Debian: default-jre-headless)")
    from markwindow.engines import spark

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
    try:
        made = spark.extract(session.read.parquet(str(parquet)))
        assert made.columns == list(KEYS)
        assert "Exchange" not in made._jdf.queryExecution().toString()  # no shuffle
        assert by_id(row.asDict() for row in made.collect()) == local
    finally:
        session.stop()


@pytest.mark.engines
@pytest.mark.slow
def test_ray(parquet, local):
    ray = pytest.importorskip("ray", reason="needs Ray Data: pip install 'markwindow[ray]'")
    data = pytest.importorskip("ray.data", reason="needs Ray Data: pip install 'markwindow[ray]'")
    from markwindow.engines import ray as adapter

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        data.DataContext.get_current().enable_progress_bars = False
        made = adapter.extract(data.read_parquet(str(parquet)), batch_size=100)
        assert by_id(made.take_all()) == local
    finally:
        ray.shutdown()


@pytest.mark.engines
@pytest.mark.slow
def test_datatrove(parquet, local, tmp_path):
    pytest.importorskip("datatrove", reason="needs datatrove: pip install 'markwindow[datatrove]'")
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.readers import ParquetReader

    from markwindow.engines.datatrove import Markwindow

    found = []

    def keep(data, rank=0, world_size=1):
        for document in data:
            found.append(document.metadata | {"id": document.id, "text": document.text})
            yield document

    def pipeline(**more):
        steps = [ParquetReader(str(parquet), text_key="html"), Markwindow(**more), keep]
        return LocalPipelineExecutor(steps, tasks=1, workers=1, logging_dir=str(tmp_path / str(more)))

    pipeline(keep_empty=True).run()
    assert by_id(found) == [made | {"text": made["text"] or ""} for made in local]
    found.clear()
    stats = pipeline().run()
    with_text = [made for made in local if made["text"]]
    assert by_id(found) == with_text
    told = stats.stats[1].to_dict()["stats"]
    assert told["dropped"] == PAGES_WANTED - len(with_text)
    assert any("not a web page" in name for name in told)


@pytest.mark.engines
@pytest.mark.slow
def test_datatrove_pages_that_kill_or_hang_are_told(tmp_path):
    pytest.importorskip("datatrove", reason="needs datatrove: pip install 'markwindow[datatrove]'")
    from datatrove.data import Document
    from test_archive import Fragile

    from markwindow.engines.datatrove import Markwindow

    step = Markwindow(Fragile(), timeout=4.0, keep_empty=True)
    documents = [Document(html, str(n)) for n, html in enumerate([b"DIE", b"<p>x", b"HANG", b"<p>y"])]
    errors = [document.metadata["error"] for document in step.run(iter(documents))]
    assert errors == ["the process ended at this page.", None, "not finished after 4 seconds.", None]
    with pytest.raises(ValueError, match="one method"):
        Markwindow(replace(Extraction(), methods=("title", "density")))


@pytest.mark.parametrize(
    ("module", "package"), [("pyspark", "spark"), ("ray.data", "ray"), ("datatrove", "datatrove")]
)
def test_a_missing_engine_is_named(monkeypatch, module, package):
    from importlib import import_module

    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, f"markwindow.engines.{package}", raising=False)
    with pytest.raises(ValueError, match=rf"pip install 'markwindow\[{package}\]'"):
        import_module(f"markwindow.engines.{package}").extract(None)
