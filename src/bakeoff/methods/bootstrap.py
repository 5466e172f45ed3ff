"""The paired bootstrap of a difference: any label metric, the area under the ROC curve, a mean score."""

from typing import Any

import numpy as np

from bakeoff.core.alternative import Alternative
from bakeoff.core.method import Method
from bakeoff.core.outcomes import PairedLabels, PairedScores, RankedItems
from bakeoff.core.result import Result
from bakeoff.core.rng import root_entropy
from bakeoff.methods._kinds import Kinds
from bakeoff.methods._label_kinds import label_kinds
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._ranked_kinds import ranked_kinds
from bakeoff.methods._reference import NO_SPREAD
from bakeoff.methods._references import EFRON_1993
from bakeoff.methods._resampling import (
    ANY_METRIC,
    SAME,
    bootstrap_gaps,
    bootstrap_interval,
    parse_ends,
    simulated,
    tail_p,
)
from bakeoff.methods._score_kinds import score_kinds


def bootstrap(
    outcomes: PairedLabels | RankedItems | PairedScores,
    *,
    level: float,
    alternative: Alternative,
    resamples: int = 10_000,
    interval: str = "expanded",
    rng: int | np.random.Generator | None = 0,
) -> Result:
    """Draw test sets of the same size from the one at hand and look where the differences fall.

    Items that are alike are of one kind, and a multinomial draw over kinds is exactly a bootstrap of the
    items: for labels the kinds are the cells of the table truth x A x B. Clusters are drawn as a whole.
    The p-value is twice the share of differences beyond 0, with the +1 rule, and never below what d items
    (or clusters) that differ could show by the throw of a coin, ``2 * 2**-d``.

    ``interval``: ``"percentile"`` cuts off ``(1 - level) / 2`` of the differences at either end;
    ``"expanded"``, which covers best on few items, cuts off less, ``Phi(-t sqrt(n / (n - 1)))`` with
    Student's quantile t (Hesterberg 2015), whose degrees of freedom are those that the influences of the
    items show; ``"bca"`` corrects for bias and skewness instead.

    Examples
    --------
    >>> table = np.array([[[40, 5], [2, 3]], [[4, 1], [8, 37]]])
    >>> def accuracy(m): return (m[..., 0, 0] + m[..., 1, 1]) / 100
    >>> labels = PairedLabels(table=table, labels=(0, 1), metric=accuracy)
    >>> round(bootstrap(labels, level=0.95, alternative="two-sided").estimate, 6)
    0.1
    """
    ends, kinds = parse_ends(interval), _kinds(outcomes)
    gaps, notes = bootstrap_gaps(kinds, resamples, root_entropy(rng))
    at_least, at_most = int(np.sum(gaps <= SAME)), int(np.sum(gaps >= -SAME))
    p = tail_p(at_least, at_most, gaps.size, kinds.differing, alternative)
    constant = bool(np.ptp(gaps) <= SAME)
    if constant:
        notes = (*notes, NO_SPREAD if abs(kinds.estimate) > SAME else kinds.same)
    found, remarks = bootstrap_interval(kinds, gaps, p, level, alternative, ends)
    return simulated(
        "bootstrap",
        kinds,
        interval=found,
        p_value=p,
        resamples=gaps.size,
        level=level,
        alternative=alternative,
        notes=notes if constant else notes + remarks,
        degenerate=constant,
    )


def _kinds(outcomes: Any) -> Kinds:
    if isinstance(outcomes, RankedItems):
        return ranked_kinds(outcomes)
    return score_kinds(outcomes) if isinstance(outcomes, PairedScores) else label_kinds(outcomes)


record = Method(
    key="bootstrap",
    title="paired bootstrap",
    question=ANY_METRIC,
    takes=PairedLabels,
    also_takes=(RankedItems, PairedScores),
    compute=bootstrap,
    assumptions=(INDEPENDENT_ITEMS + ", or their clusters are", "enough items of each class"),
    references=(EFRON_1993, "Hesterberg 2015, The American Statistician 69(4):371-386"),
    valid_in=("independent-items",),
    invalid_in=("clustered-items",),
    options={
        "resamples": "number of resamples (default 10000)",
        "interval": "expanded (default), percentile or bca",
        "rng": "a whole number or numpy Generator",
    },
)
