import pytest

from bakeoff.core.outcomes import PairedItems
from bakeoff.methods.mcnemar_exact import mcnemar_exact


@pytest.mark.parametrize(
    ("counts", "expected"),
    [((3, 0), (1 / 4, 1 / 8, 1)), ((1, 3), (5 / 8, 15 / 16, 5 / 16)), ((2, 2), (1, 11 / 16, 11 / 16))],
)
def test_throws_of_a_coin_by_hand(counts, expected):
    items = PairedItems(only_a=counts[0], only_b=counts[1], n=9)
    found = [
        mcnemar_exact(items, level=0.95, alternative=a).p_value for a in ("two-sided", "greater", "less")
    ]
    assert found == pytest.approx(expected, rel=1e-14)


def test_concordant_items_do_not_matter_for_p_but_for_the_estimate():
    few, many = (
        mcnemar_exact(PairedItems(only_a=9, only_b=1, n=n), level=0.95, alternative="two-sided")
        for n in (10, 1000)
    )
    assert few.p_value == many.p_value
    assert (few.estimate, many.estimate) == (0.8, 0.008)
