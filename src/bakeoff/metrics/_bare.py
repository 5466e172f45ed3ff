"""Scores that are given without the name of a metric."""

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats

BARE = "score"  # the metric of such scores, without a unit: higher is better
ROUNDING = 1e-9
SUPPOSED = "the metric of the scores is unknown: higher is assumed to be better; name it with --metric"


def check_bare(*scores: Floats, source: str = "the scores") -> str:
    """The key of the metric of scores that nobody named; whether higher is better must not be in doubt.

    Accuracy and most scores lie between 0 and 1. Scores elsewhere may be errors, of which the lowest is the
    best, or percentages: their metric must be named.

    >>> check_bare(np.array([0.66, 0.71]))
    'score'
    >>> check_bare(np.array([3.7, 2.1]))
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: the scores lie between 2.1 and 3.7, not between 0 and 1 as ...
    """
    low, high = (float(end(np.concatenate([each.ravel() for each in scores]))) for end in (np.min, np.max))
    if low < -ROUNDING or high > 1 + ROUNDING:
        raise InputError(
            f"{source} lie between {low:.4g} and {high:.4g}, not between 0 and 1 as accuracies do, and no "
            f"metric is named; name it, such as accuracy (also in per cent), rmse or r2, or score (higher is "
            f"better) or loss (lower is better): metric=NAME (--metric NAME)"
        )
    return BARE
