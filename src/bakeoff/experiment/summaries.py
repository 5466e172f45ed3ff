"""How each learner did by itself: mean and spread over the splits, and an interval."""

import math
from dataclasses import replace

import numpy as np

from bakeoff.core.design import Splits
from bakeoff.core.outcomes import Floats
from bakeoff.experiment.conduct import Conducted
from bakeoff.experiment.result import Summary
from bakeoff.experiment.run import Run
from bakeoff.experiment.scoring import UndefinedScoreError, measure_for, split_scores
from bakeoff.experiment.stage import MAIN
from bakeoff.intervals._rate import interval
from bakeoff.methods._reference import student_quantile
from bakeoff.metrics import METRICS


def mean_score(run: Run, learner: str, metric: str, positive: object) -> float | None:
    """The mean of a learner's scores on the splits that were finished; None where there are none."""
    scores = _scores(run, learner, metric, positive)
    return None if isinstance(scores, str) or not len(scores) else float(np.mean(scores))


def _scores(run: Run, learner: str, metric: str, positive: object) -> Floats | str:
    """The scores of the splits that were finished, or why there are none."""
    try:
        scores = split_scores(run, learner, MAIN, measure_for(METRICS[metric], run.data, positive))
    except UndefinedScoreError as problem:
        return str(problem)
    return scores[np.isfinite(scores)]


def summaries_of(conducted: Conducted) -> list[Summary]:
    """How every learner did, by every metric, on every data set."""
    experiment = conducted.experiment
    return [
        _summary(run, learner.name, metric, experiment.positive, experiment.level)
        for run in conducted.runs
        for metric in experiment.metrics
        for learner in experiment.learners
    ]


def _summary(run: Run, learner: str, metric: str, positive: object, level: float) -> Summary:
    scores = _scores(run, learner, metric, positive)
    empty = Summary(data=run.data.name, learner=learner, metric=metric, mean=None)
    if isinstance(scores, str) or not len(scores):
        return replace(empty, note=scores if isinstance(scores, str) else "all cells failed")
    splits = run.stages[MAIN].splits
    low, high = _ends(scores, splits, metric, level, grouped=run.data.groups is not None)
    sd = float(np.std(scores, ddof=1)) if len(scores) > 1 else None
    return replace(empty, mean=float(np.mean(scores)), sd=sd, low=low, high=high, splits=len(scores))


def _ends(
    scores: Floats, splits: Splits, metric: str, level: float, *, grouped: bool
) -> tuple[float | None, float | None]:
    """An interval for a learner's own mean: Nadeau and Bengio's variance, as folds share training data."""
    record = METRICS[metric]
    if len(scores) == 1:
        n = int(splits.n_test.sum())
        if not record.right_or_wrong or grouped:
            return None, None  # items of a group are not independent
        rate = 1 - float(scores[0]) if record.higher_is_better else float(scores[0])
        ends = interval(round(rate * n), n, level=level)
        low, high = float(ends.low), float(ends.high)
        return (1 - high, 1 - low) if record.higher_is_better else (low, high)
    if np.ptp(scores) == 0:
        return None, None  # no spread to judge by: an interval of no width would claim to be sure
    ratio = float(np.mean(splits.n_test / splits.n_train))
    reach = student_quantile(len(scores) - 1, (1 - level) / 2) * math.sqrt(
        (1 / len(scores) + ratio) * float(np.var(scores, ddof=1))
    )
    mean = float(np.mean(scores))
    return max(mean - reach, record.low), min(mean + reach, record.high)
