"""The one place where command-line words become options of extraction."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

import click

from markwindow.archive.records import Extraction
from markwindow.methods import METHODS
from markwindow.options import POLICIES, SEGMENTERS, Options
from markwindow.words import words_for

METHOD_NAMES = tuple(dict.fromkeys(("default", *METHODS)))


def methods_named(_: click.Context, option: click.Parameter, value: str | None) -> tuple[str, ...]:
    """The methods of a list with commas, each once; a callback of click."""
    names = tuple(dict.fromkeys(name.strip() for name in (value or "").split(",") if name.strip()))
    if value is not None and not names:
        raise click.BadParameter(f"name at least one method: {', '.join(METHOD_NAMES)}.")
    for name in names:
        if name not in METHOD_NAMES:
            raise click.BadParameter(f"there is no method {name!r}; choose from {', '.join(METHOD_NAMES)}.")
    return names


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
