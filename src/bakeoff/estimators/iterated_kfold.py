"""k-fold cross-validation, iterated with new partitions and averaged (k-CV*)."""

from collections.abc import Mapping

from bakeoff.core.estimator import ErrorEstimator, Estimate, Losses
from bakeoff.core.works import MARTIN_HIRSCHBERG_1996
from bakeoff.designs.repeated_kfold import RepeatedKFold
from bakeoff.estimators._assumed import SMALLER, SPLIT
from bakeoff.estimators._losses import answer, in_folds, items, mean_loss, partitioned

BIAS = (
    "pessimistic, more so with fewer folds; iterating does not change the bias, and hardly lowers the "
    "variance with 10 or more folds (Martin & Hirschberg 1996, B.3). With 2 folds it was at worst +6.6 "
    "points for 1-NN and +18.7 for 3-NN with 10 items, +3.0 and +4.8 with 20, +3.9 and +2.7 with 30 to "
    "100 (their Table 15). It differs between learners, so 2-CV* should not be used to compare them"
)
NO_INTERVAL = (
    "no interval: the iterations share their items, so their standard deviation divided by the square "
    "root of their number is far too small, and no formula for the standard error of the mean is known "
    "(Martin & Hirschberg 1996, 3.4)"
)


def iterated_kfold(tested: Mapping[str, Losses], *, level: float) -> Estimate:
    """The mean of ``m / N`` over many cross-validations of the same items (EST-5).

    Examples
    --------
    >>> import numpy as np
    >>> from bakeoff.core.design import Splits
    >>> halves = tuple(map(np.array, ([0, 1], [2, 3], [0, 2], [1, 3])))
    >>> splits = Splits(design=RepeatedKFold(runs=2, folds=2), n=4, shape=(2, 2), test=halves)
    >>> losses = tuple(map(np.array, ([0, 1], [0, 0], [1, 1], [0, 0])))
    >>> iterated_kfold({"iterated-kfold": Losses(splits=splits, values=losses)}, level=0.95).value
    0.375
    """
    found = partitioned(tested, "iterated-kfold")
    return answer(
        "iterated-kfold",
        # every run tests all items, so the mean of the runs is the mean of all losses
        mean_loss(found),
        {"iterated-kfold": found},
        level=level,
        basis=f"{in_folds(found)} iterated {found.splits.shape[0]} times, {items(found.splits.n)}",
        bias=BIAS,
        notes=(NO_INTERVAL,),
    )


record = ErrorEstimator(
    key="iterated-kfold",
    title="iterated k-fold cross-validation (k-CV*)",
    formula="mean over R partitions of m / N",
    designs=lambda *, folds=10, iterations=100, stratified=False: {
        "iterated-kfold": RepeatedKFold(runs=iterations, folds=folds, stratified=stratified)
    },
    combine=iterated_kfold,
    latex=r"\frac{1}{R} \sum_{r=1}^{R} \frac{m_r}{N}",
    direction="pessimistic",
    bias=BIAS,
    why_interval=NO_INTERVAL,
    options={
        "folds": "the number of folds k; 10 (10-CV*), because 2 (2-CV*) is strongly biased on small samples",
        "iterations": "the number of partitions R; 100 as in Martin & Hirschberg",
        "stratified": "whether the folds are stratified; False, as in their experiments",
    },
    procedures=("EST-5",),
    assumptions=(*SPLIT, SMALLER),
    references=(MARTIN_HIRSCHBERG_1996,),
)
