"""The possible ranks of all models jointly: rank sets of Mogstad, Romano, Shaikh and Wilhelm."""

import numpy as np

from bakeoff.core.many_method import ManyMethod
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.result import Decision
from bakeoff.methods.many._joint import pairs_of

MOGSTAD = (
    "Mogstad, M., Romano, J. P., Shaikh, A. M. & Wilhelm, D. (2024). Inference for ranks with applications "
    "to mobility across neighbourhoods and academic achievement across countries. Review of Economic Studies "
    "91, 476-518."
)


def rank_sets(low: Floats, high: Floats, k: int) -> Ints:
    """The best and the worst rank that each model may have.

    From simultaneous intervals of all differences: a model ranks behind those that are significantly
    better, and ahead of those that are significantly worse. All true ranks lie within these limits with
    the joint probability of the intervals.

    Examples
    --------
    Of three models the first is better than the last, and nothing else is known.

    >>> rank_sets(np.array([-1.0, 0.5, -1.0]), np.array([2.0, 3.0, 2.0]), 3).tolist()
    [[1, 2], [1, 3], [2, 3]]
    """
    first, second = pairs_of(k)
    above, below = low > 0, high < 0
    better = np.bincount(second[above], minlength=k) + np.bincount(first[below], minlength=k)
    worse = np.bincount(first[above], minlength=k) + np.bincount(second[below], minlength=k)
    return np.column_stack([1 + better, k - worse])


def ranks_of_two(decision: Decision) -> Ints:
    """The possible ranks of two models, which follow the decision about their pair.

    >>> ranks_of_two("b-better").tolist(), ranks_of_two("undecided").tolist()
    ([[2, 2], [1, 1]], [[1, 2], [1, 2]])
    """
    ahead = np.array([{"a-better": 1.0, "b-better": -1.0}.get(decision, 0.0)])
    return rank_sets(ahead, ahead, 2)


record = ManyMethod(
    key="rank-sets",
    title="simultaneous rank sets",
    question="Which ranks may each of these models have on the population that the test set was drawn from?",
    gives="ranks",
    over="items",
    compute=rank_sets,
    latex=r"\left[ 1 + \#\{j : l_{ji} > 0\}, \; k - \#\{j : l_{ij} > 0\} \right]",
    procedures=("MANY-1",),
    assumptions=("the items, or the clusters of items, are independent",),
    references=(MOGSTAD,),
)
