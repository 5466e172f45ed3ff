"""Wilson's score interval."""

import numpy as np
from scipy import special

from bakeoff.core.figures import figure
from bakeoff.core.rate_interval import RateInterval
from bakeoff.core.works import BROWN_CAI_DASGUPTA_2001, MARTIN_HIRSCHBERG_96_22
from bakeoff.intervals._assumed import BINOMIAL, NORMAL
from bakeoff.intervals._counts import Numbers


def wilson(m: Numbers, M: Numbers, tail: float) -> tuple[Numbers, Numbers]:
    """The rates that the normal score test does not reject.

    The limits are the two solutions t of ``|m/M - t| = z sqrt(t (1 - t) / M)``. They are always within
    [0, 1]. Equation 3 of Martin and Hirschberg (1996) and the intervals of Kohavi and Honavar are the
    same.

    Examples
    --------
    >>> low, high = wilson(20, 100, 0.025)
    >>> round(float(low), 4), round(float(high), 4)
    (0.1334, 0.2888)
    """
    z = -float(special.ndtri(tail))
    # One end through the other side keeps high = 1 exact at m = M, as low = 0 is at m = 0.
    return _end(m, M, -z), np.where(2 * m > M, 1 - _end(M - m, M, -z), _end(m, M, z))


def _end(m: Numbers, M: Numbers, z: float) -> Numbers:
    return (m + z * z / 2 + z * np.sqrt(m * (M - m) / M + z * z / 4)) / (M + z * z)


record = RateInterval(
    key="wilson",
    title="Wilson score",
    formula="(m + z²/2 ± z √(m (M - m) / M + z²/4)) / (M + z²)",
    compute=wilson,
    latex=r"\frac{m + z^2 / 2 \pm z \sqrt{m (M - m) / M + z^2 / 4}}{M + z^2}",
    procedures=("INT-2",),
    assumptions=(*BINOMIAL, NORMAL),
    references=("Wilson 1927, JASA 22:209-212", MARTIN_HIRSCHBERG_96_22, BROWN_CAI_DASGUPTA_2001),
    caution="holds its level on average; with M = 50, the coverage of a 95 % interval falls to "
    f"{figure('intervals', 'wilson: lowest')} % for some rates near 0 or 1",
)
