"""Cochran's Q: whether any of several models differ in accuracy on the same items."""

import numpy as np
from scipy import special

from bakeoff.core.arrays import Bools
from bakeoff.core.many_method import ManyMethod
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.ranking import Omnibus
from bakeoff.core.rng import generator

COCHRAN = "Cochran, W. G. (1950). The comparison of percentages in matched samples. Biometrika 37, 256-266."
FEW = 24  # mixed items times models below which the p-value is by permutation
NULL = "on each item, all models have the same chance of being right"
DRAWS = 10_000


def cochran_q(right: Bools, counts: Ints, *, rng: int = 0) -> Omnibus:
    """Test whether k models are right equally often.

    ``Q = (k - 1) (k sum C_j^2 - (sum C_j)^2) / (k sum L_i - sum L_i^2)`` with C_j the number of right
    answers of model j and L_i the number of models that are right about item i. It is compared with
    chi-squared with k - 1 degrees of freedom. Items that all or none get right carry no information; with
    few others, the p-value comes from permutations within items.

    Examples
    --------
    >>> right = np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1], [1, 1, 1]], dtype=bool)
    >>> found = cochran_q(right, np.array([20, 15, 5, 60]))
    >>> round(found.statistic, 3), round(found.p_value, 5)
    (8.75, 0.01259)
    """
    k = right.shape[1]
    alone = right.sum(axis=1)
    mixed = (alone > 0) & (alone < k)
    right, counts, alone = right[mixed], counts[mixed], alone[mixed]
    if not counts.sum():
        return _omnibus(0.0, k, 1.0, degenerate=True)
    statistic = float(_statistic(counts @ right, counts, alone, k))
    if counts.sum() * k < FEW:
        return _omnibus(statistic, k, _permuted(right, counts, statistic, rng))
    return _omnibus(statistic, k, float(special.chdtrc(k - 1, statistic)))


def _statistic(correct: Floats | Ints, counts: Ints, alone: Ints, k: int) -> Floats:
    spread = k * np.sum(correct**2, axis=-1) - np.sum(correct, axis=-1) ** 2
    return np.asarray((k - 1) * spread / (k * counts @ alone - counts @ alone**2))


def _permuted(right: Bools, counts: Ints, statistic: float, rng: int) -> float:
    items = np.repeat(right, counts, axis=0)
    drawn = generator(rng, "cochran-q").permuted(np.tile(items, (DRAWS, 1, 1)), axis=2)
    found = _statistic(
        drawn.sum(axis=1), np.ones(len(items), dtype=np.int64), items.sum(axis=1), right.shape[1]
    )
    return float((1 + np.sum(found >= statistic - 1e-9)) / (DRAWS + 1))


def _omnibus(statistic: float, k: int, p_value: float, *, degenerate: bool = False) -> Omnibus:
    return Omnibus(
        method="cochran-q",
        statistic=statistic,
        df=(float(k - 1),),
        p_value=p_value,
        null=NULL,
        degenerate=degenerate,
    )


record = ManyMethod(
    key="cochran-q",
    title="Cochran's Q",
    question="Do any of these classifiers differ in accuracy on the population of one test set?",
    gives="omnibus",
    over="items",
    compute=cochran_q,
    latex=(
        r"Q = \frac{(k - 1) \left( k \sum_j C_j^2 - \left(\sum_j C_j\right)^2 \right)}{k \sum_i L_i - "
        r"\sum_i L_i^2} \sim \chi^2_{k - 1}"
    ),
    procedures=("MANY-1",),
    assumptions=("the items are independent", NULL),
    references=(COCHRAN,),
)
