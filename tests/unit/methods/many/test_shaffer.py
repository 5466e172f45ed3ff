from itertools import product

import numpy as np
import pytest

from bakeoff.core.family import adjust
from bakeoff.methods.many.shaffer import equal_pairs, static


@pytest.mark.parametrize("k", range(1, 6))
def test_numbers_of_equal_pairs_are_those_of_all_groupings(k):
    groupings = product(range(k), repeat=k)
    counts = {sum(size * (size - 1) // 2 for size in np.bincount(each)) for each in groupings}
    assert equal_pairs(k) == counts


def test_it_is_never_stricter_than_holm_nor_bolder_than_no_adjustment():
    rng = np.random.default_rng(2)
    for _ in range(20):
        p_values = rng.random(10) ** 3
        found = static(p_values, 5)
        assert np.all(found <= adjust(p_values, method="holm") + 1e-15)
        assert np.all(found >= p_values)


def test_the_factors_of_five_learners():
    """10, 6, 6, 6, 6, 4, 4, 3, 2, 1, as printed by Garcia and Herrera (2008)."""
    p_values = 1e-6 * 100.0 ** np.arange(10) / 1e18
    factors = static(p_values, 5) / p_values
    assert factors.round(9).tolist() == [10, 6, 6, 6, 6, 4, 4, 3, 2, 1]
