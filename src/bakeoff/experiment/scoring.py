"""From predictions to scores: the metric of each cell, and all predictions of one stage side by side."""

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
from bakeoff.experiment.stage import MAIN, Stage
from bakeoff.judge.classes import positive_place

Truth = npt.NDArray[Any]


class UndefinedScoreError(InputError):
    """A metric that is 0/0 on the items of one split."""


@dataclass(frozen=True, kw_only=True)
class Measure:
    """A metric, and the class that it speaks of where it speaks of one."""

    metric: Metric
    place: int | None = None


def measure_for(metric: Metric, data: Data, positive: object) -> Measure:
    """Check that a metric can be had of such data, and find the class that it speaks of."""
    if data.kind == "classes" and len(data.classes) < 2:
        raise InputError(f"every item is of class {data.classes[0]!r}; expected at least two classes")
    of_numbers = metric.needs == "numbers"
    if of_numbers != (data.kind == "numbers"):
        told = "numbers" if data.kind == "numbers" else "classes"
        advice = "use squared-error" if data.kind == "numbers" else "use accuracy, auc, log-loss or the like"
        raise InputError(f"{metric.key} does not fit: the learners predict {told}; {advice}")
    if metric.of_one_class:
        return Measure(metric=metric, place=positive_place(data.classes, positive))
    return Measure(metric=metric)


def labels_of(data: Data, stage: Stage) -> Truth:
    """What is true of each item in a stage: its own label, or the one that it was given."""
    return data.truth if stage.order is None else data.truth[stage.order]


def split_scores(run: Run, learner: str, stage: str, measure: Measure) -> Floats:
    """The metric of one learner on each split of a stage, in its own units; NaN for cells that failed."""
    count = len(run.stages[stage].splits)
    return np.array([cell_score(run, learner, stage, at, measure) for at in range(count)])


def cell_score(run: Run, learner: str, stage: str, at: int, measure: Measure) -> float:
    """The metric of one cell, in its own units; NaN where it failed."""
    cell, where = run.cell(learner, stage, at), run.stages[stage]
    if cell.error:
        return np.nan
    test = where.test(at)
    truth = run.data.truth[test if where.order is None else where.order[test]]
    return _score(cell, truth, measure, run.data, (learner, stage, at))


def _score(cell: Content, truth: Truth, measure: Measure, data: Data, where: tuple[str, str, int]) -> float:
    metric = measure.metric
    if metric.right_or_wrong and metric.higher_is_better:  # by far the most wanted
        return float(np.mean(cell.predicted == truth))
    if metric.kind == "labels":
        table = _confusion(cell, truth, len(data.classes))
        value = metric.compute(table) if measure.place is None else metric.compute(table)[measure.place]
    elif metric.kind == "ranking":
        is_positive = truth == measure.place
        both = is_positive.any() and not is_positive.all()
        value = metric.compute(is_positive, ranks(cell, measure, data, where[0])) if both else np.nan
    else:
        value = np.mean(item_losses(cell, truth, metric, where[0]))
    if not np.isfinite(value):
        raise UndefinedScoreError(
            f"{metric.key} of {where[0]} is 0/0 on split {where[2] + 1} of {where[1]} ({len(truth)} test "
            f"items); {_remedy(where[1])}"
        )
    return float(value)


def _remedy(stage: str) -> str:
    if stage.startswith("half"):
        return "halves have ten folds each: use more data, another metric, or corrected-resampled-t"
    return "use fewer folds, more data or another metric"


def _confusion(cell: Content, truth: Truth, classes: int) -> Ints:
    predicted = np.asarray(cell.predicted, dtype=np.int64)
    return np.bincount(predicted * classes + truth, minlength=classes**2).reshape(classes, classes)


def ranks(cell: Content, measure: Measure, data: Data, learner: str) -> Floats:
    """How positive a learner thinks each item is."""
    if cell.scores is None:
        raise InputError(
            f"{learner} gives neither probabilities nor decision values, which {measure.metric.key} needs; "
            f"use accuracy, or a learner with predict_proba or decision_function"
        )
    if cell.scores.ndim == 2:
        return np.asarray(cell.scores[:, measure.place])
    return np.asarray(cell.scores if measure.place == 1 else -cell.scores)


