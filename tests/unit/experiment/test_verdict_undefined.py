"""No other method answers where a metric is 0/0 on a fold: the folds are pooled, or the metric is refused."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

from bakeoff import InputError, compare_learners
from bakeoff.designs import KFold, RepeatedKFold, Resampling
from bakeoff.experiment.scoring import UndefinedScoreError
from bakeoff.metrics import METRICS

DESIGN = RepeatedKFold(runs=2, folds=5)
LABELS = [each.key for each in METRICS if each.kind == "labels" and not each.is_mean_over_items]
CASES = [(key, False) for key in LABELS] + [(key, True) for key in ("f1", "precision", "mcc", "kappa")]
# 0/0 where an answer is never given, by the definitions; the others are numbers there.
UNDEFINED = {"precision", "false-discovery", "mcc", "class-mcc", "macro-mcc", "macro-precision"}
UNDEFINED |= {"weighted-precision"}


class Marking(ClassifierMixin, BaseEstimator):
    """Say 1 where an attribute is above a limit, whatever was seen."""

    def __init__(self, column=0, limit=0.0):
        self.column = column
        self.limit = limit

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return (np.asarray(X)[:, self.column] > self.limit).astype(int)


SELDOM, OFTEN, NEVER = Marking(0, 1.5), Marking(1, 1.0), Marking(0, np.inf)


@pytest.fixture(scope="module")
def rare():
    """Sixty items, ten of them positive."""
    y = np.arange(60) % 6 == 0
    X = np.random.default_rng(3).normal(size=(60, 2)) + y[:, None]
    return X, y.astype(int)


def judged(a, b, rare, metric, **more):
    return compare_learners(a, b, *rare, design=DESIGN, metric=metric, positive=1, **more)


def pooled(learner, rare, metric):
    """The metric of all items: these learners say the same in each fold."""
    X, y = rare
    matrix = np.bincount(2 * learner.predict(X) + y, minlength=4).reshape(2, 2)
    value = np.asarray(METRICS[metric].compute(matrix))
    return float(value[1] if value.ndim else value)


def test_there_are_folds_without_a_predicted_positive(rare):
    X, y = rare
    said = SELDOM.fit(X, y).predict(X)
    assert 0 < said.sum() < DESIGN.folds


@pytest.mark.parametrize(("metric", "grouped"), CASES)
def test_folds_with_0_by_0_are_pooled(rare, metric, grouped):
    groups = np.arange(60) // 2 if grouped else None
    verdict = judged(SELDOM, OFTEN, rare, metric, groups=groups)
    gap = pooled(SELDOM, rare, metric) - pooled(OFTEN, rare, metric)
    assert verdict.result.method == "items-folds-t"
    assert verdict.result.estimate == pytest.approx(METRICS[metric].sign * gap, abs=1e-9)
    assert 0 < verdict.result.p_value <= 1
    assert np.isfinite(list(verdict.result.interval)).all()


@pytest.mark.parametrize(("metric", "grouped"), CASES)
def test_a_learner_without_a_predicted_positive_has_a_metric_or_is_refused(rare, metric, grouped):
    groups = np.arange(60) // 2 if grouped else None
    assert np.isnan(pooled(NEVER, rare, metric)) == (metric in UNDEFINED)
    if metric in UNDEFINED:
        said = rf"{metric} of never is undefined \(0/0\) on all folds"
        with pytest.raises(UndefinedScoreError, match=said):
            judged(("often", OFTEN), ("never", NEVER), rare, metric, groups=groups)
        return
    verdict = judged(OFTEN, NEVER, rare, metric, groups=groups)
    gap = pooled(OFTEN, rare, metric) - pooled(NEVER, rare, metric)
    assert verdict.result.method == "items-folds-t"
    assert verdict.result.estimate == pytest.approx(METRICS[metric].sign * gap, abs=1e-9)


@pytest.mark.parametrize("metric", ["f1", "kappa", "macro-f1", "balanced-accuracy", "micro-mcc"])
def test_two_learners_without_a_predicted_positive_do_not_differ(rare, metric):
    verdict = judged(NEVER, Marking(1, np.inf), rare, metric)
    assert (verdict.result.method, verdict.result.p_value) == ("items-folds-t", 1.0)
    assert verdict.result.estimate == 0
    assert verdict.result.interval.low < 0 < verdict.result.interval.high


@pytest.mark.parametrize("metric", ["precision", "mcc"])
def test_one_run_of_folds_is_pooled_too(rare, metric):
    verdict = compare_learners(SELDOM, OFTEN, *rare, design=KFold(folds=5), metric=metric, positive=1)
    gap = pooled(SELDOM, rare, metric) - pooled(OFTEN, rare, metric)
    assert verdict.result.estimate == pytest.approx(gap, abs=1e-9)


@pytest.mark.parametrize("metric", ["precision", "mcc"])
def test_splits_that_cannot_be_pooled_are_refused(rare, metric):
    with pytest.raises(
        UndefinedScoreError, match=rf"{metric} of .* is undefined \(0/0\) on split \d+ of main"
    ):
        compare_learners(
            ("seldom", SELDOM),
            ("often", OFTEN),
            *rare,
            design=Resampling(splits=4),
            metric=metric,
            positive=1,
            method="corrected-resampled-t",
        )


def test_an_area_is_refused_before_training_where_a_fold_has_one_class(rare):
    design = KFold(folds=20, stratified=False)
    with pytest.raises(
        InputError, match=r"auc is undefined on split \d+ of .*: none of its 3 items belongs to"
    ):
        compare_learners(SELDOM, OFTEN, *rare, design=design, metric="auc", positive=1)
