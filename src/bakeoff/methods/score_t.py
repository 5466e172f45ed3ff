"""The t test of a label metric's difference, with its error under equal metrics: a score test."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np

from bakeoff.core.influences import influence_degrees
from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, Ints, PairedLabels
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import IMBENS_KOLESAR_2016, TANGO_1998
from bakeoff.methods._kinds import Kinds
from bakeoff.methods._label_kinds import label_kinds, label_units
from bakeoff.methods._mirror import mirrored
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._reference import NO_SPREAD, Asked, enough, one_item, ratio_p, student_quantile
from bakeoff.methods._restricted import Restricted, restricted

Error = Callable[[float], float]
STEPS, CLOSE, EVEN = 100, 1e-14, 1e-8
OTHER = object()  # a class that occurs nowhere
UNMOVED = (
    "the metric is the same whatever the two models predict for these items; the interval accounts for items "
    "that were not seen"
)
UNSEEN = "both agree on all items of a class: the standard error allows for one item on which they do not"


def score_t(labels: PairedLabels, *, level: float, alternative: Alternative) -> Result:
    """Test the difference D of two metrics with its standard error under equal metrics.

    Correct answers are moved from one model to the other, with fixed true and predicted class shares, until
    the metrics differ by delta, which is 0 for the test. With c_i the influence of item i on the difference
    there and ``u_i = c_i - mean(c)``, ``V(delta) = sum u_i^2 n / (n - 1)``; for F1,
    ``c_i = (2 t a - F (t + a)) / S_a - (2 t b - F (t + b)) / S_b`` with S the true plus the predicted
    positives and ``F = 2 (TP_a + TP_b) / (S_a + S_b)``. V is never below its value when the influences on
    either metric are scaled to their variance in its moved confusion matrix; if A and B agree on all items of
    a class, the largest possible u^2 of one item on which they disagree is added. D / sqrt(V) is compared
    with Student's t with ``2 W^2 / (sum u^4 - W^2 / n)`` degrees of freedom, W = sum u^2, at most 2 m where A
    and B differ on m items. The interval contains all delta with ``|D - delta| <= t sqrt(V(delta))``.

    With clusters, u is summed within each cluster, and ``n / (n - 1)`` is 1 / (1 - h) with h its share of the
    items. With ``w = s + r s (s - 1)`` for clusters of s items whose influences have correlation r, there are
    at most ``(sum w)^2 / sum w^2 - 1`` degrees of freedom. docs/equal_metrics.md has all formulas.

    Examples
    --------
    >>> table = np.array([[[40, 5], [2, 3]], [[4, 1], [8, 37]]])
    >>> def accuracy(m): return (m[..., 0, 0] + m[..., 1, 1]) / m.sum(axis=(-2, -1))
    >>> labels = PairedLabels(table=table, labels=(0, 1), metric=accuracy)
    >>> round(score_t(labels, level=0.95, alternative="two-sided").p_value, 4)
    0.0151
    """
    return mirrored(_score_t, labels, level, alternative)


def _score_t(labels: PairedLabels, level: float, alternative: Alternative) -> Result:
    asked, kinds = Asked("score-t", level, alternative), label_kinds(labels)
    if kinds.n == 1:
        return one_item(asked, estimate=kinds.estimate, bound=kinds.span)
    enough("score-t", kinds.units, "independent items or clusters")
    repeats, share = label_units(labels)
    moved = restricted(labels, kinds.estimate, share)
    if not kinds.differing:
        return _no_difference(asked, kinds, _largest(moved, labels), kinds.same)
    if moved is None:
        u = _by_leaving_out(kinds, share)
        error = math.sqrt(math.fsum((repeats * u**2 / (1 - share)).tolist()))
        return _judged(asked, kinds, lambda delta: error, _degrees(u, kinds, share, 0.0), 0.0)
    there = moved.influences(0.0)

    @cache  # it is asked again at 0 and at ends
    def error_at(delta: float) -> float:
        found = moved.influences(delta)
        return math.sqrt(moved.spread(found.units) + found.unseen)

    if not kinds.estimate and not error_at(0.0):
        return _no_difference(asked, kinds, moved.largest, UNMOVED)
    df = _degrees(there.units, kinds, share, moved.together(there))
    return _judged(asked, kinds, error_at, df, there.unseen)


def unit_influences(labels: PairedLabels) -> Floats:
    """How far one unit of each kind moves A minus B, as observed; NaN where it has nothing that is measured.

    Refuses a metric that is 0/0.

    Examples
    --------
    >>> table = np.array([[[6, 2], [0, 0]], [[0, 0], [0, 2]]])
    >>> def recall(m): return m[..., 0, 0] / m[..., 0].sum(axis=-1)
    >>> unit_influences(PairedLabels(table=table, labels=(0, 1), metric=recall)).round(5).tolist()
    [-0.03125, 0.09375, nan]
    """
    kinds, (_, share) = label_kinds(labels), label_units(labels)
    if kinds.units < 2:
        return np.full(kinds.repeats.size, np.nan)
    moved = restricted(labels, kinds.estimate, share)
    if moved is None:
        u = _by_leaving_out(kinds, share)
        return np.where(u == 0, np.nan, u)
    found = moved.influences(kinds.estimate)
    matters = sum(
        side.content @ (of != 0).ravel() for side, of in ((moved.a, found.of_a), (moved.b, found.of_b))
    )
    return np.where(matters > 0, found.units, np.nan)


def _by_leaving_out(kinds: Kinds, share: Floats) -> Floats:
    return (share - 1) * kinds.influences


def _degrees(u: Floats, kinds: Kinds, share: Floats, together: float) -> float:
    if not np.any(u):
        return 1.0
    found = influence_degrees(u, kinds.repeats), _of_sizes(np.rint(share * kinds.n), kinds.repeats, together)
    return max(1.0, min(*found, 2.0 * kinds.differing))


def _of_sizes(sizes: Floats, repeats: Ints, together: float) -> float:
    """Degrees of freedom that units of these sizes leave where their items correlate so much."""
    spread = sizes + together * sizes * (sizes - 1)
    return float(np.sum(repeats * spread)) ** 2 / float(np.sum(repeats * spread**2)) - 1


def _judged(asked: Asked, kinds: Kinds, error: Error, df: float, more: float) -> Result:
    gap, there = kinds.estimate, error(0.0)
    if there == 0 and gap:
        return _alike(asked, kinds)
    ratio = gap / there if gap else 0.0
    quantile = student_quantile(df, asked.tail)
    low = _lower(gap, error, quantile, kinds.span)
    high = -_lower(-gap, lambda delta: error(-delta), quantile, kinds.span)
    if not gap and abs(low + high) <= EVEN * (high - low):  # the same but for how far roots are found
        low, high = -max(high, -low), max(high, -low)
    return asked.result(
        estimate=gap,
        interval=asked.interval(low, high, bound=kinds.span),
        statistic=ratio,
        df=df,
        p_value=ratio_p(ratio, df, asked.alternative),
        n=kinds.n,
        notes=(UNSEEN,) if more else (),
        error=there,
    )


def _lower(gap: float, error: Error, quantile: float, bound: float) -> float:
    """The smallest difference that the test does not reject, on the side of 0 that it says."""

    def excess(delta: float) -> float:
        return gap - delta - quantile * error(delta)

    if excess(0.0) > 0:
        out, inside = 0.0, gap if quantile >= 0 else _end(excess, bound, 1)
    else:
        out, inside = _end(excess, bound, -1), min(gap, 0.0) if quantile >= 0 else 0.0
    return _root(excess, out, inside) if excess(out) > 0 else out


def _root(excess: Error, out: float, inside: float) -> float:
    """Where the excess, above 0 at one end and not at the other, is 0: by the Illinois method."""
    above, below, last = excess(out), excess(inside), 0
    for _ in range(STEPS):
        point = (out * below - inside * above) / (below - above)
        if not min(out, inside) < point < max(out, inside):
            break
        value = excess(point)
        if value > 0:
            out, above, below, last = point, value, below / (2 if last > 0 else 1), 1
        else:
            inside, below, above, last = point, value, above / (2 if last < 0 else 1), -1
        if abs(value) <= CLOSE:
            return point
    return inside


def _end(excess: Error, bound: float, sign: int) -> float:
    """The end of the range; where it has none, the first of ever larger differences on the other side."""
    if math.isfinite(bound):
        return sign * bound
    further = (sign * 2.0**power for power in range(-10, 60))
    return next((each for each in further if (excess(each) > 0) == (sign < 0)), sign * math.inf)


def _largest(moved: Restricted | None, labels: PairedLabels) -> float:
    """The largest change of either metric by one item, which may be of a class that no item has."""
    if len(labels.labels) == 1 and isinstance(labels.table, np.ndarray):
        other = replace(labels, labels=(*labels.labels, OTHER), table=np.pad(labels.table, (0, 1)))
        moved = restricted(other, 0.0, label_units(other)[1])
    return math.inf if moved is None else moved.largest


def _no_difference(asked: Asked, kinds: Kinds, largest: float, why: str) -> Result:
    """No item counts for either; as many may in the population as a sample misses with the tail's share."""
    reach = min(-math.log(asked.tail) * largest, kinds.span) if largest else kinds.span
    return asked.result(
        estimate=0.0,
        interval=asked.interval(-reach, reach, bound=kinds.span),
        statistic=0.0,
        p_value=1.0,
        n=kinds.n,
        notes=(why,),
        degenerate=True,
    )


