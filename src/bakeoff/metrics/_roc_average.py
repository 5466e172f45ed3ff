"""The mean of ROC curves over folds or samples, with an interval at each false-positive rate (PRO-2)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats
from bakeoff.core.result import Interval, parse_fraction, tail_share
from bakeoff.core.written import plural
from bakeoff.metrics._roc import RocCurve

FEWEST = 2
PLACES = 101  # false-positive rates 0, 0.01 ... 1


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class RocAverage:
    """The mean sensitivity of several curves at each false-positive rate, between ``low`` and ``high``.

    Each interval is for one false-positive rate, not for all of them together. ``auc`` is the mean area.
    Below ``finest``, which is 1 / (the fewest negatives of a curve), not every curve distinguishes rates, and
    sensitivities are too high.
    """

    false_alarm: Floats
    sensitivity: Floats
    low: Floats
    high: Floats
    auc: float
    auc_interval: Interval
    curves: int
    finest: float
    level: float


def roc_average(
    curves: Sequence[RocCurve],
    *,
    at: ArrayLike | None = None,
    test_to_train: float | None = None,
    level: float = 0.95,
) -> RocAverage:
    """Average ROC curves vertically: the mean sensitivity at each false-positive rate, with its interval.

    ``mean -+ t_{k-1} s sqrt(1/k + test_to_train)`` with s the standard deviation over k curves, within 0
    and 1. The curves of folds share training items, which the second term allows for (Nadeau and Bengio
    2003).

    Parameters
    ----------
    curves
        One curve for each fold or sample, as `roc` gives them.
    at
        False-positive rates (default 0, 0.01 ... 1). Where a curve rises vertically, its upper end counts.
    test_to_train
        Test items for each training item. If None, the curves are those of the k folds of one
        cross-validation: 1 / (k - 1). Give 0 for curves of independent training and test sets.
    level
        The level of each interval.

    Notes
    -----
    ``python -m studies.roc_average`` measures the coverage with naive Bayes and ten folds: without the second
    term, intervals cover too rarely. Near ``finest`` the mean is too high where a fold has few negatives.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, Pattern Recognition Letters 27, 861-874, sec. 8.1.

    Examples
    --------
    >>> from bakeoff.metrics._roc import roc
    >>> folds = [roc([1, 1, 0, 0], [4, 3, 2, 1]), roc([1, 1, 0, 0], [4, 2, 3, 1])]
    >>> mean = roc_average(folds, at=[0.0, 0.25, 0.5])
    >>> mean.sensitivity.tolist(), mean.auc
    ([0.75, 0.75, 1.0], 0.875)
    """
    rates = _rates(at)
    shared = _share(curves, test_to_train)
    tail = tail_share(parse_fraction(level, "level"), "two-sided")
    reach = float(-special.stdtrit(len(curves) - 1, tail)) * (1 / len(curves) + shared) ** 0.5
    heights = np.array([height(curve, rates) for curve in curves])
    mean, spread = heights.mean(axis=0), heights.std(axis=0, ddof=1)
    areas = np.array([curve.auc for curve in curves])
    auc, off = float(areas.mean()), float(areas.std(ddof=1)) * reach
    return RocAverage(
        false_alarm=rates,
        sensitivity=mean,
        low=np.maximum(mean - reach * spread, 0.0),
        high=np.minimum(mean + reach * spread, 1.0),
        auc=auc,
        auc_interval=Interval(low=max(auc - off, 0.0), high=min(auc + off, 1.0)),
        curves=len(curves),
        finest=1 / min(curve.negatives for curve in curves),
        level=level,
    )


def height(curve: RocCurve, rates: Floats) -> Floats:
    """The sensitivity of a curve at false-positive rates; the upper end where it rises vertically.

    >>> from bakeoff.metrics._roc import roc
    >>> height(roc([1, 1, 0, 0], [4, 2, 3, 1]), np.array([0.0, 0.25, 0.5, 1.0])).tolist()
    [0.5, 0.5, 1.0, 1.0]
    """
    last = np.searchsorted(curve.false_alarm, rates, side="right") - 1
    after = np.minimum(last + 1, len(curve.false_alarm) - 1)
    run = curve.false_alarm[after] - curve.false_alarm[last]
    part = np.where(run > 0, (rates - curve.false_alarm[last]) / np.where(run > 0, run, 1.0), 0.0)
    return np.asarray(curve.sensitivity[last] + part * (curve.sensitivity[after] - curve.sensitivity[last]))


def _rates(at: ArrayLike | None) -> Floats:
    rates = np.linspace(0.0, 1.0, PLACES) if at is None else np.asarray(at, dtype=np.float64)
    if rates.ndim != 1 or not rates.size or not np.all((rates >= 0) & (rates <= 1)):
        raise InputError(
            "at has values that are not false-positive rates; expected numbers from 0 to 1, as in [0.01, 0.1]"
        )
    return rates


def _share(curves: Sequence[RocCurve], test_to_train: float | None) -> float:
    if len(curves) < FEWEST or not all(isinstance(curve, RocCurve) for curve in curves):
        raise InputError(
            f"got {plural(len(curves), 'curve')}; expected two or more curves as bakeoff.roc gives them"
        )
    share = 1 / (len(curves) - 1) if test_to_train is None else test_to_train
    if not share >= 0:
        raise InputError(f"test_to_train is {test_to_train!r}; expected 0 or more, such as 1/9 for ten folds")
    return float(share)
