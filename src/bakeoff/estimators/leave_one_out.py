"""Leave-one-out: k-fold cross-validation with as many folds as items."""

from collections.abc import Mapping

from bakeoff.core.estimator import ErrorEstimator, Estimate, Losses
from bakeoff.core.exceptions import InputError
from bakeoff.core.works import HONAVAR, MARTIN_HIRSCHBERG_1996
from bakeoff.designs.leave_one_out import LeaveOneOut
from bakeoff.estimators._assumed import SPLIT, STABLE
from bakeoff.estimators._losses import POOLED_COUNT, answer, items, mean_loss, of_pooled_count, partitioned

BIAS = (
    "almost none: each classifier lacks one item. But its variance is larger than that of the true "
    "error, and it missed a difference between 1-NN and 3-NN that the true errors show in 13 of 40 "
    "cases (Martin & Hirschberg 1996, B.1). Leaving an item out makes its class rarer in the training "
    "set: for two classes of equal size, a learner that predicts the majority is wrong about every item "
    "that is left out, but its true error is one half (Honavar)"
)
ALL_WRONG = (
    "every item was misclassified when it was left out: this happens to a learner that follows the "
    "class proportions on balanced data, whatever its true error; use kfold with stratified=True"
)
GROUPED = "no interval: items of a group that is left out together are not independent"


def leave_one_out(tested: Mapping[str, Losses], *, level: float) -> Estimate:
    """Test on each item after training on all others: k-fold with k = N, not N - 1 (EST-4, E-S4).

    Examples
    --------
    >>> import numpy as np
    >>> from bakeoff.core.design import Splits
    >>> each = tuple(np.array([i]) for i in range(4))
    >>> splits = Splits(design=LeaveOneOut(), n=4, shape=(1, 4), test=each)
    >>> losses = tuple(np.array([wrong]) for wrong in (0, 1, 0, 0))
    >>> leave_one_out({"leave-one-out": Losses(splits=splits, values=losses)}, level=0.95).value
    0.25
    """
    found = partitioned(tested, "leave-one-out")
    groups, n = len(found.values), found.splits.n
    if groups != n and found.splits.design.key != "leave-one-out":
        raise InputError(f"leave-one-out got {groups} splits of {n} items; expected one split for each item")
    value = mean_loss(found)
    span, why = of_pooled_count(found, level)
    if groups != n:
        span, why = None, GROUPED
    return answer(
        "leave-one-out",
        value,
        {"leave-one-out": found},
        level=level,
        n=n,
        basis=f"leave-one-out, {items(n)}" if groups == n else f"{groups} groups left out, {items(n)}",
        bias=BIAS,
        interval=span,
        notes=(why, ALL_WRONG) if found.kind == "zero-one" and value == 1 else (why,),
    )


record = ErrorEstimator(
    key="leave-one-out",
    title="leave-one-out",
    formula="m / N, each of the N items tested after training on the other N - 1",
    designs=lambda: {"leave-one-out": LeaveOneOut()},
    combine=leave_one_out,
    latex=r"\frac{1}{N} \sum_{i=1}^{N} [\hat{f}_{-i}(x_i) \ne y_i]",
    direction="none",
    bias=BIAS,
    why_interval=POOLED_COUNT,
    procedures=("EST-4",),
    assumptions=(*SPLIT, "without one item, the learner treats the class of that item as before", STABLE),
    references=(MARTIN_HIRSCHBERG_1996, HONAVAR),
)
