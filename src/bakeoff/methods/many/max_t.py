"""All pairs of models at once: the largest of their statistics in a studentised bootstrap."""

from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.many_method import ManyMethod
from bakeoff.core.outcomes import Floats
from bakeoff.core.result import ROUNDING
from bakeoff.methods.many._joint import Joint

DUNNETT = "Dunnett, C. W. (1955). A multiple comparison procedure. JASA 50, 1096-1121."
ROMANO_WOLF = "Romano, J. P. & Wolf, M. (2005). Exact and approximate stepdown methods. JASA 100, 94-108."
WESTFALL_YOUNG = "Westfall, P. H. & Young, S. S. (1993). Resampling-Based Multiple Testing. Wiley."


class Simultaneous(NamedTuple):
    """Pairs tested together: limits, adjusted p-values, and the critical value of both."""

    low: Floats
    high: Floats
    p_values: Floats
    critical: float


def max_t(
    joint: Joint, deviations: Floats, *, alpha: float, family: Bools | None = None, step_down: bool = False
) -> Simultaneous:
    """Test all pairs of a family with the distribution of their largest statistic.

    With T* the deviations of the draws divided by their own standard errors, the critical value q is the
    1 - alpha quantile of ``max |T*|`` over the family: all pairs, or those with a baseline. Intervals are
    ``e ± q se``, p-values ``(1 + #{max |T*| >= |e| / se}) / (draws + 1)``: an interval excludes 0 exactly
    where p is at most alpha. Pairs with equal answers have p = 1 and are left out of the maximum. With
    ``step_down``, p-values are those of Romano and Wolf's step-down method; the intervals are not
    affected.

    Examples
    --------
    >>> from bakeoff.methods.many._joint import Totals
    >>> right = np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0]])
    >>> units = Totals(total=right, size=np.ones(4), repeats=np.array([20, 15, 5, 60]))
    >>> joint = units.joint(differing=np.array([20, 35, 25]), span=1.0, resamples=2000)
    >>> found = max_t(joint, joint.deviations(2000, 0), alpha=0.05)
    >>> joint.estimates.round(2).tolist(), [bool(p < 0.05) for p in found.p_values]
    ([-0.1, 0.05, 0.15], [False, False, True])
    """
    chosen = ~joint.alike if family is None else family & ~joint.alike
    sizes = np.where(chosen, np.abs(deviations), 0.0)
    largest = np.sort(sizes.max(axis=1, initial=0.0))
    critical = critical_value(largest, alpha)
    size = np.abs(joint.statistics)
    p_values = _stepped(sizes, size, chosen) if step_down else share_beyond(largest, size)
    reach = np.multiply(critical, joint.errors, out=np.zeros(joint.errors.size), where=joint.errors > 0)
    low, high = (np.clip(joint.estimates + sign * reach, -joint.span, joint.span) for sign in (-1, 1))
    return Simultaneous(low, high, np.where(joint.alike, 1.0, p_values), critical)


def critical_value(largest: Floats, alpha: float) -> float:
    """The value that a statistic must exceed for a p-value of at most alpha, given sorted draws of the
    maximum.

    >>> critical_value(np.arange(1.0, 100.0), 0.05)
    95.0
    """
    beyond = int(np.floor((alpha + ROUNDING) * (largest.size + 1))) - 1
    return float(largest[largest.size - 1 - beyond]) if beyond >= 0 else float("inf")


def share_beyond(largest: Floats, sizes: Floats) -> Floats:
    """p-values with the +1 rule, given sorted draws of the maximum.

    >>> share_beyond(np.arange(1.0, 100.0), np.array([0.0, 95.5])).tolist()
    [1.0, 0.05]
    """
    beyond = largest.size - np.searchsorted(largest, sizes, side="left")
    return np.asarray((1 + beyond) / (largest.size + 1))


def _stepped(drawn: Floats, sizes: Floats, chosen: Bools) -> Floats:
    """From the largest statistic down, each against the largest of those that are left."""
    order = [at for at in np.argsort(-sizes, kind="stable") if chosen[at]]
    found, last = np.ones(sizes.size), 0.0
    left = np.zeros(len(drawn))
    suffix = {}
    for at in reversed(order):
        left = np.maximum(left, drawn[:, at])
        suffix[at] = np.sort(left)
    for at in order:
        last = max(last, float(share_beyond(suffix[at], sizes[at])))
        found[at] = last
    return found


record = ManyMethod(
    key="max-t",
    title="joint max-T test by resampling",
    question="Which of these models differ on the population that the test set was drawn from?",
    gives="pairs",
    over="items",
    compute=max_t,
    latex=(
        r"q = \operatorname{quantile}_{1 - \alpha}\left( \max_{i < j} |T^*_{ij}| \right), \quad e_{ij} "
        r"\pm q\, \mathrm{se}_{ij}, \quad "
        r"p_{ij} = \frac{1 + \#\{\max |T^*| \ge |e_{ij}| / \mathrm{se}_{ij}\}}{B + 1}"
    ),
    procedures=("MANY-1",),
    assumptions=("the items, or the clusters of items, are independent",),
    references=(DUNNETT, WESTFALL_YOUNG, ROMANO_WOLF),
    options={"step_down": "step-down p-values; the intervals are those of the single-step method"},
)
