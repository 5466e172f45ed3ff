"""What scores of learners are made of: a value of each item, and how far models differ by training set."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats
from bakeoff.experiment.data import Data
from bakeoff.experiment.scoring import POOLED
from bakeoff.experiment.stage import Stage
from bakeoff.methods._ranked_kinds import codes_of


@dataclass(frozen=True, kw_only=True, eq=False)
class ItemValues:
    """The mean value of each item (or group) over the runs, and covariances of models within a data set.

    ``items`` is an array (learners, items); ``models`` (learners, learners), None with a single run. A
    learner without all scores has NaN.
    """

    items: Floats
    models: Floats | None


def has_items(stage: Stage, metric: Metric, data: Data) -> bool:
    """Whether all items are tested as often, and the metric is one of all splits rather than of each."""
    tested = np.bincount(np.concatenate(stage.splits.test), minlength=data.n)
    alike = bool(tested.min() == tested.max())
    return alike and (metric.is_mean_over_items or stage.splits.design.key in POOLED)


def item_values(by_learner: Sequence[list[Floats]], stage: Stage, data: Data) -> ItemValues:
    """The items and models of learners, given for each its values split by split."""
    by_split = [np.array(each) for each in zip(*by_learner, strict=True)]
    runs = sum(map(len, stage.splits.test)) / data.n
    means = np.zeros((len(by_learner), data.n))
    for at, values in enumerate(by_split):
        means[:, stage.test(at)] += values / runs
    return ItemValues(
        items=np.array([_by_group(each, data) for each in means]),
        models=_model_covariances(by_split, means, stage, data) if runs > 1 else None,
    )


def _by_group(values: Floats, data: Data) -> Floats:
    """Values of independent units with the same mean: groups, where items belong together."""
    if data.groups is None:
        return values
    _, member = np.unique(data.groups, return_inverse=True)
    totals = np.bincount(member, weights=values)
    return np.asarray(totals * len(totals) / len(values))


def _model_covariances(by_split: list[Floats], means: Floats, stage: Stage, data: Data) -> Floats | None:
    """How the expected scores of models vary and covary that were trained on other parts of these data.

    With e the value of an item minus its mean over the runs, two items of one split share their model and
    nothing else: the mean product of their e estimates the variance between models, less what the mean over
    the runs has of it. None where every split tests a single item or group.
    """
    found, pairs = np.zeros((len(means), len(means))), 0.0
    for at, values in enumerate(by_split):
        test = stage.test(at)
        apart, sizes = np.ascontiguousarray(values - means[:, test]), np.ones(len(test), dtype=np.int64)
        if data.groups is not None:
            units = codes_of(data.groups[test])
            apart = np.array([np.bincount(units, weights=each) for each in apart])
            sizes = np.bincount(units)
        total = apart.sum(axis=1)
        found += np.outer(total, total) - apart @ apart.T
        pairs += len(test) ** 2 - float(np.sum(sizes**2))
    if not pairs:
        return None
    runs = sum(map(len, stage.splits.test)) / data.n
    folds = len(by_split) / runs
    return found / pairs * runs**2 / ((runs - 1) * (runs - 1 + 1 / folds))
