"""Welch's test of one difference in all slices, from their estimates and intervals."""

import math
from collections.abc import Sequence

import numpy as np
from scipy import special

from bakeoff.core.evidence import Heterogeneity
from bakeoff.core.outcomes import Floats
from bakeoff.core.result import Result, tail_share
from bakeoff.methods._reference import normal_quantile, student_quantile


def heterogeneity_of(results: Sequence[Result]) -> Heterogeneity | None:
    """Whether the difference changes from slice to slice; None where fewer than two slices can tell.

    The error of a slice is half of its interval in units of the quantile that made it, Student's or the
    normal one, so that it works for every metric; docs/pitfalls.md says how often it raised false alarms.
    """
    told = [(r.estimate, error, _size(r)) for r in results if (error := _error(r)) > 0 and r.n > 1]
    if len(told) < 2:
        return None
    estimates, errors, sizes = np.array(told, dtype=np.float64).T
    return welch(estimates, errors, sizes)


def welch(estimates: Floats, errors: Floats, sizes: Floats) -> Heterogeneity:
    r"""Welch's test that several means are one, each with its own standard error.

    With weights :math:`w_j = 1 / s_j^2`, their sum :math:`W` and the weighted mean :math:`\bar d`,

    .. math:: F = \frac{\sum_j w_j (d_j - \bar d)^2 / (k - 1)}{1 + 2 (k - 2) \Lambda / (k^2 - 1)},
        \qquad \Lambda = \sum_j \frac{(1 - w_j / W)^2}{n_j - 1},

    with :math:`k - 1` and :math:`(k^2 - 1) / (3 \Lambda)` degrees of freedom. Cochran's Q is the numerator
    without its divisor; that one raises false alarms where slices are many and small.

    References
    ----------
    Welch 1951, On the comparison of several mean values: an alternative approach, Biometrika 38:330-336.

    Examples
    --------
    >>> found = welch(np.array([0.0, 1.0]), np.array([0.3, 0.4]), np.array([20.0, 20.0]))
    >>> found.statistic, round(found.p_value, 4)
    (4.0, 0.0533)
    """
    k = len(estimates)
    # Relative to the smallest error, so that no weight overflows; slices in one order give one answer.
    order = np.lexsort((sizes, errors, estimates))
    estimates, errors, sizes = estimates[order], errors[order], sizes[order]
    unit = float(errors.min())
    weights = (unit / errors) ** 2
    shares = weights / weights.sum()
    mean = float(np.sum(shares * estimates))
    between = float(np.sum(weights * ((estimates - mean) / unit) ** 2)) / (k - 1)
    unsure = float(np.sum((1 - shares) ** 2 / (sizes - 1)))
    statistic = between / (1 + 2 * (k - 2) * unsure / (k**2 - 1))
    df = (float(k - 1), (k**2 - 1) / (3 * unsure))
    return Heterogeneity(statistic=statistic, df=df, p_value=float(special.fdtrc(*df, statistic)), slices=k)


def _size(r: Result) -> float:
    """How many independent items a slice is worth: fewer than it has where they come in clusters."""
    return r.df + 1 if isinstance(r.df, float) else float(r.n)


def _error(r: Result) -> float:
    """The standard error that an interval tells; 0 where it tells none."""
    low, high = r.interval
    ends = {"greater": (low, r.estimate), "less": (r.estimate, high)}
    start, end = ends.get(r.alternative, (low, high))
    width = float(end) - float(start)
    if r.degenerate or not math.isfinite(width):
        return 0.0
    sides, tail = 1 if r.alternative != "two-sided" else 2, tail_share(r.level, r.alternative)
    quantile = student_quantile(r.df, tail) if isinstance(r.df, float) else normal_quantile(tail)
    return width / sides / quantile
