"""The statistics of many data sets at once, for studies of the methods on fold scores."""

import math

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.method import Terms
from bakeoff.core.outcomes import Floats
from bakeoff.methods import METHODS
from bakeoff.methods._reference import deviation
from bakeoff.methods._repeated_cv import ratio, root_mean_square
from bakeoff.methods.cv_all_data import terms as all_together

FLAT = ("kfold-t", "resampled-t", "corrected-resampled-t")  # they take all scores as one sample
CORRECTED, HALVED = "corrected-resampled-t", "five-by-two-t"


def ratios(key: str, differences: ArrayLike, *, test_to_train: float | None = None) -> Floats:
    """U of each data set: the method's statistic over sqrt(df + 1), so that df may still be chosen.

    A method with df degrees of freedom rejects where ``|U| sqrt(df + 1)`` exceeds Student's t. As in the
    methods, 0/0 is 0, and so is what is undefined; a difference without any spread is infinite.

    Parameters
    ----------
    key
        ``kfold-t``, ``resampled-t``, ``corrected-resampled-t`` (in Bouckaert's form, SIG-27),
        ``five-by-two-t``, or any ``cv-*`` but ``cv-sign``, which has no ratio.
    differences
        (..., runs, folds): A minus B, all of one scale, such as accuracies or counts of errors.
    test_to_train
        Size of the test sets relative to the training sets, which ``corrected-resampled-t`` needs.

    Examples
    --------
    >>> ratios("cv-all-data", np.array([[[3, 1], [2, 6]], [[0, 0], [0, 0]]])).round(4).tolist()
    [1.3887, 0.0]
    """
    x = np.asarray(differences, dtype=np.float64)
    terms = _terms(key)
    _check(key, x)
    noise = 8 * float(np.finfo(float).eps) * max(1.0, float(np.max(np.abs(x), initial=0.0)))
    found = ratio(terms, x, noise)
    return np.where(np.isnan(found), 0.0, found) / _scale(key, x.shape[-2] * x.shape[-1], test_to_train)


def _terms(key: str) -> Terms:
    if key in FLAT:
        return all_together
    if key == HALVED:
        return _first_against_halves
    known = {method.key: method.terms for method in METHODS if method.terms is not None}
    if key not in known:
        raise unknown_name("method with a ratio", key, [*FLAT, HALVED, *known])
    return known[key]


def _first_against_halves(x: Floats, noise: float) -> tuple[Floats, Floats]:
    """The first difference, and the root of the runs' mean variance (SIG-15)."""
    return x[..., 0, :1], root_mean_square(deviation(x, noise, axis=-1))


def _check(key: str, x: Floats) -> None:
    least = (5, 2) if key == HALVED else (1, 1) if key in FLAT else (2, 2)
    shape = x.shape[-2:]
    fits = len(shape) == 2 and shape[0] >= least[0] and shape[1] >= least[1] and shape != (1, 1)
    if not fits or (key == HALVED and shape != least):
        some = "" if key == HALVED else "at least "
        raise InputError(
            f"differences have shape {x.shape}; {key} expected (..., runs, folds) with {some}"
            f"{least[0]} run(s) of {least[1]} fold(s), and two differences or more"
        )


def _scale(key: str, n: int, test_to_train: float | None) -> float:
    """What the ratio of mean and spread is to be divided by."""
    if key == HALVED:
        return math.sqrt(6)  # 5 degrees of freedom, which do not enter the statistic
    if key != CORRECTED:
        return 1.0
    if test_to_train is None:
        raise InputError(f"{key} needs test_to_train, the size of test sets relative to training sets")
    return math.sqrt((1 / n + test_to_train) * (n - 1))
