"""The error on a part of the data that was held out."""

from collections.abc import Mapping

from bakeoff.core.estimator import ErrorEstimator, Estimate, Losses
from bakeoff.core.works import DIETTERICH_1998, HONAVAR
from bakeoff.designs.holdout import Holdout
from bakeoff.estimators._assumed import EXCHANGEABLE, NOTHING_CHOSEN
from bakeoff.estimators._losses import ON_UNSEEN_ITEMS, items, on_one_test_set, only_split, under

BIAS = (
    "none for the classifier that was tested, because the test items were not used for training "
    "(Honavar). But that classifier was trained on fewer items than the data have, so the estimate "
    "applies to that smaller size (Dietterich 1998). A single split may be unrepresentative (Honavar)"
)


def holdout(tested: Mapping[str, Losses], *, level: float) -> Estimate:
    """Train on a random part of the data, test on the rest (EST-2).

    Examples
    --------
    >>> import numpy as np
    >>> from bakeoff.core.design import Splits
    >>> splits = Splits(design=Holdout(), n=6, shape=(1, 1), test=(np.array([1, 4]),))
    >>> print(holdout({"holdout": Losses(splits=splits, values=(np.array([0, 1]),))}, level=0.95).sentence)
    error 50.0 %, 95 % interval 6.1 % to 93.9 % (holdout, 2 test items, trained on 4)
    """
    (found,) = under(tested, "holdout", estimator="holdout")
    only_split({"holdout": found}, estimator="holdout")
    sizes = f"{items(len(found.values[0]), 'test ')}, trained on {int(found.splits.n_train[0, 0])}"
    return on_one_test_set("holdout", found, "holdout", level=level, basis=f"holdout, {sizes}", bias=BIAS)


record = ErrorEstimator(
    key="holdout",
    title="holdout",
    formula="m / M on the M items held out",
    designs=lambda *, test=1 / 3, stratified=False: {"holdout": Holdout(test=test, stratified=stratified)},
    combine=holdout,
    latex=r"\frac{m}{M}, \quad \text{tested on the } M \text{ items held out}",
    direction="depends",
    bias=BIAS,
    why_interval=ON_UNSEEN_ITEMS,
    options={
        "test": "the share of the items used for testing; 1/3 as in Dietterich 1998",
        "stratified": "whether the split is stratified; False, a simple random split",
    },
    procedures=("EST-2",),
    assumptions=(
        EXCHANGEABLE,
        NOTHING_CHOSEN,
        "the error of interest is that of a learner trained without the items held out",
    ),
    references=(DIETTERICH_1998, HONAVAR),
)
