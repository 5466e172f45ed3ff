"""The paired permutation test of any label metric, from the joint table."""

import numpy as np

from bakeoff.core.alternative import Alternative
from bakeoff.core.method import Method
from bakeoff.core.outcomes import Floats, Ints, PairedLabels
from bakeoff.core.result import Result
from bakeoff.core.rng import generator
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS, NONE_DISCORDANT
from bakeoff.methods._references import EFRON_1993
from bakeoff.methods._resampling import (
    ANY_METRIC,
    SAME,
    bootstrap_gaps,
    differing,
    draw_gaps,
    observed_gap,
    percentile_interval,
    simulated,
    tail_p,
)


def permutation(
    labels: PairedLabels,
    *,
    level: float,
    alternative: Alternative,
    resamples: int = 10_000,
    rng: int | np.random.Generator | None = 0,
) -> Result:
    """Swap the answers of A and B at random and see how often the difference gets as large.

    Swapping each item by the throw of a coin is, in the joint table, one binomial draw for each cell
    in which A and B differ. The p-value follows the +1 rule; the interval is that of the bootstrap.

    Examples
    --------
    >>> table = np.array([[[40, 5], [2, 3]], [[4, 1], [8, 37]]])
    >>> def accuracy(m): return (m[..., 0, 0] + m[..., 1, 1]) / 100
    >>> labels = PairedLabels(table=table, labels=(0, 1), metric=accuracy)
    >>> permutation(labels, level=0.95, alternative="two-sided").p_value < 0.05
    True
    """
    estimate = observed_gap(labels)
    swapped, notes = _swapped_gaps(labels, resamples, generator(rng, "permutation", resamples))
    at_least = int(np.sum(swapped >= estimate - SAME))
    at_most = int(np.sum(swapped <= estimate + SAME))
    p = tail_p(at_least, at_most, swapped.size, alternative)
    identical = not differing(labels.table)
    if identical:
        notes = (*notes, NONE_DISCORDANT)
    gaps, lost = bootstrap_gaps(labels, resamples, generator(rng, "bootstrap", resamples))
    return simulated(
        "permutation",
        labels,
        estimate=estimate,
        interval=percentile_interval(gaps, estimate, p, level, alternative),
        p_value=p,
        resamples=swapped.size,
        level=level,
        alternative=alternative,
        notes=notes + lost,
        degenerate=identical,
    )


def _swapped_gaps(
    labels: PairedLabels, resamples: int, rng: np.random.Generator
) -> tuple[Floats, tuple[str, ...]]:
    both = labels.table + np.swapaxes(labels.table, 1, 2)  # items of a pair of cells (a, b) and (b, a)
    upper = np.triu(np.ones(labels.table.shape[1:], dtype=bool), k=1)

    def draw(count: int) -> Ints:
        tables = np.broadcast_to(labels.table, (count, *labels.table.shape)).copy()
        kept = rng.binomial(both[:, upper], 0.5, size=(count, *both[:, upper].shape))
        tables[:, :, upper] = kept
        mirrored = np.swapaxes(tables, 2, 3)
        mirrored[:, :, upper] = both[:, upper] - kept
        return tables

    return draw_gaps(labels, resamples, draw)


record = Method(
    key="permutation",
    title="paired permutation",
    question=ANY_METRIC,
    takes=PairedLabels,
    compute=permutation,
    assumptions=(INDEPENDENT_ITEMS, "under the null hypothesis the answers of A and B are exchangeable"),
    references=(EFRON_1993,),
    interval_by="a bootstrap interval",
    valid_in=("independent-items",),
    invalid_in=("clustered-items",),
    options={"resamples": "number of resamples (default 10000)", "rng": "a whole number or numpy Generator"},
)
