"""The learned classics: what they look at, how they are trained, what they say, and their shipped weights."""

import json
from importlib import resources

import numpy as np
import pytest
from test_default import ARCHIVE, HARD, gold_of

from markwindow import Options, analyze, extract
from markwindow.extract import read_document
from markwindow.methods import method_named
from markwindow.methods.default import THRESHOLDS
from markwindow.methods.learned import TrainingPage
from markwindow.methods.learned_density import LearnedDensityMethod, density_features
from markwindow.methods.learned_lines import AdaBoostMethod, RpropMethod, balanced
from markwindow.methods.line_features import FEATURE_SETS, LineFigures, around, feature_set, read_figures
from markwindow.methods.previous_answers import (
    own_probabilities,
    train_on_own_answers,
    with_previous,
)
from markwindow.training import Example, as_plain, trainable_names

LEARNED = ("perceptron", "mlp", "rprop", "adaboost")
SENTENCE = "城北大桥今日上午正式通车，全长三公里，双向六车道。"
PAGE = (
    "<div><a href='http://www.example.com/a/long/address.html'>首页</a> <a href='/news/index.html'>新闻</a></div>"
    + f"<p>{SENTENCE * 4}</p>" * 4
)
FIGURES = LineFigures(
    np.array([10.0, 20.0, 9000.0]), np.array([20.0, 25.0, 10000.0]), np.array([0.0, 4.0, 2.0])
)


def test_all_of_them_learn():
    assert set(LEARNED) <= set(trainable_names())


# What they look at


def test_figures_of_lines():
    assert FIGURES.density.tolist() == [0.5, 0.8, 0.9]
    assert FIGURES.length.tolist() == [0.002, 0.004, 1.0]
    assert FIGURES.per_link.tolist() == [0.002, 0.001, 0.5]
    figures = read_figures(read_document("<p><a>大桥</a>今日<a>通车</a></p>")[0])
    assert (figures.text[0], figures.links[0]) == (6, 2)


def test_beyond_the_page_all_is_nothing():
    assert around([np.array([1.0, 2.0, 3.0])], 1, 1).tolist() == [[1, 0, 2], [2, 1, 3], [3, 2, 0]]
    assert around([np.array([7.0])], 2, 2).tolist() == [[7, 0, 0, 0, 0]]


@pytest.mark.parametrize(("number", "columns"), [(1, 9), (2, 10), (3, 11), (4, 15), (5, 9), (6, 3)])
def test_the_six_published_sets(number, columns):
    assert feature_set(FIGURES, number).shape == (3, columns)
    assert len(FEATURE_SETS) == 6


def test_the_third_set_tells_pages_by_their_text_for_a_link():
    assert set(feature_set(FIGURES, 3)[:, 0].round(6)) == {round(9030 / 6 / 5000, 6)}


@pytest.mark.parametrize("lines", [1, 2, 3])
@pytest.mark.parametrize("attributes", [1, 2, 3])
def test_the_nine_combinations(lines, attributes):
    assert density_features(FIGURES, lines, attributes).shape == (3, lines * attributes)


