"""The apparent error: trained and tested on the same items."""

from collections.abc import Mapping

from bakeoff.core.estimator import ErrorEstimator, Estimate, Losses
from bakeoff.core.works import HONAVAR, MARTIN_HIRSCHBERG_1996
from bakeoff.designs.apparent import Apparent
from bakeoff.estimators._assumed import SAMPLE
from bakeoff.estimators._losses import answer, items, mean_loss, partitioned

BIAS = (
    "optimistic: the test items are the training items (Honavar). For 1-NN it is 0 on every sample "
    "without equal items of different classes, so it is uninformative (Martin & Hirschberg 1996, B.1). "
    "In their Table 13, a t test on it finds a difference between stopped and unpruned trees in 7 of "
    "the 12 cases where a t test on the true errors does not"
)
NO_INTERVAL = "no interval: an interval around an optimistic value would not cover the true error"


def apparent(tested: Mapping[str, Losses], *, level: float) -> Estimate:
    """Train on all items and test on all items (EST-1).

    Examples
    --------
    >>> import numpy as np
    >>> from bakeoff.core.design import Splits
    >>> everything = np.arange(4)
    >>> splits = Splits(design=Apparent(), n=4, shape=(1, 1), test=(everything,), drawn=(everything,))
    >>> apparent({"apparent": Losses(splits=splits, values=(np.array([0, 1, 0, 0]),))}, level=0.95).value
    0.25
    """
    found = partitioned(tested, "apparent")
    return answer(
        "apparent",
        mean_loss(found),
        {"apparent": found},
        level=level,
        basis=f"apparent error, {items(found.splits.n)}",
        bias=BIAS,
        notes=(NO_INTERVAL,),
    )


record = ErrorEstimator(
    key="apparent",
    title="apparent error",
    formula="m / N, trained and tested on all N items",
    designs=lambda: {"apparent": Apparent()},
    combine=apparent,
    latex=r"\frac{m}{N}, \quad \text{trained and tested on all } N \text{ items}",
    direction="optimistic",
    bias=BIAS,
    why_interval=NO_INTERVAL,
    procedures=("EST-1",),
    assumptions=(
        SAMPLE,
        "the learner fits its training items no better than new ones, which few learners do",
    ),
    references=(HONAVAR, MARTIN_HIRSCHBERG_1996),
)
