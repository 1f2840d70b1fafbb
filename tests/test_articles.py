"""Article pages of 48 kinds of sites, in ``tests/pages/articles``, with what a careful person copies from them.

They were written by somebody who had not seen the code; ``meta.jsonl`` says what each one is like. Try your own
changes on them: ``markwindow evaluate tests/pages/articles``.
"""

from pathlib import Path
from statistics import fmean

import pytest

from markwindow import extract
from markwindow.evaluation.score import score
from markwindow.evaluation.sets import read_sets

[SET] = read_sets([Path(__file__).parent / "pages" / "articles"])
# A photo gallery, a stream of other articles, a poem with comments: what the method does not do well yet.
LEAST = {"45": 0.6, "30": 0.65, "39": 0.75, "47": 0.75, "41": 0.8}


def f1(page, **options):
    return score(extract(page.path.read_bytes(), **options), page.gold).f1


@pytest.mark.parametrize("page", SET.pages, ids=lambda page: page.id)
def test_every_article_is_found(page):
    assert f1(page) >= LEAST.get(page.id, 0.88)


def test_on_average_far_less_is_wrong_than_by_single_rules():
    default, title, lineblocks = (
        fmean(f1(page, method=method) for page in SET.pages) for method in ("default", "title", "lineblocks")
    )
    assert default >= 0.95
    assert default > max(title, lineblocks) + 0.1
