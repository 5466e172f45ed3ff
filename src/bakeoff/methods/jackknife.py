"""The jackknife of any label metric: standard errors from leaving out one item, or one cluster, at a time."""

from dataclasses import replace

import numpy as np

from bakeoff.core.influences import influence_degrees
from bakeoff.core.method import Method
from bakeoff.core.outcomes import PairedLabels
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import BELL_MCCAFFREY_2002, EFRON_1993
from bakeoff.methods._kinds import bell_mccaffrey
from bakeoff.methods._label_kinds import interval_of_alike, label_kinds, label_units
from bakeoff.methods._mirror import mirrored
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._reference import Asked, enough, one_item, ratio_result

ZERO = 1e-14  # what rounding makes of a difference of two equal metrics


def jackknife(labels: PairedLabels, *, level: float, alternative: Alternative) -> Result:
    """Test the difference with its variance when one item, or one whole cluster, is left out.

    With D the difference, D_g the difference without cluster g and h_g the cluster's share of the items,
    ``se^2 = sum_g (1 - h_g) (D_g - D)^2``: for equal clusters (or single items) the usual jackknife, and for
    accuracy the cluster-robust standard error of `paired-mean`, for equal and unequal clusters. D / se is
    compared with Student's t with the smaller of Bell and McCaffrey's degrees of freedom for the sizes of the
    clusters and those of the influences, ``2 V^2 / (sum u^4 - V^2 / G)`` with u = D_g - D and V = sum u^2: a
    rare class, or few items that differ, give few degrees of freedom. Nothing is drawn at random.

    Examples
    --------
    >>> table = np.array([[[40, 5], [2, 3]], [[4, 1], [8, 37]]])
    >>> def accuracy(m): return (m[..., 0, 0] + m[..., 1, 1]) / m.sum(axis=(-2, -1))
    >>> labels = PairedLabels(table=table, labels=(0, 1), metric=accuracy)
    >>> round(jackknife(labels, level=0.95, alternative="two-sided").statistic, 4)
    2.569
    """
    return mirrored(_jackknife, labels, level, alternative)


def _jackknife(labels: PairedLabels, level: float, alternative: Alternative) -> Result:
    kinds = label_kinds(labels)
    if kinds.n == 1:
        return one_item(Asked("jackknife", level, alternative), estimate=kinds.estimate, bound=kinds.span)
    enough("jackknife", kinds.units, "independent items or clusters")
    moved = np.where(np.abs(kinds.influences) <= ZERO, 0.0, kinds.influences)
    repeats, share = label_units(labels)
    df = bell_mccaffrey(share, repeats)
    if moved.any():
        df = min(df, influence_degrees(moved, repeats))
    asked = Asked("jackknife", level, alternative)
    found = ratio_result(
        asked,
        estimate=kinds.estimate,
        error=float(np.sqrt(np.sum(repeats * (1 - share) * moved**2))),
        df=df,
        n=kinds.n,
        noise=ZERO,
        identical=not kinds.differing,
        bound=kinds.span,
    )
    return found if kinds.differing else replace(found, interval=interval_of_alike(labels, asked))


record = Method(
    key="jackknife",
    title="jackknife",
    takes=PairedLabels,
    compute=jackknife,
    latex=(
        r"\mathrm{se}^2 = \sum_g (1 - h_g)(D_g - D)^2, \quad t = \frac{D}{\mathrm{se}}, \quad "
        r"\nu = \frac{2 V^2}{\sum_g u_g^4 - V^2 / G}, \quad u_g = D_g - D, \quad V = \sum_g u_g^2"
    ),
    assumptions=(INDEPENDENT_ITEMS + ", or the clusters are", "enough items of each class"),
    references=(EFRON_1993, BELL_MCCAFFREY_2002),
    interval_by="a jackknife error",
    valid_in=("independent-items",),
    invalid_in=("clustered-items",),
)
