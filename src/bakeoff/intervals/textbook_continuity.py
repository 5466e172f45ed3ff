"""The textbook interval with the continuity correction."""

from bakeoff.core.figures import figure
from bakeoff.core.rate_interval import RateInterval
from bakeoff.core.works import MARTIN_HIRSCHBERG_96_22
from bakeoff.intervals._assumed import BINOMIAL, NORMAL, WALD
from bakeoff.intervals._counts import Numbers
from bakeoff.intervals.textbook import textbook


def textbook_continuity(m: Numbers, M: Numbers, tail: float) -> tuple[Numbers, Numbers]:
    """The error rate, plus and minus z standard errors and half an item.

    The limits are not clipped. If no items or all items are errors, the half-width is 0.5 / M. It is
    equation 2 of Martin and Hirschberg (1996).

    Examples
    --------
    >>> low, high = textbook_continuity(20, 100, 0.025)
    >>> round(float(low), 4), round(float(high), 4)
    (0.1166, 0.2834)
    """
    low, high = textbook(m, M, tail)
    return low - 0.5 / M, high + 0.5 / M


record = RateInterval(
    key="textbook-continuity",
    title="textbook with continuity correction",
    formula="m/M ± (0.5/M + z √(m/M (1 - m/M) / M))",
    compute=textbook_continuity,
    latex=(
        r"\frac{m}{M} \pm \left( \frac{1}{2 M} + z \sqrt{\frac{\frac{m}{M} \left(1 - "
        r"\frac{m}{M}\right)}{M}} \right)"
    ),
    normal=True,
    procedures=("INT-1",),
    assumptions=(*BINOMIAL, NORMAL, WALD),
    references=(MARTIN_HIRSCHBERG_96_22,),
    caution=(
        "its coverage is far below its level with few errors: with M = 50, that of a 95 % interval falls to "
        f"{figure('intervals', 'textbook-continuity: lowest')} % for some true rates near 0 or 1"
    ),
)
