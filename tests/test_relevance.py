"""The published rule, and that its shortcuts decide as the full distance does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markwindow.document import Document
from markwindow.options import Options
from markwindow.relevance import TitleRule, distance
from markwindow.tree import parse
from markwindow.windows import collect_windows
from markwindow.words import Words, words_for


def plain_rule(title_words, window_words):
    """Levenshtein distance by the textbook table, and the published comparison."""
    row = list(range(len(window_words) + 1))
    for i, title_word in enumerate(title_words, 1):
        before, row = row, [i]
        for j, window_word in enumerate(window_words, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (title_word != window_word)))
    return row[-1], row[-1] < len(window_words)


# A segmenter whose words are the letters between blanks, run by run between marks.
TOY = Words(
    lambda text: (token for run in text.split("。") for token in run.split()), frozenset(), by_runs=False
)


class ToyByRuns(Words):
    def runs(self, text):
        return text.split("。")


TOY_BY_RUNS = ToyByRuns(TOY._cut, frozenset(), by_runs=True)
WORD = st.sampled_from(["甲", "乙", "丙", "丁", "戊", "己", "庚"])


@settings(max_examples=1000, deadline=None)
@given(st.lists(WORD, max_size=9), st.lists(st.lists(WORD, max_size=6), max_size=6))
def test_shortcuts_decide_as_the_full_distance(title_words, runs):
    text = "。".join(" ".join(run) for run in runs)
    window_words = [word for run in runs for word in run]
    edits, keep = plain_rule(title_words, window_words)
    assert distance(title_words, window_words) == edits
    assert TitleRule(title_words, TOY).are_relevant([text]) == [keep]
    assert TitleRule(title_words, TOY_BY_RUNS).are_relevant(["", text, text]) == [False, keep, keep]


@pytest.mark.parametrize(
    ("title", "text", "keep"),
    [
        ("甲 乙 丙 丁", "甲 乙", False),  # w ≤ t/2: not even a verbatim piece of the title
        ("甲 乙 丙 丁", "甲 乙 丙", True),  # t/2 < w < t: t − w + 1 = 2 words must match
        ("甲 乙 丙 丁", "甲 戊 己", False),
        ("甲 乙 丙 丁", "戊 己 庚 丁", True),  # w ≥ t: one match can do
        ("甲 乙 丙 丁", "丁 己 庚 戊", False),  # … if it is not too far off the diagonal
        ("甲 乙", "丙 丁 戊", False),  # no word in common
        ("", "甲 乙", False),
        ("甲", "", False),
    ],
)
def test_the_rule_worked_out(title, text, keep):
    assert TitleRule(title.split(), TOY).are_relevant([text]) == [keep]


def test_a_match_far_inside_a_long_window_needs_few_segmentations():
    seen = []

    class Counting(ToyByRuns):
        def words(self, text):
            seen.append(text)
            return super().words(text)

    text = "。".join(["己 庚"] * 100 + ["甲 丙"] + ["戊 己"] * 100)
    assert TitleRule(["甲", "乙"], Counting(TOY._cut, frozenset(), by_runs=True)).are_relevant([text]) == [
        True
    ]
    assert len(seen) == 1


@pytest.mark.bench
def test_shortcuts_on_every_window_of_every_bench_page(bench_pages):
    words = words_for(Options())
    compared = 0
    for page in bench_pages:
        document = Document(page.text, parse(page.text), Options(), None, None)
        rule = TitleRule(document.title_words, words)
        texts = [window.compared for window in collect_windows(document.lines)]
        for text, relevant in zip(texts, rule.are_relevant(texts), strict=True):
            window_words = words.words(text)
            assert relevant == (distance(document.title_words, window_words) < len(window_words)), (
                page.id,
                text[:60],
            )
            compared += 1
    assert compared > 10_000
