import numpy as np
import pytest
from scipy.special import ndtr, ndtri
from sklearn.metrics import roc_curve

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.metrics._roc_average import height

SHIFT = 1.2  # positives are normal about this, negatives about 0


def items(n, rng, ties=False):
    positive = np.arange(n) % 2 == 0
    score = rng.normal(size=n) + SHIFT * positive
    return positive, score.round(1 if ties else 12)


@pytest.mark.parametrize("ties", [False, True])
def test_a_height_is_that_of_scikit_learn_between_corners(ties):
    positive, score = items(60, np.random.default_rng(1), ties)
    alarms, hits, _ = roc_curve(positive, score, drop_intermediate=False)
    rates = np.setdiff1d(np.linspace(0, 1, 997), alarms)
    np.testing.assert_allclose(height(bakeoff.roc(positive, score), rates), np.interp(rates, alarms, hits))


def test_the_area_below_the_mean_is_the_mean_of_the_areas():
    rng = np.random.default_rng(2)
    curves = [bakeoff.roc(*items(n, rng, ties=True)) for n in (20, 30, 50)]
    mean = bakeoff.roc_average(curves, at=np.linspace(0, 1, 100_001))
    area = float(np.mean((mean.sensitivity[1:] + mean.sensitivity[:-1]) / 2))
    assert mean.auc == pytest.approx(np.mean([curve.auc for curve in curves]))
    assert area == pytest.approx(mean.auc, abs=1e-4)


def test_the_interval_is_that_of_the_corrected_t():
    rng = np.random.default_rng(3)
    curves = [bakeoff.roc(*items(40, rng)) for _ in range(10)]
    mean = bakeoff.roc_average(curves)
    result = bakeoff.compare_scores(
        [curve.auc for curve in curves], [0.0] * 10, design=bakeoff.KFold(folds=10), metric="auc"
    ).result
    assert result.method == "corrected-resampled-t"
    assert (mean.auc_interval.low, mean.auc_interval.high) == pytest.approx(
        (result.interval.low, result.interval.high)
    )


def test_more_that_is_shared_widens_and_the_ends_are_sure():
    rng = np.random.default_rng(4)
    curves = [bakeoff.roc(*items(40, rng)) for _ in range(5)]
    apart, folds = bakeoff.roc_average(curves, test_to_train=0), bakeoff.roc_average(curves)
    assert np.all(folds.high - folds.low >= apart.high - apart.low)
    assert (folds.low[-1], folds.sensitivity[-1], folds.high[-1]) == (1, 1, 1)
    assert np.all((folds.low <= folds.sensitivity) & (folds.sensitivity <= folds.high))
    assert (folds.curves, folds.false_alarm.size, folds.finest) == (5, 101, 1 / 20)


def test_the_finest_step_is_that_of_the_curve_with_the_fewest_negatives():
    curves = [bakeoff.roc([1, 0, 0, 0], [4, 3, 2, 1]), bakeoff.roc([1, 1, 0, 0], [4, 3, 2, 1])]
    assert bakeoff.roc_average(curves).finest == 1 / 2


@pytest.mark.slow
def test_intervals_of_independent_curves_cover():
    """400 sets of 10 curves: fewer than 367 covered has a chance of 0.001 at a true 95 %.

    Of n negatives the interpolated curve is a little below the true one at a given rate: 400 keep that small.
    """
    rng, rates = np.random.default_rng(5), np.array([0.1, 0.3, 0.5])
    true, covered = ndtr(SHIFT + ndtri(rates)), np.zeros(3)
    for _ in range(400):
        curves = [bakeoff.roc(*items(800, rng)) for _ in range(10)]
        mean = bakeoff.roc_average(curves, at=rates, test_to_train=0)
        covered += (mean.low <= true) & (true <= mean.high)
    assert np.all(covered >= 367)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"curves": []}, "got 0 curves; expected two or more"),
        ({"curves": [[0, 1], [0, 1]]}, "expected two or more curves as bakeoff.roc gives them"),
        ({"at": [0.5, 1.5]}, "expected numbers from 0 to 1"),
        ({"test_to_train": -1}, "test_to_train is -1; expected 0 or more"),
        ({"level": 2}, "level"),
    ],
)
def test_bad_input(changed, words):
    curve = bakeoff.roc([1, 0], [2, 1])
    given = {"curves": [curve, curve], **changed}
    with pytest.raises(InputError, match=words):
        bakeoff.roc_average(given.pop("curves"), **given)
