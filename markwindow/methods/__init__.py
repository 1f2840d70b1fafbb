"""The methods: each decides which lines of a document are main text, and can say why.

A method is an object with a name and three functions; it takes a `Document` and knows nothing of where the
page came from or what becomes of the text.
"""

from __future__ import annotations

from functools import cache
from typing import Protocol

from markwindow.document import Document


class Method(Protocol):
    """What every method offers."""

    @property
    def name(self) -> str:
        """The name it is called by."""

    def keep(self, document: Document, policy: str) -> list[bool]:
        """For each line of the document, whether it is main text."""

    def reasons(self, document: Document, policy: str, kept: list[bool]) -> list[str]:
        """For each window of the document, why its lines were kept or dropped, in words."""

    def nothing_kept(self, document: Document, policy: str) -> str:
        """Why no line at all was kept, in one sentence."""


METHODS = (
    "default",
    "title",
    "density",
    "density-mean",
    "perceptron",
    "mlp",
    "lineblocks",
    "rprop",
    "adaboost",
    "containers",
)


def method_named(name: str) -> Method:
    """The method of that name; ValueError names all there are."""
    if name not in METHODS:
        raise ValueError(f"There is no method {name!r}: choose one of {', '.join(METHODS)}.")
    return _made(name)


@cache
def _made(name: str) -> Method:
    # Each is imported when it is first used: the default needs numpy, the title rule does not.
    if name == "default":
        from markwindow.methods.default import DefaultMethod

        return DefaultMethod()
    if name == "title":
        from markwindow.methods.title import TitleMethod

        return TitleMethod()
    if name in ("perceptron", "mlp"):
        from markwindow.methods.learned_density import LearnedDensityMethod

        return LearnedDensityMethod(name)
    if name == "lineblocks":
        from markwindow.methods.lineblocks import LineBlocksMethod

        return LineBlocksMethod()
    if name == "rprop":
        from markwindow.methods.learned_lines import RpropMethod

        return RpropMethod()
    if name == "adaboost":
        from markwindow.methods.learned_lines import AdaBoostMethod

        return AdaBoostMethod()
    if name == "containers":
        from markwindow.methods.containers import ContainersMethod

        return ContainersMethod()
    from markwindow.methods.density import DensityMethod

    return DensityMethod(name, mean=name == "density-mean")
