import math

import pytest

from bakeoff.core.outcomes import PairedItems
from bakeoff.methods.mcnemar_exact import mcnemar_exact
from bakeoff.methods.mcnemar_mid_p import mcnemar_mid_p, rejected_given

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


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("discordant", [1, 8, 16, 33])
def test_its_rejections_are_those_of_all_outcomes(discordant, alternative):
    def rejected(wins):
        items = PairedItems(only_a=wins, only_b=discordant - wins, n=40)
        return mcnemar_mid_p(items, level=0.95, alternative=alternative).p_value <= 0.05

    expected = sum(math.comb(discordant, wins) for wins in range(discordant + 1) if rejected(wins))
    found = rejected_given(discordant, alpha=0.05, alternative=alternative)
    assert found == pytest.approx(expected / 2**discordant, abs=1e-12)
