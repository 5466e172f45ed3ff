"""The kernels for one attribute against scikit-learn and the estimators, on the same splits."""

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from bakeoff.core.exceptions import InputError
from bakeoff.designs.bootstrap import Bootstrap
from bakeoff.designs.repeated_kfold import RepeatedKFold
from bakeoff.estimators.true_error import normal_classes, true_error_of_neighbours
from bakeoff.experiment.estimate import estimate
from bakeoff.lab.papers._mh_neighbours import (
    Samples,
    apparent,
    bootstrapped,
    cross_validated,
    draw,
    left_one_out,
    left_out_errors,
    partitions,
    resamples,
    true_errors,
)

SIZES = (10, 11, 30)
KS = (1, 3)


def some(size, samples=4, inherent_error=0.1):
    return draw(inherent_error, size, samples, np.random.default_rng(size))


def value(drawn, at, k, estimator, **options):
    learner = KNeighborsClassifier(k)
    return estimate(learner, drawn.x[at][:, None], drawn.y[at], estimator=estimator, **options).value


@pytest.mark.parametrize("k", KS)
@pytest.mark.parametrize("size", SIZES)
def test_true_errors_are_those_of_the_estimator(size, k):
    samples = some(size)
    one_by_one = [
        true_error_of_neighbours(x, y, k=k, classes=normal_classes(0.1))
        for x, y in zip(samples.x, samples.y, strict=True)
    ]
    assert true_errors(samples, k) == pytest.approx(one_by_one, abs=1e-13)


@pytest.mark.parametrize("k", KS)
@pytest.mark.parametrize(("size", "folds"), [(10, 2), (11, 3), (30, 10)])
def test_every_item_of_every_fold_is_predicted_as_by_scikit_learn(size, folds, k):
    samples = some(size)
    fold_of = partitions(samples, folds, 3, np.random.default_rng(1))
    wrong = left_out_errors(samples, fold_of, k)
    for at in range(len(samples)):
        for run in range(3):
            for fold in range(folds):
                test = fold_of[at, :, run] == fold
                x, y = samples.x[at][:, None], samples.y[at]
                said = KNeighborsClassifier(k).fit(x[~test], y[~test]).predict(x[test])
                assert np.array_equal(wrong[at, test, run], said != y[test])


@pytest.mark.parametrize("k", KS)
def test_iterated_cross_validation_is_that_of_the_estimator(k):
    samples = some(20, samples=2)
    design = RepeatedKFold(runs=4, folds=2, stratified=False)
    splits = design.split(20, rng=5)
    fold_of = np.empty((2, 20, 4), dtype=np.int8)
    for split, test in enumerate(splits.test):
        fold_of[:, test, split // 2] = split % 2
    expected = [
        value(samples, at, k, "iterated-kfold", rng=5, iterations=4, folds=2, stratified=False)
        for at in range(2)
    ]
    assert cross_validated(samples, fold_of, k) == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize("k", KS)
def test_leave_one_out_and_the_apparent_error_are_those_of_the_estimators(k):
    samples = some(11)
    for kernel, key in ((left_one_out, "leave-one-out"), (apparent, "apparent")):
        expected = [value(samples, at, k, key) for at in range(len(samples))]
        assert kernel(samples, k) == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize("k", KS)
def test_the_bootstrap_is_that_of_the_estimator(k):
    """Copies of an item in a resample count as neighbours of their own, as for scikit-learn."""
    samples = some(12, samples=2)
    drawn = Bootstrap(samples=6).split(12, rng=3).drawn
    counts = np.array([np.bincount(items, minlength=12) for items in drawn], dtype=np.int8).T
    expected = [value(samples, at, k, "bootstrap-632", rng=3, samples=6) for at in range(2)]
    assert bootstrapped(samples, np.stack([counts, counts]), k) == pytest.approx(expected, abs=1e-13)


def test_a_class_that_is_not_there_is_never_predicted():
    samples = Samples(inherent_error=0.1, x=np.arange(10.0)[None], y=np.ones((1, 10), dtype=np.int64))
    assert left_one_out(samples, 3) == 0
    assert true_errors(samples, 3) == pytest.approx(0.5)


def test_partitions_are_even_and_resamples_complete():
    samples, rng = some(30), np.random.default_rng(2)
    folds = partitions(samples, 10, 5, rng)
    assert all(np.all(np.sum(folds == fold, axis=1) == 3) for fold in range(10))
    assert np.all(resamples(samples, 7, rng).sum(axis=1) == 30)
    assert len(np.unique(folds[0].T, axis=0)) == 5


def test_samples_are_sorted_and_of_the_population():
    """The best border at 0 errs on 10 %: 2000 items, 5 standard errors, a false alarm in 2 million."""
    samples = draw(0.1, 20, 100, np.random.default_rng(0))
    assert np.all(np.diff(samples.x) > 0)
    wrong = np.mean((samples.x > 0) != samples.y)
    assert abs(wrong - 0.1) < 5 * np.sqrt(0.09 / 2000)


def test_too_few_items_to_train_on_are_refused():
    samples = some(4)
    with pytest.raises(InputError, match="fewer than 3 items"):
        left_out_errors(samples, partitions(samples, 2, 1, np.random.default_rng(0)), 3)
