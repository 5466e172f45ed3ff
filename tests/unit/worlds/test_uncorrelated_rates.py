import numpy as np
import pytest

from bakeoff.worlds.uncorrelated_rates import ITEMS, record


def test_the_two_err_independently():
    rng = np.random.default_rng(0)
    draws = [record.draw["holdout"](0.0, rng) for _ in range(2000)]
    a, b = (np.array([getattr(each, side)[0, 0] for each in draws]) for side in "ab")
    # 4 standard errors of a correlation of 0: .09; of a variance: 13 %
    assert np.corrcoef(a, b)[0, 1] == pytest.approx(0, abs=0.09)
    assert a.var() == pytest.approx(0.7 * 0.3 / ITEMS, rel=0.13)
