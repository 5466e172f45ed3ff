"""The paired bootstrap of any label metric, from the joint table."""

import numpy as np

from bakeoff.core.alternative import Alternative
from bakeoff.core.method import Method
from bakeoff.core.outcomes import PairedLabels
from bakeoff.core.result import Result
from bakeoff.core.rng import generator
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS, NONE_DISCORDANT
from bakeoff.methods._reference import NO_SPREAD
from bakeoff.methods._references import EFRON_1993
from bakeoff.methods._resampling import (
    ANY_METRIC,
    SAME,
    bootstrap_gaps,
    differing,
    observed_gap,
    percentile_interval,
    simulated,
    tail_p,
)


def bootstrap(
    labels: PairedLabels,
    *,
    level: float,
    alternative: Alternative,
    resamples: int = 10_000,
    rng: int | np.random.Generator | None = 0,
) -> Result:
    """Draw test sets of the same size from the joint table and look where the differences fall.

    A multinomial draw of the table truth x A x B is exactly a bootstrap of its items. The interval
    takes percentiles; the p-value is twice the share of differences beyond 0, with the +1 rule, and
    never below what d items that differ could show by the throw of a coin, ``2 * 2**-d``.

    Examples
    --------
    >>> table = np.array([[[40, 5], [2, 3]], [[4, 1], [8, 37]]])
    >>> def accuracy(m): return (m[..., 0, 0] + m[..., 1, 1]) / 100
    >>> labels = PairedLabels(table=table, labels=(0, 1), metric=accuracy)
    >>> round(bootstrap(labels, level=0.95, alternative="two-sided").estimate, 6)
    0.1
    """
    estimate = observed_gap(labels)
    stream = generator(rng, "bootstrap", resamples)
    gaps, notes = bootstrap_gaps(labels, resamples, stream)
    p = tail_p(int(np.sum(gaps <= SAME)), int(np.sum(gaps >= -SAME)), gaps.size, alternative)
    surest = 2.0 ** -differing(labels.table)
    p = max(p, min(1.0, 2 * surest if alternative == "two-sided" else surest))
    constant = bool(np.ptp(gaps) <= SAME)
    if constant:
        notes = (*notes, NO_SPREAD if estimate else NONE_DISCORDANT)
    return simulated(
        "bootstrap",
        labels,
        estimate=estimate,
        interval=percentile_interval(gaps, estimate, p, level, alternative),
        p_value=p,
        resamples=gaps.size,
        level=level,
        alternative=alternative,
        notes=notes,
        degenerate=constant,
    )


record = Method(
    key="bootstrap",
    title="paired bootstrap",
    question=ANY_METRIC,
    takes=PairedLabels,
    compute=bootstrap,
    assumptions=(INDEPENDENT_ITEMS, "enough items of each class"),
    references=(EFRON_1993,),
    valid_in=("independent-items",),
    invalid_in=("clustered-items",),
    options={"resamples": "number of resamples (default 10000)", "rng": "a whole number or numpy Generator"},
)
