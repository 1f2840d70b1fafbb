"""What an evaluation prints: tables and worst pages for people, or one object for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from markwindow.archive.show import printable
from markwindow.evaluation.evaluate import Evaluation
from markwindow.evaluation.figures import MEAN, RESAMPLES, SHORT, Figures, Summary
from markwindow.evaluation.pieces import Pieces, pieces_missing
from markwindow.evaluation.runs import Outcome
from markwindow.evaluation.score import size

if TYPE_CHECKING:
    from rich.console import Console


def to_dict(found: Evaluation, worst: int = 0) -> dict[str, Any]:
    """Everything, page by page too, for JSON; of the `worst` pages also what was missed and wrongly kept."""
    return {
        **found.settings,
        "sets": [
            {
                "set": one.name,
                "pages": len(one.pages),
                "flagged": one.flagged,
                "without_gold": one.without_gold,
            }
            for one in found.sets
        ],
        "extractors": [
            {
                "name": extractor.name,
                "peer": extractor.is_peer,
                "note": extractor.note or None,
                **_summary_to_dict(found.summaries[extractor.name]),
                "pages": [_outcome_to_dict(one) for one in found.outcomes[extractor.name]],
                "worst": [_worst_to_dict(one) for one in found.worst(extractor.name, worst)],
            }
            for extractor in found.extractors
        ],
    }


def show(found: Evaluation, out: Console, worst: int = 0) -> None:
    """The tables, and the worst pages of each extractor."""
    from rich.text import Text

    _show_figures(found, out)
    told = [
        f"F1 of character 4-grams; 95 % interval from {RESAMPLES} resamples of the pages; "
        "CPU ms a page: median, our methods from bytes, peers from decoded text.",
    ]
    if notes := [f"{one.name}: {one.note}" for one in found.extractors if one.note]:
        told.append(f"{'; '.join(notes)}.")
    if any(summary.mean.seen for summary in found.summaries.values()):
        told.append(
            "seen: pages that the weights were trained on; --cv page or --cv site trains without them."
        )
    for line in told:
        out.print(Text(line), soft_wrap=True)
    for extractor in found.extractors:
        for outcome in found.worst(extractor.name, worst):
            _show_worst(extractor.name, outcome, out)


def _show_figures(found: Evaluation, out: Console) -> None:
    from rich.table import Column, Table
    from rich.text import Text

    means = [summary.mean for summary in found.summaries.values()]
    # Columns that hardly ever say anything are shown when they do.
    rare = [name for name in ("failed", "seen") if any(getattr(mean, name) for mean in means)]
    heads = ("pages", "precision", "recall", "F1", "95 % of F1", "F1 < 0.5", *rare, "CPU ms")
    table = Table(
        Column("set", overflow="fold"),
        Column("extractor", overflow="fold"),
        *(Column(head, justify="right", no_wrap=True) for head in heads),
    )
    for name, rows in _groups(found):
        for place, (extractor, figures) in enumerate(rows):
            table.add_row(Text(printable(name) if not place else ""), extractor, *_cells(figures, rare))
        table.add_section()
    out.print(table)


def _groups(found: Evaluation) -> Iterable[tuple[str, list[tuple[str, Figures]]]]:
    """The rows of each set, of the mean when there are several sets, and of the short pages."""
    summaries = found.summaries
    names = list(dict.fromkeys(name for summary in summaries.values() for name in summary.by_set))
    for name in names:
        yield name, [(extractor, summary.by_set[name]) for extractor, summary in summaries.items()]
    if len(names) > 1:
        yield MEAN, [(extractor, summary.mean) for extractor, summary in summaries.items()]
    short = [(extractor, summary.short) for extractor, summary in summaries.items() if summary.short]
    if short:
        yield SHORT, short


def _cells(figures: Figures, rare: Sequence[str]) -> list[str]:
    low, high = figures.interval
    return [
        str(figures.pages),
        f"{figures.precision:.4f}",
        f"{figures.recall:.4f}",
        f"{figures.f1:.4f}",
        f"{low:.3f}–{high:.3f}",
        str(figures.bad),
        *(str(getattr(figures, name)) for name in rare),
        f"{figures.milliseconds:.2f}",
    ]


def _show_worst(extractor: str, outcome: Outcome, out: Console) -> None:
    from rich.text import Text

    page = outcome.page
    seen = ", seen in training" if outcome.seen else ""
    head = f"{extractor}: {page.key} ({page.site or 'site unknown'}{seen}): F1 {outcome.score.f1:.4f}"
    out.print(Text(printable(head), style="bold"), soft_wrap=True)
    if outcome.failure:
        out.print(Text(f"    failed: {printable(outcome.failure)}"), soft_wrap=True)
    for name, pieces in _missed_and_wrong(outcome).items():
        if pieces.count:
            counted = f"{pieces.characters} letters and digits in {pieces.count} pieces"
            out.print(Text(f"    {name}: {counted}"), soft_wrap=True)
            for piece in pieces.longest:
                out.print(Text(f"        {printable(piece)}"), soft_wrap=True)


def _missed_and_wrong(outcome: Outcome) -> dict[str, Pieces]:
    return {
        "missed": pieces_missing(outcome.page.gold, outcome.text),
        "wrongly kept": pieces_missing(outcome.text, outcome.page.gold),
    }


def _summary_to_dict(summary: Summary) -> dict[str, Any]:
    return {
        "sets": {name: figures.to_dict() for name, figures in summary.by_set.items()},
        "mean": summary.mean.to_dict(),
        "short": summary.short.to_dict() if summary.short else None,
    }


def _outcome_to_dict(outcome: Outcome) -> dict[str, Any]:
    page, agrees = outcome.page, outcome.score
    return {
        "id": page.id,
        "set": page.set,
        "site": page.site,
        "kind": page.kind,
        "precision": round(agrees.precision, 6),
        "recall": round(agrees.recall, 6),
        "f1": round(agrees.f1, 6),
        "chars": size(outcome.text),
        "gold_chars": size(page.gold),
        "ms": round(outcome.milliseconds, 3),
        "fold": outcome.fold,
        "seen": outcome.seen,
        "failed": outcome.failure or None,
    }


def _worst_to_dict(outcome: Outcome) -> dict[str, Any]:
    page = outcome.page
    made: dict[str, Any] = {"id": page.id, "set": page.set, "site": page.site}
    made["f1"] = round(outcome.score.f1, 6)
    for name, pieces in _missed_and_wrong(outcome).items():
        key = name.replace(" ", "_")
        made |= {key: list(pieces.longest), f"{key}_chars": pieces.characters}
    return made | {"seen": outcome.seen, "failed": outcome.failure or None}
