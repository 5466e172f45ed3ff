"""Nemenyi's test: mean ranks that differ by more than the critical difference."""

import math

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.many_method import ManyMethod
from bakeoff.core.works import BENAVOLI_2016, DEMSAR_2006
from bakeoff.methods.many._mean_ranks import normal_p, range_quantile, range_tail, rank_error, rank_ratios
from bakeoff.methods.many._over_data_sets import (
    EXCHANGEABLE,
    HODGES_LEHMANN,
    POOL,
    Board,
    JudgedPairs,
    with_effects,
)
from bakeoff.methods.sign import INDEPENDENT_DATASETS

NEMENYI = "Nemenyi, P. B. (1963). Distribution-free Multiple Comparisons. PhD thesis, Princeton University."


def nemenyi(board: Board, *, alpha: float, family: Bools | None = None) -> JudgedPairs:
    """Test all pairs by the differences of their mean ranks.

    The critical difference is ``q / sqrt(2) sqrt(k (k + 1) / (6 N))`` with q the 1 - alpha quantile of the
    studentised range of k values with infinite degrees of freedom; p-values are from the same distribution.
    With a baseline, all pairs are tested all the same. Estimates are Hodges-Lehmann differences of the
    scores, with intervals of level 1 - alpha / pairs.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> scores = rng.normal(size=(12, 3)) + np.array([0.0, 0.5, 3.0])
    >>> found = nemenyi(Board(scores=scores), alpha=0.05)
    >>> round(found.critical, 4), found.p_values.round(4).tolist()
    (0.9568, [0.4385, 0.0001, 0.0062])
    """
    family = board.all_pairs() if family is None else family
    ratios, favours = rank_ratios(board)
    p_values = range_tail(math.sqrt(2) * ratios, board.k)
    return with_effects(
        board,
        alpha=alpha,
        family=family,
        raw=normal_p(ratios),
        p_values=np.where(favours == 0, 1.0, p_values),
        favours=favours,
        critical=range_quantile(alpha, board.k) / math.sqrt(2) * rank_error(board),
    )


record = ManyMethod(
    key="nemenyi",
    title="Nemenyi's test of mean ranks",
    question="Which of these learners differ in mean rank over data sets like these?",
    gives="pairs",
    over="data sets",
    compute=nemenyi,
    latex=r"CD = \frac{q_{1 - \alpha, k, \infty}}{\sqrt{2}} \sqrt{\frac{k (k + 1)}{6 N}}",
    procedures=("MANY-2",),
    assumptions=(INDEPENDENT_DATASETS, EXCHANGEABLE, POOL),
    references=(NEMENYI, DEMSAR_2006, BENAVOLI_2016),
    risk="whether two learners differ depends on which other learners are included",
    estimates=HODGES_LEHMANN,
)
