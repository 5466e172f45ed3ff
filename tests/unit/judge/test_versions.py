import pytest

from bakeoff import compare_counts, compare_rates
from bakeoff.core.strength import Version


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
