"""The paired bootstrap of a difference: any label metric, the area under the ROC curve, a mean score."""

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.outcomes import PairedLabels, PairedScores, RankedItems
from bakeoff.core.result import Alternative, Interval, Result
from bakeoff.core.rng import root_entropy
from bakeoff.core.works import EFRON_1993
from bakeoff.methods._areas import IMAGINED
from bakeoff.methods._kinds import Kinds, remeasured_kinds, score_kinds
from bakeoff.methods._label_kinds import interval_of_alike, label_kinds, refuse_undefined
from bakeoff.methods._mirror import faced
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._ranked_kinds import clustered_rank_kinds, ranked_kinds
from bakeoff.methods._reference import NO_SPREAD, Asked
from bakeoff.methods._resampling import (
    SAME,
    Ends,
    bootstrap_gaps,
    bootstrap_interval,
    enough_resamples,
    expanded_p,
    parse_ends,
    simulated,
    tail_p,
)
from bakeoff.methods.delong import delong

Resampled = PairedLabels | RankedItems | PairedScores
WITHOUT_END = 10**6  # coins, or resamples: enough that they never limit a p-value


def bootstrap(
    outcomes: Resampled,
    *,
    level: float,
    alternative: Alternative,
    resamples: int = 10_000,
    interval: str = "expanded",
    rng: int | np.random.Generator | None = 0,
) -> Result:
    """Draw test sets of the same size from the given one, and use the distribution of the differences.

    Equal items form one kind, and a multinomial draw over kinds is exactly a bootstrap of the items: for
    labels, the kinds are the cells of the table truth x A x B. Clusters are drawn as a whole. A metric that
    is no mean over items, such as rmse or r2, is computed again in each resample. The p-value is twice the
    share of differences beyond 0, with the +1 rule, and never below ``2 * 2**-d``, the smallest
    p-value of a sign test on the d items (or clusters) that differ; for an area under the ROC curve, also not
    below the same limit for the items of the rarer class.

    ``interval``: ``"percentile"`` cuts off ``(1 - level) / 2`` of the differences at either end;
    ``"expanded"``, which has the best coverage with few items, cuts off less, ``Phi(-t sqrt(n / (n - 1)))``
    with Student's quantile t (Hesterberg 2015), whose degrees of freedom are estimated from the influences of
    the items; the p-value accounts for them in the same way. ``"bca"`` corrects for bias and skewness
    instead. If the interval and the p-value disagree about 0, the interval is widened or cut at 0.

    Examples
    --------
    >>> table = np.array([[[40, 5], [2, 3]], [[4, 1], [8, 37]]])
    >>> def accuracy(m): return (m[..., 0, 0] + m[..., 1, 1]) / 100
    >>> labels = PairedLabels(table=table, labels=(0, 1), metric=accuracy)
    >>> round(bootstrap(labels, level=0.95, alternative="two-sided").estimate, 6)
    0.1
    """
    if isinstance(outcomes, PairedLabels):
        refuse_undefined(outcomes)
    facing = faced(outcomes)
    enough_resamples(resamples)
    asked = Asked("bootstrap", level, facing.asked(alternative))
    return facing.answered(
        _judged(asked, facing.outcomes, parse_ends(interval), resamples, root_entropy(rng), even=facing.even)
    )


def _judged(
    asked: Asked, outcomes: Resampled, ends: Ends, resamples: int, root: int, *, even: bool
) -> Result:
    kinds = _kinds(outcomes)
    gaps, notes = bootstrap_gaps(kinds, resamples, root, even=even)
    against = int(np.sum(gaps <= SAME)), int(np.sum(gaps >= -SAME))
    p, least = _p_values(asked, kinds, ends, against, gaps.size)
    p = max(p, tail_p(0, 0, WITHOUT_END, _tell(outcomes, kinds), asked.alternative))
    constant = bool(np.ptp(gaps) <= SAME)
    if constant:
        notes = (*notes, NO_SPREAD if abs(kinds.estimate) > SAME else kinds.same)
    found, remarks = bootstrap_interval(kinds, gaps, asked, ends)
    if isinstance(outcomes, PairedLabels) and not kinds.differing:
        found = interval_of_alike(outcomes, asked)
    wary = _wary(outcomes, asked)
    if wary is not None:
        p, notes = max(p, wary.p_value), (*notes, *wary.notes)
        found = Interval(low=min(found.low, wary.interval.low), high=max(found.high, wary.interval.high))
    return simulated(
        asked,
        kinds,
        interval=found,
        p_value=p,
        resamples=gaps.size,
        notes=notes if constant else notes + remarks,
        degenerate=constant,
        least_p=least,
        favours=int(np.sign(against[1] - against[0])),
    )


def _p_values(
    asked: Asked, kinds: Kinds, ends: Ends, against: tuple[int, int], count: int
) -> tuple[float, float]:
    """The p-value from the numbers of gaps against A and against B, and the smallest possible one."""
    p, least = (tail_p(*each, count, WITHOUT_END, asked.alternative) for each in (against, (0, 0)))
    if ends == "expanded":
        p, least = (expanded_p(kinds, each, asked.alternative) for each in (p, least))
    return p, least


def _wary(outcomes: Resampled, asked: Asked) -> Result | None:
    """What DeLong's test says about a ranking of which all but a few items of a class are placed alike.

    A resample never shows more than the items do: there the bootstrap is no surer than that test.
    """
    if not isinstance(outcomes, RankedItems):
        return None
    found = delong(outcomes, level=asked.level, alternative=asked.alternative)
    return found if IMAGINED in found.notes else None


def _tell(outcomes: Resampled, kinds: Kinds) -> int:
    """How many units can show a difference; of a ranking no more than there are with the rarer class."""
    if not isinstance(outcomes, RankedItems):
        return kinds.differing
    sides, clusters = (outcomes.positive, ~outcomes.positive), outcomes.clusters
    holding = (int(each.sum()) if clusters is None else len(np.unique(clusters[each])) for each in sides)
    return min(kinds.differing, *holding)


def _kinds(outcomes: Resampled) -> Kinds:
    if isinstance(outcomes, RankedItems):
        fewest = int(min(outcomes.positive.sum(), (~outcomes.positive).sum()))
        if fewest < 2:
            raise InputError(
                f"a bootstrap of AUCs needs at least 2 items of each class; got {fewest} of one class"
            )
        return ranked_kinds(outcomes) if outcomes.clusters is None else clustered_rank_kinds(outcomes)
    if isinstance(outcomes, PairedLabels):
        return label_kinds(outcomes)
    return score_kinds(outcomes) if outcomes.remeasure is None else remeasured_kinds(outcomes)


record = Method(
    key="bootstrap",
    title="paired bootstrap",
    takes=PairedLabels,
    also_takes=(RankedItems, PairedScores),
    compute=bootstrap,
    latex=(
        r"D^* = \theta(n_A^*) - \theta(n_B^*), \quad n^* \sim \operatorname{Multinomial}(n, \hat p), "
        r"\quad "
        r"p = 2 \min\left( \frac{1 + \#\{D^* \le 0\}}{B + 1}, \frac{1 + \#\{D^* \ge 0\}}{B + 1} \right)"
    ),
    assumptions=(INDEPENDENT_ITEMS + ", or the clusters are", "enough items of each class"),
    references=(EFRON_1993, "Hesterberg 2015, The American Statistician 69(4):371-386"),
    valid_in=("independent-items",),
    invalid_in=("clustered-items",),
    options={
        "resamples": "number of resamples (default 10000)",
        "interval": "expanded (default), percentile or bca",
        "rng": "a whole number or numpy Generator",
    },
)
