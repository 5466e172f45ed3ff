import math

import numpy as np
import pytest

from bakeoff.methods import _kinds
from bakeoff.methods._kinds import Kinds, bell_mccaffrey


def test_equal_clusters_have_one_degree_less_than_their_number():
    assert bell_mccaffrey(np.array([1 / 7]), np.array([7])) == pytest.approx(6, rel=1e-12)


def test_repeats_are_so_many_clusters():
    together = bell_mccaffrey(np.array([0.1, 0.3]), np.array([4, 2]))
    assert together == pytest.approx(bell_mccaffrey(np.array([0.1] * 4 + [0.3] * 2), np.ones(6)), rel=1e-12)


def test_what_is_0_by_0_without_a_unit_has_no_influence():
    kinds = Kinds(
        estimate=0.5,
        repeats=np.array([1, 3]),
        unlike=np.array([False, True]),
        n=4,
        gaps=lambda weights: np.zeros(len(weights)),
        without=lambda: np.array([np.nan, 0.75]),
        width=2,
        span=1.0,
        same="",
    )
    assert kinds.influences.tolist() == [0, 0.25]
    assert (kinds.units, kinds.differing) == (4, 3)


@pytest.mark.parametrize("power", [1, 2, 3, 4])
def test_sums_of_many_are_the_same_in_any_order_and_nearly_exact(power):
    draws = np.random.default_rng(power)
    values = draws.standard_t(3, size=_kinds.MANY + 1) ** power * 1e-7
    exact = math.fsum(values.tolist())
    found = _kinds.total(values)
    assert abs(found - exact) <= 1e-12 * np.abs(values).max()
    assert {_kinds.total(draws.permutation(values)) for _ in range(3)} == {found}
    assert _kinds.total(-values) == -found
    assert _kinds.total(np.zeros(_kinds.MANY)) == 0


def test_sums_of_few_are_exact():
    assert _kinds.total(np.array([1e16, 1.0, -1e16])) == 1.0
