import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.lab.populations import POPULATIONS
from bakeoff.lab.populations._damage import coded, damaged, quantile_thresholds

DAMAGEABLE = ["diagonal-bands", "digits-pool", "diabetes-pool", "breast-cancer-pool"]


def test_without_damage_all_weights_are_one():
    directions = np.array([-1.0, 0.0, 2.0])
    assert damaged(directions, 0.0)(np.ones(3)).tolist() == [1, 1, 1]
    assert damaged(directions, 1.0)(np.ones(3)) == pytest.approx([np.exp(-1), 1, np.exp(2)])


def test_distances_of_the_view_are_weighted_distances():
    X, weights = np.array([[0.0, 0.0], [1.0, 2.0]]), np.array([3.0, 0.5])
    shown = damaged(np.log(weights), 1.0)(X)
    assert np.sum((shown[0] - shown[1]) ** 2) == pytest.approx(9 * 1 + 0.25 * 4)


def test_thresholds_cut_into_parts_of_one_size():
    column = np.arange(80.0)
    (cuts,) = quantile_thresholds(column[:, None], 8)
    inside = np.diff(np.searchsorted(cuts, column, side="left").searchsorted(np.arange(9)))
    assert len(cuts) == 7
    assert inside.tolist() == [10] * 8


def test_thresholds_of_a_binary_attribute_split_it_once():
    column = np.repeat([0.0, 1.0], 50)
    (cuts,) = quantile_thresholds(column[:, None], 8)
    seen = coded([cuts])(column[:, None])
    assert {tuple(row) for row in seen[:50]} & {tuple(row) for row in seen[50:]} == set()
    assert np.all(cuts < 1)


@pytest.mark.parametrize("key", DAMAGEABLE)
def test_damage_changes_the_view_and_nothing_else(key):
    usual, damaged = POPULATIONS[key], POPULATIONS[key].vary(damage=1.5)
    X, y = usual.draw(20, np.random.default_rng(0))
    again_X, again_y = damaged.draw(20, np.random.default_rng(0))
    assert np.array_equal(X, again_X)
    assert np.array_equal(y, again_y)
    assert np.array_equal(usual.view("damaged")(X), X)
    assert not np.allclose(damaged.view("damaged")(X), X)
    assert set(np.unique(usual.view("coded")(X))) == {0, 1}


@pytest.mark.parametrize("key", DAMAGEABLE)
def test_more_damage_makes_nearest_neighbours_err_more(key):
    from bakeoff.lab.populations._truth import Trained, true_errors

    def one_nn(X, y, items):
        return y[np.argmin(((items[:, None, :] - X) ** 2).sum(axis=2), axis=1)]

    errors = []
    for damage in (0.0, 4.0):
        show = POPULATIONS[key].vary(damage=damage).view("damaged")
        learner = Trained(fit_predict=lambda X, y, items, show=show: one_nn(show(X), y, show(items)))
        errors.append(true_errors(POPULATIONS[key], {"1-nn": learner}, n=60, draws=3)["1-nn"].mean())
    assert errors[1] > errors[0]


@pytest.mark.parametrize("key", DAMAGEABLE)
def test_damage_that_cannot_be_is_refused(key):
    with pytest.raises(InputError, match="damage is -1; expected a number from 0 to 10"):
        POPULATIONS[key].vary(damage=-1)
