"""The error on an independent test set."""

from collections.abc import Mapping

from bakeoff.core.estimator import ErrorEstimator, Estimate, Losses
from bakeoff.core.works import DIETTERICH_1998, HONAVAR, SALZBERG_1997
from bakeoff.estimators._assumed import NOTHING_CHOSEN
from bakeoff.estimators._losses import ON_UNSEEN_ITEMS, items, on_one_test_set, only_split

BIAS = (
    "none: the test items are independent of the training items (Honavar), provided that nothing was "
    "chosen by looking at them (Salzberg 1997)"
)


def independent_test(tested: Mapping[str, Losses], *, level: float) -> Estimate:
    """Train on all data, and test on given items (EST-9).

    Examples
    --------
    >>> import numpy as np
    >>> from bakeoff.core.design import Splits
    >>> from bakeoff.designs.given import Given
    >>> splits = Splits(design=Given(), n=100, shape=(1, 1), test=(np.arange(100),))
    >>> losses = (np.arange(100) < 8).astype(float)
    >>> print(independent_test({"test": Losses(splits=splits, values=(losses,))}, level=0.95).sentence)
    error 8.0 %, 95 % interval 3.9 % to 14.5 % (independent test set, 100 items)
    """
    found = only_split(tested, estimator="independent-test")
    basis = f"independent test set, {items(len(found.values[0]))}"
    return on_one_test_set("independent-test", found, "test", level=level, basis=basis, bias=BIAS)


record = ErrorEstimator(
    key="independent-test",
    title="independent test set",
    formula="m / M on M items that were not available when the learner was trained",
    designs=lambda: {},
    combine=independent_test,
    latex=r"\frac{m}{M}, \quad \text{tested on } M \text{ other items}",
    direction="none",
    bias=BIAS,
    why_interval=ON_UNSEEN_ITEMS,
    needs_test_items=True,
    procedures=("EST-9",),
    assumptions=(
        "the test items are independent of the training items, and drawn from the population of interest",
        NOTHING_CHOSEN,
    ),
    references=(SALZBERG_1997, DIETTERICH_1998, HONAVAR),
)
