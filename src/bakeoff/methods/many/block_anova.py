"""Analysis of variance in blocks: whether any learners differ in mean score over data sets or samples."""

import math

import numpy as np
from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.core.many_method import ManyMethod
from bakeoff.core.outcomes import Floats
from bakeoff.core.ranking import Omnibus
from bakeoff.core.works import SALZBERG_1997
from bakeoff.methods.many._over_data_sets import Board
from bakeoff.methods.sign import INDEPENDENT_DATASETS

GREENHOUSE_GEISSER = (
    "Greenhouse, S. W. & Geisser, S. (1959). On methods in the analysis of profile data. "
    "Psychometrika 24, 95-112."
)
EQUAL_MEANS = "the learners have the same mean score"
NORMAL = "differences between learners are normally distributed over data sets"


def block_anova(board: Board) -> Omnibus:
    """Test whether k learners have the same mean score, each data set being a block (SIG-30).

    ``F = N sum_j (m_j - m)^2 / (k - 1) / s^2`` with m_j the mean of learner j over N data sets, m that of
    all scores x_ij and s^2 the sum of squares that is left when the means of learners and of data sets
    are subtracted, over (k - 1)(N - 1). It is compared with F with e (k - 1) and e (k - 1)(N - 1) degrees
    of freedom. e, from 1 / (k - 1) to 1, is Greenhouse and Geisser's: it is 1 if all differences between
    learners vary equally, and lower if they do not.

    Examples
    --------
    >>> scores = np.array([[0.90, 0.85, 0.80], [0.70, 0.60, 0.65], [0.82, 0.79, 0.70], [0.95, 0.90, 0.91]])
    >>> found = block_anova(Board(scores=scores))
    >>> round(found.statistic, 3), [round(each, 3) for each in found.df], round(found.p_value, 4)
    (6.216, [1.136, 3.408], 0.0773)
    """
    n, k = board.n, board.k
    if n < 2:
        raise InputError(f"block-anova got {n} data set; expected two or more, or omnibus='friedman'")
    means = board.scores.mean(axis=0)
    left = board.scores - means - board.scores.mean(axis=1, keepdims=True) + means.mean()
    between, inside = n * float(np.sum((means - means.mean()) ** 2)), float(np.sum(left**2))
    share = epsilon(left)
    df = (share * (k - 1), share * (k - 1) * (n - 1))
    between = 0.0 if between <= n * k * board.noise**2 else between
    inside = 0.0 if inside <= n * k * board.noise**2 else inside
    statistic = _ratio(between / (k - 1), inside / ((k - 1) * (n - 1)))
    return Omnibus(
        method="block-anova",
        statistic=statistic,
        df=df,
        p_value=float(special.fdtrc(*df, statistic)) if statistic else 1.0,
        null=EQUAL_MEANS,
        degenerate=not inside,
    )


def epsilon(left: Floats) -> float:
    """How far the covariance of learners is from that of equally varying differences: 1 if not at all.

    ``left`` is what is left of scores without the means of learners and of data sets.

    >>> epsilon(np.zeros((3, 4)))
    1.0
    """
    covariance = left.T @ left
    squares = float(np.sum(covariance**2))
    return float(np.trace(covariance)) ** 2 / ((left.shape[1] - 1) * squares) if squares else 1.0


def _ratio(top: float, bottom: float) -> float:
    if bottom:
        return top / bottom
    return math.inf if top else 0.0


record = ManyMethod(
    key="block-anova",
    title="analysis of variance in blocks",
    question="Do any of these learners differ in mean score over data sets like these?",
    gives="omnibus",
    over="data sets",
    compute=block_anova,
    latex=(
        r"F = \frac{N \sum_j (\bar{x}_j - \bar{x})^2 / (k - 1)}"
        r"{\sum_{ij} (x_{ij} - \bar{x}_j - \bar{x}_i + \bar{x})^2 / ((k - 1)(N - 1))} "
        r"\sim F_{\varepsilon (k - 1), \varepsilon (k - 1)(N - 1)}"
    ),
    procedures=("SIG-30",),
    assumptions=(INDEPENDENT_DATASETS, NORMAL),
    references=(SALZBERG_1997, GREENHOUSE_GEISSER),
)
