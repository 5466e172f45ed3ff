"""Efron's .632 bootstrap."""

from collections.abc import Mapping

from bakeoff.core.estimator import ErrorEstimator, Estimate, Losses
from bakeoff.core.exceptions import InputError
from bakeoff.core.works import EFRON_1983, MARTIN_HIRSCHBERG_1996
from bakeoff.designs.apparent import Apparent
from bakeoff.designs.bootstrap import Bootstrap
from bakeoff.estimators._assumed import SPLIT
from bakeoff.estimators._losses import answer, in_partitions, items, mean_loss, under, without_empty

BIAS = (
    "depends on the learner: optimistic for a learner that fits its training items well, because the "
    "apparent error has weight 0.368. For 1-NN the apparent error is 0, so that on pure noise the "
    "estimate is about 0.632 times the true error. Martin & Hirschberg 1996 found different biases for "
    "1-NN and 3-NN: the estimate would have led to the wrong decision on significance in half of their "
    "cases and to the wrong sign in 60 % (3.3), and it found a difference between stopped and unpruned "
    "trees in 5 of the 12 cases where the true errors do not (Table 13). They do not recommend it"
)
NO_INTERVAL = (
    "no interval: the bootstrap samples share their items, and because the bias depends on the learner, "
    "an interval would not cover the true error"
)


def bootstrap_632(tested: Mapping[str, Losses], *, level: float) -> Estimate:
    """A weighted mean of the error outside the bootstrap samples and of the apparent error (EST-7).

    e0 is the pooled error on the items outside a bootstrap sample: all errors divided by all such items
    of all samples. APP is the apparent error. Samples that leave no item out are skipped.

    Examples
    --------
    >>> import numpy as np
    >>> from bakeoff.core.design import Splits
    >>> n, drawn = 3, (np.array([0, 0, 1]), np.array([2, 1, 2]))
    >>> out = Splits(design=Bootstrap(samples=2), n=n, shape=(1, 2), test=(np.array([2]), np.array([0])),
    ...              drawn=drawn)
    >>> everything = np.arange(n)
    >>> again = Splits(design=Apparent(), n=n, shape=(1, 1), test=(everything,), drawn=(everything,))
    >>> tested = {"bootstrap": Losses(splits=out, values=(np.array([1]), np.array([0]))),
    ...           "apparent": Losses(splits=again, values=(np.zeros(3),))}
    >>> bootstrap_632(tested, level=0.95).value
    0.316
    """
    outside, again = under(tested, "bootstrap", "apparent", estimator="bootstrap-632")
    in_partitions(again, estimator="bootstrap-632")
    kept = without_empty(outside)
    if not kept.values:
        raise InputError(
            f"none of the {len(outside.values)} bootstrap samples of {items(outside.splits.n)} leaves an "
            f"item out to test on; draw more samples, or use more items"
        )
    skipped = len(outside.values) - len(kept.values)
    e0, apparent = mean_loss(kept), mean_loss(again)
    return answer(
        "bootstrap-632",
        0.632 * e0 + 0.368 * apparent,
        {"bootstrap": kept, "apparent": again},
        level=level,
        basis=f".632 bootstrap, {len(kept.values)} samples of {items(outside.splits.n)}",
        bias=BIAS,
        components={"out-of-bag": e0, "apparent": apparent},
        notes=(NO_INTERVAL, *_skipped(skipped, len(outside.values))),
    )


def _skipped(skipped: int, samples: int) -> tuple[str, ...]:
    return (f"{skipped} of {samples} samples were skipped: they leave no item out",) if skipped else ()


record = ErrorEstimator(
    key="bootstrap-632",
    title=".632 bootstrap",
    formula="0.632 e0 + 0.368 APP; e0: pooled error outside the bootstrap samples, APP: apparent error",
    designs=lambda *, samples=200: {"bootstrap": Bootstrap(samples=samples), "apparent": Apparent()},
    combine=bootstrap_632,
    latex=r"0.632\, e_0 + 0.368\, \mathrm{APP}",
    direction="depends",
    bias=BIAS,
    why_interval=NO_INTERVAL,
    options={"samples": "the number of bootstrap samples; 200"},
    procedures=("EST-7",),
    assumptions=(
        *SPLIT,
        "with these weights the biases of the two errors cancel; for learners that overfit they do not",
    ),
    references=(EFRON_1983, MARTIN_HIRSCHBERG_1996),
)
