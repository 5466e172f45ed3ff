"""k-fold cross-validation."""

from collections.abc import Mapping

from bakeoff.core.estimator import ErrorEstimator, Estimate, Losses
from bakeoff.core.works import BOUCKAERT_2003, HONAVAR, MARTIN_HIRSCHBERG_1996
from bakeoff.designs.kfold import KFold
from bakeoff.estimators._assumed import SMALLER, SPLIT, STABLE
from bakeoff.estimators._losses import (
    AVERAGES,
    POOLED_COUNT,
    Average,
    answer,
    averaged,
    in_folds,
    items,
    of_pooled_count,
    partitioned,
)

BIAS = (
    "slightly pessimistic: each classifier is trained on only (k - 1) / k of the items. The bias "
    "decreases quickly with more folds and more items, and the variance hardly depends on k (Martin & "
    "Hirschberg 1996, sec. 2 and 3.4). In their study, 10 folds missed a difference between 1-NN and "
    "3-NN that the true errors show in 15 of 40 cases (B.1), and found a difference between stopped and "
    "unpruned trees in 1 of the 12 cases where the true errors do not (Table 13), the fewest of all "
    "estimators. They recommend it"
)
FOLD_MEAN = "no interval: for cross-validation it exists only for the pooled errors, average='pooled'"


def kfold(tested: Mapping[str, Losses], *, level: float, average: Average = "pooled") -> Estimate:
    """Partition the items into k folds and test on each after training on the others (EST-3).

    ``m / N``: all errors divided by all items; or, with ``average="folds"``, the mean error rate of the
    folds.

    Examples
    --------
    >>> import numpy as np
    >>> from bakeoff.core.design import Splits
    >>> splits = Splits(design=KFold(folds=2), n=5, shape=(1, 2), test=(np.arange(3), np.arange(3, 5)))
    >>> tested = {"kfold": Losses(splits=splits, values=(np.array([1, 0, 0]), np.array([1, 0])))}
    >>> kfold(tested, level=0.95).value, round(kfold(tested, level=0.95, average="folds").value, 4)
    (0.4, 0.4167)
    """
    found = partitioned(tested, "kfold")
    span, why = of_pooled_count(found, level)
    if average == "folds":
        span, why = None, FOLD_MEAN
    return answer(
        "kfold",
        averaged(found, average),
        {"kfold": found},
        level=level,
        basis=f"{in_folds(found)}, {items(found.splits.n)}",
        bias=BIAS,
        interval=span,
        notes=(why,),
    )


record = ErrorEstimator(
    key="kfold",
    title="k-fold cross-validation",
    formula="m / N: all errors on the k test folds divided by all N items; or the mean of the error "
    "rates of the k folds",
    designs=lambda *, folds=10, stratified=False: {"kfold": KFold(folds=folds, stratified=stratified)},
    combine=kfold,
    latex=r"\frac{1}{N} \sum_{j=1}^{k} m_j",
    direction="pessimistic",
    bias=BIAS,
    why_interval=POOLED_COUNT,
    options={
        "folds": "the number of folds k, from 2 to the number of items; 10",
        "stratified": "whether the folds are stratified (Honavar, Bouckaert); False, as in the "
        "experiments of Martin & Hirschberg",
    },
    reading=AVERAGES,
    procedures=("EST-3",),
    assumptions=(*SPLIT, SMALLER, STABLE),
    references=(MARTIN_HIRSCHBERG_1996, HONAVAR, BOUCKAERT_2003),
)
