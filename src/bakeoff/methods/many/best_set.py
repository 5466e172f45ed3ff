"""Which models may be the best: Hsu's comparison with the best of the others."""

from collections.abc import Callable

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.many_method import ManyMethod
from bakeoff.core.outcomes import Floats
from bakeoff.methods.many._joint import Joint, pairs_of
from bakeoff.methods.many.max_t import critical_value

HSU = "Hsu, J. C. (1996). Multiple Comparisons: Theory and Methods. Chapman & Hall."
HSU_1984 = (
    "Hsu, J. C. (1984). Constrained simultaneous confidence intervals. Annals of Statistics 12, 1136-1144."
)


def best_set(
    joint: Joint,
    deviations: Floats,
    *,
    alpha: float | Floats,
    left_out: Bools | None = None,
    sure: Callable[[int], bool] = lambda pair: True,
) -> Bools:
    """The models that may be the best: a set that contains the best with probability at least 1 - alpha.

    Of several equally good models it contains a given one with that probability, and may lack another.

    Model i may be the best unless another is better than it at level alpha: where
    ``min_j (v_i - v_j + d_i se_ij) > 0`` over all others j, with the values v and the standard errors se
    of their differences. d_i is the 1 - alpha quantile of the largest deviation of a difference (j - i)
    over all j, so it accounts for the number of other models. Models with equal answers are not compared
    with each other, nor are pairs that have a separate test because they differ on few items. A pair counts
    only where its own one-sided test is sure of it: the joint reference does not know how few clusters or
    predictions a difference rests on.

    Examples
    --------
    >>> from bakeoff.methods.many._joint import Totals
    >>> right = np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0]])
    >>> units = Totals(total=right, size=np.ones(4), repeats=np.array([20, 15, 5, 60]))
    >>> joint = units.joint(differing=np.array([20, 35, 25]), span=1.0, resamples=2000)
    >>> best_set(joint, joint.deviations(2000, 0), alpha=0.05).tolist()
    [False, True, False]
    """
    counted = ~joint.alike if left_out is None else ~joint.alike & ~left_out
    levels = np.broadcast_to(alpha, joint.values.shape).tolist()
    return np.array([_may_be(at, joint, deviations, level, counted, sure) for at, level in enumerate(levels)])


def _may_be(
    at: int, joint: Joint, deviations: Floats, alpha: float, counted: Bools, sure: Callable[[int], bool]
) -> bool:
    first, second = pairs_of(joint.values.size)
    own = ((first == at) | (second == at)) & counted
    if not own.any():
        return True
    sign = np.where(first == at, -1.0, 1.0)[own]  # of the other minus this one
    largest = np.sort((sign * deviations[:, own]).max(axis=1))
    ahead = np.flatnonzero(own)[sign * joint.statistics[own] > critical_value(largest, alpha)]
    return not any(sure(int(pair)) for pair in ahead)


record = ManyMethod(
    key="best-set",
    title="set of possible best models",
    question="Which of these models may be the best on the population that the test set was drawn from?",
    gives="best",
    over="items",
    compute=best_set,
    latex=r"\left\{ i : \min_{j \ne i} \left( v_i - v_j + d_i\, \mathrm{se}_{ij} \right) > 0 \right\}",
    procedures=("MANY-1",),
    assumptions=("the items, or the clusters of items, are independent",),
    references=(HSU_1984, HSU),
)
