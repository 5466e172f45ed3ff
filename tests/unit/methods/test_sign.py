import pytest

from bakeoff.core.outcomes import DatasetScores
from bakeoff.methods.sign import sign


def ask(x, alternative="two-sided"):
    return sign(DatasetScores(a=x, b=[0] * len(x)), level=0.95, alternative=alternative)


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        ([1, 2, 3], (0.25, 0.125, 1)),
        ([1, 2, 3, 0, 0], (0.25, 0.125, 1)),
        ([-1, 2, 3, 4], (0.625, 5 / 16, 15 / 16)),
    ],
)
def test_by_hand_and_ties_are_dropped(x, expected):
    assert [ask(x, a).p_value for a in ("two-sided", "greater", "less")] == pytest.approx(expected, rel=1e-14)


def test_size_does_not_matter_only_who_wins():
    assert ask([0.01, 0.02, -5]).p_value == ask([5, 4, -0.01]).p_value
    assert ask([0.01, 0.02, -5]).direction == 1


def test_statistic_and_estimate():
    result = ask([1, 5, -1])
    assert (result.statistic, result.estimate, result.n) == (2, 1, 3)


def test_a_winner_among_ties_is_not_said_to_lead_by_nothing():
    result = ask([0.01, 0.02, 0.03, 0.01, 0.05, 0.02, 0.01, 0, 0, 0, 0, 0, 0, 0, 0])
    assert result.p_value == pytest.approx(2 / 2**7, rel=1e-14)
    assert (result.estimate, result.interval.low, result.interval.high) == (0.02, 0.01, 0.05)
