"""A t test of two areas under ROC curves on one test set, for areas near 1 and few positives."""

import math

import numpy as np

from bakeoff.core.influences import Moved
from bakeoff.core.method import Method
from bakeoff.core.outcomes import RankedItems
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import BELL_MCCAFFREY_2002, DELONG_1988, HALL_1992, OBUCHOWSKI_1997
from bakeoff.methods._areas import IMAGINED, class_degrees, own_chance, placed_by, spread_of
from bakeoff.methods._own_area import allowed_gaps
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._reference import Asked
from bakeoff.methods._skewed import skewed_result

SKEW_FROM = 20  # degrees of freedom of clusters from which on their skewness is used (docs/few_clusters.md)


def area_t(items: RankedItems, *, level: float, alternative: Alternative) -> Result:
    """Test the difference of two AUCs that may depend on few items.

    The variance is that of `delong`, including clusters, plus ``R / 3 / (m (m - 1))`` for a class of m items:
    it allows for one more item of each class that a model ranks at random, where 1/3 is the mean square of a
    random placement. R is the variance of the difference divided by the sum of the variances of both areas,
    so little is added for models that make errors on the same items. A test set with few positives may
    contain none of the positives that one model ranks low: that model then looks perfect, and the data do not
    show the variance of its area.

    With z the difference divided by its standard error, u_i the influence of item i on it, ``V = sum u^2``
    and ``s = sum u^3 / V^1.5``, the statistic is z or Hall's ``z + s z^2 / 3 + s^2 z^3 / 27``, whichever is
    closer to 0, divided by ``sqrt(1 + 2 / df)`` and compared with Student's t with
    ``df = 2 V^2 / (sum u^4 - V^2 / n)`` degrees of freedom, at most Welch's. The interval contains every
    difference that is not rejected.

    With clusters, an item above is a cluster. Where either class leaves fewer than 20 degrees of freedom, the
    statistic is z, not Hall's: so few clusters do not show a skewness, and the inverse of his cubic makes
    intervals up to four times as long. The interval contains no difference that separate intervals of the two
    areas, each with half of the error, exclude.

    Examples
    --------
    >>> truth = np.array([True, True, True, False, False, False])
    >>> a, b = [0.9, 0.8, 0.4, 0.5, 0.3, 0.1], [0.9, 0.2, 0.4, 0.5, 0.3, 0.1]
    >>> items = RankedItems(positive=truth, a=a, b=b)
    >>> round(area_t(items, level=0.95, alternative="two-sided").estimate, 6)
    0.222222
    """
    placed = placed_by("area-t", items)
    judged = spread_of(placed, items, own_chance(placed, items))
    moved = Moved(judged.influences, np.ones(judged.influences.size, dtype=np.int64))
    asked = Asked("area-t", level, alternative)
    few = items.clusters is not None and min(class_degrees(items)) < SKEW_FROM
    return skewed_result(
        asked,
        estimate=placed.gap,
        error=math.sqrt(judged.variance),
        moved=moved,
        df=judged.df,
        n=items.positive.size,
        notes=(IMAGINED,) if judged.added else (),
        identical=not placed.gain.any(),
        bound=1.0,
        corrected=not few,
        within=None
        if items.clusters is None or asked.tail >= 0.5
        else allowed_gaps(items, 1 - 2 * asked.tail),
    )


record = Method(
    key="area-t",
    title="skewness-corrected t test of two AUCs",
    takes=RankedItems,
    compute=area_t,
    latex=(
        r"V = V_\text{DeLong} + \sum_{c \in \{0, 1\}} \frac{R}{3\, m_c (m_c - 1)}, \quad z = "
        r"\frac{D}{\sqrt{V}}, \quad "
        r"T = \frac{1}{\sqrt{1 + 2/\nu}} \left( z + \frac{s z^2}{3} + \frac{s^2 z^3}{27} \right)"
    ),
    assumptions=(
        INDEPENDENT_ITEMS + ", or the clusters are",
        "no badly ranked items that are too rare to occur in the test set",
    ),
    references=(DELONG_1988, HALL_1992, OBUCHOWSKI_1997, BELL_MCCAFFREY_2002),
    interval_by="inversion of the test",
    valid_in=("independent-items",),
)
