import numpy as np
import pytest

from bakeoff.lab.populations import POPULATIONS


@pytest.mark.parametrize(
    ("key", "items", "shares"),
    [
        ("digits-pool", 1797, [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]),
        ("diabetes-pool", 442, [288, 154]),
        ("breast-cancer-pool", 569, [212, 357]),
    ],
)
def test_pools_are_the_data_that_ship_with_scikit_learn(key, items, shares):
    (X, y), (other_X, other_y) = POPULATIONS[key].with_test(1, np.random.default_rng(0))
    assert len(X) + len(other_X) == items
    assert np.bincount(np.append(y, other_y)).tolist() == shares


@pytest.mark.parametrize("key", ["diabetes-pool", "breast-cancer-pool"])
def test_attributes_of_patients_have_one_scale(key):
    (X, _), (other, _) = POPULATIONS[key].with_test(1, np.random.default_rng(0))
    whole = np.vstack([X, other])
    assert whole.mean(axis=0) == pytest.approx(np.zeros(whole.shape[1]), abs=1e-9)
    assert whole.std(axis=0) == pytest.approx(np.ones(whole.shape[1]))


def test_no_item_is_drawn_twice():
    X, _ = POPULATIONS["digits-pool"].draw(1796, np.random.default_rng(3))
    assert len(np.unique(X, axis=0)) == 1796


def test_a_data_set_is_the_same_with_and_without_its_rest():
    population = POPULATIONS["diabetes-pool"]
    X, y = population.draw(50, np.random.default_rng(4))
    (again_X, again_y), _ = population.with_test(50, np.random.default_rng(4))
    assert np.array_equal(X, again_X)
    assert np.array_equal(y, again_y)
