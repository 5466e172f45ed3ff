"""The median of the absolute errors."""

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.metrics._assumed import NUMBERS
from bakeoff.metrics._numbers import errors_of

BANDWIDTH = 0.9717  # of Hall and Sheather at the median and 95 %, times the cube root of the items
WIDEST = 0.49


def median_absolute_error(truth: ArrayLike, prediction: ArrayLike) -> Floats:
    """A value for each item whose mean is the median ``m`` of ``|y - prediction|``.

    ``m + (1/2 - [|e| < m]) / f(m)``, with half of what is tied at m: the influence of the item on the median.
    1 / f is how far quantiles around the median lie apart, ``(Q(1/2 + h) - Q(1/2 - h)) / (2 h)``, with Hall
    and Sheather's bandwidth h, widened where these quantiles are tied.

    Examples
    --------
    >>> float(median_absolute_error([1.0, 2.0, 3.0, 9.0], [1.5, 2.0, 2.0, 4.0]).mean().round(12))
    0.75
    """
    sizes = np.abs(errors_of(truth, prediction)[1])
    middle = float(np.median(sizes))
    above = np.sign(sizes - middle) / 2
    values = middle + _sparsity(sizes) * (above - above.mean())
    return np.asarray(values)


def _sparsity(sizes: Floats) -> float:
    """One over the density at the median."""
    width = min(BANDWIDTH * len(sizes) ** (-1 / 3), WIDEST)
    for h in (width, (width + WIDEST) / 2, WIDEST):
        low, high = np.quantile(sizes, [0.5 - h, 0.5 + h])
        if high > low:
            return float((high - low) / (2 * h))
    return 0.0


def resampled_median(truth: Floats, prediction: Floats, weights: Ints) -> Floats:
    """The median absolute error in each resample, by weights [resample, item].

    >>> y, said = np.array([1.0, 2.0, 3.0]), np.array([1.0, 1.0, 1.0])
    >>> resampled_median(y, said, np.array([[1, 1, 1], [2, 0, 2]])).tolist()
    [1.0, 1.0]
    """
    sizes = np.abs(truth - prediction)
    order = np.argsort(sizes, kind="stable")
    upto, count = np.cumsum(weights[:, order], axis=1), weights.sum(axis=1)
    ends = (np.argmax(upto > half[:, np.newaxis], axis=1) for half in ((count - 1) // 2, count // 2))
    return np.asarray(np.mean([sizes[order][each] for each in ends], axis=0))


record = Metric(
    key="median-absolute-error",
    title="median absolute error",
    formula="median |y - prediction|",
    higher_is_better=False,
    high=float("inf"),
    kind="whole",
    compute=median_absolute_error,
    resampled=resampled_median,
    latex=r"\operatorname{median}_i |y_i - \hat{y}_i|",
    needs="numbers",
    scikit=("neg_median_absolute_error",),
    short=("medae",),
    aliases=("MedAE",),
    not_to_confuse=(
        ("absolute-error", "the mean of them"),
        ("median absolute deviation", "a spread around the median of one sample"),
    ),
    assumptions=("it does not matter how large the larger half of the errors is", NUMBERS),
    references=("Hall & Sheather 1988, Journal of the Royal Statistical Society B 50:381-391",),
)
