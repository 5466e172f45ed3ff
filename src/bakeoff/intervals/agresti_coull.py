"""The interval of Agresti and Coull."""

import numpy as np
from scipy import special

from bakeoff.core.rate_interval import RateInterval
from bakeoff.core.works import BROWN_CAI_DASGUPTA_2001
from bakeoff.intervals._assumed import BINOMIAL
from bakeoff.intervals._counts import Numbers


def agresti_coull(m: Numbers, M: Numbers, tail: float) -> tuple[Numbers, Numbers]:
    """The textbook interval after adding z^2 / 2 errors and z^2 / 2 successes, within [0, 1].

    Its centre is that of Wilson's interval.

    Examples
    --------
    >>> low, high = agresti_coull(20, 100, 0.025)
    >>> round(float(low), 4), round(float(high), 4)
    (0.1326, 0.2896)
    """
    z = -special.ndtri(tail)
    items = M + z * z
    centre = (m + z * z / 2) / items
    half_width = z * np.sqrt(centre * (1 - centre) / items)
    return np.clip(centre - half_width, 0.0, 1.0), np.clip(centre + half_width, 0.0, 1.0)


record = RateInterval(
    key="agresti-coull",
    title="Agresti-Coull",
    formula="p ± z √(p (1 - p) / (M + z²)), p = (m + z²/2) / (M + z²), clipped to [0, 1]",
    compute=agresti_coull,
    latex=(
        r"\tilde{p} \pm z \sqrt{\frac{\tilde{p} (1 - \tilde{p})}{M + z^2}}, \quad \tilde{p} = \frac{m + "
        r"z^2 / 2}{M + z^2}"
    ),
    assumptions=(*BINOMIAL, "the normal approximation holds once z^2 / 2 errors and successes are added"),
    references=("Agresti & Coull 1998, The American Statistician 52:119-126", BROWN_CAI_DASGUPTA_2001),
    caution="conservative at rates near 0 and 1, where it is wider than wilson",
)
