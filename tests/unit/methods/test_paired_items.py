import pytest

from bakeoff.core.outcomes import PairedItems
from bakeoff.methods._paired_items import NONE_DISCORDANT, items_result
from bakeoff.methods._reference import Asked


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_without_discordant_items_nothing_is_judged(alternative):
    items = PairedItems(only_a=0, only_b=0, n=20)
    result = items_result(Asked("m", 0.95, alternative), items, p_value=0.5)
    assert (result.estimate, result.p_value, result.degenerate) == (0, 1, True)
    assert result.notes == (NONE_DISCORDANT,)
    assert result.interval.low < 0 < result.interval.high


def test_the_estimate_is_a_share_of_all_items():
    result = items_result(Asked("m", 0.95, "two-sided"), PairedItems(only_a=5, only_b=2, n=30), p_value=0.4)
    assert result.estimate == 0.1
    assert not result.notes
