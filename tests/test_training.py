"""Methods that learn: cross-validation, pages seen in training, and the weights file."""

import hashlib
import json
import os
import time
from dataclasses import dataclass, field
from importlib import resources

import pytest
from click.testing import CliRunner
from test_evaluation_sets import page, write_set

import markwindow
from markwindow import Options, analyze, extract, methods, warm_up
from markwindow.cli import main
from markwindow.evaluation.cross import cross_validated, examples_of
from markwindow.evaluation.folds import assign_folds
from markwindow.evaluation.sets import read_sets
from markwindow.methods.default import MODELS
from markwindow.training import (
    Example,
    ExampleError,
    Trainable,
    as_plain,
    read_weights,
    trainable_names,
    write_weights,
)

LONG = "这是第{}页的正文，讲城北大桥的建设经过和通车以后的情况。"


@dataclass
class LengthMethod:
    """Keeps lines of at least a length that it learns: the shortest line that gold has."""

    name: str = "length"
    shortest: int = 1
    card: dict | None = None
    trained_on: list = field(default_factory=list)

    def keep(self, document, policy):
        return [len(line.text) >= self.shortest for line in document.lines]

    def reasons(self, document, policy, kept):
        return ["" for _ in document.windows]

    def nothing_kept(self, document, policy):
        return "all lines are too short"

    def train(self, examples, seed):
        self.trained_on.append([one.id for one in examples])
        lengths = [len(line.text) for one in examples for line in one.document.lines if line.text in one.gold]
        return {"shortest": min(lengths), "seed": seed}

    def with_weights(self, weights):
        return LengthMethod(shortest=weights["shortest"])


@pytest.fixture
def method(monkeypatch):
    """The fake method, put among the others."""
    made = LengthMethod()
    by_name = methods.method_named
    monkeypatch.setattr(methods, "METHODS", (*methods.METHODS, "length"))
    monkeypatch.setattr(methods, "method_named", lambda name: made if name == "length" else by_name(name))
    return made


@pytest.fixture
def folder(tmp_path):
    """Two sets; on every page one long line, which is its gold."""
    for name, size in (("news", 6), ("old", 4)):
        pages = {
            f"{name}{n}": (page(LONG.format(n), "短句。", title=name), LONG.format(n)) for n in range(size)
        }
        meta = [
            {"id": id, "site": f"www{n % 3}.site{n % 3}.com.cn", "kind": "article"}
            for n, id in enumerate(pages)
        ]
        write_set(tmp_path / "sets" / name, pages, meta)
    return tmp_path / "sets"


def call(*words):
    try:
        runner = CliRunner(mix_stderr=False)
    except TypeError:  # click 8.2 never mixes them
        runner = CliRunner()
    return runner.invoke(main, [str(word) for word in words])


def pages_in(folder):
    return [one for gold_set in read_sets([str(folder)]) for one in gold_set.pages]


def test_what_is_trainable(method):
    assert isinstance(method, Trainable)
    assert not isinstance(methods.method_named("density"), Trainable)
    assert trainable_names()[-1] == "length"


def test_examples_are_read_as_at_run_time(folder):
    pages = pages_in(folder)
    first = examples_of(pages)[0]
    assert isinstance(first, Example)
    assert (first.id, first.site, first.kind, first.gold) == (
        "news0",
        "www0.site0.com.cn",
        "article",
        LONG.format(0),
    )
    assert first.sha256 == hashlib.sha256(pages[0].read()).hexdigest()
    assert LONG.format(0) in [line.text for line in first.document.lines]


def test_no_page_and_no_copy_of_it_is_trained_on_in_its_fold(method, tmp_path):
    same = page(LONG.format(0))
    pages = {
        "a": (same, LONG.format(0)),
        "b": (same, LONG.format(0)),
        "c": (page(LONG.format(1)), LONG.format(1)),
    }
    write_set(tmp_path / "s", pages)
    examples = examples_of(pages_in(tmp_path / "s"))
    by_fold = cross_validated(method, examples, [0, 1, 2], seed=0)
    assert method.trained_on == [["c"], ["c"], ["a", "b"]]
    assert {fold: one.shortest for fold, one in by_fold.items()} == dict.fromkeys(
        range(3), len(LONG.format(0))
    )


