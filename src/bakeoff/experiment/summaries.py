"""The performance of each learner, whatever it is compared with."""

import math
from dataclasses import replace

import numpy as np

from bakeoff.core.design import Splits
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats
from bakeoff.experiment.panels import Scored
from bakeoff.experiment.result import Summary
from bakeoff.intervals._rate import interval
from bakeoff.judge.facts import unit_of
from bakeoff.methods._reference import student_quantile


def mean_of(scores: Floats) -> float:
    """The mean over the splits that were finished; NaN where there are none."""
    there = scores[np.isfinite(scores)]
    return float(np.mean(there)) if len(there) else math.nan


def summary_of(scored: Scored, learner: str, level: float) -> Summary:
    """The performance of a learner: mean and spread over the splits, and an interval."""
    run, metric = scored.run, scored.measure.metric
    all_scores = scored.folds.scores[scored.folds.names.index(learner)]
    scores = all_scores[np.isfinite(all_scores)]
    unit = unit_of(None, metric, "")
    empty = Summary(data=run.data.name, learner=learner, metric=metric.key, mean=None, unit=unit, level=level)
    if not len(scores):
        return replace(empty, note=str(scored.undefined.get(learner, "all cells failed")))
    splits = run.splits
    low, high = _ends(scores, splits, metric, level, grouped=run.data.groups is not None)
    sd = float(np.std(scores, ddof=1)) if len(scores) > 1 else None
    return replace(empty, mean=float(np.mean(scores)), sd=sd, low=low, high=high, splits=len(scores))


def _ends(
    scores: Floats, splits: Splits, metric: Metric, level: float, *, grouped: bool
) -> tuple[float | None, float | None]:
    """An interval for a learner's own mean: Nadeau and Bengio's variance, as folds share training data."""
    if len(scores) == 1:
        n = int(splits.n_test.sum())
        if not metric.right_or_wrong or grouped:
            return None, None  # items of a group are not independent
        rate = 1 - float(scores[0]) if metric.higher_is_better else float(scores[0])
        ends = interval(round(rate * n), n, level=level)
        low, high = float(ends.low), float(ends.high)
        return (1 - high, 1 - low) if metric.higher_is_better else (low, high)
    if np.ptp(scores) == 0:
        return None, None  # no spread: an interval of no width would claim certainty
    ratio = float(np.mean(splits.n_test / splits.n_train))
    reach = student_quantile(len(scores) - 1, (1 - level) / 2) * math.sqrt(
        (1 / len(scores) + ratio) * float(np.var(scores, ddof=1))
    )
    mean = float(np.mean(scores))
    return max(mean - reach, metric.low), min(mean + reach, metric.high)
