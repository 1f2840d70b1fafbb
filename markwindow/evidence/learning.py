"""How the default method's models are learned from pages with gold text."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from markwindow.document import Document
from markwindow.evaluation.score import score
from markwindow.evidence.kinds import thread_figures
from markwindow.evidence.labels import BODY_SHARE, body_shares
from markwindow.evidence.lines import Lines, line_figure_names
from markwindow.evidence.models import Linear, fit_logistic, fit_ranking
from markwindow.evidence.regions import (
    Regions,
    read_regions,
    region_figure_names,
    region_line_figures,
)
from markwindow.evidence.surroundings import Floats
from markwindow.training import Example, check_some

# Found by cross-validation on the development pages; all within a point of F1 over a factor of three.
LINE_STRENGTH = 0.01
THREAD_LINE_STRENGTH = 0.001
REGION_LINE_STRENGTH = 0.002
THREAD_STRENGTH = 0.5
_THREAD_WEIGHT = 10.0
_INNER_FOLDS = 5
# Lines of a candidate that count for its value: those that are not surely furniture.
_LEAST_PROBABILITY = 0.1


@dataclass(slots=True)
class _Page:
    example: Example
    lines: Lines
    body: NDArray[np.bool_]
    importance: Floats
    """Of each line; a page's lines sum to 1, longer lines weigh by the root of their length."""
    fold: int

    @property
    def document(self) -> Document:
        return self.example.document

    @property
    def is_thread(self) -> bool:
        return self.example.kind == "forum"


def train(examples: Sequence[Example], without: frozenset[str] = frozenset()) -> dict[str, Linear]:
    """The five models of the default method; deterministic.

    The region model and the line model within regions learn from line probabilities that models trained on
    other pages gave (inner folds), as they will meet them on new pages.

    Raises:
        ExampleError: for pages of which none is an article with text.
    """
    pages = [_read(example) for example in examples if example.document.lines]
    check_some(pages, "page with text")
    kept_columns = _columns(line_figure_names(), without)

    def fit_lines(some: list[_Page], strength: float, thread_weight: float = 1.0) -> Linear:
        importance = np.concatenate(
            [page.importance * (thread_weight if page.is_thread else 1) for page in some]
        )
        figures = np.concatenate([page.lines.figures for page in some]) * kept_columns
        body = np.concatenate([page.body for page in some])
        return fit_logistic(figures, body, importance / importance.mean(), strength)

    line = fit_lines(pages, LINE_STRENGTH)
    figures = np.concatenate([thread_figures(page.lines, page.document.title.text) for page in pages])
    threads = np.array([page.is_thread for page in pages])
    balance = np.where(threads, 0.5 / max(1, threads.sum()), 0.5 / max(1, (~threads).sum())) * len(pages)
    articles: list[tuple[_Page, Floats, Regions, Floats]] = []
    for fold in range(_INNER_FOLDS):
        others = [page for page in pages if page.fold != fold]
        model = fit_lines(others, LINE_STRENGTH) if others else line
        for page in pages:
            if page.fold == fold and not page.is_thread:
                probability = model.probability(page.lines.figures * kept_columns)
                regions = read_regions(page.document, page.lines, probability)
                if len(regions.first):
                    articles.append((page, probability, regions, _values(page, probability, regions)))
    check_some(articles, "article with text")
    region = fit_ranking(
        [regions.figures * _columns(region_figure_names(), without) for _, _, regions, _ in articles],
        [values for _, _, _, values in articles],
    )
    return {
        "line": line,
        "thread": fit_logistic(figures, threads, balance, THREAD_STRENGTH),
        "thread_line": fit_lines(pages, THREAD_LINE_STRENGTH, _THREAD_WEIGHT),
        "region": region,
        "region_line": _fit_region_lines(articles, kept_columns),
    }


def _read(example: Example) -> _Page:
    lines = example.document.line_evidence
    importance = np.sqrt(lines.lengths + 2.0)
    fold = int(hashlib.sha256(example.sha256.encode()).hexdigest(), 16) % _INNER_FOLDS
    body = body_shares(example.document.lines, example.gold) >= BODY_SHARE
    return _Page(example, lines, body, importance / importance.sum(), fold)


def _columns(names: Sequence[str], without: frozenset[str]) -> Floats:
    """1 for the columns that training may look at, 0 for those of groups that are left out."""
    return np.array([float(name.split(":")[0] not in without) for name in names])


def _values(page: _Page, probability: Floats, regions: Regions) -> Floats:
    """How well the likely lines of each candidate agree with the gold text (F1)."""
    values = []
    likely = probability > _LEAST_PROBABILITY
    for first, end in zip(regions.first.tolist(), regions.end.tolist(), strict=True):
        lines = compress(page.document.lines[first:end], likely[first:end])
        values.append(score("\n".join(line.text for line in lines), page.example.gold).f1)
    return np.array(values)


def _fit_region_lines(articles: list[tuple[_Page, Floats, Regions, Floats]], kept_columns: Floats) -> Linear:
    figures, body, importance = [], [], []
    for page, probability, regions, values in articles:
        best = int(np.argmax(values))
        inside = slice(int(regions.first[best]), int(regions.end[best]))
        rows = region_line_figures(page.lines, probability, inside.start, inside.stop)
        figures.append(np.column_stack([rows, page.lines.figures[inside] * kept_columns]))
        body.append(page.body[inside])
        importance.append(page.importance[inside] / page.importance[inside].sum())
    weights = np.concatenate(importance)
    return fit_logistic(
        np.concatenate(figures), np.concatenate(body), weights / weights.mean(), REGION_LINE_STRENGTH
    )
