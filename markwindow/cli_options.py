"""The one place where command-line words become options of extraction."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps

import click

from markwindow import methods as registry
from markwindow.archive.records import Extraction
from markwindow.options import POLICIES, SEGMENTERS, Options
from markwindow.words import words_for

ALL = "all"
"""The word that stands for all methods, or all peers."""


def names_in(words: str) -> tuple[str, ...]:
    """The names of a list with commas, each once."""
    return tuple(dict.fromkeys(name.strip() for name in words.split(",") if name.strip()))


def methods_named(
    _: click.Context, option: click.Parameter, value: str | None, *, allow_all: bool = False
) -> tuple[str, ...]:
    """The methods of a list with commas, with `allow_all` also by the one word all; a callback of click."""
    if value is None:
        return ()
    names = names_in(value)
    if allow_all and names == (ALL,):
        return tuple(registry.METHODS)
    if not names:
        raise click.BadParameter(f"name at least one method: {', '.join(registry.METHODS)}.")
    try:
        for name in names:
            registry.method_named(name)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    return names


methods_or_all = partial(methods_named, allow_all=True)


_CHOICES = {
    "images": "Markdown, HTML and TEI keep images.",
    "links": "Markdown, HTML and TEI keep the addresses of links.",
    "first_post_only": "Keep only the first post of a thread.",
    "comments": "Keep the comments of readers under an article.",
    "captions": "Keep the marked captions of pictures.",
}
"""Options that are on or off, with what they do."""


def how_options(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options that say how pages are extracted; they reach it as `how`."""

    @wraps(command)
    def with_how(
        policy: str | None,
        stop_words: frozenset[str],
        user_words: frozenset[str],
        segmenter: str,
        weights: str | None,
        **others: object,
    ) -> int:
        try:
            choices = {name: bool(others.pop(name)) for name in _CHOICES}
            options = Options(
                stop_words=stop_words,
                user_words=user_words,
                segmenter=segmenter,
                weights=weights,
                captions=choices["captions"],
                comments=choices["comments"],
                first_post_only=choices["first_post_only"],
                links=choices["links"],
                images=choices["images"],
            )
            # What is missing is said now, not page by page.
            if segmenter != SEGMENTERS[0]:
                words_for(options)
            if weights is not None:
                from markwindow.training import read_weights

                read_weights(weights)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        return command(how=Extraction(policy=policy, options=options), **others)

    made: Callable[..., int] = with_how
    for option in (
        *(
            click.option(f"--{name.replace('_', '-')}", is_flag=True, help=told)
            for name, told in _CHOICES.items()
        ),
        click.option("--weights", metavar="FILE", help="Weights that `markwindow train` wrote."),
        click.option("--segmenter", type=click.Choice(SEGMENTERS), default=SEGMENTERS[0], show_default=True),
        click.option("--user-words", callback=_words, metavar="FILE", help="Words to know, one a line."),
        click.option("--stop-words", callback=_words, metavar="FILE", help="Words to leave out, one a line."),
        click.option("--policy", type=click.Choice(POLICIES), help="Whether to keep less or more in doubt."),
    ):
        made = option(made)
    return made


def _words(_: click.Context, option: click.Parameter, path: str | None) -> frozenset[str]:
    """The words of a file, one a line; what follows a blank (jieba's frequency and class) is passed over."""
    if path is None:
        return frozenset()
    try:
        with open(path, encoding="utf-8-sig") as file:
            lines = [line.split() for line in file if not line.startswith("#")]
    except OSError as error:
        raise click.BadParameter(f"{path} cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise click.BadParameter(f"{path} is not UTF-8; save it as UTF-8, one word a line.") from None
    return frozenset(line[0] for line in lines if line)
