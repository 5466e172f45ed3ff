import numpy as np
import pytest
from scipy import optimize, stats
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.intervals._rate import posterior


@in_one_test("prior", [(0.5, 0.5), (1, 1), (2, 3), (1, 3.67), (0.2, 5)])
@in_one_test(("errors", "n"), [(0, 1), (1, 1), (0, 12), (5, 12), (12, 12)])
def test_moments_and_mode_are_those_of_the_distribution(errors, n, prior):
    found = posterior(errors, n, prior=prior)
    reference = stats.beta(errors + prior[0], n - errors + prior[1])
    assert (found.mean, found.variance) == pytest.approx((reference.mean(), reference.var()))
    top = optimize.minimize_scalar(lambda x: -reference.logpdf(x), bounds=(1e-9, 1 - 1e-9), method="bounded")
    assert found.mode == pytest.approx(top.x, abs=1e-4)


def test_mode_with_no_errors_is_inside_where_the_prior_says_so():
    # M&H's appendix A.2 has 0 for every prior; (0 + 3 - 1) / (10 + 3 + 2 - 2) is right here.
    assert posterior(0, 10, prior=(3, 2)).mode == pytest.approx(2 / 13)
    assert posterior(0, 10).mode == 0
    assert posterior(10, 10).mode == 1


def test_one_item_and_jeffreys_prior():
    # a + b = 2 makes the mode's denominator 0; the density has its top at an end all the same.
    assert posterior(0, 1).mode == 0
    assert posterior(1, 1).mode == 1


def test_arrays():
    found = posterior([0, 5, 10], 10)
    np.testing.assert_allclose(found.mean, [0.5 / 11, 0.5, 10.5 / 11])
    np.testing.assert_allclose(found.mode, [0, 0.5, 1])
    assert isinstance(posterior(5, 10).mode, float)


def test_bad_prior():
    with pytest.raises(InputError, match="expected two positive numbers"):
        posterior(1, 10, prior=(0, 0))
