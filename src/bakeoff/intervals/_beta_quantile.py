"""Quantiles of a Beta distribution, also where the library's own are wrong."""

import numpy as np
from scipy import special

from bakeoff.intervals._counts import Numbers

_TROUBLED_SHAPE = 1000.0
_NEXT_TO_IT = np.nextafter(_TROUBLED_SHAPE, np.inf)


def beta_quantile(a: Numbers, b: Numbers, p: float) -> Numbers:
    """The x with I(x, a, b) = p, I the incomplete Beta function.

    `scipy.special.betaincinv` (1.17, and the Boost code under it) stops too early where one shape
    is exactly 1000 and the other much larger: at (1000, 10^9) it is wrong by a factor of two. One
    unit in the last place further on it is right, and that step moves x by less than one rounding.
    """
    return special.betaincinv(_step_aside(a), _step_aside(b), p)  # type: ignore[return-value]


def _step_aside(shape: Numbers) -> Numbers:
    troubled = shape == _TROUBLED_SHAPE
    return np.where(troubled, _NEXT_TO_IT, shape) if np.any(troubled) else shape
