"""The measure, the pieces and the figures, beside a second reckoning of each."""

import doctest
import random
import statistics
import time
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_evaluation_sets import STORY, page, write_set

import markwindow
import markwindow.evaluation.folds
import markwindow.evaluation.pieces
import markwindow.evaluation.score
from markwindow import methods
from markwindow.evaluation.evaluate import evaluate
from markwindow.evaluation.figures import MEAN, SHORT, summarise
from markwindow.evaluation.pieces import PIECE_CHARACTERS, pieces_missing
from markwindow.evaluation.runs import OtherEngine, Outcome, run
from markwindow.evaluation.score import Score, grams, score, size
from markwindow.evaluation.sets import GoldPage, read_sets


def reckoned(text, gold):
    """The measure once more, gram by gram, as the benchmark's own program states it."""

    def pieces(text):
        normal = unicodedata.normalize("NFKC", text)
        kept = [c for c in normal if unicodedata.category(c).startswith(("L", "N"))]
        if not kept:
            return []
        return ["".join(kept[i : i + 4]) for i in range(max(1, len(kept) - 3))]

    got, want = pieces(text), pieces(gold)
    left = Counter(want)
    hits = 0
    for gram in got:
        if left[gram]:
            left[gram] -= 1
            hits += 1
    precision = hits / max(1, len(got))
    recall = hits / max(1, len(want))
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


@pytest.mark.parametrize(
    ("text", "gold", "expected"),
    [
        ("", "", (0, 0, 0)),
        ("", "大桥通车", (0, 0, 0)),
        ("大桥通车", "", (0, 0, 0)),
        ("，。！ \n", "。", (0, 0, 0)),
        ("大桥", "大桥", (1, 1, 1)),
        ("大桥", "大桥通", (0, 0, 0)),
        ("大\n桥 通，车。", "大桥通车", (1, 1, 1)),
        ("ＡＢＣ１２３㍿", "ABC123株式会社", (1, 1, 1)),
        ("e\u0301tude", "étude", (1, 1, 1)),
        ("甲乙丙丁戊，己", "甲乙丙丁戊", (2 / 3, 1, 0.8)),
        ("大桥通车大桥通车", "大桥通车", (1 / 5, 1, 1 / 3)),
        ("𠮷野家门口", "𠮷野家门口", (1, 1, 1)),
        ("①②③④", "1234", (1, 1, 1)),
    ],
)
def test_score(text, gold, expected):
    assert score(text, gold) == pytest.approx(expected)
    assert tuple(score(text, gold)) == reckoned(text, gold)


@given(
    st.lists(st.sampled_from(["大桥", "通车", "１２", "é", "e\u0301", "ﬁ", "，", "\n", "a", "㎡", "𠮷"])).map(
        "".join
    ),
    st.lists(st.sampled_from(["大桥", "通车", "12", "é", "fi", "。", " ", "b", "m2"])).map("".join),
)
def test_score_is_what_a_second_reckoning_gives(text, gold):
    assert tuple(score(text, gold)) == reckoned(text, gold)


@given(st.text(max_size=30))
def test_any_text_agrees_with_itself(text):
    assert score(text, text).f1 == (1.0 if grams(text) else 0.0)


@pytest.mark.parametrize(
    "module", [markwindow.evaluation.score, markwindow.evaluation.pieces, markwindow.evaluation.folds]
)
def test_examples_in_docstrings(module):
    assert doctest.testmod(module).failed == 0


# --- Pieces ---


def test_pieces_stand_by_line_the_longest_first():
    text = "首页 新闻\n大桥今日上午通车。\n全长三公里，明年完工\n版权所有某某网络公司"
    found = pieces_missing(text, "大桥今日上午通车。全长三公里")
    assert found.longest == ("版权所有某某网络公司", "首页 新闻", "明年完工")
    assert (found.count, found.characters) == (3, 4 + 4 + 10)


def test_what_stands_too_often_is_a_piece():
    assert pieces_missing("大桥今日通车\n大桥今日通车", "大桥今日通车").longest == ("大桥今日通车",)
    assert pieces_missing("大桥今日通车", "大桥今日通车").count == 0


