import pytest

from bakeoff import compare_counts, compare_rates
from bakeoff.core.evidence import Version
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


@pytest.mark.parametrize("method", ["mcnemar-mid-p", "mcnemar"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_the_exact_test_stands_beside_what_approximates_it(method, alternative):
    asked = {"n": 412, "alternative": alternative}
    exact = compare_counts(7, 1, method="mcnemar-exact", **asked)
    found = compare_counts(7, 1, method=method, **asked)
    assert found.versions == (Version("mcnemar-exact", exact.result.p_value),)


def test_others_stand_alone():
    assert compare_counts(7, 1, n=412, method="mcnemar-exact").versions == ()
    assert compare_rates(20, 100, 30, 120).versions == ()