@pytest.mark.parametrize("by", ["page", "site"])
def test_cross_validation_by_command(method, folder, by):
    result = call("evaluate", folder, "--methods", "length,density", "--cv", by, "--folds", 5, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert (found["cv"], found["folds"]) == (by, 5)
    learned, plain = found["extractors"]
    assert learned["note"] == f"trained on the other folds, 5 folds by {by}"
    assert plain["note"] is None
    assert learned["mean"]["f1"] == 1.0
    folds = assign_folds(pages_in(folder), by, 5)
    for one in (learned, plain):
        assert {f"{p['set']}/{p['id']}": p["fold"] for p in one["pages"]} == folds
    ids = {one.id: folds[one.key] for one in pages_in(folder)}
    # One training a fold that has pages, each on the pages of all other folds.
    expected = [[id for id, own in ids.items() if own != fold] for fold in sorted(set(folds.values()))]
    assert method.trained_on == expected


def test_without_cv_the_method_runs_as_it_is(method, folder):
    found = json.loads(call("evaluate", folder, "--methods", "length", "--json").stdout)
    assert method.trained_on == []
    assert found["cv"] is found["folds"] is None
    assert found["extractors"][0]["mean"]["f1"] < 1
    assert {one["fold"] for one in found["extractors"][0]["pages"]} == {None}


def test_pages_seen_in_training_are_marked(method, folder):
    method.card = {"pages": [hashlib.sha256(pages_in(folder)[1].read()).hexdigest()]}
    found = json.loads(call("evaluate", folder, "--methods", "length,density", "--json").stdout)
    own, density = found["extractors"]
    assert [one["id"] for one in own["pages"] if one["seen"]] == ["news1"]
    assert (own["sets"]["news"]["seen"], own["sets"]["old"]["seen"], own["mean"]["seen"]) == (1, 0, 1)
    assert density["mean"]["seen"] == 0
    table = call("evaluate", folder, "--methods", "length", "--worst", 9).stdout
    assert "seen: pages that the weights were trained on" in table
    assert "(www1.site1.com.cn, seen in training)" in table
    crossed = json.loads(call("evaluate", folder, "--methods", "length", "--cv", "page", "--json").stdout)
    assert crossed["extractors"][0]["mean"]["seen"] == 0


def test_train_writes_weights_with_a_card(method, folder, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    out = tmp_path / "length.json"
    result = call("train", folder, "-o", out, "--method", "length", "--seed", 3, "--folds", 4)
    assert result.exit_code == 0
    assert result.stderr == f"markwindow: length, trained on 10 pages, is written to {out}.\n"
    assert "length: trained on the other folds, 4 folds by page." in result.stdout
    assert "mean of the sets" in result.stdout
    pages = pages_in(folder)
    ones = {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert json.loads(out.read_text(encoding="utf-8")) == {
        "method": "length",
        "weights": {"shortest": len(LONG.format(0)), "seed": 3},
        "card": {
            "data": [{"set": "news", "pages": 6}, {"set": "old", "pages": 4}],
            "pages": [hashlib.sha256(one.read()).hexdigest() for one in pages],
            "date": "1970-01-02",
            "seed": 3,
            "cv": "page",
            "folds": 4,
            "figures": {"news": ones, "old": ones},
            "version": markwindow.__version__,
        },
    }
    assert sorted(path.name for path in tmp_path.iterdir()) == ["length.json", "sets"]
    assert method.trained_on[-1] == [one.id for one in pages]
    first = out.read_bytes()
    call("train", folder, "-o", out, "--method", "length", "--seed", 3, "--folds", 4, "--overwrite")
    assert out.read_bytes() == first


def test_train_without_figures(method, folder, tmp_path):
    out = tmp_path / "length.json"
    result = call("train", folder, "-o", out, "--method", "length", "--cv", "none")
    assert (result.exit_code, result.stdout) == (0, "")
    card = json.loads(out.read_text(encoding="utf-8"))["card"]
    assert (card["figures"], card["cv"], card["folds"]) == ({}, None, None)
    assert card["date"] == time.strftime("%Y-%m-%d", time.gmtime())
    assert len(method.trained_on) == 1


def test_train_overwrites_only_when_asked(method, folder, tmp_path):
    out = tmp_path / "length.json"
    out.write_text("kept")
    result = call("train", folder, "-o", out, "--method", "length")
    assert (result.exit_code, result.stdout, out.read_text()) == (2, "", "kept")
    assert f"{out} exists; give --overwrite to replace it" in result.stderr
    assert method.trained_on == []
    assert (
        call("train", folder, "-o", out, "--method", "length", "--cv", "none", "--overwrite").exit_code == 0
    )
    assert out.read_text() != "kept"


@pytest.mark.parametrize(
    ("words", "mend"),
    [
        (["-o", "x.json", "--method", "density"], "the method density does not learn; choose from "),
        (["-o", "x.json", "--method", "guess"], "There is no method 'guess'"),
        (["-o", "nowhere/x.json", "--method", "length"], "the folder nowhere does not exist; make it first."),
        (["-o", ".", "--method", "length"], ". is a folder; give the name of a file to write."),
        (["--method", "length"], "Missing option '-o'"),
    ],
)
def test_wrong_calls_of_train(method, folder, words, mend, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = call("train", folder, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert mend in result.stderr
    assert result.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["sets"]


@pytest.mark.parametrize("cv", ["none", "page"])
def test_train_says_which_pages_it_lacks(tmp_path, cv):
    pages = {f"p{n}": (page(LONG.format(n)), LONG.format(n)) for n in range(4)}
    write_set(tmp_path / "sets", pages, [{"id": id, "kind": "forum"} for id in pages])
    result = call("train", tmp_path / "sets", "-o", tmp_path / "x.json", "--cv", cv)
    assert (result.exit_code, result.stdout) == (2, "")
    mend = "there is no article with text among the pages to learn from; give some."
    assert result.stderr.startswith(f"markwindow: {mend}")
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "x.json").exists()


@pytest.mark.parametrize("name", trainable_names())
def test_nothing_can_be_learned_from_no_page(name):
    with pytest.raises(
        ExampleError, match="there is no page with text among the pages to learn from; give some"
    ):
        methods.method_named(name).train([], seed=0)


def test_train_says_when_no_method_learns(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(methods, "METHODS", ("title", "density"))
    result = call("train", folder, "-o", tmp_path / "x.json", "--method", "density")
    assert "the method density does not learn; no method of this version does." in result.stderr


def test_a_full_disk_leaves_the_old_file(method, folder, tmp_path, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    out = tmp_path / "length.json"
    out.write_text("kept")
    monkeypatch.setattr(os, "fsync", full)
    result = call("train", folder, "-o", out, "--method", "length", "--cv", "none", "--overwrite")
    assert result.exit_code == 1
    assert f"{out} cannot be written (No space left on device); nothing was changed." in result.stderr
    assert out.read_text() == "kept"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["length.json", "sets"]


def test_weights_are_plain_json(tmp_path):
    assert as_plain({"a": (1, 0.1)}) == {"a": [1, 0.1]}
    with pytest.raises(ValueError, match="JSON"):
        as_plain({"a": float("nan")})
    with pytest.raises(TypeError):
        as_plain({"a": {1}})
    write_weights(tmp_path / "w.json", "m", {"字": [1e-300, 0.1]}, {})
    assert (
        tmp_path / "w.json"
    ).read_bytes() == '{"method": "m",\n "weights": {"字": [1e-300, 0.1]},\n "card": {}}\n'.encode()


HTML = "<title>城北大桥通车</title><h1>城北大桥通车</h1><p>城北大桥今日上午正式通车，全长三公里，双向六车道。</p>"


def shipped(name):
    """The weights file that the package has for a method."""
    return json.loads(resources.files("markwindow.data").joinpath(f"{name}.json").read_text(encoding="utf-8"))


def test_weights_of_one_s_own_decide(tmp_path):
    plain = shipped("default")
    plain["weights"]["region_line"]["bias"] = -1000.0
    own = tmp_path / "own.json"
    own.write_text(json.dumps(plain), encoding="utf-8")
    assert extract(HTML) != ""
    assert extract(HTML, options=Options(weights=str(own))) == ""
    assert read_weights(str(own))["method"] == "default"


@pytest.mark.parametrize(("name", "part"), [("default", "region_line"), ("perceptron", "model")])
def test_weights_trained_anew_decide_at_once(tmp_path, name, part):
    plain = shipped(name)
    own = tmp_path / "own.json"
    kept = []
    for bias in (1000.0, -1000.0):
        plain["weights"][part]["bias"] = bias
        write_weights(own, name, plain["weights"], plain["card"])
        kept.append(extract(HTML, method=name, options=Options(weights=str(own))) != "")
    assert kept == [True, False]


@pytest.mark.parametrize("content", ["", "[]", "{}", "[" * 100_000, None])
def test_a_file_that_holds_no_weights_is_a_wrong_call(tmp_path, content):
    path = tmp_path / "weights.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match="give a file that `markwindow train` wrote"):
        extract("<p>正文。", options=Options(weights=str(path)))


def of_other_figures(name, *parts):
    """Shipped weights of which a model has one figure more than its page has."""
    weights = model = shipped(name)["weights"]
    for part in parts:
        model = model[part]
    for figures in ("mean", "scale", "weights", "hidden"):
        if figures in model:
            model[figures].append(model[figures][-1])
    return weights


def test_weights_of_another_method_do_not_hinder_what_is_told_besides(tmp_path):
    own = tmp_path / "own.json"
    write_weights(own, "mlp", shipped("mlp")["weights"], {})
    options = Options(weights=str(own))
    warm_up(options)
    told, usual = (analyze(HTML, method="mlp", options=given) for given in (options, Options()))
    assert told.to_dict() == usual.to_dict()


@pytest.mark.parametrize(
    ("name", "weights"),
    [
        *(
            (name, nothing)
            for name in ("default", "perceptron", "mlp", "rprop", "adaboost")
            for nothing in ({}, [])
        ),
        *(("default", of_other_figures("default", name)) for name in MODELS),
        *((name, of_other_figures(name, "model")) for name in ("perceptron", "mlp", "rprop")),
        ("default", dict.fromkeys(MODELS, "weights")),
        ("mlp", shipped("mlp")["weights"] | {"lines": 4}),
        ("adaboost", {"stumps": [{"feature": 3, "threshold": 1.0, "vote": 1.0}]}),
    ],
)
def test_weights_of_another_version_are_a_wrong_call(tmp_path, name, weights):
    path = tmp_path / "weights.json"
    write_weights(path, name, weights, {})
    with pytest.raises(ValueError, match="holds weights of another version; train them anew"):
        extract(HTML, method=name, options=Options(weights=str(path)))
