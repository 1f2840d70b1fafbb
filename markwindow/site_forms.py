"""The one table of forms that single sites use: how they write what others write by the standards.

No method reads it: which lines are main text never depends on a site's name or classes.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FormulaForm:
    """An element that stands for a formula, with its TeX in an attribute."""

    site: str
    tag: str
    mark: str
    """The attribute that tells the form from other elements of that tag."""
    tex: str
    """The attribute that holds the TeX."""
    display_mark: tuple[str, str]
    """The attribute and value of a formula that stands on a line of its own."""


FORMULA_FORMS = (
    # <img eeimg="1" src="https://…/equation?tex=a%5E2" alt="a^2">
    FormulaForm("zhihu", "img", "eeimg", "alt", ("eeimg", "2")),
    # <span class="ztext-math" data-eeimg="1" data-tex="a^2">a^2</span>
    FormulaForm("zhihu", "span", "data-tex", "data-tex", ("data-eeimg", "2")),
)
