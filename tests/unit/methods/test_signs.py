import math

import numpy as np

from bakeoff.methods._reference import IDENTICAL, Asked
from bakeoff.methods._signs import TOO_FEW, sign_result


def ask(x, noise=0.0, weight=1.0, level=0.95, alternative="two-sided"):
    return sign_result(Asked("m", level, alternative), np.asarray(x, dtype=float), noise, weight=weight)


def test_noise_is_a_tie():
    result = ask([1, 1e-17, -1e-17, 1], noise=1e-16)
    assert result.statistic == 2
    assert result.p_value == 0.5


def test_interval_is_of_order_statistics():
    # Of 8 values the smallest and largest hold the median with chance 1 - 2 / 2^8 > .95, the next
    # ones inside with 1 - 2 x 9 / 2^8 = .93.
    x = np.arange(1.0, 9.0)
    assert tuple(ask(x).interval) == (1, 8)
    assert tuple(ask(x, level=0.9).interval) == (2, 7)
    assert tuple(ask(x, alternative="greater").interval) == (2, math.inf)


def test_five_differences_are_too_few_for_95_percent():
    result = ask([1, 2, 3, 4, 5])
    assert tuple(result.interval) == (-math.inf, math.inf)
    assert result.notes == (TOO_FEW,)
    assert tuple(ask([1, 2, 3, 4, 5], level=0.9).interval) == (1, 5)


def test_ties_alone_are_identical():
    result = ask([0, 0, 0, 0, 0, 0, 0, 0])
    assert (result.estimate, result.p_value, result.degenerate) == (0, 1, True)
    assert result.notes == (IDENTICAL, TOO_FEW)
    assert tuple(result.interval) == (-math.inf, math.inf)


def test_estimate_and_interval_leave_out_the_ties_that_the_test_leaves_out():
    result = ask([0] * 50 + list(range(1, 11)))
    assert (result.estimate, result.direction) == (5.5, 1)
    assert (result.p_value, tuple(result.interval)) == (2 / 2**10, (2, 9))
    assert result.notes == ("50 of 60 differences are 0 and are left out",)
