import math

import pytest

from bakeoff.core.outcomes import RatePair
from bakeoff.methods.two_proportion_z import two_proportion_z


def ask(errors_a, n_a, errors_b, n_b, alternative="two-sided"):
    rates = RatePair(errors_a=errors_a, n_a=n_a, errors_b=errors_b, n_b=n_b)
    return two_proportion_z(rates, level=0.95, alternative=alternative)


def test_by_hand():
    # Pooled rate 1/2: z = .2 / sqrt(.25 x .02) = 2 sqrt(2), for A, who errs less.
    result = ask(40, 100, 60, 100)
    assert result.statistic == pytest.approx(2 * math.sqrt(2), rel=1e-14)
    assert result.estimate == pytest.approx(0.2, rel=1e-14)
    assert ask(40, 100, 60, 100, "greater").p_value == pytest.approx(result.p_value / 2, rel=1e-12)


@pytest.mark.parametrize("errors", [0, 7])
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_nobody_errs_or_everybody(errors, alternative):
    result = ask(errors, 7, errors, 7, alternative)
    assert (result.estimate, result.p_value, result.statistic) == (0, 1, 0)
    assert result.notes == ("both error rates are equal",)
