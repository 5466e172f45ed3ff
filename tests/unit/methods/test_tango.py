"""Tango's statistic, also where counts are degenerate."""

import math

import numpy as np
import pytest

from bakeoff.methods._tango import restricted_share, tango_statistic


@pytest.mark.parametrize(
    "counts", [(15, 35, 412), (0, 9, 30), (9, 0, 30), (0, 0, 30), (30, 0, 30), (0, 30, 30)]
)
@pytest.mark.parametrize("difference", [-0.3, -0.02, 0.02, 0.3])
def test_the_restricted_share_is_the_likeliest(counts, difference):
    wins, losses, n = counts
    low, high = max(0.0, -difference), (1 - difference) / 2
    grid = np.linspace(low, high, 20_001)[1:-1]
    logs = wins * np.log(grid + difference) + losses * np.log(grid)
    logs += (n - wins - losses) * np.log(1 - difference - 2 * grid)
    found = float(restricted_share(wins, losses, n, difference))
    assert low - 1e-12 <= found <= high + 1e-12
    assert found == pytest.approx(grid[np.argmax(logs)], abs=1e-4)


def test_at_no_difference_it_is_mcnemars():
    assert float(tango_statistic(12, 5, 80, 0.0)) == pytest.approx((12 - 5) / math.sqrt(17))


def test_turning_the_models_turns_the_sign():
    one, other = tango_statistic(12, 5, 80, -0.1), tango_statistic(5, 12, 80, 0.1)
    assert float(one) == pytest.approx(-float(other))


def test_without_variance_it_fits_or_is_ruled_out():
    assert float(tango_statistic(0, 0, 9, 0.0)) == 0.0
    assert float(tango_statistic(9, 0, 9, 1.0)) == 0.0
    assert float(tango_statistic(0, 9, 9, -1.0)) == 0.0
