"""The coefficient of determination."""

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.metrics._assumed import NUMBERS, SQUARED
from bakeoff.metrics._numbers import errors_of


def r2(truth: ArrayLike, prediction: ArrayLike) -> Floats:
    """A value for each item whose mean is ``R2 = 1 - M / V``.

    M is the mean squared error and V the variance of the truth (over n). The value is R2 and the influence of
    the item on it: ``R2 - (e^2 - M) / V + M ((y - mean y)^2 - V) / V^2``.

    Examples
    --------
    >>> float(r2([1.0, 2.0, 3.0], [1.0, 2.0, 2.0]).mean().round(12))
    0.5
    """
    y, apart = errors_of(truth, prediction)
    squares, spread = np.square(apart), np.square(y - np.mean(np.sort(y)))
    error, variance = float(np.mean(np.sort(squares))), float(np.mean(np.sort(spread)))
    if np.ptp(y) == 0:
        raise InputError(
            f"every truth is {y[0]:g}, but r2 needs numbers that vary; use absolute-error or rmse",
            role="truth",
        )
    return np.asarray(
        1 - error / variance - (squares - error) / variance + error * (spread - variance) / variance**2
    )


def resampled_r2(truth: Floats, prediction: Floats, weights: Ints) -> Floats:
    """R2 in each resample, by weights [resample, item]; NaN where all true numbers are equal.

    >>> y, said = np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 2.0])
    >>> resampled_r2(y, said, np.array([[1, 1, 1], [3, 0, 0]])).tolist()
    [0.5, nan]
    """
    count = weights.sum(axis=1)
    middle = truth - np.mean(np.sort(truth))  # so that little is lost by cancellation
    error, first, second = (
        np.einsum("ri,i->r", weights, each) / count
        for each in (np.square(truth - prediction), middle, np.square(middle))
    )
    several = np.array([np.ptp(truth[row > 0]) > 0 for row in weights])
    found = np.full(len(weights), np.nan)
    found[several] = 1 - error[several] / (second - first**2)[several]
    return found


record = Metric(
    key="r2",
    title="R2",
    formula="1 - mean (y - prediction)^2 / mean (y - mean y)^2",
    low=float("-inf"),
    kind="whole",
    compute=r2,
    resampled=resampled_r2,
    latex=r"1 - \frac{\sum_i (y_i - \hat{y}_i)^2}{\sum_i (y_i - \bar{y})^2}",
    needs="numbers",
    chance=0.0,
    scikit=("r2",),
    short=("r-squared",),
    aliases=("R squared", "coefficient of determination", "Nash-Sutcliffe efficiency"),
    not_to_confuse=(
        ("squared correlation", "ignores a shift and a change of scale; r2 does not"),
        ("explained variance", "ignores a shift"),
    ),
    undefined="all true numbers are equal",
    assumptions=(
        "the true numbers vary as in use: where they vary less, the same errors give a lower value",
        NUMBERS,
        SQUARED,
    ),
    references=("Kvalseth 1985, The American Statistician 39:279-285",),
)
