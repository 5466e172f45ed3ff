import dataclasses

import pytest

from bakeoff.core.result import Interval, Result


def result(**changed):
    given = {"estimate": 0.0, "favours": None} | changed
    return Result(
        method="sign",
        interval=Interval(low=-1, high=1),
        level=0.95,
        alternative="two-sided",
        p_value=1.0,
        n=3,
        **given,
    )


@pytest.mark.parametrize(("estimate", "direction"), [(0.2, 1), (-0.2, -1), (0.0, 0), (-0.0, 0)])
def test_direction_is_the_sign_of_the_estimate(estimate, direction):
    assert result(estimate=estimate).direction == direction


@pytest.mark.parametrize(("favours", "direction"), [(-1, 0), (0, 0), (1, 1)])
def test_unless_the_test_does_not_point_there(favours, direction):
    assert result(estimate=0.2, favours=favours).direction == direction
    assert result(estimate=0.0, favours=favours).direction == 0


def test_an_interval_unpacks():
    low, high = Interval(low=1, high=2)
    assert (low, high) == (1, 2)


def test_results_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        result().estimate = 1
