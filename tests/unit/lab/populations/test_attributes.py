"""Populations whose labels tell nothing. Shares are within 4 standard errors (1 in 16,000)."""

import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.lab.populations import POPULATIONS

ITEMS = 40_000


@pytest.mark.parametrize("key", ["fair-attributes", "uniform-attributes"])
@pytest.mark.parametrize("positive", [0.05, 0.2, 0.4, 0.5])
def test_the_class_has_its_share(key, positive):
    population = POPULATIONS[key].vary(positive=positive, attributes=5)
    X, y = population.draw(ITEMS, np.random.default_rng(0))
    assert abs(y.mean() - positive) < 4 * np.sqrt(positive * (1 - positive) / ITEMS)
    assert X.shape == (ITEMS, 5)
    assert (population.chance_error is None) == (positive != 0.5)


def test_fair_attributes_are_one_half_the_time():
    X, _ = POPULATIONS["fair-attributes"].draw(ITEMS, np.random.default_rng(0))
    assert np.abs(X.mean(axis=0) - 0.5).max() < 4 * 0.5 / np.sqrt(ITEMS)


def test_uniform_attributes_have_other_chances_in_each_data_set():
    X, _ = POPULATIONS["uniform-attributes"].draw_many(400, 1000, 0)
    chances = X.mean(axis=1).ravel()
    # 4000 chances from U(0, 1): mean 1/2 and variance 1/12, each within 4 standard errors
    assert abs(chances.mean() - 0.5) < 4 / np.sqrt(12 * 4000)
    assert chances.var() == pytest.approx(1 / 12, rel=4 * np.sqrt(0.8 / 4000) + 0.002)


def test_values_and_classes_of_many_valued_noise_are_all_as_likely():
    X, y = POPULATIONS["many-valued-noise"].vary(values=5, classes=4).draw(ITEMS, np.random.default_rng(1))
    for counts, kinds in ((np.bincount(X[:, 0]), 5), (np.bincount(y), 4)):
        assert len(counts) == kinds
        share = 1 / kinds
        assert np.abs(counts / ITEMS - share).max() < 4 * np.sqrt(share * (1 - share) / ITEMS)


@in_one_test(
    ("key", "wrong"),
    [
        ("fair-attributes", {"attributes": 0}),
        ("fair-attributes", {"attributes": 17}),
        ("fair-attributes", {"positive": 1.2}),
        ("uniform-attributes", {"positive": -0.1}),
        ("many-valued-noise", {"classes": 1}),
        ("many-valued-noise", {"values": 1}),
        ("normal-noise", {"classes": 1}),
        ("exchangeable-blocks", {"attributes": 3}),
        ("exchangeable-many-valued", {"shares": (0.5, 0.6)}),
        ("exchangeable-many-valued", {"strength": 2}),
        ("exchangeable-many-valued", {"attributes": 9}),
        ("exchangeable-normal-blocks", {"shares": (1.0,)}),
        ("exchangeable-normal-blocks", {"correlation": 1.5}),
    ],
)
def test_parameters_that_cannot_be_are_refused(key, wrong):
    with pytest.raises(InputError, match="expected"):
        POPULATIONS[key].vary(**wrong)
