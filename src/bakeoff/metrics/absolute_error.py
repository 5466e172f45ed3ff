"""The absolute distance of predicted numbers from true ones."""

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats
from bakeoff.metrics._assumed import NUMBERS
from bakeoff.metrics._numbers import errors_of


def absolute_error(truth: ArrayLike, prediction: ArrayLike) -> Floats:
    """``|y - prediction|`` for each item.

    Examples
    --------
    >>> absolute_error([1.0, 2.0], [1.5, 0.0]).tolist()
    [0.5, 2.0]
    """
    return np.asarray(np.abs(errors_of(truth, prediction)[1]))


record = Metric(
    key="absolute-error",
    title="absolute error",
    formula="|y - prediction|, one for each item",
    higher_is_better=False,
    high=float("inf"),
    kind="per-item",
    compute=absolute_error,
    latex=r"\frac{1}{n} \sum_i |y_i - \hat{y}_i|",
    needs="numbers",
    scikit=("neg_mean_absolute_error",),
    short=("mae", "mean-absolute-error"),
    aliases=("MAE", "mean absolute error, when averaged", "L1 loss"),
    not_to_confuse=(
        ("median-absolute-error", "the median of these, which is robust to a few large errors"),
        ("mean absolute percentage error", "the mean of these over |y|"),
    ),
    assumptions=("the cost of an error is proportional to its size, in either direction", NUMBERS),
    references=("Willmott & Matsuura 2005, Climate Research 30:79-82",),
)
