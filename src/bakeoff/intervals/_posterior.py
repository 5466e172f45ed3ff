"""What is known of a true error rate after a test: mean, variance and mode of its posterior."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.intervals._counts import counts
from bakeoff.intervals._rate import parse_prior


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

    The posterior is Beta(a, b) with ``a = m + u, b = M - m + v``: mean ``mu = a / (a + b)``,
    variance ``mu (1 - mu) / (a + b + 1)``, mode ``(a - 1) / (a + b - 2)`` where a > 1 and b > 1,
    0 where a <= 1, 1 where b <= 1. (M&H 1996, A.2, put the mode at 0 whenever m = 0; that is right
    only for u <= 1, such as their own prior, Jeffreys' u = v = 1/2, the default here.)

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
