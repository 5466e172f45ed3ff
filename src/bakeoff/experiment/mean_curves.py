"""The ROC curves of two learners, averaged over the folds of a cross-validation, for the picture."""

import numpy as np

from bakeoff.core.evidence import Curve
from bakeoff.experiment.panels import Scored
from bakeoff.experiment.run import Run
from bakeoff.experiment.scoring import POOLED, Measure, said, truth_of
from bakeoff.experiment.stage import MAIN
from bakeoff.metrics._roc import RocCurve, roc
from bakeoff.metrics._roc_average import roc_average


def mean_curves(scored: Scored, names: tuple[str, str], level: float) -> tuple[Curve, Curve] | None:
    """The mean curve of each learner with its band; None for other metrics, and where a fold has no curve."""
    run, measure = scored.run, scored.measure
    if measure.metric.key != "auc" or run.splits.design.key not in POOLED:
        return None
    every = [_by_fold(run, measure, name) for name in names]
    if not all(every):
        return None
    share = float(np.mean(run.splits.n_test / run.splits.n_train))
    a, b = (_averaged(curves, share, level) for curves in every)
    return a, b


def _by_fold(run: Run, measure: Measure, learner: str) -> list[RocCurve]:
    """The curve on each fold; nothing where one was not finished, or has items of one class only."""
    stage, found = run.stages[MAIN], []
    for at in range(len(stage.splits)):
        cell = run.cell(learner, MAIN, at)
        positive = truth_of(run.data, stage, at) == measure.place
        if cell.error or positive.all() or not positive.any():
            return []
        found.append(roc(positive, said(cell, measure, learner)))
    return found


def _averaged(curves: list[RocCurve], share: float, level: float) -> Curve:
    mean = roc_average(curves, test_to_train=share, level=level)
    return Curve(
        x=mean.false_alarm,
        y=mean.sensitivity,
        low=mean.low,
        high=mean.high,
        of=mean.curves,
        finest=mean.finest,
    )
