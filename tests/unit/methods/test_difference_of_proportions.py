import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import PairedItems
from bakeoff.methods.difference_of_proportions import difference_of_proportions

TWO = {"level": 0.95, "alternative": "two-sided"}


def test_by_hand():
    # Rates .6 and .4 on 50 items: standard error sqrt(2 x .5 x .5 / 50) = .1.
    result = difference_of_proportions(PairedItems(only_a=10, only_b=0, both_right=20, n=50), **TWO)
    assert result.statistic == pytest.approx(2, rel=1e-14)
    assert tuple(result.interval) == pytest.approx((0.2 - 0.1959964, 0.2 + 0.1959964), rel=1e-6)


def test_it_needs_to_know_who_was_right():
    with pytest.raises(InputError, match=r"needs both_right.*use mcnemar-mid-p"):
        difference_of_proportions(PairedItems(only_a=10, only_b=0, n=50), **TWO)


@pytest.mark.parametrize("both", [0, 3, 10])
def test_no_discordant_items(both):
    result = difference_of_proportions(PairedItems(only_a=0, only_b=0, both_right=both, n=10), **TWO)
    assert (result.estimate, result.p_value) == (0, 1)
    assert result.interval.low <= 0 <= result.interval.high
    assert result.notes
