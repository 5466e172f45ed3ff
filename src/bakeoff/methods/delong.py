"""DeLong's test for two areas under ROC curves on one test set."""

import math

from bakeoff.core.method import Method
from bakeoff.core.outcomes import RankedItems
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import BELL_MCCAFFREY_2002, DELONG_1988, OBUCHOWSKI_1997
from bakeoff.methods._areas import IMAGINED, placed_by, spread_of
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._reference import Asked, ratio_result

NORMAL_FROM = 20  # degrees of freedom: measured to hold its level from there on, as pROC has it


def delong(items: RankedItems, *, level: float, alternative: Alternative) -> Result:
    """Judge the difference of two AUCs by the spread of each item's placement.

    An item's placement is the share of the other class that it is ranked right against, ties counted
    half. The variance of the AUC difference is that of the placement differences of the positives
    over their number plus that of the negatives over theirs, ``V = V1 / m + V0 / n``, and
    ``z = difference / sqrt(V)`` is DeLong's statistic, held against the normal distribution.

    Two things keep it from false alarms on few items. V is an estimate: where Welch's degrees of freedom,
    ``V^2 / ((V1 / m)^2 / (m - 1) + (V0 / n)^2 / (n - 1))``, are fewer than 20, z is held against Student's t.
    And where fewer than three items of a class are placed otherwise than its rest, as happens to a rare
    class where scores take few values, that class's variance is hardly seen: z, p-value and interval
    then allow for one more such item, placed as far off as any. In simulated worlds without a difference the
    plain test raised up to 65 % false alarms at 5 % (labels of a rare class against a constant score),
    this one up to 7 %.

    Where items belong together, V is Obuchowski's, with the errors of large clusters taken in full:
    placements are added up by cluster, and positives and negatives of one cluster may vary together. z is
    then held against Student's t, whose degrees of freedom are what the sizes of the clusters, the clusters
    of either class, and their influences are worth.

    Examples
    --------
    >>> import numpy as np
    >>> truth = np.array([True, True, True, False, False, False])
    >>> a, b = [0.9, 0.8, 0.4, 0.5, 0.3, 0.1], [0.9, 0.2, 0.4, 0.5, 0.3, 0.1]
    >>> items = RankedItems(positive=truth, a=a, b=b)
    >>> round(delong(items, level=0.95, alternative="two-sided").estimate, 6)
    0.222222
    """
    placed = placed_by("delong", items)
    judged = spread_of(placed, items)
    normal = items.clusters is None and judged.df >= NORMAL_FROM
    return ratio_result(
        Asked("delong", level, alternative),
        estimate=placed.gap,
        error=math.sqrt(judged.variance),
        df=None if normal else judged.df,
        n=items.positive.size,
        notes=(IMAGINED,) if judged.added else (),
        identical=not placed.gain.any(),
        bound=1.0,
    )


record = Method(
    key="delong",
    title="DeLong",
    takes=RankedItems,
    compute=delong,
    latex=(
        r"z = \frac{D}{\sqrt{V_1 / m + V_0 / n}}, \quad "
        r"\nu = \frac{V^2}{\frac{(V_1 / m)^2}{m - 1} + \frac{(V_0 / n)^2}{n - 1}}, \quad V = "
        r"\frac{V_1}{m} + \frac{V_0}{n}"
    ),
    assumptions=(
        INDEPENDENT_ITEMS + ", or the clusters are",
        "enough items of both classes for a normal difference",
    ),
    references=(DELONG_1988, "Welch 1938, Biometrika 29:350-362", OBUCHOWSKI_1997, BELL_MCCAFFREY_2002),
    valid_in=("independent-items",),
)
