"""The true error of a hypothesis where the population is known (MET-12)."""

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.compare.confusion import encode
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import finite


def true_error(weights: ArrayLike, h: ArrayLike, f: ArrayLike) -> float:
    """The chance that hypothesis and target differ: ``Error_D(h) = sum_x D(x) [h(x) != f(x)]``.

    Parameters
    ----------
    weights
        D(x): the probability of each point of the population; they sum to 1.
    h, f
        What the hypothesis says and what is true at each point.

    References
    ----------
    Honavar's slides, whose example is below.

    Examples
    --------
    >>> true_error([1 / 8, 1 / 2, 1 / 8, 1 / 4], h=[0, 1, 1, 0], f=[1, 1, 0, 0])
    0.25
    """
    chances = finite(weights, "weights", ndim=1)
    said, true, _ = encode(h, f, names=("h", "f"))
    if len(chances) != len(said):
        raise InputError(
            f"weights has {len(chances)} points and h {len(said)}; expected one weight for each point"
        )
    rows = np.flatnonzero(chances < 0)
    if len(rows):
        raise InputError(
            f"weights is {chances[rows[0]]} at row {rows[0]}, counting from 0; expected at least 0"
        )
    if abs(chances.sum() - 1) > 1e-9:
        raise InputError(f"weights sum to {chances.sum()}; expected 1: divide them by their sum")
    return float(chances[said != true].sum())


def sample_error(h: ArrayLike, f: ArrayLike) -> float:
    """The share of a sample on which hypothesis and target differ: the mean 0/1 loss.

    Examples
    --------
    >>> sample_error([0, 1, 1, 0], [1, 1, 0, 0])
    0.5
    """
    said, true, _ = encode(h, f, names=("h", "f"))
    return float(np.mean(said != true))


def bias(sample_errors: ArrayLike, true: float) -> float:
    """How far an estimate is off on average: ``E[Error_S(h)] - Error_D(h)`` over the samples given.

    Examples
    --------
    >>> bias([0.25, 0.5], true=0.25)
    0.125
    """
    return float(np.mean(finite(sample_errors, "sample_errors", ndim=1)) - true)
