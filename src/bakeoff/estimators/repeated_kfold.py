"""Repeated (r x k) cross-validation: the array of errors that the tests on fold scores use."""

from collections.abc import Mapping

from bakeoff.core.estimator import ErrorEstimator, Estimate, Losses
from bakeoff.core.figures import span
from bakeoff.core.works import BOUCKAERT_2003, HONAVAR, MARTIN_HIRSCHBERG_1996
from bakeoff.designs.repeated_kfold import RepeatedKFold
from bakeoff.estimators._assumed import SMALLER, SPLIT
from bakeoff.estimators._losses import AVERAGES, Average, answer, averaged, in_folds, items, partitioned

BIAS = (
    "the same as that of k-fold cross-validation, slightly pessimistic: repeating does not change it "
    "(Martin & Hirschberg 1996, B.3). Honavar recommends it as a protection against a single "
    "unrepresentative partition"
)
NO_INTERVAL = (
    "no interval: the errors of all runs and folds come from the same items, and an interval that "
    "treats them as independent is far too narrow (the t test on the differences of 10 x 10 folds with 99 "
    f"degrees of freedom had {span('risk', 'cv-all-data, df nominal, 10 x 10 folds')} % false alarms at a "
    "nominal 5 %)"
)


def repeated_kfold(tested: Mapping[str, Losses], *, level: float, average: Average = "folds") -> Estimate:
    """The mean of the error rates of all folds of all runs (EST-6).

    Examples
    --------
    >>> import numpy as np
    >>> from bakeoff.core.design import Splits
    >>> halves = tuple(map(np.array, ([0, 1], [2, 3], [0, 2], [1, 3])))
    >>> splits = Splits(design=RepeatedKFold(runs=2, folds=2), n=4, shape=(2, 2), test=halves)
    >>> losses = tuple(map(np.array, ([0, 1], [0, 0], [1, 1], [0, 0])))
    >>> found = repeated_kfold({"repeated-kfold": Losses(splits=splits, values=losses)}, level=0.95)
    >>> found.parts["repeated-kfold"].tolist()
    [[0.5, 0.0], [1.0, 0.0]]
    """
    found = partitioned(tested, "repeated-kfold")
    return answer(
        "repeated-kfold",
        averaged(found, average),
        {"repeated-kfold": found},
        level=level,
        basis=f"{found.splits.shape[0]} runs of {in_folds(found)}, {items(found.splits.n)}",
        bias=BIAS,
        notes=(NO_INTERVAL,),
    )


record = ErrorEstimator(
    key="repeated-kfold",
    title="repeated k-fold cross-validation",
    formula="mean over runs and folds of the test fold's error",
    designs=lambda *, runs=10, folds=10, stratified=True: {
        "repeated-kfold": RepeatedKFold(runs=runs, folds=folds, stratified=stratified)
    },
    combine=repeated_kfold,
    latex=r"\frac{1}{r k} \sum_{i=1}^{r} \sum_{j=1}^{k} \frac{m_{ij}}{n_{ij}}",
    direction="pessimistic",
    bias=BIAS,
    why_interval=NO_INTERVAL,
    options={
        "runs": "the number of partitions; 10 as in Bouckaert",
        "folds": "the number of folds of each; 10 as in Bouckaert",
        "stratified": "whether the folds are stratified; True, as in Bouckaert",
    },
    reading=AVERAGES,
    procedures=("EST-6",),
    assumptions=(*SPLIT, SMALLER),
    references=(BOUCKAERT_2003, HONAVAR, MARTIN_HIRSCHBERG_1996),
)