def item_losses(cell: Content, truth: Truth, metric: Metric, learner: str) -> Floats:
    """The loss of each test item."""
    if metric.needs == "numbers":
        return np.asarray(metric.compute(truth, cell.predicted))
    if cell.score_kind != "probability":
        raise InputError(
            f"{learner} gives no probabilities, which {metric.key} needs; set probability=True where it has "
            f"that, or use a learner with predict_proba"
        )
    chances = np.asarray(cell.scores)
    # Of two classes the Brier score is that of the second one's probability, as it is mostly defined.
    of_one = metric.of_second_class and chances.shape[1] == 2
    return np.asarray(metric.compute(truth, chances[:, 1] if of_one else chances))


def half_differences(run: Run, a: str, b: str, measure: Measure, halvings: int) -> Floats | None:
    """Mean differences A minus B in both halves of each halving; None where a cell failed."""
    means = np.array(
        [
            [_mean_difference(run, a, b, f"half {at}.{side}", measure) for side in (1, 2)]
            for at in range(1, halvings + 1)
        ]
    )
    return None if np.any(np.isnan(means)) else means


def item_differences(run: Run, a: str, b: str, measure: Measure) -> Floats | None:
    """Mean difference A minus B of each item, or group of items, over the splits that tested it.

    None where the metric is no mean over items, a cell failed, or some items were tested more often.
    """
    where, metric = run.stages[MAIN], measure.metric
    if not metric.is_mean_over_items:
        return None
    total, tested = np.zeros(run.data.n), np.zeros(run.data.n)
    for at in range(len(where.splits)):
        cells, items = [run.cell(name, MAIN, at) for name in (a, b)], where.test(at)
        if any(cell.error for cell in cells):
            return None
        truth = labels_of(run.data, where)[items]
        values = [_of_each(cell, truth, metric, name) for cell, name in zip(cells, (a, b), strict=True)]
        total[items] += values[0] - values[1]
        tested[items] += 1
    if tested.min() != tested.max():
        return None
    return _by_group(total / tested, run.data.groups)


def _of_each(cell: Content, truth: Truth, metric: Metric, learner: str) -> Floats:
    """What the metric is the mean of, item by item."""
    if metric.kind == "per-item":
        return item_losses(cell, truth, metric, learner)
    right = np.asarray(cell.predicted == truth, dtype=np.float64)
    return right if metric.higher_is_better else 1 - right


def _by_group(differences: Floats, groups: npt.NDArray[Any] | None) -> Floats:
    """Differences of independent units with the same mean: groups, where items belong together."""
    if groups is None:
        return differences
    _, member = np.unique(groups, return_inverse=True)
    totals = np.bincount(member, weights=differences)
    return np.asarray(totals * len(totals) / len(differences))


def _mean_difference(run: Run, a: str, b: str, stage: str, measure: Measure) -> float:
    return float(np.mean(split_scores(run, a, stage, measure) - split_scores(run, b, stage, measure)))


@dataclass(frozen=True, kw_only=True, eq=False)
class Pooled:
    """All test items of a stage that both learners predicted: which they are, what was said of them."""

    items: Ints
    truth: Truth
    a: list[Content]
    b: list[Content]

    def predicted(self, side: str) -> Any:
        """The predictions of one side, item by item."""
        return np.concatenate([cell.predicted for cell in getattr(self, side)])


def pooled(run: Run, a: str, b: str, stage: str) -> Pooled:
    """The predictions of both learners for every item that both were tested on."""
    where = run.stages[stage]
    pairs = [(run.cell(a, stage, at), run.cell(b, stage, at)) for at in range(len(where.splits))]
    kept = [at for at, pair in enumerate(pairs) if not pair[0].error and not pair[1].error]
    if not kept:
        raise InputError(
            f"{a} and {b} finished no split together, so that no item has predictions of both; mend the "
            f"learner that fails"
        )
    items = np.concatenate([where.test(at) for at in kept])
    return Pooled(
        items=items,
        truth=labels_of(run.data, where)[items],
        a=[pairs[at][0] for at in kept],
        b=[pairs[at][1] for at in kept],
    )
