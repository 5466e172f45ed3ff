"""The values of the items of a run: which metrics have them, and what they show about models."""

from collections.abc import Sequence

import numpy as np

from bakeoff.compare import item_runs
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats
from bakeoff.experiment.data import Data
from bakeoff.experiment.scoring import POOLED
from bakeoff.experiment.stage import Stage


def has_items(stage: Stage, metric: Metric, data: Data) -> bool:
    """Whether all items are tested as often, and the metric is one of all splits rather than of each."""
    tested = np.bincount(np.concatenate(stage.splits.test), minlength=data.n)
    alike = bool(tested.min() == tested.max())
    return alike and (metric.is_mean_over_items or stage.splits.design.key in POOLED)


def item_values(by_learner: Sequence[list[Floats]], stage: Stage, data: Data) -> item_runs.ItemValues:
    """The items and models of learners, given for each its values split by split."""
    tests = [stage.test(at) for at in range(len(stage.splits))]
    return item_runs.item_values(by_learner, tests, data.n, data.groups)
