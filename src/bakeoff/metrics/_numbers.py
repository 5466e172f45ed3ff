"""Predicted and true numbers: what their metrics share."""

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, finite


def errors_of(truth: ArrayLike, prediction: ArrayLike) -> tuple[Floats, Floats]:
    """The true numbers, and each minus its prediction.

    >>> [each.tolist() for each in errors_of([1.0, 2.0], [1.5, 0.0])]
    [[1.0, 2.0], [-0.5, 2.0]]
    """
    y, guess = finite(truth, "truth", ndim=1), finite(prediction, "prediction", ndim=1)
    if len(y) != len(guess):
        raise InputError(
            f"truth has {len(y)} items and prediction {len(guess)}; expected one prediction for each item"
        )
    return y, np.asarray(y - guess)