def _alike(asked: Asked, kinds: Kinds) -> Result:
    """All differing units favour one side equally: p-value and interval of a sign test."""
    gap, count = kinds.estimate, kinds.differing
    least = abs(gap) * (2 * asked.tail ** (1 / count) - 1)
    ends = (least, gap) if gap > 0 else (gap, -least)
    toward = asked.alternative == "two-sided" or (gap > 0) == (asked.alternative == "greater")
    p = min(1.0, 2.0 ** (1 - count)) if asked.alternative == "two-sided" else 2.0**-count if toward else 1.0
    return asked.result(
        estimate=gap,
        interval=asked.interval(*ends, bound=kinds.span),
        statistic=math.copysign(math.inf, gap),
        p_value=p,
        n=kinds.n,
        notes=(NO_SPREAD,),
        degenerate=True,
    )


record = Method(
    key="score-t",
    title="t test of the metric's difference",
    takes=PairedLabels,
    compute=score_t,
    latex=(
        r"T = \frac{D}{\sqrt{V(0)}}, \quad V(\delta) = \frac{n}{n - 1} \sum_i u_i^2, \quad "
        r"\nu = \frac{2 W^2}{\sum_i u_i^4 - W^2 / n}, \quad W = \sum_i u_i^2"
    ),
    assumptions=(INDEPENDENT_ITEMS + ", or the clusters are", "at least about 10 items of each class"),
    references=(TANGO_1998, IMBENS_KOLESAR_2016),
    interval_by="inversion of the test",
    valid_in=("independent-items",),
    invalid_in=("clustered-items",),
)
