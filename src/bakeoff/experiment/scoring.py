"""From predictions to scores: the metric of each cell, and of every item in it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.experiment.content import Content
from bakeoff.experiment.data import Data
from bakeoff.experiment.run import Run
from bakeoff.experiment.stage import Stage
from bakeoff.judge.facts import WITHOUT_HALVINGS
from bakeoff.judge.material import positive_place
from bakeoff.methods._ranked_kinds import placements
from bakeoff.metrics import METRICS, with_its_value
from bakeoff.metrics._influence import cell_values, rank_values

Column = npt.NDArray[Any]
# Each run tests every item once, so that the labels of its folds are those of one test set.
POOLED = ("kfold", "repeated-kfold")


class UndefinedScoreError(InputError):
    """A metric that is 0/0 on the items of one split, or on all that a stage tests."""


@dataclass(frozen=True, kw_only=True)
class Measure:
    """A metric, and the class that it measures where it measures one."""

    metric: Metric
    place: int | None = None


def measure_for(key: str, data: Data, positive: object) -> Measure:
    """Check that a metric can be computed on such data, and find the class that it measures."""
    metric = with_its_value(METRICS[key])
    if data.kind == "classes" and len(data.classes) < 2:
        raise InputError(f"every item belongs to class {data.classes[0]!r}; expected at least two classes")
    if (metric.needs == "numbers") != (data.kind == "numbers"):
        advice = (
            "use squared-error or r2"
            if data.kind == "numbers"
            else "use accuracy, auc, log-loss or another classification metric"
        )
        raise InputError(f"{metric.key} cannot be used, because the learners predict {data.kind}; {advice}")
    return Measure(
        metric=metric, place=positive_place(data.classes, positive) if metric.of_one_class else None
    )


def truth_of(data: Data, stage: Stage, at: int) -> Column:
    """The truth of the test items of a split: their own labels, or permuted ones."""
    test = stage.test(at)
    return data.truth[test if stage.order is None else stage.order[test]]


def split_scores(run: Run, learner: str, stage: str, measure: Measure) -> Floats:
    """The metric of one learner on each split of a stage, in its own units; NaN for cells that failed.

    Where folds are pooled these are not the metrics of the folds, but values whose mean is the metric of all.
    """
    if pools(run.stages[stage], measure.metric):
        return np.array([np.mean(values) for values in split_values(run, learner, stage, measure)])
    count = len(run.stages[stage].splits)
    return np.array([cell_score(run, learner, stage, at, measure) for at in range(count)])


def pools(stage: Stage, metric: Metric) -> bool:
    """Whether the metric is that of all folds together: not a mean over items, and not of ranks."""
    pooled = metric.kind in ("labels", "whole") and not metric.ranks_items
    return pooled and not metric.is_mean_over_items and stage.splits.design.key in POOLED


def split_values(run: Run, learner: str, stage: str, measure: Measure) -> list[Floats]:
    """For each split a value of each test item, whose mean is the score; NaN for cells that failed.

    A metric of labels is that of all folds together (Forman & Scholz 2010): where a class is rare, the mean
    of the folds' own metrics is biased, and one fold with 0/0 leaves it undefined. The scores of several
    models have no common scale, so that a ranking is judged fold by fold.
    """
    if pools(run.stages[stage], measure.metric):
        if measure.metric.kind == "whole":
            return _together(_cells(run, learner, stage), measure)
        by_cell = cell_values(measure.metric, confusion(run, learner, stage), measure.place)
        if np.isnan(by_cell).all():
            raise UndefinedScoreError(_undefined(run, learner, stage, measure))
        return values_from(by_cell, run, learner, stage)
    return [
        np.full(len(truth), np.nan) if cell.error else _values(cell, truth, measure, learner)
        for cell, truth in _cells(run, learner, stage)
    ]


def _together(cells: list[tuple[Content, Column]], measure: Measure) -> list[Floats]:
    """For each split the values of its items by a metric of numbers of all finished splits together."""
    done = [(np.asarray(cell.predicted), truth) for cell, truth in cells if not cell.error]
    if not done:
        return [np.full(len(truth), np.nan) for _, truth in cells]
    said, true = (np.concatenate(each) for each in zip(*done, strict=True))
    values = iter(
        np.split(measure.metric.compute(true, said), np.cumsum([len(each) for _, each in done])[:-1])
    )
    return [np.full(len(truth), np.nan) if cell.error else next(values) for cell, truth in cells]


def values_from(by_cell: Floats, run: Run, learner: str, stage: str) -> list[Floats]:
    """For each split the value of each test item, given those of the cells of the confusion matrix."""
    return [
        np.full(len(truth), np.nan) if cell.error else by_cell[np.asarray(cell.predicted), truth]
        for cell, truth in _cells(run, learner, stage)
    ]


def confusion(run: Run, learner: str, stage: str) -> Ints:
    """How often each class was predicted for each in all folds that were finished, [predicted, true]."""
    done = [(cell.predicted, truth) for cell, truth in _cells(run, learner, stage) if not cell.error]
    return sum((_counted(*each, run.data) for each in done), start=_counted([], [], run.data))


def _cells(run: Run, learner: str, stage: str) -> list[tuple[Content, Column]]:
    place = run.stages[stage]
    return [(run.cell(learner, stage, at), truth_of(run.data, place, at)) for at in range(len(place.splits))]


def _undefined(run: Run, learner: str, stage: str, measure: Measure) -> str:
    said = np.flatnonzero(confusion(run, learner, stage).sum(axis=1))
    only = f", where it predicts {run.data.classes[said[0]]!r} only" if len(said) == 1 else ""
    return (
        f"{measure.metric.key} of {learner} is undefined (0/0) on all folds of {stage} together{only}; "
        f"use a metric that is always defined, such as balanced-accuracy"
    )


def _values(cell: Content, truth: Column, measure: Measure, learner: str) -> Floats:
    """Values of the items of one split by a metric that is a mean over items, or a ranking."""
    if measure.metric.kind != "ranking":  # also of ranks of several classes
        return item_scores(cell, truth, measure, learner)
    is_positive, score = truth == measure.place, said(cell, measure, learner)
    others = np.where(is_positive, np.sum(~is_positive), np.sum(is_positive))
    return rank_values(is_positive, placements(score, is_positive) / (2 * others))


def cell_score(run: Run, learner: str, stage: str, at: int, measure: Measure) -> float:
    """The metric of one cell, in its own units; NaN where it failed."""
    cell, metric = run.cell(learner, stage, at), measure.metric
    if cell.error:
        return np.nan
    truth = truth_of(run.data, run.stages[stage], at)
    if (
        metric.right_or_wrong and metric.higher_is_better and metric.kind == "labels"
    ):  # by far the most common
        return float(np.mean(cell.predicted == truth))
    value = _score(said(cell, measure, learner), truth, measure, run.data)
    if not np.isfinite(value):
        in_a_half = "each half has ten folds: use more data, another metric, or " + WITHOUT_HALVINGS
        remedy = in_a_half if stage.startswith("half") else "use fewer folds, more data or another metric"
        raise UndefinedScoreError(
            f"{metric.key} of {learner} is undefined (0/0) on split {at + 1} of {stage} ({len(truth)} "
            f"test items); {remedy}"
        )
    return value


def _score(said: Column, truth: Column, measure: Measure, data: Data) -> float:
    metric = measure.metric
    if metric.kind == "labels":
        value = metric.compute(_counted(said, truth, data))
        return float(value if measure.place is None else value[measure.place])
    if metric.kind == "ranking":
        is_positive = truth == measure.place
        both = is_positive.any() and not is_positive.all()
        return float(metric.compute(is_positive, said)) if both else np.nan
    return float(np.mean(metric.compute(truth, said)))


def _counted(said: npt.ArrayLike | None, truth: npt.ArrayLike, data: Data) -> Ints:
    """How often each class was predicted for each, [predicted, true]."""
    classes = len(data.classes)
    pairs = np.asarray(said, dtype=np.int64) * classes + np.asarray(truth, dtype=np.int64)
    return np.bincount(pairs, minlength=classes**2).reshape(classes, classes)


def said(cell: Content, measure: Measure, learner: str) -> Column:
    """The input of the metric: predicted classes or numbers, how positive items are, or probabilities."""
    metric = measure.metric
    if metric.kind == "labels" or metric.needs == "numbers":
        return np.asarray(cell.predicted)
    if metric.needs == "scores":
        return _ranks(cell, measure, learner)
    if cell.score_kind != "probability":
        raise InputError(
            f"{metric.key} needs probabilities, which {learner} does not provide; set probability=True "
            f"if it has that option, or use a learner with predict_proba"
        )
    chances = np.asarray(cell.scores)
    # Of two classes the Brier score is that of the second one's probability, as it is mostly defined.
    return chances[:, 1] if metric.of_second_class and chances.shape[1] == 2 else chances


def _ranks(cell: Content, measure: Measure, learner: str) -> Column:
    """The score of the positive class for each item."""
    if cell.scores is None:
        raise InputError(
            f"{measure.metric.key} needs probabilities or decision values, which {learner} does not "
            f"provide; use accuracy, or a learner with predict_proba or decision_function"
        )
    if measure.place is None:
        return np.asarray(cell.scores)
    if cell.scores.ndim == 2:
        return np.asarray(cell.scores[:, measure.place])
    return np.asarray(cell.scores if measure.place == 1 else -cell.scores)


def item_scores(cell: Content, truth: Column, measure: Measure, learner: str) -> Floats:
    """What a metric that is a mean over items is the mean of."""
    if measure.metric.kind != "labels":
        return np.asarray(measure.metric.compute(truth, said(cell, measure, learner)))
    right = np.asarray(cell.predicted == truth, dtype=np.float64)
    return right if measure.metric.higher_is_better else 1 - right
