"""The distance of predicted numbers from true ones, as a share of the true ones."""

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats
from bakeoff.metrics._assumed import NUMBERS
from bakeoff.metrics._numbers import errors_of


def mape(truth: ArrayLike, prediction: ArrayLike) -> Floats:
    """``|y - prediction| / |y|`` for each item, as a fraction: 0.1 is 10 %.

    Examples
    --------
    >>> mape([1.0, 2.0], [1.5, 0.0]).tolist()
    [0.5, 1.0]
    """
    y, apart = errors_of(truth, prediction)
    zero = np.flatnonzero(y == 0)
    if zero.size:
        raise InputError(
            f"the truth is 0 at position {zero[0]} ({zero.size} of {y.size} items), where a relative error "
            f"is undefined; use absolute-error, or leave these items out",
            role="truth",
            position=int(zero[0]),
        )
    return np.asarray(np.abs(apart) / np.abs(y))


record = Metric(
    key="mape",
    title="absolute percentage error",
    formula="|y - prediction| / |y|, one for each item",
    higher_is_better=False,
    high=float("inf"),
    kind="per-item",
    compute=mape,
    latex=r"\frac{1}{n} \sum_i \frac{|y_i - \hat{y}_i|}{|y_i|}",
    needs="numbers",
    scikit=("neg_mean_absolute_percentage_error",),
    aliases=("MAPE", "mean absolute percentage error, when averaged", "mean relative error"),
    short=("mean-absolute-percentage-error",),
    not_to_confuse=(
        ("absolute-error", "in the units of the truth, and defined where the truth is 0"),
        ("symmetric MAPE", "divides by the mean of truth and prediction"),
    ),
    undefined="a true number is 0",
    assumptions=(
        "the cost of an error is proportional to its share of the true number",
        "predictions between 0 and the truth have an error of at most 1, so low predictions are favoured",
        NUMBERS,
    ),
    references=("Hyndman & Koehler 2006, International Journal of Forecasting 22:679-688",),
)
