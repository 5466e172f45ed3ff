"""The root of the mean squared error."""

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.metrics._assumed import NUMBERS, SQUARED
from bakeoff.metrics._numbers import errors_of


def rmse(truth: ArrayLike, prediction: ArrayLike) -> Floats:
    """A value for each item whose mean is ``R = sqrt(mean (y - prediction)^2)``.

    ``R + ((y - prediction)^2 - R^2) / (2 R)``: R and the influence of the item on it. All are 0 where R is.

    Examples
    --------
    >>> values = rmse([1.0, 2.0], [1.0, 0.0])
    >>> round(float(values.mean()) ** 2, 12)
    2.0
    """
    squares = np.square(errors_of(truth, prediction)[1])
    mean = float(np.mean(np.sort(squares)))
    root = np.sqrt(mean)
    return np.asarray(root + (squares - mean) / (2 * root)) if root else squares


def resampled_rmse(truth: Floats, prediction: Floats, weights: Ints) -> Floats:
    """The root mean squared error in each resample, by weights [resample, item].

    >>> y, said, weights = np.array([1.0, 2.0]), np.array([1.0, 0.0]), np.array([[2, 0], [0, 2]])
    >>> resampled_rmse(y, said, weights).tolist()
    [0.0, 2.0]
    """
    squares = np.square(truth - prediction)
    return np.asarray(np.sqrt(np.einsum("ri,i->r", weights, squares) / weights.sum(axis=1)))


record = Metric(
    key="rmse",
    title="root mean squared error",
    formula="sqrt(mean (y - prediction)^2)",
    higher_is_better=False,
    high=float("inf"),
    kind="whole",
    compute=rmse,
    resampled=resampled_rmse,
    latex=r"\sqrt{\frac{1}{n} \sum_i (y_i - \hat{y}_i)^2}",
    needs="numbers",
    scikit=("neg_root_mean_squared_error",),
    short=("root-mean-squared-error",),
    aliases=("RMSE", "root mean square error", "standard error of prediction"),
    not_to_confuse=(
        ("squared-error", "its square: both rank models in the same order"),
        ("mean of the folds' RMSE", "is smaller: here all folds are pooled"),
    ),
    assumptions=(NUMBERS, SQUARED),
    references=("Willmott & Matsuura 2005, Climate Research 30:79-82",),
)
