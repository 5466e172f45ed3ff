import math

import numpy as np
import pytest
from scipy import stats
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.designs.training_sets import TrainingSets
from bakeoff.estimators.training_sets import crossed_interval, crossed_variance, record, training_sets


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


def test_the_variance_is_at_least_that_of_one_margin():
    """Where sets and items interact, the sum without the rest may be below 0."""
    variance, _ = crossed_variance(np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]]))
    by_set, by_item, rest = 1 / 9, 1 / 9, 4 / 9
    assert by_set + by_item - rest < 0
    assert variance == pytest.approx(1 / 81)


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


def squares(errors, rng, size=20, sets=5, n=50):
    """Squared errors of least squares with three attributes; errors have variance 1."""

    def off():
        items = np.c_[np.ones(size), rng.normal(size=(size, 3))]
        return np.linalg.lstsq(items, errors(rng, size), rcond=None)[0]

    items = np.c_[np.ones(n), rng.normal(size=(n, 3))]
    return (errors(rng, n) - np.array([off() for _ in range(sets)]) @ items.T) ** 2


@pytest.mark.slow
def test_intervals_of_skewed_squares_cover():
    """Of 600 draws, fewer than 544 covered has a chance of 0.001 at a true 93.8 %; Student's t covers 84 %.

    The truth is exact: the coefficients of least squares have the variances of an inverse Wishart matrix,
    and the intercept 1 / size more.
    """

    def errors(rng, n):
        return rng.exponential(size=n) - 1

    rng = np.random.default_rng(7)
    truth = 1 + 1 / 20 + 3 / (20 - 3 - 2) * (1 + 1 / 20)
    ends = [crossed_interval(squares(errors, rng), 0.95, counted=False) for _ in range(600)]
    assert sum(each.low <= truth <= each.high for each in ends) >= 544


def test_ends_for_squares_are_the_means_that_the_corrected_t_just_rejects():
    """By the formulas of skewed-t, with the deviations of the means of items and of sets."""
    table = squares(lambda rng, n: rng.exponential(size=n) - 1, np.random.default_rng(1))
    found, mean = crossed_interval(table, 0.95, counted=False), table.mean()
    variance, df = crossed_variance(table)
    u = np.concatenate([(table.mean(axis=0) - mean) / 50, (table.mean(axis=1) - mean) / 5])
    skew = np.sum(u**3) / np.sum(u**2) ** 1.5
    df = min(df, 2 * np.sum(u**2) ** 2 / (np.sum(u**4) - np.sum(u**2) ** 2 / 55))
    t = stats.t.ppf(0.975, df) * math.sqrt(1 + 2 / df)
    low, high = ((mean - end) / math.sqrt(variance) for end in found)
    assert skew > 0.1
    assert low == pytest.approx(t)
    assert high + skew * high**2 / 3 + skew**2 * high**3 / 27 == pytest.approx(-t)
    tiny = crossed_interval(table * 1e-9, 0.95, counted=False)
    assert tuple(tiny) == pytest.approx([end * 1e-9 for end in found])


def test_what_is_said_of_a_regressor_is_about_numbers():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(120, 2))
    asked = {"estimator": "training-sets", "size": 8, "sets": 5}
    found = bakeoff.estimate(LinearRegression(), X, X.sum(axis=1) + rng.normal(size=120), **asked)
    for text in (found.bias, *found.notes):
        assert "classifier" not in text
        assert "points" not in text
    assert "correction for skewness" in found.notes[0]
    classes = bakeoff.estimate(GaussianNB(), X, X[:, 0] > 0, **asked)
    assert "17.7, 5.8 and 7.3 points" in classes.bias
    assert "Jeffreys" in classes.notes[0]


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


def test_training_sets_that_lack_a_class_are_counted():
    y = np.array(["common"] * 54 + ["rare"] * 6)
    X = np.arange(60.0)[:, None]
    asked = {"estimator": "training-sets", "size": 4, "sets": 8}
    found = bakeoff.estimate(GaussianNB(), X, y, **asked)
    sets = TrainingSets(size=4, sets=8).split(X, rng=0).drawn
    lacking = sum(len(set(y[each])) < 2 for each in sets)
    assert 0 < lacking < 8
    assert found.notes[-1].startswith(f"{lacking} of 8 training sets lack at least one of the 2 classes")
    even = np.tile(["one", "two"], 30)
    larger = bakeoff.estimate(GaussianNB(), X, even, **asked | {"size": 5})
    assert not any("lack" in note for note in larger.notes)


def test_the_bias_is_that_for_training_sets_of_this_size():
    assert record.bias.startswith("none for the mean error over training sets of this size")
    assert "says nothing about a classifier trained on all the data" in record.bias


def test_test_sets_that_differ_are_refused(lost):
    losses = lost([[0, 1], [2, 3]], [[0, 1], [0, 1]])
    with pytest.raises(InputError, match="tested on the same items"):
        training_sets({"training-sets": losses}, level=0.95)
