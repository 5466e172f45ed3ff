import dataclasses
from dataclasses import replace

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.result import JUST_BEYOND, Interval, Result, agreeing, level_of


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


@pytest.mark.parametrize(
    ("estimate", "ends", "p", "expected", "was"),
    [
        (0.1, (0.02, 0.18), 0.01, (0.02, 0.18), "kept"),
        (0.1, (0.02, 0.18), 0.06, (0.0, 0.18), "widened"),
        (-0.1, (-0.18, -0.02), 0.06, (-0.18, 0.0), "widened"),
        (0.1, (-0.02, 0.18), 0.01, (JUST_BEYOND, 0.18), "narrowed"),
        (-0.1, (-0.18, 0.02), 0.01, (-0.18, -JUST_BEYOND), "narrowed"),
        (0.1, (0.02, 0.18), 0.05, (0.02, 0.18), "kept"),
    ],
)
def test_an_interval_says_of_0_what_the_test_says(estimate, ends, p, expected, was):
    given = Interval(low=ends[0], high=ends[1])
    found = agreeing(replace(result(estimate=estimate), interval=given, p_value=p, level=0.95))
    assert (tuple(found.interval), found.interval_was) == (expected, was)
    assert len(found.notes) == (was != "kept")


def test_the_level_is_what_alpha_leaves_unless_it_is_given():
    assert [level_of(alpha) for alpha in (0.05, 0.07, 0.001, 1e-17)] == [0.95, 0.93, 0.999, 1 - 1e-15]
    assert level_of(0.05, 0.8) == 0.8
    with pytest.raises(InputError, match="alpha is 0; expected a number between 0 and 1"):
        level_of(0)
