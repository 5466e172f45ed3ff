import numpy as np
import pytest

from bakeoff.designs import KFold, RepeatedKFold, Resampling
from bakeoff.experiment.data import make_data
from bakeoff.experiment.item_values import has_items, item_values
from bakeoff.experiment.stage import MAIN, Stage
from bakeoff.metrics import METRICS

RUNS, FOLDS = 3, 4


def staged(n, design, y=None, groups=None):
    y = np.arange(n) % 2 if y is None else y
    data = make_data(np.zeros((n, 1)), y, groups=groups)
    return Stage(key=MAIN, splits=design.split(y, groups=groups, rng=0)), data


def values_of(stage, by_run):
    """Values split by split out of an array (runs, items)."""
    folds = stage.splits.shape[1]
    return [by_run[at // folds][test] for at, test in enumerate(stage.splits.test)]


def test_items_are_means_over_the_runs():
    stage, data = staged(24, RepeatedKFold(runs=RUNS, folds=FOLDS))
    by_run = np.random.default_rng(0).normal(size=(2, RUNS, 24))
    found = item_values([values_of(stage, each) for each in by_run], stage, data)
    assert found.items == pytest.approx(by_run.mean(axis=1), abs=1e-14)


def by_loops(stage, by_run, groups=None):
    """The mean product of what two units of one split deviate by, over all pairs, one by one."""
    n, folds = by_run.shape[1], stage.splits.shape[1]
    groups = np.arange(n) if groups is None else groups
    apart, total, pairs = by_run - by_run.mean(axis=0), 0.0, 0
    for at, test in enumerate(stage.splits.test):
        for i in test:
            for j in test:
                if groups[i] != groups[j]:
                    total += apart[at // folds][i] * apart[at // folds][j]
                    pairs += 1
    runs = len(by_run)
    return total / pairs * runs**2 / ((runs - 1) * (runs - 1 + 1 / folds))


@pytest.mark.parametrize("groups", [None, np.arange(24) // 2], ids=["items", "groups"])
def test_models_differ_by_what_items_of_one_split_share(groups):
    stage, data = staged(24, RepeatedKFold(runs=RUNS, folds=FOLDS), groups=groups)
    by_run = np.random.default_rng(0).normal(size=(2, RUNS, 24))
    each_run = item_values([values_of(stage, each) for each in by_run], stage, data).models
    found = each_run.mean(axis=0)
    assert each_run.shape == (RUNS, 2, 2)
    assert found[0, 0] == pytest.approx(by_loops(stage, by_run[0], groups), abs=1e-12)
    gap = found[0, 0] + found[1, 1] - found[0, 1] - found[1, 0]
    assert gap == pytest.approx(by_loops(stage, by_run[0] - by_run[1], groups), abs=1e-12)
    assert np.array_equal(found, found.T)


def test_the_variance_between_models_is_unbiased():
    """Items have effects of their own, models have effects with variance 1, and there is noise.

    The mean of 400 estimates has a standard error of about 0.03, so that a deviation of 0.13 is a false alarm
    in fewer than one of 10,000 runs.
    """
    rng = np.random.default_rng(1)
    stage, data = staged(40, RepeatedKFold(runs=5, folds=4))
    found = []
    for _ in range(400):
        effects, own = rng.normal(size=20), rng.normal(size=40)
        values = [
            own[test] + effects[at] + rng.normal(size=len(test)) for at, test in enumerate(stage.splits.test)
        ]
        found.append(item_values([values], stage, data).models[:, 0, 0])
    estimates = np.mean(found, axis=1)
    assert np.mean(estimates) == pytest.approx(1.0, abs=0.13)
    assert np.std(estimates) / np.sqrt(400) < 0.035


def test_models_of_one_run_cannot_be_told_from_items():
    stage, data = staged(24, KFold(folds=4))
    found = item_values([values_of(stage, np.ones((1, 24)))], stage, data)
    assert found.models is None


def test_models_that_test_one_item_each_cannot_be_told_from_items():
    stage, data = staged(12, RepeatedKFold(runs=2, folds=12, stratified=False))
    assert item_values([values_of(stage, np.ones((2, 12)))], stage, data).models is None


@pytest.mark.parametrize(
    ("design", "metric", "expected"),
    [
        (RepeatedKFold(runs=2, folds=3), "f1", True),
        (KFold(folds=3), "auc", True),
        (Resampling(splits=5), "accuracy", False),
        (Resampling(splits=5), "f1", False),
    ],
)
def test_where_items_have_values(design, metric, expected):
    stage, data = staged(24, design)
    assert has_items(stage, METRICS[metric], data) is expected
