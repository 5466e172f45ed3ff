"""The paired permutation test of any label metric, from the joint table."""

import numpy as np

from bakeoff.core.figures import figure
from bakeoff.core.method import Method
from bakeoff.core.outcomes import PairedLabels
from bakeoff.core.result import Alternative, Result
from bakeoff.core.rng import root_entropy
from bakeoff.core.works import EFRON_1993
from bakeoff.methods._label_kinds import interval_of_alike, label_kinds, refuse_undefined, swaps
from bakeoff.methods._mirror import faced
from bakeoff.methods._paired_items import INDEPENDENT_ITEMS
from bakeoff.methods._reference import Asked
from bakeoff.methods._resampling import (
    SAME,
    bootstrap_gaps,
    bootstrap_interval,
    draw_gaps,
    enough_resamples,
    simulated,
    tail_p,
)

NO_WIDTH = (
    "every resample gives the same difference: the interval has zero width, which does not mean certainty"
)


def permutation(
    labels: PairedLabels,
    *,
    level: float,
    alternative: Alternative,
    resamples: int = 10_000,
    rng: int | np.random.Generator | None = 0,
) -> Result:
    """Swap the answers of A and B at random, and count how often the difference is as large as observed.

    Swapping each item with probability 1/2 is, in the joint table, one binomial draw for each cell in which A
    and B differ; a cluster is swapped as a whole. The p-value follows the +1 rule; the interval is a
    bootstrap interval.

    Examples
    --------
    >>> table = np.array([[[40, 5], [2, 3]], [[4, 1], [8, 37]]])
    >>> def accuracy(m): return (m[..., 0, 0] + m[..., 1, 1]) / 100
    >>> labels = PairedLabels(table=table, labels=(0, 1), metric=accuracy)
    >>> permutation(labels, level=0.95, alternative="two-sided").p_value < 0.05
    True
    """
    refuse_undefined(labels)
    facing = faced(labels)
    enough_resamples(resamples)
    asked = Asked("permutation", level, facing.asked(alternative))
    return facing.answered(_judged(asked, facing.outcomes, resamples, root_entropy(rng), even=facing.even))


def _judged(asked: Asked, labels: PairedLabels, resamples: int, root: int, *, even: bool) -> Result:
    kinds, (width, swap) = label_kinds(labels), swaps(labels)
    swapped, notes = draw_gaps(swap, resamples, width, root, "permutation", resamples, even=even)
    at_least = int(np.sum(swapped >= kinds.estimate - SAME))
    at_most = int(np.sum(swapped <= kinds.estimate + SAME))
    gaps, lost = bootstrap_gaps(kinds, resamples, root, even=even)
    interval, _ = bootstrap_interval(kinds, gaps, asked)
    alike = not kinds.differing
    if alike:
        interval, lost = interval_of_alike(labels, asked), (*lost, kinds.same)
    elif np.ptp(gaps) <= SAME:
        lost = (*lost, NO_WIDTH)
    return simulated(
        asked,
        kinds,
        interval=interval,
        p_value=tail_p(at_least, at_most, swapped.size, kinds.differing, asked.alternative),
        resamples=swapped.size,
        notes=notes + lost,
        degenerate=alike,
        favours=int(np.sign(at_most - at_least)),
    )


record = Method(
    key="permutation",
    title="paired permutation",
    takes=PairedLabels,
    compute=permutation,
    latex=(
        r"p = \frac{1 + \#\{|D^*| \ge |D|\}}{B + 1}, "
        r"\quad D^*: \text{answers of A and B swapped with probability } \tfrac{1}{2}"
    ),
    assumptions=(
        INDEPENDENT_ITEMS + ", or the clusters are",
        "under the null hypothesis the answers of A and B are exchangeable",
    ),
    references=(EFRON_1993,),
    interval_by="a bootstrap interval",
    risk="it tests whether the answers are exchangeable, not whether the metrics are equal: with equal "
    "F1 at different operating points, its false-alarm rate was up to "
    f"{figure('equal f1', 'permutation: highest')} % at a nominal 5 %",
    valid_in=("independent-items",),
    invalid_in=("clustered-items",),
    options={"resamples": "number of resamples (default 10000)", "rng": "a whole number or numpy Generator"},
)
