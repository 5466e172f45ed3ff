"""Friedman's test: whether any learners differ over data sets, by their ranks."""

import math
from itertools import permutations

import numpy as np
from scipy import special

from bakeoff.core.many_method import ManyMethod
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.ranking import Omnibus, PValueBy
from bakeoff.core.rng import generator
from bakeoff.core.works import DEMSAR_2006
from bakeoff.methods.many._over_data_sets import EXCHANGEABLE, Board
from bakeoff.methods.sign import INDEPENDENT_DATASETS

FRIEDMAN = "Friedman, M. (1937). The use of ranks to avoid the assumption of normality. JASA 32, 675-701."
FEW = 30  # data sets times learners up to which the p-value is exact or by permutation
MOST_ORDERED = 6  # learners whose orders are all gone through
DRAWS = 10_000


def friedman(board: Board) -> Omnibus:
    """Test whether k learners have the same ranks over N data sets.

    ``chi2 = (k - 1) sum_j (S_j - N (k + 1) / 2)^2 / (sum R^2 - N k (k + 1)^2 / 4)`` with S_j the sum of the
    ranks R of learner j, ties sharing their mean rank, against chi-squared with k - 1 degrees of freedom. Up
    to N k = 30 the p-value is exact (k at most 6) or by permutation of the ranks within data sets.

    Examples
    --------
    >>> scores = np.array([[0.9, 0.8, 0.7], [0.6, 0.5, 0.4], [0.8, 0.9, 0.7], [0.9, 0.6, 0.5]])
    >>> found = friedman(Board(scores=scores))
    >>> found.statistic, round(found.p_value, 4), found.by
    (6.5, 0.0417, 'exact')
    """
    statistic = chi_squared(board)
    p_value, by = few_p(board) or (float(special.chdtrc(board.k - 1, statistic)), "approximation")
    return Omnibus(
        method="friedman",
        statistic=statistic,
        df=(float(board.k - 1),),
        p_value=p_value,
        null=EXCHANGEABLE,
        degenerate=degenerate(board),
        by=by,
    )


def degenerate(board: Board) -> bool:
    """Whether the ranks are uninformative: one data set, or all learners tied on each.

    >>> degenerate(Board(scores=np.ones((5, 3)))), degenerate(Board(scores=np.eye(3)))
    (True, False)
    """
    return board.n == 1 or not _spread(board)


def _spread(board: Board) -> int:
    """Four times the sum of squared deviations of the ranks from their mean."""
    return int(np.sum((board.doubled_ranks - (board.k + 1)) ** 2))


def chi_squared(board: Board) -> float:
    """Friedman's statistic with the correction for ties; 0 where all learners are tied everywhere.

    >>> chi_squared(Board(scores=np.array([[0.9, 0.8, 0.7], [0.6, 0.5, 0.4], [0.8, 0.9, 0.7]])))
    4.666666666666667
    """
    spread = _spread(board)
    between = int(np.sum((board.doubled_ranks - (board.k + 1)).sum(axis=0) ** 2))
    return (board.k - 1) * between / spread if spread else 0.0


def few_p(board: Board) -> tuple[float, PValueBy] | None:
    """The p-value over all orders of the ranks within data sets, where there are few of either; else None.

    >>> p_value, by = few_p(Board(scores=np.array([[3.0, 2.0, 1.0], [3.0, 2.0, 1.0]])))
    >>> round(p_value, 4), by
    (0.1667, 'exact')
    """
    if not _spread(board):
        return 1.0, "exact"
    ranks = board.doubled_ranks - (board.k + 1)
    if chi_squared(board) == board.n * (board.k - 1):
        return _all_agree(ranks), "exact"
    if board.n * board.k > FEW:
        return None
    if board.k <= MOST_ORDERED:
        return _exact(ranks), "exact"
    return _permuted(ranks), "permutation"


def _all_agree(ranks: Ints) -> float:
    """The probability that all data sets give the learners the same ranks, as one of them does."""
    tied = np.unique(ranks[0], return_counts=True)[1]
    orders = math.lgamma(ranks.shape[1] + 1) - sum(math.lgamma(each + 1) for each in tied)
    return math.exp(-(len(ranks) - 1) * orders)


def _exact(ranks: Ints) -> float:
    """Rank sums data set by data set; only their sizes count, so that those of any order are one."""
    n, k = ranks.shape
    width = 4 * k * n + 1  # more than there are values of a sum
    scale = width ** np.arange(k)
    sums = np.zeros((1, k), dtype=np.int64)
    chances: Floats = np.ones(1)
    for row in ranks:
        orders = np.array(list(permutations(row)))
        after = np.sort((sums[:, np.newaxis] + orders).reshape(-1, k), axis=1)
        _, first, place = np.unique((after + width // 2) @ scale, return_index=True, return_inverse=True)
        shares = np.repeat(chances / len(orders), len(orders))
        sums, chances = after[first], np.bincount(place, weights=shares).astype(np.float64)
    observed = int(np.sum(ranks.sum(axis=0) ** 2))
    return float(min(1.0, np.sum(chances[np.sum(sums**2, axis=1) >= observed])))


def _permuted(ranks: Ints) -> float:
    drawn = generator(0, "friedman").permuted(np.tile(ranks, (DRAWS, 1, 1)), axis=2)
    found: Ints = np.sum(drawn.sum(axis=1) ** 2, axis=1)
    return float((1 + np.sum(found >= np.sum(ranks.sum(axis=0) ** 2))) / (DRAWS + 1))


record = ManyMethod(
    key="friedman",
    title="Friedman's test",
    question="Do any of these learners differ over data sets like these?",
    gives="omnibus",
    over="data sets",
    compute=friedman,
    latex=(
        r"\chi^2 = \frac{(k - 1) \sum_j \left( S_j - N (k + 1) / 2 \right)^2}{\sum R^2 - N k (k + 1)^2 / "
        r"4} \sim \chi^2_{k - 1}"
    ),
    procedures=("MANY-2",),
    assumptions=(INDEPENDENT_DATASETS, EXCHANGEABLE),
    references=(FRIEDMAN, DEMSAR_2006),
)
