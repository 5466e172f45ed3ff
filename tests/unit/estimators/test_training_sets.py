import math

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.estimators.training_sets import crossed_interval, crossed_variance, training_sets


def drawn(sets, n, rng, of_sets=0.5, of_items=1.0, middle=-1.0):
    """Errors whose chance depends on the training set and on the item."""
    chance = middle + of_sets * rng.normal(size=(sets, 1)) + of_items * rng.normal(size=(1, n))
    return (rng.random((sets, n)) < 1 / (1 + np.exp(-chance))).astype(float)


def test_the_value_is_the_mean_over_training_sets(lost):
    losses = lost([[0, 1, 2, 3]] * 2, [[0, 0, 1, 1], [0, 0, 0, 1]], n=8, drawn=[[4, 5], [6, 7]])
    found = training_sets({"training-sets": losses}, level=0.95)
    assert found.value == pytest.approx(3 / 8)
    assert found.components["standard deviation over training sets"] == pytest.approx(0.25 / math.sqrt(2))
    assert "2 training sets of 2 items, 4 test items" in found.sentence


def test_the_variance_is_that_of_a_crossed_layout():
    """With no interaction it is the sum of both margins' variances of the mean, exactly."""
    rows, columns = np.array([0.1, 0.2, 0.6]), np.array([0.0, 1.0, 3.0, 3.5])
    variance, _ = crossed_variance(rows[:, None] + columns)
    assert variance == pytest.approx(rows.var(ddof=1) / 3 + columns.var(ddof=1) / 4)


def test_the_variance_is_expected_to_be_true():
    """4000 estimates against the true variance: their mean is known to 1.5 %; the rng is fixed."""
    rng = np.random.default_rng(0)

    def table():
        sets, items = rng.normal(size=(5, 1)), 2 * rng.normal(size=(1, 40))
        return sets + items + 3 * rng.normal(size=(5, 40))

    found = np.mean([crossed_variance(table())[0] for _ in range(4000)])
    assert found == pytest.approx(1 / 5 + 4 / 40 + 9 / 200, rel=0.06)


@pytest.mark.slow
@pytest.mark.parametrize(("sets", "n"), [(5, 100), (10, 300)])
def test_intervals_cover(sets, n):
    """1000 draws: fewer than 928 covered has a chance of 0.001 at a true 95 %."""
    rng = np.random.default_rng(sets)
    truth = drawn(3000, 3000, np.random.default_rng(9)).mean()
    ends = [crossed_interval(drawn(sets, n, rng), 0.95, counted=True) for _ in range(1000)]
    assert sum(each.low <= truth <= each.high for each in ends) >= 928


def test_no_error_at_all_is_as_sure_as_one_test_set():
    found = crossed_interval(np.zeros((10, 50)), 0.95, counted=True)
    assert found.low == 0
    assert found.high > bakeoff.interval(0, 50).high
    assert crossed_interval(np.ones((10, 50)), 0.95, counted=True).high == 1


def test_squares_without_spread_have_no_interval():
    assert crossed_interval(np.full((3, 5), 0.25), 0.95, counted=False) is None


def test_a_learner_is_trained_on_each_set():
    rng = np.random.default_rng(3)
    y = rng.integers(2, size=300)
    X = rng.normal(size=(300, 2)) + y[:, None]
    found = bakeoff.estimate(GaussianNB(), X, y, estimator="training-sets", size=15, sets=8, test=0.5)
    assert found.parts["training-sets"].shape == (1, 8)
    assert found.value == pytest.approx(found.parts["training-sets"].mean())
    assert found.interval.low < found.value < found.interval.high
    smaller = bakeoff.estimate(GaussianNB(), X, y, estimator="training-sets", size=4, sets=8, test=0.5)
    assert smaller.value > found.value


def test_test_sets_that_differ_are_refused(lost):
    losses = lost([[0, 1], [2, 3]], [[0, 1], [0, 1]])
    with pytest.raises(InputError, match="tested on the same items"):
        training_sets({"training-sets": losses}, level=0.95)
