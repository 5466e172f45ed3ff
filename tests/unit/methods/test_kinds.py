import numpy as np
import pytest

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
