"""The difference of two proportions measured on one test set as if on two."""

import math

from bakeoff.core.exceptions import InputError
from bakeoff.core.figures import span
from bakeoff.core.method import Method
from bakeoff.core.outcomes import PairedItems
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import DIETTERICH_1998
from bakeoff.methods._reference import Asked, ratio_result


def difference_of_proportions(items: PairedItems, *, level: float, alternative: Alternative) -> Result:
    """Treat the two accuracies as independent, although on one test set they are not (SIG-3).

    ``z = (pA - pB) / sqrt(2 p (1 - p) / n)`` with p the mean of the two rates; the interval uses the
    same standard error.

    Examples
    --------
    >>> items = PairedItems(only_a=10, only_b=20, n=100, both_right=60)
    >>> round(difference_of_proportions(items, level=0.95, alternative="two-sided").statistic, 4)
    -1.633
    """
    if items.both_right is None:
        raise InputError(
            "difference-of-proportions needs both_right, the number of items that both got right: give "
            "it, or use mcnemar-mid-p, which needs only the discordant items"
        )
    difference = (items.only_a - items.only_b) / items.n
    rate = (2 * items.both_right + items.only_a + items.only_b) / (2 * items.n)
    alike = items.only_a == items.only_b == 0
    return ratio_result(
        Asked("difference-of-proportions", level, alternative),
        estimate=difference,
        error=0.0 if alike else math.sqrt(2 * rate * (1 - rate) / items.n),
        df=None,
        n=items.n,
        bound=1.0,
    )


record = Method(
    key="difference-of-proportions",
    title="difference of two proportions",
    takes=PairedItems,
    exact="mcnemar-exact",
    compute=difference_of_proportions,
    latex=r"z = \frac{p_A - p_B}{\sqrt{2 p (1 - p) / n}}, \quad p = \frac{p_A + p_B}{2}",
    procedures=("SIG-3",),
    assumptions=(
        "the two classifiers were tested on independent test sets (a single test set violates this)",
    ),
    references=(DIETTERICH_1998,),
    invalid_in=("opposed-items",),
    unsound=(
        "it ignores that both classifiers were tested on the same items: in Dietterich's simulation, "
        f"its false-alarm rate is {span('dietterich', 'difference-of-proportions')} % at a nominal 5 %"
    ),
    instead="use mcnemar-mid-p",
)
