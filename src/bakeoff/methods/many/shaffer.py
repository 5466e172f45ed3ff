"""Shaffer's static method: tests of mean ranks that account for how many pairs can be equal at once."""

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.many_method import ManyMethod
from bakeoff.core.outcomes import Floats
from bakeoff.core.works import BENAVOLI_2016
from bakeoff.methods.many._mean_ranks import normal_p, rank_ratios
from bakeoff.methods.many._over_data_sets import (
    EXCHANGEABLE,
    HODGES_LEHMANN,
    POOL,
    Board,
    JudgedPairs,
    with_effects,
)
from bakeoff.methods.sign import INDEPENDENT_DATASETS

SHAFFER = "Shaffer, J. P. (1986). Modified sequentially rejective multiple test procedures. JASA 81, 826-831."
GARCIA_HERRERA = (
    'Garcia, S. & Herrera, F. (2008). An extension on "Statistical comparisons of classifiers over multiple '
    'data sets" for all pairwise comparisons. Journal of Machine Learning Research 9, 2677-2694.'
)


def shaffer(board: Board, *, alpha: float, family: Bools | None = None) -> JudgedPairs:
    """Test all pairs by their mean ranks, with stepwise adjusted p-values.

    ``z = (R_j - R_i) / sqrt(k (k + 1) / (6 N))`` against the normal distribution. The i-th smallest p-value
    is multiplied by the largest number of pairs, at most r - i + 1 of all r, that can be equal at once. With
    a baseline, all pairs are tested all the same. Mean ranks are used because their equality is transitive,
    as the method requires; that of signed-rank tests is not.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> scores = rng.normal(size=(12, 3)) + np.array([0.0, 0.5, 3.0])
    >>> shaffer(Board(scores=scores), alpha=0.05).p_values.round(4).tolist()
    [0.2207, 0.0001, 0.0022]
    """
    family = board.all_pairs() if family is None else family
    ratios, favours = rank_ratios(board)
    raw = normal_p(ratios)
    p_values = static(raw, board.k)
    return with_effects(board, alpha=alpha, family=family, raw=raw, p_values=p_values, favours=favours)


def static(p_values: Floats, k: int) -> Floats:
    """P-values of all pairs of k models, adjusted with Shaffer's static method.

    >>> static(np.array([0.01, 0.02, 0.03]), 3).tolist()
    [0.03, 0.03, 0.03]
    """
    possible = np.array(sorted(equal_pairs(k)))
    left = np.arange(p_values.size, 0, -1)
    factors = possible[np.searchsorted(possible, left, side="right") - 1]
    order = np.argsort(p_values, kind="stable")
    adjusted = np.empty_like(p_values)
    adjusted[order] = np.minimum(np.maximum.accumulate(p_values[order] * factors), 1.0)
    return adjusted


def equal_pairs(k: int) -> set[int]:
    """The numbers of pairs of k models that can be equal: pairs within groups of equal models.

    >>> sorted(equal_pairs(5))
    [0, 1, 2, 3, 4, 6, 10]
    """
    found: list[set[int]] = [{0}]
    for models in range(1, k + 1):
        found.append(
            {size * (size - 1) // 2 + rest for size in range(1, models + 1) for rest in found[models - size]}
        )
    return found[k]


record = ManyMethod(
    key="shaffer",
    title="mean ranks with Shaffer's static method",
    question="Which of these learners differ in mean rank over data sets like these?",
    gives="pairs",
    over="data sets",
    compute=shaffer,
    latex=(
        r"z = \frac{R_j - R_i}{\sqrt{k (k + 1) / (6 N)}}, "
        r"\quad p_{(i)}^\text{adjusted} = \max_{h \le i} t_h\, p_{(h)}"
    ),
    procedures=("MANY-2",),
    assumptions=(INDEPENDENT_DATASETS, EXCHANGEABLE, POOL),
    references=(SHAFFER, GARCIA_HERRERA, BENAVOLI_2016),
    risk="whether two learners differ depends on which other learners are included",
    estimates=HODGES_LEHMANN,
)
