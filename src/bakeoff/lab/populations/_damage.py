"""Dietterich's way to make two learners equal: the better one is damaged.

Nearest neighbours get a weighted Euclidean distance with bad weights. Multiplying the attributes by the
weights and measuring plain distances is the same, so a damaged metric is a view of the attributes. Other
learners predict a wrong class at a given rate.
"""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.population import Attributes, View

CODED, DAMAGED = "coded", "damaged"


def damaged(directions: Floats, damage: float) -> View:
    """Attributes weighted by exp(damage x direction), as a damaged distance sees them: 1 without damage."""
    weights = np.exp(damage * directions)
    return lambda X: X * weights


def coded(thresholds: list[Floats]) -> View:
    """Numeric attributes as binary ones: whether attribute j is above each of ``thresholds[j]``.

    Trees that split nominal attributes then split numbers at these places.

    Examples
    --------
    >>> show = coded([np.array([1.0, 2.0]), np.array([0.5])])
    >>> show(np.array([[1.5, 0.0], [3.0, 1.0]])).tolist()
    [[1, 0, 0], [1, 1, 1]]
    """
    columns = np.repeat(np.arange(len(thresholds)), [len(each) for each in thresholds])
    places = np.concatenate(thresholds)
    return lambda X: (X[..., columns] > places).astype(np.int64)


def quantile_thresholds(X: Attributes, parts: int) -> list[Floats]:
    """Thresholds that cut each attribute into parts of about equal size, without repeats."""
    shares = np.arange(1, parts) / parts
    cuts = (np.unique(np.quantile(column, shares)) for column in X.T)
    return [cut[cut < column.max()] for cut, column in zip(cuts, X.T, strict=True)]
