"""The squared distance of predicted probabilities from the outcome."""

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats
from bakeoff.core.works import DIETTERICH_1998
from bakeoff.metrics._assumed import CHANCES, SHARES, TRUTH
from bakeoff.metrics._probabilities import checked


def brier(truth: ArrayLike, prediction: ArrayLike) -> Floats:
    """``(p - y)^2`` for each item, or ``sum_c (p_c - y_c)^2`` over classes.

    The first is used if only the probability of class 1 is given, as usual for two classes; the second,
    Brier's definition, if the probabilities of all classes are given. For two classes the second is twice the
    first, so give both models in the same form.

    Parameters
    ----------
    truth
        The number of the true class of each item, 0 to classes - 1; or True for the positive class.
    prediction
        The probability of class 1 (or True), shape (n,), or of every class, shape (n, classes).

    Examples
    --------
    >>> brier([1, 0], [0.5, 0.25]).tolist()
    [0.25, 0.0625]
    >>> brier([1, 0], [[0.5, 0.5], [0.75, 0.25]]).tolist()
    [0.5, 0.125]
    """
    classes, chances = checked(truth, prediction)
    if chances.ndim == 1:
        return np.asarray(np.square(chances - classes))
    misses = chances.copy()
    misses[np.arange(len(classes)), classes] -= 1
    losses: Floats = np.sum(np.square(misses), axis=1)
    return losses


record = Metric(
    key="brier",
    title="Brier score",
    formula=(
        "(p - y)^2, one for each item; with all classes given sum_c (p_c - y_c)^2, twice that for two classes"
    ),
    higher_is_better=False,
    high=2.0,
    kind="per-item",
    compute=brier,
    latex=r"\frac{1}{n} \sum_i (p_i - y_i)^2",
    of_second_class=True,
    scikit=("neg_brier_score",),
    short=("brier-score",),
    aliases=("quadratic score", "mean squared error of probabilities"),
    not_to_confuse=(
        ("Brier skill score", "1 - Brier score / that of a reference forecast; higher is better"),
        ("squared-error", "of predicted numbers, not of probabilities"),
    ),
    assumptions=(
        "a probability that is wrong by twice as much costs four times as much",
        CHANCES,
        SHARES,
        TRUTH,
    ),
    references=("Brier 1950, Monthly Weather Review 78:1-3", DIETTERICH_1998),
)
