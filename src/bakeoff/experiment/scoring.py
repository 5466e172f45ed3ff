"""From predictions to scores: the metric of each cell, and of every item in it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats
from bakeoff.experiment.content import Content
from bakeoff.experiment.data import Data
from bakeoff.experiment.run import Run
from bakeoff.experiment.stage import Stage
from bakeoff.judge.facts import WITHOUT_HALVINGS
from bakeoff.judge.material import positive_place
from bakeoff.metrics import METRICS

Column = npt.NDArray[Any]


class UndefinedScoreError(InputError):
    """A metric that is 0/0 on the items of one split."""


@dataclass(frozen=True, kw_only=True)
class Measure:
    """A metric, and the class that it speaks of where it speaks of one."""

    metric: Metric
    place: int | None = None


def measure_for(key: str, data: Data, positive: object) -> Measure:
    """Check that a metric can be had of such data, and find the class that it speaks of."""
    metric = METRICS[key]
    if data.kind == "classes" and len(data.classes) < 2:
        raise InputError(f"every item is of class {data.classes[0]!r}; expected at least two classes")
    if (metric.needs == "numbers") != (data.kind == "numbers"):
        advice = "use squared-error" if data.kind == "numbers" else "use accuracy, auc, log-loss or the like"
        raise InputError(f"{metric.key} does not fit: the learners predict {data.kind}; {advice}")
    return Measure(
        metric=metric, place=positive_place(data.classes, positive) if metric.of_one_class else None
    )


def truth_of(data: Data, stage: Stage, at: int) -> Column:
    """What is true of the test items of a split: their own labels, or those that they were given."""
    test = stage.test(at)
    return data.truth[test if stage.order is None else stage.order[test]]


def split_scores(run: Run, learner: str, stage: str, measure: Measure) -> Floats:
    """The metric of one learner on each split of a stage, in its own units; NaN for cells that failed."""
    count = len(run.stages[stage].splits)
    return np.array([cell_score(run, learner, stage, at, measure) for at in range(count)])


def cell_score(run: Run, learner: str, stage: str, at: int, measure: Measure) -> float:
    """The metric of one cell, in its own units; NaN where it failed."""
    cell, metric = run.cell(learner, stage, at), measure.metric
    if cell.error:
        return np.nan
    truth = truth_of(run.data, run.stages[stage], at)
    if metric.right_or_wrong and metric.higher_is_better:  # by far the most wanted
        return float(np.mean(cell.predicted == truth))
    value = _score(said(cell, measure, learner), truth, measure, run.data)
    if not np.isfinite(value):
        in_a_half = "halves have ten folds each: use more data, another metric, or " + WITHOUT_HALVINGS
        remedy = in_a_half if stage.startswith("half") else "use fewer folds, more data or another metric"
        raise UndefinedScoreError(
            f"{metric.key} of {learner} is 0/0 on split {at + 1} of {stage} ({len(truth)} test items); "
            f"{remedy}"
        )
    return value


def _score(said: Column, truth: Column, measure: Measure, data: Data) -> float:
    metric = measure.metric
    if metric.kind == "labels":
        classes = len(data.classes)
        pairs = np.asarray(said, dtype=np.int64) * classes + truth
        value = metric.compute(np.bincount(pairs, minlength=classes**2).reshape(classes, classes))
        return float(value if measure.place is None else value[measure.place])
    if metric.kind == "ranking":
        is_positive = truth == measure.place
        both = is_positive.any() and not is_positive.all()
        return float(metric.compute(is_positive, said)) if both else np.nan
    return float(np.mean(metric.compute(truth, said)))


def said(cell: Content, measure: Measure, learner: str) -> Column:
    """What the metric looks at: predicted classes or numbers, how positive items are, or probabilities."""
    metric = measure.metric
    if metric.kind == "labels" or metric.needs == "numbers":
        return np.asarray(cell.predicted)
    if metric.kind == "ranking":
        return _ranks(cell, measure, learner)
    if cell.score_kind != "probability":
        raise InputError(
            f"{learner} gives no probabilities, which {metric.key} needs; set probability=True where it has "
            f"that, or use a learner with predict_proba"
        )
    chances = np.asarray(cell.scores)
    # Of two classes the Brier score is that of the second one's probability, as it is mostly defined.
    return chances[:, 1] if metric.of_second_class and chances.shape[1] == 2 else chances


def _ranks(cell: Content, measure: Measure, learner: str) -> Column:
    """How positive a learner thinks each item is."""
    if cell.scores is None:
        raise InputError(
            f"{learner} gives neither probabilities nor decision values, which {measure.metric.key} needs; "
            f"use accuracy, or a learner with predict_proba or decision_function"
        )
    if cell.scores.ndim == 2:
        return np.asarray(cell.scores[:, measure.place])
    return np.asarray(cell.scores if measure.place == 1 else -cell.scores)


def item_scores(cell: Content, truth: Column, measure: Measure, learner: str) -> Floats:
    """What a metric that is a mean over items is the mean of."""
    if measure.metric.kind == "per-item":
        return np.asarray(measure.metric.compute(truth, said(cell, measure, learner)))
    right = np.asarray(cell.predicted == truth, dtype=np.float64)
    return right if measure.metric.higher_is_better else 1 - right
