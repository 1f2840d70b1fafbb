"""The benchmarks run by hand, so CI at least sees that each finds all it imports."""

import importlib.util
from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).parent / "benchmarks").glob("*.py"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_every_benchmark_finds_what_it_imports(path, monkeypatch):
    # As when it is run: what lies beside it can be imported.
    monkeypatch.syspath_prepend(path.parent)
    spec = importlib.util.spec_from_file_location(f"benchmark_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(importlib.sys.modules, spec.name, module)
    try:
        spec.loader.exec_module(module)
    except ModuleNotFoundError as error:
        if error.name.split(".")[0] == "markwindow":
            raise
        pytest.skip(f"needs {error.name}")
    assert callable(module.main)
