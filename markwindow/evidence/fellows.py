"""Fellows: lines in the same tags, of classes that speak of the same, come from one template.

They share their fate. A post of three words looks like furniture when it is alone; a button under every post
looks like text where one of them is long. Looked at together, the posts are text and the buttons are not.
"""

from __future__ import annotations

import numpy as np

from markwindow.evidence.surroundings import Floats, Ints

_SHARE = 0.5
"""What the fellows weigh; in cross-validation by page and by site all from 0.4 to 0.6 are alike."""
_SURE = 1e-4
"""No single line is surer than this, so that it cannot outvote all others."""


def among_fellows(probability: Floats, fellows: Ints) -> Floats:
    """The probability of each line, half its own and half that of its fellows (means of log-odds).

    `fellows`: the same number for all that are each other's (`Lines.fellows`).
    """
    own = np.clip(probability, _SURE, 1 - _SURE)
    own = np.log(own / (1 - own))
    group = np.unique(fellows, return_inverse=True)[1]
    mean = np.bincount(group, own) / np.bincount(group)
    return np.asarray(1 / (1 + np.exp(-((1 - _SHARE) * own + _SHARE * mean[group]))))
