import itertools

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.core.family import ADJUSTMENTS, adjust, false_alarms

P = [0.01, 0.04, 0.03, 0.5]
BY_HAND = {
    "bonferroni": [0.04, 0.16, 0.12, 1],
    "sidak": [1 - 0.99**4, 1 - 0.96**4, 1 - 0.97**4, 1 - 0.5**4],
    "holm": [0.04, 0.09, 0.09, 0.5],
    "hochberg": [0.04, 0.08, 0.08, 0.5],
    "bh": [0.04, 0.16 / 3, 0.16 / 3, 0.5],
    "by": [0.04 * 25 / 12, 0.16 / 3 * 25 / 12, 0.16 / 3 * 25 / 12, 1],
}


@pytest.mark.parametrize("method", ADJUSTMENTS)
def test_by_hand(method):
    assert adjust(P, method=method).tolist() == pytest.approx(BY_HAND[method], rel=1e-12)


@pytest.mark.parametrize("method", ADJUSTMENTS)
def test_order_is_kept_and_ranks_too(method):
    for places in itertools.permutations(range(4)):
        shuffled = adjust([P[i] for i in places], method=method)
        assert shuffled.tolist() == adjust(P, method=method)[list(places)].tolist()
        ranked = shuffled[np.argsort([P[i] for i in places])]
        assert np.all(np.diff(ranked) >= 0)
        assert np.all(shuffled >= [P[i] for i in places])
        assert np.all(shuffled <= 1)


@pytest.mark.parametrize("method", ADJUSTMENTS)
def test_none_one_and_the_extremes(method):
    assert adjust([], method=method).tolist() == []
    assert adjust([0.2], method=method).tolist() == pytest.approx([0.2], rel=1e-15)
    assert adjust([0.0, 1.0], method=method).tolist() == [0, 1]
    assert 0 < adjust([1e-300, 0.5], method=method)[0] < 1e-299


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([0.1, 1.2], r"p_values\[1\] is 1\.2; expected a number from 0 to 1"),
        ([-0.1], r"p_values\[0\] is -0\.1"),
        ([float("nan")], r"p_values\[0\] is nan"),
        ([[0.1], [0.2]], "p_values has 2 dimensions"),
        (0.1, "p_values has 0 dimensions"),
        (["small"], "p_values is .*; expected a list of numbers"),
        ([[0.1], [0.2, 0.3]], "p_values is .*; expected a list of numbers"),
    ],
)
def test_bad_p_values_are_named(values, message):
    with pytest.raises(InputError, match=message):
        adjust(values)


def test_an_unknown_adjustment_names_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean 'bonferroni'"):
        adjust(P, method="bonferoni")


def test_false_alarms_of_two_tests_by_hand():
    found = false_alarms(2, alpha=0.1)
    assert found.at_least_one == pytest.approx(0.19, rel=1e-14)
    assert found.expected == pytest.approx(0.2, rel=1e-14)
    assert found.bonferroni_level == pytest.approx(0.05, rel=1e-14)
    assert (1 - found.sidak_level) ** 2 == pytest.approx(0.9, rel=1e-14)


@pytest.mark.parametrize("tests", [0, -1, 1.5, "many"])
def test_false_alarms_need_tests(tests):
    with pytest.raises(InputError, match="tests is"):
        false_alarms(tests)
