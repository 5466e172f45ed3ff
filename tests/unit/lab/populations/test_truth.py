import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.lab.populations import POPULATIONS
from bakeoff.lab.populations._truth import Trained, expected, true_errors


def majority(X, y, items):
    return np.full(len(items), np.argmax(np.bincount(y)))


def first_attribute(X, y, items):
    return items[:, 0]


def test_noise_has_the_error_of_chance_whatever_is_learnt():
    learners = {"majority": Trained(fit_predict=majority), "first": Trained(fit_predict=first_attribute)}
    errors = true_errors(POPULATIONS["fair-attributes"], learners, n=30, draws=20)
    assert errors["majority"] == pytest.approx(np.full(20, 0.5))
    assert errors["first"] == pytest.approx(np.full(20, 0.5))


def test_errors_on_purpose_move_the_error_to_the_middle():
    population = POPULATIONS["exchangeable-blocks"]
    learners = {
        name: Trained(fit_predict=first_attribute, error_rate=rate)
        for name, rate in (("as-is", 0.0), ("damaged", 0.1), ("coin", 0.5))
    }
    errors = true_errors(population, learners, n=10, draws=2)
    exact = population.true_error(lambda X: X[:, 0])
    assert errors["as-is"] == pytest.approx([exact] * 2)
    assert errors["damaged"] == pytest.approx([0.9 * exact + 0.1 * (1 - exact)] * 2)
    assert errors["coin"] == pytest.approx([0.5] * 2)


def test_views_are_shown_to_training_and_test():
    population, seen = POPULATIONS["exchangeable-blocks"], []

    def look(X, y, items):
        seen.append((X, items))
        return np.zeros(len(items), dtype=int)

    true_errors(population, {"a": Trained(fit_predict=look, view="second-block")}, n=7, draws=1, rng=3)
    (X, items), drawn = seen[0], population.draw_many(1, 7, 3)[0][0]
    assert np.array_equal(X, drawn[:, 5:])
    assert items.shape == (1024, 5)


def test_a_pool_is_tested_on_its_rest():
    sizes = []

    def look(X, y, items):
        sizes.append((len(X), len(items)))
        return np.zeros(len(items), dtype=int)

    errors = true_errors(POPULATIONS["diabetes-pool"], {"a": Trained(fit_predict=look)}, n=42, draws=3)
    assert sizes == [(42, 400)] * 3
    # 154 of 442 are positive: the share in the rest moves little.
    assert errors["a"] == pytest.approx(np.full(3, 154 / 442), abs=0.03)


def test_chances_of_a_data_set_go_on_in_its_test_items():
    """Where attributes have chances of their own in each data set, test items have the same ones."""
    population = POPULATIONS["uniform-attributes"]
    (X, _), (items, _) = population.with_test(2000, np.random.default_rng(0))
    # 4 standard errors of a difference of two shares from 2000 items each (1 in 16,000, ten times)
    assert np.abs(X.mean(axis=0) - items.mean(axis=0)).max() < 4 * np.sqrt(0.5 / 2000)
    assert np.ptp(X.mean(axis=0)) > 0.3


def test_an_endless_population_is_tested_on_fresh_items():
    population = POPULATIONS["two-normals"]
    learner = Trained(fit_predict=lambda X, y, items: (items[:, 0] > 0).astype(int))
    errors = true_errors(population, {"best": learner}, n=5, draws=50)["best"]
    found = expected(errors)
    assert abs(found.mean - 0.1) < 4 * found.standard_error
    assert found.standard_error == pytest.approx(np.sqrt(0.09 / 2000 / 50), rel=0.5)


def test_one_draw_has_no_standard_error():
    with pytest.raises(InputError, match="expected 2 or more"):
        expected(np.array([0.1]))
