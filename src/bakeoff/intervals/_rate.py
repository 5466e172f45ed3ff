"""The true error rate from the errors on a test set: interval, posterior, and rules for normal intervals."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import InputError
from bakeoff.core.rate_interval import RateInterval
from bakeoff.core.result import Alternative, Interval, parse_alternative, parse_fraction, tail_share
from bakeoff.core.written import plural
from bakeoff.intervals import INTERVALS
from bakeoff.intervals._counts import Numbers, counts


def interval(
    errors: npt.ArrayLike,
    n: npt.ArrayLike,
    *,
    method: str = "jeffreys",
    level: float = 0.95,
    alternative: Alternative = "two-sided",
    prior: tuple[float, float] | None = None,
) -> Interval:
    """Confidence interval for an error rate, given the number of errors on n items.

    Parameters
    ----------
    errors, n : whole numbers, or arrays of them that broadcast
    method : str
        ``jeffreys`` (default), ``wilson``, ``clopper-pearson``, ``agresti-coull``, ``textbook``,
        ``textbook-continuity``, ``beta``, ``jeffreys-approximate`` or ``jeffreys-series``.
    level : float
        The confidence level. A one-sided bound at level L is the limit of the two-sided interval at level
        ``2 L - 1``.
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
    _refuse_other_sizes(record, M)
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
            f"{record.key} exists only for level 0.95 ({1 - record.only_tail:g} one-sided), but level is "
            f"{level:g}, {alternative}; use method='jeffreys', which works for every level"
        )
    return record.only_tail


def _refuse_other_sizes(record: RateInterval, n: Numbers) -> None:
    """Refuse numbers of items that a fitted recipe was not made for."""
    for size in np.unique(n) if record.only_items else ():
        if record.knows(int(size)):
            continue
        fewest, most = record.only_items or (0, 0)
        raise InputError(
            f"{record.key} was fitted for {fewest} to {most} items, but n is {size:.10g}; use "
            f"method='jeffreys', which works for every number of items"
        )


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Posterior:
    """The Beta(a, b) posterior of a rate: numbers, or arrays of one shape."""

    a: Any
    b: Any
    mean: Any
    variance: Any
    mode: Any


def posterior(
    errors: npt.ArrayLike, n: npt.ArrayLike, *, prior: tuple[float, float] = (0.5, 0.5)
) -> Posterior:
    """Mean, variance and mode of the true error rate under a Beta(u, v) prior.

    The posterior is Beta(a, b) with ``a = m + u, b = M - m + v``: mean ``mu = a / (a + b)``, variance
    ``mu (1 - mu) / (a + b + 1)``, mode ``(a - 1) / (a + b - 2)`` if a > 1 and b > 1, 0 if a <= 1, 1 if b <=
    1. (M&H 1996, A.2, put the mode at 0 whenever m = 0; this is correct only for u <= 1, such as their own
    prior, Jeffreys' u = v = 1/2, the default here.)

    Parameters
    ----------
    errors, n : whole numbers, or arrays of them that broadcast
    prior : (u, v)
        Shapes of the Beta prior.

    Examples
    --------
    >>> known = posterior(2, 20)
    >>> round(known.mean, 4), round(known.variance, 5), round(known.mode, 4)
    (0.119, 0.00477, 0.0789)
    """
    u, v = parse_prior(prior)
    m, M, single = counts(errors, n)
    a, b = m + u, M - m + v
    mean = a / (a + b)
    variance = mean * (1 - mean) / (a + b + 1)
    # With n >= 1 at least one of a and b exceeds 1, so there is always just one mode; n = 1 and
    # Jeffreys' prior make a + b - 2 = 0, but then either a or b is below 1.
    inner = np.where((a > 1) & (b > 1), a + b - 2, 1.0)
    mode = np.where(a <= 1, 0.0, np.where(b <= 1, 1.0, (a - 1) / inner))
    return Posterior(a=a, b=b, mean=mean, variance=variance, mode=float(mode) if single else mode)


@dataclass(frozen=True, kw_only=True, slots=True)
class Applicability:
    """Four rules for the normal approximation, and the recommended interval."""

    errors: int
    n: int
    hodges_lehmann: bool
    anderson_sclove: bool
    mendenhall: bool
    honavar: bool
    recommended: str
    recommendation: str


def applicability(errors: int, n: int) -> Applicability:
    """Check four rules of thumb for the normal approximation of an error rate on n items (INT-7).

    With ``eps = errors / n``: Hodges and Lehmann ``n eps (1 - eps) >= 10``; Anderson and Sclove
    ``n eps >= 5`` and ``n (1 - eps) >= 5``; Mendenhall ``0 < eps -+ 2 s < 1`` with
    ``s = sqrt(eps (1 - eps) / n)``; Honavar ``n eps (1 - eps) >= 5`` or ``n >= 30``. The first three are from
    M&H 1996, section 2.1, who recommend Beta limits for fewer than 10 errors; by symmetry this holds for
    fewer than 10 successes too.

    Examples
    --------
    >>> rules = applicability(8, 100)
    >>> rules.hodges_lehmann, rules.anderson_sclove, rules.mendenhall, rules.honavar
    (False, True, True, True)
    >>> rules.recommended
    'jeffreys'
    """
    m, M = _single(errors, n)
    spread = m * (M - m)
    # In whole numbers, so that a case that lies on a boundary is decided exactly.
    hodges_lehmann = spread >= 10 * M
    recommended, recommendation = _advice(m, M, hodges_lehmann)
    return Applicability(
        errors=m,
        n=M,
        hodges_lehmann=hodges_lehmann,
        anderson_sclove=min(m, M - m) >= 5,
        mendenhall=min(m, M - m) * (M + 4) > 4 * M,
        honavar=spread >= 5 * M or M >= 30,
        recommended=recommended,
        recommendation=recommendation,
    )


def _single(errors: int, n: int) -> tuple[int, int]:
    m, M, single = counts(errors, n)
    if not single:
        raise InputError("errors and n hold several numbers; applicability takes one case at a time")
    return int(m), int(M)


def _advice(m: int, M: int, normal_enough: bool) -> tuple[str, str]:
    for count, what in ((m, "error"), (M - m, "success")):
        if count < 10:
            few = plural(count, what)
            text = f"{few}, fewer than 10: use jeffreys; normal approximations are not reliable here"
            return "jeffreys", text
    if normal_enough:
        return "wilson", "use wilson or jeffreys; the textbook interval is acceptable too"
    return "wilson", "use wilson or jeffreys; there are too few errors or successes for the textbook interval"
