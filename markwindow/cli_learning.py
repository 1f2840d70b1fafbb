"""The commands that need gold text: how well methods do, and training those that learn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from markwindow import methods as registry
from markwindow.cli_options import ALL, methods_or_all, names_in
from markwindow.cli_sources import MOST_FAILURES_TOLD, tell
from markwindow.options import POLICIES

if TYPE_CHECKING:
    from markwindow.evaluation.evaluate import Evaluation
    from markwindow.evaluation.folds import By
    from markwindow.evaluation.runs import OtherEngine
    from markwindow.evaluation.sets import GoldSet
    from markwindow.evaluation.status import Status
    from markwindow.training import Trainable

TRAINING_POLICY = "balanced"
"""The figures on a card are those of this policy."""


def _peers(_: click.Context, option: click.Parameter, value: str | None) -> tuple[str, ...]:
    from markwindow.evaluation.peers import PEERS

    names = names_in(value or "")
    for name in names:
        if name not in PEERS and names != (ALL,):
            raise click.BadParameter(f"there is no peer {name!r}; choose all or from {', '.join(PEERS)}.")
    return names


def _gold_options(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the sets, the number of folds and the seed."""
    for option in (
        click.option(
            "--seed",
            type=click.IntRange(min=0),
            default=0,
            show_default=True,
            metavar="N",
            help="For all that is drawn by chance: the same seed gives the same figures.",
        ),
        click.option(
            "--folds",
            type=click.IntRange(min=2),
            default=10,
            show_default=True,
            metavar="N",
            help="Parts for --cv.",
        ),
        click.argument("folders", metavar="DIR…", nargs=-1, required=True),
    ):
        command = option(command)
    return command


