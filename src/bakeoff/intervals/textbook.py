"""The textbook interval: the estimate, plus and minus z standard errors."""

import numpy as np
from scipy import special

from bakeoff.core.figures import figure
from bakeoff.core.rate_interval import RateInterval
from bakeoff.core.works import BROWN_CAI_DASGUPTA_2001, MARTIN_HIRSCHBERG_96_22
from bakeoff.intervals._assumed import BINOMIAL, NORMAL, WALD
from bakeoff.intervals._counts import Numbers


def textbook(m: Numbers, M: Numbers, tail: float) -> tuple[Numbers, Numbers]:
    """The error rate, plus and minus z standard errors.

    The limits are not clipped: a limit below 0 or above 1 shows that the normal approximation does not
    hold. If no items or all items are errors, the interval has zero width. It is equation 2 of Martin and
    Hirschberg (1996) without its continuity correction.

    Examples
    --------
    >>> low, high = textbook(20, 100, 0.025)
    >>> round(float(low), 4), round(float(high), 4)
    (0.1216, 0.2784)
    """
    rate = m / M
    half_width = -special.ndtri(tail) * np.sqrt(rate * (1 - rate) / M)
    return rate - half_width, rate + half_width


record = RateInterval(
    key="textbook",
    title="textbook (Wald)",
    formula="m/M ± z √(m/M (1 - m/M) / M)",
    compute=textbook,
    latex=r"\frac{m}{M} \pm z \sqrt{\frac{\frac{m}{M} \left(1 - \frac{m}{M}\right)}{M}}",
    normal=True,
    procedures=("INT-1",),
    assumptions=(*BINOMIAL, NORMAL, WALD),
    references=(MARTIN_HIRSCHBERG_96_22, BROWN_CAI_DASGUPTA_2001),
    caution=(
        "its coverage is far below its level with few errors: with M = 50, that of a 95 % interval falls to "
        f"{figure('intervals', 'textbook: lowest from .02 to .98')} % for true rates between .02 and "
        ".98, and to "
        f"{figure('intervals', 'textbook: lowest')} % for some beyond"
    ),
)
