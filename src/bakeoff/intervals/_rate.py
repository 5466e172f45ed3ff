"""An interval for a true error rate from the errors on a test set."""

import math

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import InputError
from bakeoff.core.rate_interval import RateInterval
from bakeoff.core.result import Alternative, Interval, parse_alternative, parse_fraction, tail_share
from bakeoff.intervals import INTERVALS
from bakeoff.intervals._counts import counts


def interval(
    errors: npt.ArrayLike,
    n: npt.ArrayLike,
    *,
    method: str = "jeffreys",
    level: float = 0.95,
    alternative: Alternative = "two-sided",
    prior: tuple[float, float] | None = None,
) -> Interval:
    """An interval for the true error rate, given the errors among n items.

    Parameters
    ----------
    errors, n : whole numbers, or arrays of them that broadcast
    method : str
        ``jeffreys`` (default), ``wilson``, ``clopper-pearson``, ``agresti-coull``, ``textbook``,
        ``textbook-continuity``, ``beta``, ``jeffreys-approximate`` or ``jeffreys-series``.
    level : float
        The coverage asked for. A one-sided bound at level L is the end of the two-sided interval
        that leaves 1 - L outside: the two-sided level is 2 L - 1.
    alternative : str
        ``"greater"`` gives a lower bound (high = 1), ``"less"`` an upper bound (low = 0).
    prior : (u, v), optional
        The Beta prior of the method ``beta``; uniform, (1, 1), if not given.

    Returns
    -------
    Interval
        ``low`` and ``high``: floats, or arrays of the shape that errors and n broadcast to.

    Examples
    --------
    >>> low, high = interval(8, 100)
    >>> round(low, 4), round(high, 4)
    (0.0385, 0.1453)
    >>> interval([0, 8], 100, method="wilson").high.round(4).tolist()
    [0.037, 0.15]
    """
    record = INTERVALS[method]
    alternative = parse_alternative(alternative)
    tail = _tail(record, parse_fraction(level, "level"), alternative)
    options = {} if prior is None else {"prior": _prior(record, prior)}
    m, M, single = counts(errors, n)
    low, high = record.compute(m, M, tail, **options)
    if alternative == "greater":
        high = np.ones_like(low)
    elif alternative == "less":
        low = np.zeros_like(high)
    return Interval(low=float(low), high=float(high)) if single else Interval(low=low, high=high)


def _tail(record: RateInterval, level: float, alternative: Alternative) -> float:
    tail = tail_share(level, alternative)
    if record.only_tail is None:
        return tail
    if not math.isclose(tail, record.only_tail, abs_tol=1e-9):
        raise InputError(
            f"{record.key} is made for level 0.95 alone ({1 - record.only_tail:g} one-sided) and level is "
            f"{level:g}, {alternative}; use method='jeffreys', which knows every level"
        )
    return record.only_tail


def _prior(record: RateInterval, prior: tuple[float, float]) -> tuple[float, float]:
    if not record.takes_prior:
        raise InputError(f"{record.key} takes no prior; leave prior out or use method='beta'")
    return parse_prior(prior)


def parse_prior(prior: tuple[float, float]) -> tuple[float, float]:
    """Accept the two positive shapes of a Beta prior."""
    try:
        u, v = (float(shape) for shape in prior)
    except (TypeError, ValueError):
        u = v = math.nan
    if not (0 < u < math.inf and 0 < v < math.inf):
        raise InputError(f"prior is {prior!r}; expected two positive numbers (u, v), such as (0.5, 0.5)")
    return u, v
