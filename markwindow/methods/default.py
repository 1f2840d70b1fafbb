"""The default method: the title's evidence joined with everything else the page tells.

1. A line model gives every line the probability that it is main text.
2. A page model tells threads (every post counts) from articles (which lie in one region).
3. In an article, a region model scores every container, and the best one is the article's region; within it
   a second line model decides, and a few rules take out what never belongs to an article.
   In a thread, a line model of threads decides over the whole page. Lines in the same tags share their fate.
4. A page that is of another kind beyond doubt gives the titles of a forum's index, or nothing.

All models are linear, with weights in ``data/default.json`` learned by `markwindow train`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from markwindow.document import Document
from markwindow.evidence.fellows import among_fellows, in_the_midst
from markwindow.evidence.kinds import THREAD_FIGURES, comments_follow, thread_figures
from markwindow.evidence.lines import Lines, line_figure_names
from markwindow.evidence.models import Linear
from markwindow.evidence.regions import (
    REGION_LINE_FIGURES,
    read_regions,
    region_figure_names,
    region_line_figures,
)
from markwindow.evidence.surroundings import Floats
from markwindow.evidence.trimming import (
    KEEP,
    LATER_POST,
    begins_after_end,
    comment_lines,
    trim_article,
    trim_thread,
)
from markwindow.evidence.widening import joined_tables, widened
from markwindow.methods.other_kinds import other_kind, settle, why_nothing
from markwindow.methods.reasons import Decision, window_reasons
from markwindow.training import Example, read_models, read_weights

THRESHOLDS = {"strict": 0.7, "balanced": 0.5, "lenient": 0.3}
"""The probability over which a line of an article is kept, by policy."""
THREAD_THRESHOLDS = {"strict": 0.3, "balanced": 0.22, "lenient": 0.1}
"""The same for threads, whose posts are short and apart."""
_SHIPPED = str(resources.files("markwindow.data").joinpath("default.json"))
MODELS = ("line", "thread", "thread_line", "region", "region_line")


@dataclass(frozen=True, slots=True)
class DefaultMethod:
    """Keeps the lines that all evidence together finds to be main text."""

    weights: dict[str, Linear] | None = None
    """The five models; None for those that the package ships."""
    without: frozenset[str] = frozenset()
    """Groups of evidence that training and decisions leave out (for ablations)."""
    name: str = "default"

    @property
    def card(self) -> dict[str, Any] | None:
        """What the shipped weights were trained on, and how; None for other weights."""
        return read_weights(_SHIPPED)["card"] if self.weights is None else None

    def keep(self, document: Document, policy: str) -> list[bool]:
        """The lines over the policy's threshold, in the article's region or anywhere in a thread."""
        if not document.lines:
            return []
        kept: list[bool] = self._decide(document, policy).kept.tolist()
        return kept

    def reasons(self, document: Document, policy: str, kept: list[bool]) -> list[str]:
        """Which evidence kept or dropped each window."""
        if not document.lines:
            return []
        return window_reasons(document, self._decide(document, policy))

    def nothing_kept(self, document: Document, policy: str) -> str:
        """The page is of a kind without main text, or no line looks like it."""
        page = self._decide(document, policy).page if document.lines else None
        if page is not None:
            return why_nothing(page)
        others = "another method" if policy == "lenient" else "policy lenient or another method"
        return f"nothing on the page looks like main text; {others} may find some"

    def train(self, examples: Sequence[Example], seed: int) -> dict[str, Any]:
        """Weights of the five models; the training is deterministic, so the seed changes nothing."""
        from markwindow.evidence import learning

        models = learning.train(examples, self.without)
        return {name: model.to_plain() for name, model in models.items()}

    def with_weights(self, weights: dict[str, Any]) -> DefaultMethod:
        """The method with learned weights."""
        return DefaultMethod(_made(weights), self.without)

    def _decide(self, document: Document, policy: str) -> Decision:
        decision = self._decide_text(document, policy)
        page = other_kind(document, decision)
        if page is None:
            return decision
        if page.kind == "forum":
            return self._decide_thread(document, policy, page.probability)
        return settle(document, decision, page)

    def _decide_text(self, document: Document, policy: str) -> Decision:
        """The decision for an article or a thread."""
        models = self.weights or _models(document.options.weights)
        threshold = THRESHOLDS[policy]
        lines = document.line_evidence
        thread = _thread(models, document, lines)
        if thread > 0.5:
            return self._decide_thread(document, policy, thread)
        probability = models["line"].probability(lines.figures)
        count = len(probability)
        regions = read_regions(document, lines, probability)
        if not len(regions.first):
            # Not one line has a weight worth naming.
            nothing = np.zeros(count, dtype=bool)
            return Decision(lines, probability, threshold, thread, None, np.full(count, KEEP), nothing)
        score = models["region"].score(regions.figures)
        after_end = begins_after_end(lines, document.lines, probability, regions.first)
        best = int(np.argmax(np.where(after_end, score.min() - 1, score)))
        first, end = widened(lines, probability, int(regions.first[best]), int(regions.end[best]))
        inside = models["region_line"].probability(
            region_line_figures(lines, probability, first, end), lines.figures[first:end]
        )
        inside = joined_tables(document, lines, inside, first, end)
        inside = among_fellows(inside, lines.fellows[first:end], lines.groups[first:end])
        captions = document.options.captions
        verdict = trim_article(lines, document.lines, probability, first, end, captions=captions)
        inside = in_the_midst(inside, lines.groups[first:end], verdict == KEEP)
        kept = np.zeros(count, dtype=bool)
        kept[first:end] = (inside > threshold) & (verdict == KEEP)
        article = Decision(
            lines,
            _replaced(probability, first, end, inside),
            threshold,
            thread,
            (first, end),
            _replaced(np.full(count, KEEP), first, end, verdict),
            kept,
        )
        return self._with_comments(document, article, policy) if document.options.comments else article

    def _decide_thread(self, document: Document, policy: str, thread: float) -> Decision:
        models = self.weights or _models(document.options.weights)
        lines = document.line_evidence
        probability = _post_probability(models, lines)
        threshold = THREAD_THRESHOLDS[policy]
        verdict = trim_thread(lines, document.lines)
        if document.options.first_post_only:
            from markwindow.threads.posts import first_post_end

            # The same end for every policy, so that a stricter one keeps a part of the others' text.
            likely = (probability > THREAD_THRESHOLDS["balanced"]) & (verdict == KEEP)
            end = first_post_end(document, likely.tolist())
            verdict[end:][verdict[end:] == KEEP] = LATER_POST
        kept = (probability > threshold) & (verdict == KEEP)
        return Decision(lines, probability, threshold, thread, None, verdict, kept)

    def _with_comments(self, document: Document, article: Decision, policy: str) -> Decision:
        """The decision with the comments under the article, which read like the posts of a thread."""
        kept = np.flatnonzero(article.kept)
        models = self.weights or _models(document.options.weights)
        among = comment_lines(article.lines, document.lines, int(kept[-1]) + 1 if len(kept) else 0)
        probability = _post_probability(models, article.lines)
        verdict = trim_thread(article.lines, document.lines)
        sentences = (article.lines.stops > 0) & (article.lines.links < 0.5 * article.lines.lengths)
        likely_post = probability > THREAD_THRESHOLDS[policy]
        comments = among & (sentences | likely_post) & (verdict == KEEP)
        return replace(
            article,
            probability=np.where(comments, probability, article.probability),
            trimmed=np.where(comments, KEEP, article.trimmed),
            kept=article.kept | comments,
            comments=comments,
        )


def thread_probability(document: Document, lines: Lines) -> float:
    """The probability that a page is a thread, by the options' weights if they are this method's."""
    return _thread(_models(own_weights(document.options.weights)), document, lines)


def own_weights(path: str | None) -> str | None:
    """The file, if it holds weights of this method; None for another's, by which no kind is told."""
    return path if path and read_weights(path)["method"] == "default" else None


def _thread(models: dict[str, Linear], document: Document, lines: Lines) -> float:
    probability = float(models["thread"].probability(thread_figures(lines, document.title.text))[0])
    return 0.0 if probability > 0.5 and comments_follow(lines, document.lines) else probability


def _post_probability(models: dict[str, Linear], lines: Lines) -> Floats:
    return among_fellows(models["thread_line"].probability(lines.figures), lines.fellows, lines.groups)


def _replaced(values: NDArray[Any], first: int, end: int, inside: NDArray[Any]) -> NDArray[Any]:
    values = values.copy()
    values[first:end] = inside
    return values


def _models(path: str | None) -> dict[str, Linear]:
    """The models of a weights file; None for the package's own."""
    return read_models(path or _SHIPPED, "default", _made)


def _made(weights: dict[str, Any]) -> dict[str, Linear]:
    """The models of plain weights; LookupError, TypeError or ValueError for those of other figures."""
    models = {name: Linear.from_plain(weights[name]) for name in MODELS}
    line = len(line_figure_names())
    figures = (line, THREAD_FIGURES, line, len(region_figure_names()), REGION_LINE_FIGURES + line)
    for model, count in zip(models.values(), figures, strict=True):
        model.score(np.zeros((1, count)))
    return models
