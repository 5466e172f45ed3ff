import numpy as np
import pytest

from bakeoff.lab.papers._bouckaert import SETS, TESTS, differences, statistics
from bakeoff.lab.papers._bouckaert_replicability import (
    HALVES,
    WORST,
    agreement,
    found_df,
    repeated,
    replicability,
)

DRAWS, RNG = 20, 0


def test_all_ten_agree_or_not():
    u = np.array([[0.1, 0.2], [0.9, 0.1], [0.9, 0.8], [np.inf, -np.inf]])
    assert agreement(u, 10, 0.05) == 0.75
    assert agreement(u, None, 0.05) == 1.0  # nothing is ever rejected


@pytest.mark.parametrize("test", [*TESTS, HALVES])
def test_each_repetition_has_its_own_runs(test):
    assert repeated(test, "Set 1", DRAWS, RNG).shape == (DRAWS, 10)


def test_the_first_repetition_is_what_is_calibrated_on():
    first = statistics("sorted runs", differences(SETS["Set 1"], draws=DRAWS, rng=RNG))
    assert np.array_equal(repeated("sorted runs", "Set 1", DRAWS, RNG)[:, 0], first)


def test_the_worst_set_counts():
    every = [replicability("k-fold cv", name, DRAWS, RNG, 0.05)(6) for name in SETS]
    assert replicability("k-fold cv", WORST, DRAWS, RNG, 0.05)(6) == min(every)


def test_5x2_is_not_calibrated():
    assert found_df(HALVES, DRAWS, RNG).df == 5
