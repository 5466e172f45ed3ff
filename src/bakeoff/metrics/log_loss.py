"""The negative log probability of the true class."""

import math

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats
from bakeoff.core.works import DIETTERICH_1998
from bakeoff.metrics._assumed import CHANCES, SHARES, TRUTH
from bakeoff.metrics._probabilities import checked

SMALLEST = float(np.finfo(np.float64).eps)  # as scikit-learn has it


def log_loss(truth: ArrayLike, prediction: ArrayLike) -> Floats:
    """``-ln P(true class)`` for each item.

    Probabilities below 2.2e-16 are replaced by 2.2e-16, so the largest loss is 36.04 and not infinite.

    Parameters
    ----------
    truth
        The number of the true class of each item, 0 to classes - 1; or True for the positive class.
    prediction
        The probability of class 1 (or True), shape (n,), or of every class, shape (n, classes).

    Examples
    --------
    >>> log_loss([1, 0], [0.5, 0.25]).round(6).tolist()
    [0.693147, 0.287682]
    """
    classes, chances = checked(truth, prediction)
    if chances.ndim == 2:
        of_truth = chances[np.arange(len(classes)), classes]
    else:
        of_truth = np.where(classes == 1, chances, 1 - chances)
    return np.asarray(np.abs(np.log(np.maximum(of_truth, SMALLEST))))


record = Metric(
    key="log-loss",
    title="log loss",
    formula="-ln P(true class), one for each item",
    higher_is_better=False,
    high=-math.log(SMALLEST),
    kind="per-item",
    compute=log_loss,
    latex=r"-\frac{1}{n} \sum_i \ln \, \hat{p}_i(y_i)",
    clips=True,
    scikit=("neg_log_loss",),
    short=("logloss", "cross-entropy"),
    aliases=("cross-entropy", "logarithmic score", "ignorance", "negative log-likelihood", "deviance / 2"),
    not_to_confuse=(
        ("log loss to base 2", "in bits: this one divided by ln 2"),
        (
            "unclipped log loss",
            "infinite if the true class was given probability 0; here probabilities are at least 2.2e-16",
        ),
    ),
    assumptions=(
        "no probability of the true class is 0; one that is counts as 2.2e-16, with a loss of 36",
        CHANCES,
        SHARES,
        TRUTH,
    ),
    references=("Good 1952, Journal of the Royal Statistical Society B 14:107-114", DIETTERICH_1998),
)
