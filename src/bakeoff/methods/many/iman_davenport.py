"""The Iman-Davenport test: Friedman's statistic compared with F, which is less conservative."""

import math

from scipy import special

from bakeoff.core.many_method import ManyMethod
from bakeoff.core.ranking import Omnibus
from bakeoff.core.works import DEMSAR_2006
from bakeoff.methods.many._over_data_sets import EXCHANGEABLE, Board
from bakeoff.methods.many.friedman import chi_squared, degenerate, few_p
from bakeoff.methods.sign import INDEPENDENT_DATASETS

IMAN_DAVENPORT = (
    "Iman, R. L. & Davenport, J. M. (1980). Approximations of the critical region of the Friedman statistic. "
    "Communications in Statistics A 9, 571-595."
)


def iman_davenport(board: Board) -> Omnibus:
    """Test whether k learners have the same ranks over N data sets.

    ``F = (N - 1) chi2 / (N (k - 1) - chi2)`` with Friedman's chi2, against F with k - 1 and (k - 1)(N - 1)
    degrees of freedom. Up to N k = 30, and where all data sets agree, the p-value is that of Friedman's test
    over all orders.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(1)
    >>> scores = rng.normal(size=(20, 3)) + np.array([0.0, 0.2, 0.4])
    >>> found = iman_davenport(Board(scores=scores))
    >>> round(found.statistic, 3), found.df, round(found.p_value, 4)
    (1.879, (2.0, 38.0), 0.1666)
    """
    n, k, chi2 = board.n, board.k, chi_squared(board)
    left = n * (k - 1) - chi2
    statistic = 0.0 if degenerate(board) else (n - 1) * chi2 / left if left > 0 else math.inf
    df = (float(k - 1), float((k - 1) * (n - 1)))
    p_value, by = few_p(board) or (float(special.fdtrc(*df, statistic)), "approximation")
    return Omnibus(
        method="iman-davenport",
        statistic=statistic,
        df=df,
        p_value=p_value,
        null=EXCHANGEABLE,
        degenerate=degenerate(board),
        by=by,
    )


record = ManyMethod(
    key="iman-davenport",
    title="Iman and Davenport's test",
    question="Do any of these learners differ over data sets like these?",
    gives="omnibus",
    over="data sets",
    compute=iman_davenport,
    latex=r"F = \frac{(N - 1)\, \chi^2}{N (k - 1) - \chi^2} \sim F_{k - 1, (k - 1)(N - 1)}",
    procedures=("MANY-2",),
    assumptions=(INDEPENDENT_DATASETS, EXCHANGEABLE),
    references=(IMAN_DAVENPORT, DEMSAR_2006),
)