@click.command()
@click.option(
    "--methods",
    "--method",
    callback=methods_or_all,
    default="default",
    show_default=True,
    metavar="M,…|all",
    help="Our methods.",
)
@click.option("--against", callback=_peers, metavar="PEER,…|all", help="Other engines, where installed.")
@click.option(
    "--cv", type=click.Choice(("page", "site")), help="Train methods that learn on the other folds first."
)
@click.option(
    "--worst",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Show the N worst pages of each, with what was missed and what was wrongly kept.",
)
@click.option("--policy", type=click.Choice(POLICIES), default="balanced", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Everything, page by page too, as one JSON object.")
@_gold_options
def evaluate(
    folders: tuple[str, ...],
    methods: tuple[str, ...],
    against: tuple[str, ...],
    cv: By | None,
    folds: int,
    worst: int,
    policy: str,
    as_json: bool,
    seed: int,
) -> int:
    """Score methods on pages with gold text: sets (pages/, gold/, meta.jsonl) or folders of sets."""
    sets = _sets(folders)
    if not any(one.pages for one in sets):
        return _nothing(folders)
    found = _evaluated(sets, methods, against, cv=cv, folds=folds, policy=policy, seed=seed)
    if as_json:
        from markwindow.archive.records import to_line
        from markwindow.evaluation.report import to_dict

        click.echo(to_line(to_dict(found, worst)))
    else:
        _show(found, worst)
    return int(bool(found.own_failures()))


@click.command()
@click.option("-o", "--out", required=True, metavar="FILE", help="The file to write, JSON.")
@click.option("--method", default="default", show_default=True, metavar="M", help="The method that learns.")
@click.option(
    "--cv",
    type=click.Choice(("page", "site", "none")),
    default="page",
    show_default=True,
    help="How to get the figures for the card: by folds of pages or of whole sites.",
)
@click.option("--overwrite", is_flag=True, help="Replace FILE.")
@_gold_options
def train(
    folders: tuple[str, ...],
    out: str,
    method: str,
    seed: int,
    cv: By | Literal["none"],
    folds: int,
    overwrite: bool,
) -> int:
    """Train a method on pages with gold text, and write its weights with a card.

    The card says on what and how it was trained, and how well a method trained so does on pages that it has
    not seen.
    """
    from markwindow.evaluation.cross import trained
    from markwindow.training import check_place, write_weights

    learning = _learning(method)
    path = Path(out)
    with _wrong_call():
        check_place(path, overwrite=overwrite)
    sets = _sets(folders)
    if not any(one.pages for one in sets):
        return _nothing(folders)
    known: dict[str, Any] = {}
    code = 0
    if cv != "none":
        found = _evaluated(sets, [method], [], cv=cv, folds=folds, policy=TRAINING_POLICY, seed=seed)
        _show(found)
        code = int(bool(found.own_failures()))
        known = {"figures": found.summaries[method], "cv": cv, "folds": folds}
    with _wrong_call(), _status() as status:
        weights, card = trained(learning, sets, seed, status.tell, **known)
    try:
        write_weights(path, learning.name, weights, card)
    except OSError as error:
        tell(f"{path} cannot be written ({error.strerror or error}); nothing was changed.")
        return 1
    tell(f"{learning.name}, trained on {len(card['pages'])} pages, is written to {path}.")
    return code


def _evaluated(
    sets: Sequence[GoldSet],
    methods: Sequence[str],
    against: Sequence[str],
    *,
    folds: int,
    cv: By | None,
    policy: str,
    seed: int,
) -> Evaluation:
    """Evaluate, with progress, and tell of pages at which our own methods failed."""
    from markwindow.evaluation import evaluate as evaluation

    peers = _opened(against)
    with _wrong_call(), _status() as status:
        found = evaluation.evaluate(
            sets, methods, peers, policy=policy, cv=cv, folds=folds, seed=seed, tell=status.tell
        )
    failures = found.own_failures()
    for name, one in failures[:MOST_FAILURES_TOLD]:
        tell(f"{one.page.key}: the method {name} failed ({one.failure}).")
    if len(failures) > MOST_FAILURES_TOLD:
        tell(f"{len(failures) - MOST_FAILURES_TOLD} failures more; evaluate --json tells of all.")
    return found


def _opened(against: Sequence[str]) -> list[OtherEngine]:
    """The peers asked for; of all those that are installed."""
    from markwindow.evaluation.peers import PEERS
    from markwindow.evaluation.runs import open_peer, open_peers

    if tuple(against) != (ALL,):
        with _wrong_call():
            return [open_peer(PEERS[name]) for name in against]
    opened, missing = open_peers(PEERS.values())
    if not opened:
        raise click.UsageError("no peer is installed; for all of them: pip install 'markwindow[peers]'")
    for sentence in missing:
        tell(f"left out: {sentence}")
    return opened


def _learning(name: str) -> Trainable:
    from markwindow.training import Trainable, trainable_names

    try:
        method = registry.method_named(name)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--method") from None
    if not isinstance(method, Trainable):
        others = trainable_names()
        mend = f"choose from {', '.join(others)}" if others else "no method of this version does"
        raise click.UsageError(f"the method {name} does not learn; {mend}.")
    return method


def _sets(folders: Sequence[str]) -> list[GoldSet]:
    from markwindow.evaluation.sets import read_sets

    with _wrong_call():
        return read_sets(folders)


def _show(found: Evaluation, worst: int = 0) -> None:
    from markwindow.archive.show import console
    from markwindow.evaluation.report import show

    show(found, console(), worst)


def _nothing(folders: Sequence[str]) -> int:
    tell(
        f"{', '.join(folders)}: no page to score there; a page to score has a text in gold/ and no gold_flag."
    )
    return 1


def _status() -> Status:
    from markwindow.evaluation.status import Status

    return Status()


@contextmanager
def _wrong_call() -> Iterator[None]:
    """Turn what says that a call was wrong into the command line's own kind."""
    from markwindow.evaluation.peers import MissingPeer
    from markwindow.evaluation.sets import SetError
    from markwindow.training import ExampleError, PlaceError

    try:
        yield
    except (SetError, MissingPeer, PlaceError, ExampleError) as error:
        raise click.UsageError(str(error)) from None
