"""Fellows: lines in the same tags, of classes that speak of the same, come from one template.

They share their fate. A post of three words looks like furniture when it is alone; a button under every post
looks like text where one of them is long. Looked at together, the posts are text and the buttons are not.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from markwindow.evidence.lexicon import LINE_TAGS
from markwindow.evidence.models import logistic
from markwindow.evidence.surroundings import Floats, Ints

_SHARE = 0.5
"""What the fellows weigh; in cross-validation by page and by site all from 0.4 to 0.6 are alike."""
_SURE = 1e-4
"""No single line is surer than this, so that it cannot outvote all others."""
_ITEM = LINE_TAGS.index("li")


def among_fellows(probability: Floats, fellows: Ints, groups: Ints) -> Floats:
    """The probability of each line, half its own and half that of its fellows (means of log-odds).

    `fellows`: the same number for all that are each other's (`Lines.fellows`); `groups`: which of `LINE_TAGS`
    the line stands in. The items of a list stand or fall together: of them the fellows' alone counts.
    """
    own = np.clip(probability, _SURE, 1 - _SURE)
    own = np.log(own / (1 - own))
    group = np.unique(fellows, return_inverse=True)[1]
    mean = (np.bincount(group, own) / np.bincount(group))[group]
    shares: NDArray[np.float64] = np.where(groups == _ITEM, 1.0, _SHARE)
    return logistic((1 - shares) * own + shares * mean)


# What a line gains in the midst of text, by its group of tags.
_BONUS = np.array([0.25 if "h1" in tags or "h4" in tags else 0.1 for tags in LINE_TAGS])
_SURELY_TEXT = 0.8


def in_the_midst(inside: Floats, groups: Ints, stays: NDArray[np.bool_]) -> Floats:
    """The probabilities of a region's lines; those between the first and the last sure ones that stay, more.

    Items of lists, cells and above all subheadings stand there; what is no text stands at the ends.
    """
    sure = np.flatnonzero((inside > _SURELY_TEXT) & stays)
    if len(sure) < 2:
        return inside
    probability: Floats = inside.copy()
    midst = slice(int(sure[0]) + 1, int(sure[-1]))
    probability[midst] = np.minimum(probability[midst] + _BONUS[groups[midst]], 1)
    return probability