def test_pieces_are_shortened_and_at_most_a_few():
    text = "\n".join(chr(0x4E00 + n) * (60 + n) for n in range(5))
    found = pieces_missing(text, "")
    assert found.count == 5
    assert [len(piece) for piece in found.longest] == [PIECE_CHARACTERS] * 3
    assert found.longest[0] == chr(0x4E04) * (PIECE_CHARACTERS - 1) + "…"


def test_pieces_show_the_text_as_it_is_written():
    assert pieces_missing("“你好”，（一）：１２３！", "").longest == ("你好”，（一）：１２３",)
    assert pieces_missing("", "大桥").longest == ()
    assert pieces_missing("ﬁ㍿", "").characters == 6


@given(st.text(alphabet="大桥通车，。\n１a", max_size=40), st.text(alphabet="大桥通车\na1", max_size=40))
def test_pieces_agree_with_the_score(text, other):
    found = pieces_missing(text, other)
    precision = score(text, other).precision
    if grams(text):
        assert (found.count == 0) == (precision == 1 or covered(text, other))
        assert found.characters <= sum(c.isalnum() for c in unicodedata.normalize("NFKC", text))
    if precision == 0:
        assert found.characters == sum(c.isalnum() for c in unicodedata.normalize("NFKC", text))


def covered(text, other):
    """Whether grams that miss are all covered by their neighbours."""
    return pieces_missing(text, other).characters == 0


# --- Figures ---


def outcome(set_name, f1, gold="字" * 600, ms=1.0, **more):
    page = GoldPage(id=f"{f1}", set=set_name, path=None, gold=gold)
    facts = {"fold": None, "seen": False, "failure": ""} | more
    return Outcome(page, "", Score(f1, f1 / 2, f1), ms, **facts)


def test_every_set_counts_alike_in_the_mean():
    found = summarise(
        [
            outcome("a", 1.0, ms=1),
            outcome("a", 0.5, ms=2, seen=True),
            outcome("a", 0.0, ms=30, failure="E: x"),
            outcome("b", 0.1, gold=" 字\n" * 499, ms=4),
        ],
        seed=0,
    )
    a, b, mean = found.by_set["a"], found.by_set["b"], found.mean
    assert (a.pages, a.precision, a.recall, a.f1, a.bad, a.failed, a.seen, a.milliseconds) == (
        3,
        0.5,
        0.25,
        0.5,
        1,
        1,
        1,
        2,
    )
    assert (b.f1, b.interval, b.bad) == (0.1, (0.1, 0.1), 1)
    assert (mean.pages, mean.f1, mean.bad, mean.failed, mean.milliseconds) == (4, pytest.approx(0.3), 2, 1, 3)
    assert (found.short.pages, found.short.f1) == (1, 0.1)


def test_short_is_under_500_characters_without_blanks():
    assert summarise([outcome("a", 1.0, gold="字" * 500)], 0).short is None
    assert summarise([outcome("a", 1.0, gold="字　" * 499)], 0).short.pages == 1
    assert size(" 字\u3000字\n") == 2


def test_interval_is_seeded_and_of_the_right_width():
    chance = random.Random(3)
    values = [chance.random() for _ in range(200)]
    outcomes = [outcome("a", value) for value in values]
    low, high = summarise(outcomes, 7).mean.interval
    assert summarise(outcomes, 7).mean.interval == summarise(outcomes, 7).by_set["a"].interval == (low, high)
    assert summarise(outcomes, 8).mean.interval != (low, high)
    error = statistics.stdev(values) / len(values) ** 0.5
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.1)
    assert (high + low) / 2 == pytest.approx(statistics.fmean(values), abs=0.3 * error)


# --- Runs ---


@pytest.fixture
def sets(tmp_path):
    pages = {
        f"p{n}": (page(*STORY[: n % 2 + 1], f"第{n}条消息在这里。"), f"第{n}条消息在这里。") for n in range(4)
    }
    meta = [{"id": "p0", "gold_flag": "off"}, {"id": "p1", "encoding": "utf-8"}]
    write_set(tmp_path / "all" / "news", pages, meta)
    write_set(tmp_path / "all" / "old", {"p1": (page("旧闻一则，").encode("gb18030"), "旧闻一则")}, meta=None)
    return read_sets([str(tmp_path / "all")])


