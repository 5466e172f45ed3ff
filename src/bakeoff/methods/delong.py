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
    """Test the difference of two AUCs with the variance of the placements of the items.

    The placement of an item is the share of the items of the other class that are ranked on the correct side
    of it; ties count half. The variance of the AUC difference is ``V = V1 / m + V0 / n``, with V1 and V0 the
    variances of the placement differences of the m positives and the n negatives, and
    ``z = difference / sqrt(V)`` is DeLong's statistic, compared with the normal distribution.

    Two corrections reduce false alarms with few items. V is an estimate: if Welch's degrees of freedom,
    ``V^2 / ((V1 / m)^2 / (m - 1) + (V0 / n)^2 / (n - 1))``, are fewer than 20, z is compared with Student's
    t. And if fewer than three items of a class have a placement that differs from the rest of the class,
    which happens to a rare class with few distinct scores, the variance of that class is not estimable: z,
    the p-value and the interval then allow for one more such item, with the most extreme placement. Without
    that, labels of a rare class against a constant score raise far more false alarms than the level allows
    (``python -m studies.quoted "rare labels"``).

    With clusters, V is Obuchowski's, with the full errors of large clusters: placements are summed by
    cluster, and positives and negatives of one cluster may be correlated. z is then compared with Student's
    t, with degrees of freedom that follow from the sizes of the clusters, the number of clusters of each
    class, and their influences.

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
        "enough items of both classes for the normal approximation",
    ),
    references=(DELONG_1988, "Welch 1938, Biometrika 29:350-362", OBUCHOWSKI_1997, BELL_MCCAFFREY_2002),
    valid_in=("independent-items",),
)
