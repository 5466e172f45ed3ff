"""The squared distance of predicted numbers from true ones."""

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats
from bakeoff.core.works import DIETTERICH_1998
from bakeoff.metrics._assumed import NUMBERS, SQUARED
from bakeoff.metrics._numbers import errors_of


def squared_error(truth: ArrayLike, prediction: ArrayLike) -> Floats:
    """``(y - prediction)^2`` for each item.

    Examples
    --------
    >>> squared_error([1.0, 2.0], [1.5, 0.0]).tolist()
    [0.25, 4.0]
    """
    return np.asarray(np.square(errors_of(truth, prediction)[1]))


record = Metric(
    key="squared-error",
    title="squared error",
    formula="(y - prediction)^2, one for each item",
    higher_is_better=False,
    high=float("inf"),
    kind="per-item",
    compute=squared_error,
    latex=r"\frac{1}{n} \sum_i (y_i - \hat{y}_i)^2",
    needs="numbers",
    scikit=("neg_mean_squared_error",),
    short=("mse", "mean-squared-error"),
    aliases=("quadratic loss", "mean squared error, when averaged"),
    not_to_confuse=(
        ("rmse", "the root of the mean of these"),
        ("brier", "of probabilities against classes"),
    ),
    assumptions=(NUMBERS, SQUARED),
    references=(DIETTERICH_1998,),
)