def test_scores_are_those_of_what_extract_gives(sets):
    found = evaluate(sets, ["title", "density", "default"], policy="balanced")
    assert list(found.outcomes) == ["title", "density", "default"]
    for name, outcomes in found.outcomes.items():
        assert [one.page.key for one in outcomes] == ["news/p1", "news/p2", "news/p3", "old/p1"]
        for one in outcomes:
            assert one.text == markwindow.extract(one.page.read(), method=name)
            assert tuple(one.score) == reckoned(one.text, one.page.gold)
            assert one.milliseconds > 0
    news = found.summaries["density"].by_set["news"]
    assert news.f1 == statistics.fmean(one.score.f1 for one in found.outcomes["density"][:3])


def test_every_page_once_by_every_extractor_in_turn_with_the_right_input(sets):
    calls = []

    def peer(name):
        def extract(text, url):
            calls.append((name, text))

        return OtherEngine(name, extract, "")

    pages = [one for gold_set in sets for one in gold_set.pages]
    done = []
    outcomes = run([peer("a"), peer("b")], pages, on_page=done.append)
    in_turn = calls[2:]  # two for warmth
    assert [name for name, _ in in_turn] == ["a", "b"] * 4
    assert [text for _, text in in_turn[::2]] == [
        one.path.read_bytes().decode("utf-8") for one in pages[:3]
    ] + [pages[3].path.read_bytes().decode("gb18030")]
    assert done == [0, 1, 2, 3]
    assert [one.text for one in outcomes["a"]] == [""] * 4


def test_what_raises_scores_nothing_and_is_counted(sets):
    def extract(text, url):
        if "第2条" in text:
            raise RuntimeError("of\nsome kind")
        return "第1条消息在这里。"

    found = evaluate(sets, [], [OtherEngine("odd", extract, "")])
    failed = [one for one in found.outcomes["odd"] if one.failure]
    assert [(one.page.id, one.failure, one.score.f1, one.text) for one in failed] == [
        ("p2", "RuntimeError: of some kind", 0.0, "")
    ]
    assert found.summaries["odd"].mean.failed == 1
    assert found.own_failures() == []


def test_time_is_the_processor_s(sets):
    def slow(text, url):
        end = time.process_time() + 0.02
        while time.process_time() < end:
            pass
        time.sleep(0.02)

    found = evaluate(sets, [], [OtherEngine("slow", slow, "")])
    assert 19 < found.summaries["slow"].mean.milliseconds < 35


# --- The bench ---


@pytest.mark.bench
@pytest.mark.parametrize("method", ["density", "title"])
def test_bench_figures_are_what_a_second_reckoning_gives(method, bench_folder, bench_pages):
    found = evaluate(read_sets([str(bench_folder)]), [method])
    by_set = {}
    for one in bench_pages:
        if one.scored:
            text = markwindow.extract(one.bytes, method=method)
            by_set.setdefault(one.set, {})[one.id] = reckoned(text, one.gold)
    assert list(found.summaries[method].by_set) == sorted(by_set)
    for name, scores in by_set.items():
        figures = found.summaries[method].by_set[name]
        assert figures.pages == len(scores)
        for place, key in enumerate(("precision", "recall", "f1")):
            expected = statistics.fmean(values[place] for values in scores.values())
            assert getattr(figures, key) == pytest.approx(expected, abs=1e-12), (name, key)
        assert figures.bad == sum(values[2] < 0.5 for values in scores.values())
    per_page = {(one.page.set, one.page.id): tuple(one.score) for one in found.outcomes[method]}
    assert per_page == {
        (name, id): values for name, scores in by_set.items() for id, values in scores.items()
    }
    mean = statistics.fmean(figures.f1 for figures in found.summaries[method].by_set.values())
    assert found.summaries[method].mean.f1 == pytest.approx(mean)


def test_names_of_the_joint_rows():
    assert (MEAN, SHORT) == ("mean of the sets", "gold under 500 characters")
    assert "title" in methods.METHODS
