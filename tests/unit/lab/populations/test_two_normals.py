"""Errors are measured on 200,000 items: 4 standard errors (1 in 16,000)."""

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.exceptions import InputError
from bakeoff.estimators.true_error import normal_classes, true_error_of_neighbours
from bakeoff.lab.populations.two_normals import two_normals

ITEMS = 200_000


@pytest.mark.parametrize("inherent", [0.001, 0.02, 0.1, 0.25, 0.5])
def test_the_best_classifier_has_the_inherent_error(inherent):
    X, y = two_normals(inherent_error=inherent).draw(ITEMS, np.random.default_rng(0))
    errors = np.mean((X[:, 0] > 0) != y)
    assert abs(errors - inherent) < 4 * np.sqrt(inherent * (1 - inherent) / ITEMS)
    assert abs(y.mean() - 0.5) < 4 * 0.5 / np.sqrt(ITEMS)


def test_means_are_half_the_distance_from_the_middle():
    X, y = two_normals(inherent_error=0.02).draw(ITEMS, np.random.default_rng(1))
    # Phi(-2.053) = 0.02: the paper prints 2.053 as the whole distance.
    assert X[y == 1].mean() == pytest.approx(2.0537, abs=4 / np.sqrt(ITEMS / 2))
    assert stats.kstest(X[y == 0][:, 0], stats.norm(-2.0537, 1).cdf).pvalue > 1e-4


def test_distributions_are_those_of_the_estimators():
    """Each class at one in a thousand: a false alarm one time in 500, and the rng is fixed."""
    X, y = two_normals(inherent_error=0.1).draw(ITEMS, np.random.default_rng(3))
    for label, cdf in normal_classes(0.1).items():
        assert stats.kstest(X[y == label][:, 0], cdf).pvalue > 1e-3


@pytest.mark.parametrize("k", [1, 3])
def test_exact_error_of_neighbours_is_the_error_on_a_large_sample(k):
    population = two_normals(inherent_error=0.1)
    X, y = population.draw_many(1, 30, 5)
    x, y = X[0, :, 0], y[0]
    exact = true_error_of_neighbours(x, y, k=k, classes=normal_classes(0.1), priors={0: 0.5, 1: 0.5})
    items, labels = population.draw(ITEMS, np.random.default_rng(2))
    near = np.argpartition(np.abs(items - x), k - 1, axis=1)[:, :k]
    errors = np.mean((y[near].mean(axis=1) > 0.5) != labels)
    assert abs(errors - exact) < 4 * np.sqrt(exact * (1 - exact) / ITEMS)


@pytest.mark.parametrize("inherent", [0, 0.6, -0.1, "low"])
def test_inherent_errors_that_cannot_be_are_refused(inherent):
    with pytest.raises(InputError, match="inherent_error is"):
        two_normals(inherent_error=inherent)
