"""Martin and Hirschberg's appendix formulas for the 95 % Jeffreys interval."""

import numpy as np
from scipy import special

from bakeoff.core.rate_interval import RateInterval
from bakeoff.core.works import MARTIN_HIRSCHBERG_96_22
from bakeoff.intervals._assumed import BINOMIAL
from bakeoff.intervals._counts import Numbers

# M&H 1996, appendix A.3: k0, k1, k2 of the lower limit, then polynomials, highest power first, in
# ln M (no errors) and in m (the four coefficients A, B, C, D for 1 to 5 errors). Two misprints are
# corrected: the sign of b2 = 0.093773, and 0.273901 where the paper has 0.237901.
_LOWER = (-2.03763, 1.874143, 0.01545)
_NO_ERRORS = (0.00657, -0.093773, -0.539755, 0.132893)
_ERRORS = (
    (0.002488, -0.05118, 0.207148, 0.273901),
    (-0.14824, 0.500124),
    (0.032337, 0.099266),
    (0.00243, 0.00667),
)


def jeffreys_series(m: Numbers, M: Numbers, tail: float) -> tuple[Numbers, Numbers]:
    """Abramowitz and Stegun's inverse of the incomplete Beta function, and fits where it fails.

    The formula is for ``5 < m <= M / 2``, with ``h = 4 m (M - m) / M``, ``t = (M - 2 m) / (2 m (M - m))``
    and ``λ = (z^2 - 3) / 6``; the upper limit has a minus. For ``m <= 5`` the limits are exponentials of
    polynomials in ln M and m, fitted at M = 10 to 200, and at most 1. For more than M / 2 errors, limits
    follow by symmetry.

    It is in appendix A.3 of Martin and Hirschberg (1996), here with its misprints corrected: the paper
    lacks both factors 2 and has a plus before 2 / (3 h). Formula 26.5.22 of Abramowitz and Stegun is
    correct.

    Examples
    --------
    >>> low, high = jeffreys_series(20, 100, 0.025)
    >>> round(float(low), 4), round(float(high), 4)
    (0.1307, 0.2863)
    """
    mirrored = 2 * m > M
    fewer = np.where(mirrored, M - m, m)
    few = fewer <= 5
    low_few, high_few = _fitted(np.where(few, fewer, 0.0), M)
    low_many, high_many = _inverse(
        np.where(few, 6.0, fewer), np.where(few, 12.0, M), -float(special.ndtri(tail))
    )
    low, high = np.where(few, low_few, low_many), np.where(few, high_few, high_many)
    return np.where(mirrored, 1 - high, low), np.where(mirrored, 1 - low, high)


def _inverse(m: Numbers, M: Numbers, z: float) -> tuple[Numbers, Numbers]:
    a, b = m + 0.5, M - m + 0.5
    h = 4 * m * (M - m) / M
    t = (M - 2 * m) / (2 * m * (M - m))
    lam = (z * z - 3) / 6
    w1 = 2 * z * np.sqrt(h + lam) / h
    w2 = 2 * t * (lam + 5 / 6 - 2 / (3 * h))
    return a / (a + b * np.exp(w2 + w1)), a / (a + b * np.exp(w2 - w1))


def _fitted(m: Numbers, M: Numbers) -> tuple[Numbers, Numbers]:
    none, size = m == 0, np.log(M)
    k0, k1, k2 = _LOWER
    low = np.where(none, 0.0, np.exp(k0 + k1 * np.log(np.where(none, 1.0, m)) - (1 + k2 * m) * size))
    a, b, c, d = (np.polyval(powers, m) for powers in _ERRORS)
    exponent = np.where(none, np.polyval(_NO_ERRORS, size), a - b * size - c * size**2 + d * size**3)
    return low, np.exp(np.minimum(exponent, 0.0))


record = RateInterval(
    key="jeffreys-series",
    title="Jeffreys, series expansion",
    formula="a / (a + b exp(w₂ ± w₁)) for 5 < m < M - 5, fitted polynomials in ln M otherwise",
    compute=jeffreys_series,
    latex=(
        r"\frac{a}{a + b\, e^{w_2 \pm w_1}}, \quad a = m + \tfrac{1}{2}, \quad b = M - m + \tfrac{1}{2}, "
        r"\quad w_1 = \frac{2 z \sqrt{h + \lambda}}{h}, \quad w_2 = 2 t \left( \lambda + \frac{5}{6} - "
        r"\frac{2}{3 h} \right)"
    ),
    only_tail=0.025,
    only_items=(10, 200),
    procedures=("INT-5", "INT-6"),
    assumptions=(
        *BINOMIAL,
        "the level is 95 % and there are 10 to 200 items, for which the polynomials were fitted",
    ),
    references=(
        MARTIN_HIRSCHBERG_96_22,
        "Abramowitz & Stegun 1964, Handbook of Mathematical Functions, 26.5.22",
    ),
    caution="fitted for M = 10 to 200, where it is within 0.006 of jeffreys",
)
