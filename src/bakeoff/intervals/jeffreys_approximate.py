"""Martin and Hirschberg's approximation of the 95 % Jeffreys interval."""

import numpy as np

from bakeoff.core.rate_interval import RateInterval
from bakeoff.core.works import MARTIN_HIRSCHBERG_96_22
from bakeoff.intervals._assumed import BINOMIAL
from bakeoff.intervals._counts import Numbers


def jeffreys_approximate(m: Numbers, M: Numbers, tail: float) -> tuple[Numbers, Numbers]:
    """Centre and half-width from square roots, close to the 95 % Jeffreys interval.

    The formula is for ``m <= M / 2``; for more errors, limits follow by symmetry. With ``m <= 1`` the
    half-width is equal to the centre. The constants are fitted to 95 %. The limits are at most 0.0171
    from those of Jeffreys (at M = 10, m = 2; the paper says m = 3), and less than 0.27 / M for M = 10,
    20, ..., 200. It is equation 5 of Martin and Hirschberg (1996).

    Examples
    --------
    >>> low, high = jeffreys_approximate(20, 100, 0.025)
    >>> round(float(low), 4), round(float(high), 4)
    (0.1306, 0.2855)
    """
    mirrored = 2 * m > M
    fewer = np.where(mirrored, M - m, m)
    rate = fewer / M
    a = 1.96 * np.sqrt(0.5) / (M + 3)
    centre = a + (1 - 2 * a) * rate
    half_width = np.where(fewer <= 1, centre, 1.96 * np.sqrt(rate * (1 - rate) / (M + 2.5)))
    low, high = centre - half_width, centre + half_width
    return np.where(mirrored, 1 - high, low), np.where(mirrored, 1 - low, high)


record = RateInterval(
    key="jeffreys-approximate",
    title="Jeffreys, approximate",
    formula="A + (1 - 2A) m/M ± 1.96 √(m/M (1 - m/M) / (M + 2.5)), A = 1.96 √0.5 / (M + 3)",
    compute=jeffreys_approximate,
    latex=(
        r"A + (1 - 2 A) \frac{m}{M} \pm 1.96 \sqrt{\frac{\frac{m}{M} \left(1 - \frac{m}{M}\right)}{M + "
        r"2.5}}, "
        r"\quad A = \frac{1.96 \sqrt{0.5}}{M + 3}"
    ),
    only_tail=0.025,
    procedures=("INT-4",),
    assumptions=(*BINOMIAL, "the level is 95 %, for which the constants were fitted"),
    references=(MARTIN_HIRSCHBERG_96_22,),
    caution="an approximation for calculation by hand, with an error of up to 0.27/M; here jeffreys "
    "costs no more",
)
