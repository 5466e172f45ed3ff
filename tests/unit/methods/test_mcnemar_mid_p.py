import pytest

from bakeoff.core.outcomes import PairedItems
from bakeoff.methods.mcnemar_exact import mcnemar_exact
from bakeoff.methods.mcnemar_mid_p import mcnemar_mid_p

ALTERNATIVES = ("two-sided", "greater", "less")


@pytest.mark.parametrize(
    ("counts", "expected"),
    [((2, 0), (1 / 4, 1 / 8, 7 / 8)), ((3, 1), (3 / 8, 3 / 16, 13 / 16)), ((1, 1), (1, 1 / 2, 1 / 2))],
)
def test_half_of_the_observed_outcome_by_hand(counts, expected):
    items = PairedItems(only_a=counts[0], only_b=counts[1], n=9)
    found = [mcnemar_mid_p(items, level=0.95, alternative=a).p_value for a in ALTERNATIVES]
    assert found == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("only_b", range(6))
def test_it_wastes_less_than_the_exact_test(only_b):
    items = PairedItems(only_a=6, only_b=only_b, n=20)
    for alternative in ALTERNATIVES:
        mid, exact = (
            test(items, level=0.95, alternative=alternative).p_value
            for test in (mcnemar_mid_p, mcnemar_exact)
        )
        assert mid < exact or exact == 1
