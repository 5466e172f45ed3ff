"""Every population draws what it says it is.

Shares, frequencies and errors are tested with p-values from 20,000 items. Each test rejects a right
population with probability 1e-4; with about 60 tests one of them would fail with probability 0.6 % at a
fresh rng. The rng is fixed.
"""

import importlib
import time

import numpy as np
import pytest
from scipy import stats
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.lab.populations import POPULATIONS
from bakeoff.worlds import WORLDS

ITEMS, FALSE_ALARM = 20_000, 1e-4
EVERY = [pytest.param(each, id=each.key) for each in POPULATIONS]
FINITE = [pytest.param(each, id=each.key) for each in POPULATIONS if each.cells is not None]
POOLS = [pytest.param(each, id=each.key) for each in POPULATIONS if each.key.endswith("-pool")]
EXCHANGEABLE = [pytest.param(each, id=each.key) for each in POPULATIONS if each.exchangeable]
NOISE = [pytest.param(each, id=each.key) for each in POPULATIONS if each.chance_error is not None]


def p_value_of_counts(counts, chances):
    """Pearson's test, with cells of small expectation put together."""
    expected = chances * counts.sum()
    rare = expected < 5
    observed = np.append(counts[~rare], counts[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    if expected[-1] == 0:
        assert observed[-1] == 0
        observed, expected = observed[:-1], expected[:-1]
    return stats.chisquare(observed, expected).pvalue


def test_populations_are_no_worlds():
    assert "populations" not in WORLDS
    assert len(POPULATIONS) >= 15


@in_one_test("population", EVERY)
def test_key_is_the_name_of_its_file(population):
    module = importlib.import_module(f"bakeoff.lab.populations.{population.key.replace('-', '_')}")
    assert module.record is population
    assert population.make is getattr(module, population.key.replace("-", "_"))
    assert population.title
    assert population.name == population.key


@in_one_test("population", EVERY)
def test_draws_have_the_shape_and_values_that_the_record_tells(population):
    X, y = population.draw_many(20, 60, 3)
    assert X.shape == (20, 60, len(population.values))
    assert y.shape == (20, 60)
    assert y.dtype == np.int64
    assert set(np.unique(y)) <= set(range(population.classes))
    for column, values in zip(np.moveaxis(X, 2, 0), population.values, strict=True):
        if values:
            assert X.dtype == np.int64
            assert set(np.unique(column)) <= set(range(values))
        else:
            assert X.dtype == np.float64
            assert np.all(np.isfinite(column))


@in_one_test("population", EVERY)
def test_a_data_set_depends_on_rng_and_index_alone(population):
    X, y = population.draw_many(5, 40, 3)
    later_X, later_y = population.draw_many(2, 40, 3, first=3)
    assert np.array_equal(X[3:], later_X)
    assert np.array_equal(y[3:], later_y)
    assert not np.array_equal(X[0], X[1])
    assert not np.array_equal(X, population.draw_many(5, 40, 4)[0])


@in_one_test("population", EVERY)
def test_a_generator_is_asked_once(population):
    first, second = (population.draw_many(3, 40, np.random.default_rng(1))[0] for _ in range(2))
    assert np.array_equal(first, second)


@in_one_test("population", EVERY)
def test_sizes_that_cannot_be_are_refused(population):
    rng = np.random.default_rng(0)
    for n in (0, -1, 2.5, True):
        with pytest.raises(InputError, match="n is"):
            population.draw(n, rng)
    with pytest.raises(InputError, match="count is 0"):
        population.draw_many(0, 10)
    with pytest.raises(InputError, match="first is -1"):
        population.draw_many(1, 10, first=-1)


@in_one_test("population", EVERY)
def test_unknown_parameters_and_views_are_named(population):
    with pytest.raises(UnknownNameError, match=f"parameter of {population.key}"):
        population.vary(colour=1)
    with pytest.raises(UnknownNameError, match=f"view of {population.key}"):
        population.view("colour")
    assert population.vary() is population


@pytest.mark.parametrize("population", FINITE)
@pytest.mark.slow
def test_items_come_as_often_as_the_cells_say(population):
    cells = population.cells()
    assert cells.chances.shape == (len(cells.items), population.classes)
    assert len(np.unique(cells.items, axis=0)) == len(cells.items)
    X, y = population.draw(ITEMS, np.random.default_rng(5))
    place = {tuple(item): i for i, item in enumerate(cells.items.tolist())}
    counts = np.zeros(cells.chances.shape)
    np.add.at(counts, ([place[tuple(item)] for item in X.tolist()], y), 1)
    # 22801 cells with 20,000 items have no cell of its own: test classes and attributes instead.
    if len(cells.items) <= 2048:
        assert p_value_of_counts(counts.ravel(), cells.chances.ravel()) > FALSE_ALARM
    assert p_value_of_counts(counts.sum(axis=0), cells.class_shares) > FALSE_ALARM
    for column, drawn in zip(cells.items.T, X.T, strict=True):
        values, codes = np.unique(column, return_inverse=True)
        chances = np.bincount(codes, weights=cells.chances.sum(axis=1))
        assert (
            p_value_of_counts(np.bincount(np.searchsorted(values, drawn), minlength=len(values)), chances)
            > FALSE_ALARM / 10
        )


@pytest.mark.parametrize("population", FINITE)
@pytest.mark.slow
def test_exact_error_is_the_error_on_a_large_sample(population):
    cells = population.cells()
    rng = np.random.default_rng(6)
    labels = rng.integers(population.classes, size=len(cells.items))
    said = {tuple(item): label for item, label in zip(cells.items.tolist(), labels, strict=True)}

    def predict(X):
        return np.array([said[tuple(item)] for item in X.tolist()])

    X, y = population.draw(ITEMS, rng)
    errors = int(np.sum(predict(X) != y))
    exact = population.true_error(predict)
    assert stats.binomtest(errors, ITEMS, exact).pvalue > FALSE_ALARM
    assert cells.bayes_error <= exact
    for label, share in enumerate(cells.class_shares):
        always = population.true_error(lambda X, label=label: np.full(len(X), label))
        assert always == pytest.approx(1 - share)


@pytest.mark.parametrize("population", NOISE)
def test_labels_tell_nothing(population):
    # One data set has one set of chances; the class must not depend on any attribute in it.
    X, y = population.draw(ITEMS, np.random.default_rng(7))
    shares = np.full(population.classes, 1 / population.classes)
    assert p_value_of_counts(np.bincount(y, minlength=population.classes), shares) > FALSE_ALARM
    assert population.chance_error == pytest.approx(1 - 1 / population.classes)
    p_values = []
    for j, values in enumerate(population.values):
        if values:
            table = np.zeros((values, population.classes))
            np.add.at(table, (X[:, j], y), 1)
            p_values.append(stats.chi2_contingency(table).pvalue)
        else:
            p_values.append(stats.kruskal(*(X[y == c, j] for c in range(population.classes))).pvalue)
    assert min(p_values) > FALSE_ALARM / len(p_values)


@pytest.mark.parametrize("population", NOISE)
def test_attributes_that_tell_nothing_are_independent_of_each_other(population):
    X, _ = population.draw(ITEMS, np.random.default_rng(8))
    m = X.shape[1]
    pairs = [(i, j) for i in range(m) for j in range(i)]
    # For independent columns sqrt(n) r is about standard normal.
    p_values = [
        2 * stats.norm.sf(abs(np.corrcoef(X[:, i], X[:, j])[0, 1]) * np.sqrt(ITEMS)) for i, j in pairs
    ]
    assert all(p > FALSE_ALARM / len(pairs) for p in p_values)


@pytest.mark.parametrize("population", EXCHANGEABLE)
def test_swapping_the_blocks_changes_nothing(population):
    first, second = (population.view(name) for name in population.exchangeable)
    if population.cells is not None:
        cells = population.cells()
        swapped = np.hstack([second(cells.items), first(cells.items)])
        chance = {tuple(item): c for item, c in zip(cells.items.tolist(), cells.chances, strict=True)}
        other = np.array([chance[tuple(item)] for item in swapped.tolist()])
        assert other == pytest.approx(cells.chances, abs=1e-15)
        return
    X, y = population.draw(ITEMS, np.random.default_rng(9))
    # If a swap does not matter, each block is ahead half the time, and both have one distribution.
    ahead = (first(X) > second(X)).sum(axis=0)
    assert min(stats.binomtest(int(k), ITEMS).pvalue for k in ahead) > FALSE_ALARM / X.shape[1]
    within = [stats.ks_2samp(first(X[y == c])[:, 0], second(X[y == c])[:, 0]).pvalue for c in np.unique(y)]
    assert min(within) > FALSE_ALARM / len(within)


@pytest.mark.parametrize("population", EXCHANGEABLE)
def test_both_blocks_tell_about_the_class(population):
    X, y = population.draw(ITEMS, np.random.default_rng(10))
    for name in population.exchangeable:
        told = [
            stats.kruskal(*(column[y == c] for c in np.unique(y))).pvalue
            for column in population.view(name)(X).T
        ]
        assert min(told) < 1e-10


@pytest.mark.parametrize("population", POOLS)
def test_a_data_set_and_the_rest_are_the_pool(population):
    (X, y), (other_X, other_y) = population.with_test(100, np.random.default_rng(0))
    again, _ = population.with_test(1, np.random.default_rng(1))
    assert len(X) == len(y) == 100
    whole = np.vstack([X, other_X])
    assert np.array_equal(whole[np.lexsort(whole.T)], _sorted_pool(population))
    assert set(np.unique(np.append(y, other_y))) == set(range(population.classes))
    assert again[0].shape == (1, X.shape[1])
    with pytest.raises(InputError, match="expected fewer than"):
        population.draw(len(whole), np.random.default_rng(0))


def _sorted_pool(population):
    (X, _), (other, _) = population.with_test(7, np.random.default_rng(99))
    whole = np.vstack([X, other])
    return whole[np.lexsort(whole.T)]


def test_a_thousand_data_sets_are_drawn_fast():
    population = POPULATIONS["fair-attributes"]
    population.draw_many(1, 300)
    began = time.process_time()
    X, _ = population.draw_many(1000, 300)
    assert time.process_time() - began < 1.0
    assert X.shape == (1000, 300, 10)