@pytest.mark.parametrize("wrong", [{"lines": 4}, {"attributes": 0}, {"false_keep_cost": 0.0}])
def test_a_combination_that_is_not_there_is_a_wrong_call(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        LearnedDensityMethod("mlp", **wrong)
    with pytest.raises(ValueError, match="1 to 6"):
        RpropMethod(features=7)


# How they are trained


def mixed_page():
    """Two lengths that overlap: no threshold is always right."""
    text = np.array([10.0, 10, 10, 10, 30, 30, 30, 30])
    body = np.array([False, False, False, True, False, True, True, True])
    return TrainingPage(LineFigures(text, text * 2, np.zeros(8)), body)


@pytest.mark.parametrize("name", ["perceptron", "mlp"])
def test_the_dearer_error_is_made_less(name):
    def errors(**costs):
        page = mixed_page()
        method = LearnedDensityMethod(name, lines=1, **costs)
        kept = method.probabilities(page.figures, as_plain(method.fit([page] * 20, 0))) > 0.5
        return int((kept & ~page.body).sum()), int((~kept & page.body).sum())

    assert errors() == (1, 1)
    assert errors(false_keep_cost=9.0)[0] == 0
    assert errors(false_drop_cost=9.0)[1] == 0


def test_body_lines_and_noise_lines_of_a_page_weigh_alike():
    body = np.array([True, False, False, False])
    assert balanced(body).tolist() == pytest.approx([3 / 6, 1 / 6, 1 / 6, 1 / 6])
    for one_kind in (np.ones(4, dtype=bool), np.zeros(4, dtype=bool)):
        assert balanced(one_kind).tolist() == [0.25] * 4


class Copying:
    """A model that answers as the line before was answered, and by yes at a line of 1."""

    def probability(self, inputs):
        return np.maximum(inputs[:, 0], inputs[:, -1])


def test_at_run_time_the_answer_for_the_line_before_is_the_model_s_own():
    features = np.array([[0.0], [1.0], [0.0], [0.0]])
    assert own_probabilities(Copying(), features).tolist() == [0, 1, 1, 1]
    assert with_previous(features, np.array([True, False, False, True])).tolist() == [
        [0, 0],
        [1, 1],
        [0, 0],
        [0, 0],
    ]


def test_training_adds_the_model_s_own_answers_to_the_true_ones():
    features = np.array([[0.0], [1.0], [0.0]])
    seen = []

    def fit(inputs, times):
        seen.append((inputs[:, -1].tolist(), times))
        return Copying()

    train_on_own_answers([features], [np.array([False, True, False])], fit, rounds=2)
    assert seen == [([0, 0, 1], 1), ([0, 0, 1, 0, 0, 1], 2)]


@pytest.fixture(scope="module")
def examples():
    return [
        Example(
            path.stem, read_document(path.read_bytes())[0], gold_of(path), path.stem, "article", path.stem
        )
        for path in HARD[:6]
    ]


@pytest.mark.parametrize(
    "method", [LearnedDensityMethod("perceptron"), LearnedDensityMethod("mlp"), AdaBoostMethod()]
)
def test_training_is_deterministic_and_its_weights_decide(method, examples):
    first = as_plain(method.train(examples, seed=0))
    assert first == as_plain(method.train(examples, seed=0))
    document = examples[0].document
    assert any(method.with_weights(first).keep(document, "balanced"))


@pytest.mark.parametrize("features", FEATURE_SETS)
def test_the_network_learns_any_set_and_its_weights_say_which(features, examples):
    method = RpropMethod(features=features)
    weights = as_plain(method.train(examples, seed=0))
    assert weights["features"] == features
    assert weights == as_plain(method.train(examples, seed=0))
    # A method of another set decides by what the weights were trained for.
    document = examples[0].document
    assert RpropMethod().with_weights(weights).keep(document, "balanced") == method.with_weights(
        weights
    ).keep(document, "balanced")


# What they do and say


@pytest.mark.parametrize("name", LEARNED)
def test_long_dense_lines_are_kept_and_menus_are_not(name):
    page = analyze(PAGE, method=name)
    # The network takes the page's end below the last line for a reason to drop it.
    kept = 3 if name == "mlp" else 4
    assert page.text == "\n".join([SENTENCE * 4] * kept)
    menu, text = page.windows
    assert menu.reason.startswith("dropped: probability 0.")
    assert ", not over 0.50 (" in menu.reason
    assert text.reason.startswith("kept: probability " if kept == 4 else "kept 3 of 4 lines: probability ")
    assert "100 characters" in text.reason


def test_reasons_tell_what_the_method_looked_at():
    told = {name: analyze(PAGE, method=name).windows[1].reason for name in LEARNED}
    assert "density 0.9" in told["mlp"]
    assert "density 0.9" in told["rprop"]
    assert "0 links" in told["rprop"]
    assert "the line before was " in told["adaboost"]


@pytest.mark.parametrize("name", LEARNED)
def test_a_page_of_nothing_says_so(name):
    page = analyze("<div><a href='http://www.example.com/a/long/address.html'>首</a></div>", method=name)
    assert page.text == ""
    assert page.reason.startswith(
        "no line looks like main text to this method: the likeliest has probability 0."
    )
    assert extract("", method=name) == ""


@pytest.mark.parametrize("name", [*LEARNED, "lineblocks", "containers"])
@pytest.mark.parametrize("path", [*HARD, *ARCHIVE], ids=lambda path: path.name)
def test_a_stricter_policy_keeps_a_part_of_what_a_more_lenient_one_keeps(name, path):
    document = read_document(path.read_bytes())[0]
    strict, balanced, lenient = (np.array(method_named(name).keep(document, policy)) for policy in THRESHOLDS)
    assert not (strict & ~balanced).any()
    assert not (balanced & ~lenient).any()


# The weights


@pytest.mark.parametrize("name", LEARNED)
def test_shipped_weights_are_plain_and_have_a_card(name):
    plain = json.loads(
        resources.files("markwindow.data").joinpath(f"{name}.json").read_text(encoding="utf-8")
    )
    assert plain["method"] == name
    card = method_named(name).card
    assert len(card["pages"]) == 93
    assert (card["cv"], card["folds"], card["seed"]) == ("page", 10, 0)
    assert all(0 < figures["f1"] < 1 for figures in card["figures"].values())


def test_weights_of_another_method_are_a_wrong_call():
    path = str(resources.files("markwindow.data").joinpath("mlp.json"))
    assert extract(PAGE, method="mlp", options=Options(weights=path)) != ""
    with pytest.raises(ValueError, match="holds weights of the method 'mlp', not of rprop"):
        extract(PAGE, method="rprop", options=Options(weights=path))


@pytest.fixture(scope="module")
def bench_examples(bench_folder):
    from markwindow.evaluation.cross import examples_of
    from markwindow.evaluation.sets import read_sets

    return examples_of([page for one in read_sets([str(bench_folder)]) for page in one.pages])


@pytest.mark.bench
@pytest.mark.slow
@pytest.mark.parametrize("name", LEARNED)
def test_shipped_weights_can_be_trained_again(name, bench_examples):
    method = method_named(name)
    again = method.with_weights(as_plain(method.train(bench_examples, seed=0)))
    same = [
        np.mean(np.array(method.keep(one.document, "balanced")) == again.keep(one.document, "balanced"))
        for one in bench_examples
    ]
    # Other machines add up in another order.
    assert np.mean(same) > 0.99


def test_all_methods_are_evaluated_and_those_that_learn_are_cross_validated(tmp_path):
    import click.testing
    from test_evaluation_sets import page, write_set

    from markwindow.cli import main
    from markwindow.methods import METHODS

    pages = {}
    for number in range(8):
        body = [f"这是第{number}页第{line}段。{SENTENCE * 3}" for line in range(4)]
        pages[f"p{number}"] = (page("首页", *body, "联系我们", title=f"第{number}页"), "\n".join(body))
    write_set(tmp_path / "made", pages)
    words = ["evaluate", str(tmp_path), "--methods", "all", "--cv", "page", "--folds", "2", "--json"]
    result = click.testing.CliRunner().invoke(main, words)
    assert result.exit_code == 0
    found = {one["name"]: one for one in json.loads(result.stdout)["extractors"]}
    assert set(found) == set(METHODS)
    for name in LEARNED:
        assert found[name]["note"] == "trained on the other folds, 2 folds by page"
        assert found[name]["mean"]["f1"] > 0.9
