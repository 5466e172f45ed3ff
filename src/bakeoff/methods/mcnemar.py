"""McNemar's chi-squared test with continuity correction."""

import math

from bakeoff.core.method import Example, Method
from bakeoff.core.outcomes import PairedItems
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import DIETTERICH_1998, SALZBERG_1997, TANGO_1998
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS, items_result
from bakeoff.methods._reference import Asked, directed_p, ratio_p
from bakeoff.methods.mcnemar_exact import exact_version


def mcnemar(items: PairedItems, *, level: float, alternative: Alternative, correction: bool = True) -> Result:
    """Compare the two counts of discordant items with chi-squared with one degree of freedom (SIG-2).

    The statistic is ``max(|n_A - n_B| - 1, 0)^2 / (n_A + n_B)``, where n_A and n_B count the items that
    only A and only B got right. The corrected difference is at least 0: without this limit, equal counts
    would give a difference of one. Without discordant items, the statistic is 0 and p = 1. The root of
    the statistic is the corrected difference of proportions (SIG-4).

    Examples
    --------
    >>> items = PairedItems(only_a=35, only_b=15, n=50)
    >>> round(mcnemar(items, level=0.95, alternative="two-sided").statistic, 2)
    7.22
    """
    won, lost = items.only_a, items.only_b
    gap = max(abs(won - lost) - (1 if correction else 0), 0)
    root = gap / math.sqrt(won + lost) if won + lost else 0.0
    p = directed_p(ratio_p(root, None, "two-sided"), won - lost, alternative)
    return items_result(Asked("mcnemar", level, alternative), items, p_value=p, statistic=root * root, df=1)


record = Method(
    key="mcnemar",
    title="McNemar",
    takes=PairedItems,
    compute=mcnemar,
    latex=r"\chi^2_1 = \frac{\max(|n_A - n_B| - 1, 0)^2}{n_A + n_B}",
    procedures=("SIG-2", "SIG-4"),
    assumptions=(INDEPENDENT_ITEMS, "enough discordant items (10 or more) for the chi-squared approximation"),
    references=(DIETTERICH_1998, SALZBERG_1997, TANGO_1998),
    interval_by="Tango's score interval",
    version=exact_version,
    valid_in=("independent-items", "epsilon-halves"),
    invalid_in=("clustered-items",),
    options={"correction": "True (default) subtracts 1 from the absolute difference of the counts"},
    examples=(
        Example(
            outcomes=PairedItems(only_a=35, only_b=15, n=50),
            expected={"statistic": 7.22, "p_value": 0.00720957},
            source="derived from Salzberg 1997, sec. 3.1",
        ),
        Example(
            outcomes=PairedItems(only_a=30, only_b=20, n=50),
            expected={"statistic": 1.62, "p_value": 0.20309179},
            source="derived from Salzberg 1997, sec. 3.1",
        ),
    ),
)
