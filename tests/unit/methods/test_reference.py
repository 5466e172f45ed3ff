import math

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.exceptions import InputError
from bakeoff.methods import _reference as reference
from bakeoff.methods._reference import Asked

ASKED = Asked("m", 0.9, "two-sided")


@pytest.mark.parametrize("t", [-3.0, 0.0, 0.5, math.inf, -math.inf])
def test_student_and_normal_tails(t):
    for p_of, law in (
        (lambda a: reference.ratio_p(t, 4, a), stats.t(4)),
        (lambda a: reference.ratio_p(t, None, a), stats.norm),
    ):
        assert p_of("greater") == pytest.approx(law.sf(t), rel=1e-12)
        assert p_of("less") == pytest.approx(law.cdf(t), rel=1e-12)
        assert p_of("two-sided") == pytest.approx(min(1, 2 * law.sf(abs(t))), rel=1e-12)


@pytest.mark.parametrize(
    ("direction", "expected"), [(2, (0.1, 0.05, 0.95)), (-2, (0.1, 0.95, 0.05)), (0, (0.1, 0.5, 0.5))]
)
def test_an_undirected_p_value_is_halved_towards_the_estimate(direction, expected):
    found = [reference.directed_p(0.1, direction, a) for a in ("two-sided", "greater", "less")]
    assert found == pytest.approx(expected, rel=1e-14)


def test_quantiles_are_upper_tails():
    assert [reference.student_quantile(df, 0.5) for df in (1, 7, 7.5)] == [0, 0, 0]
    assert reference.student_quantile(3, 0.05) == pytest.approx(stats.t(3).isf(0.05), rel=1e-12)
    assert reference.normal_quantile(0.025) == pytest.approx(1.959963984540054, rel=1e-14)


@pytest.mark.parametrize(
    ("successes", "chance"), [(-1, 1), (0, 1), (1, 7 / 8), (2, 4 / 8), (3, 1 / 8), (4, 0)]
)
def test_three_throws_of_a_coin(successes, chance):
    assert reference.at_least(successes, 3) == pytest.approx(chance, rel=1e-14)


@pytest.mark.parametrize(
    ("counts", "expected"), [((3, 0), (0.25, 0.125, 1)), ((1, 2), (1, 0.875, 0.5)), ((0, 0), (1, 1, 1))]
)
def test_sign_test_p_values(counts, expected):
    found = [reference.coin_p(*counts, a) for a in ("two-sided", "greater", "less")]
    assert found == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (0, 5), (3, 4), (9, 1)])
def test_whole_counts_are_binomial(wins, losses):
    n = wins + losses
    for alternative in ("two-sided", "greater", "less"):
        expected = stats.binomtest(wins, n, alternative=alternative).pvalue if n else 1.0
        assert reference.coin_p(wins, losses, alternative) == pytest.approx(expected, rel=1e-12)


def test_fractions_of_throws():
    assert reference.coin_p(5.0, 0.0, "greater") == pytest.approx(0.5**5, rel=1e-12)
    assert reference.coin_p(1.5, 1.0, "greater") == pytest.approx(stats.beta(1.5, 2).cdf(0.5), rel=1e-12)


def test_one_is_not_enough():
    reference.enough("m", 2, "samples of each")
    with pytest.raises(InputError, match="m needs at least 2 samples of each; got 1"):
        reference.enough("m", 1, "samples of each")


def test_deviation_counts_rounding_as_nothing():
    b = np.array([0.1, 0.7, 0.3])
    x = (b + 0.1) - b
    noise = reference.noise_of(b + 0.1, b)
    assert np.std(x) > 0
    assert reference.deviation(x, noise) == 0
    assert reference.deviation(np.array([1.0, 3.0]), noise) == pytest.approx(math.sqrt(2), rel=1e-14)
    assert not reference.all_zero(x, noise)
    assert reference.all_zero(x - x, noise)


def test_noise_grows_with_the_scores():
    assert reference.noise_of(np.array([1e6]), np.array([-2e6])) == pytest.approx(
        8 * 2.0**-52 * 2e6, rel=1e-14
    )


def test_a_ratio_against_t_by_hand():
    result = reference.ratio_result(ASKED, estimate=2.0, error=0.5, df=3, n=4)
    assert result.statistic == 4
    assert result.p_value == pytest.approx(2 * stats.t(3).sf(4), rel=1e-12)
    reach = stats.t(3).isf(0.05) * 0.5
    assert tuple(result.interval) == pytest.approx((2 - reach, 2 + reach), rel=1e-12)


def test_a_ratio_against_the_normal_stays_within_bounds():
    result = reference.ratio_result(ASKED, estimate=0.9, error=0.5, df=None, n=4, bound=1.0)
    assert result.p_value == pytest.approx(2 * stats.norm.sf(1.8), rel=1e-12)
    assert tuple(result.interval) == pytest.approx((0.9 - stats.norm.isf(0.05) * 0.5, 1), rel=1e-12)


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize(("estimate", "p"), [(0.2, (0, 0, 1)), (-0.2, (0, 1, 0)), (0.0, (1, 1, 1))])
def test_without_variation_chance_has_no_say(signed, estimate, p):
    for alternative, expected in zip(("two-sided", "greater", "less"), p, strict=True):
        result = reference.no_spread(
            Asked("m", 0.9, alternative), estimate=estimate, df=1, n=2, signed=signed, bound=1.0
        )
        assert result.p_value == expected
        assert result.degenerate
        assert result.interval.low == (-1 if alternative == "less" else estimate)
        assert result.interval.high == (1 if alternative == "greater" else estimate)
        infinite = math.copysign(math.inf, estimate) if signed else math.inf
        assert result.statistic == (infinite if estimate else 0)


@pytest.mark.parametrize(("signed", "statistic", "p"), [(True, 0, 1), (False, math.inf, 0)])
def test_differences_that_cancel_out_are_not_called_identical(signed, statistic, p):
    result = reference.no_spread(ASKED, estimate=0.0, df=1, n=2, signed=signed, identical=False)
    assert (result.statistic, result.p_value) == (statistic, p)
    assert result.notes == (reference.CANCELLED,)
    assert result.direction == 0


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize(("own", "p"), [(2.0, 0.03), (2.0, 0.08), (3.2, 0.0009), (9.0, 1e-30)])
def test_the_critical_value_rises_with_the_level_and_crosses_its_own_where_the_test_does(alternative, own, p):
    levels = 1 - np.geomspace(1e-6, 0.4, 200)[::-1]
    found = [reference.Asked("m", level, alternative).critical(own, p)[0] for level in levels]
    assert np.all(np.diff(found) > 0)
    assert [z < own for z in found] == [p < 1 - level for level in levels]


def test_the_critical_value_is_the_usual_one_far_from_the_limit():
    usual = stats.norm.isf(0.025)
    assert reference.Asked("m", 0.95, "two-sided").critical(5.0, 1e-7) == (pytest.approx(usual), "kept")
    assert reference.Asked("m", 0.95, "two-sided").critical(2.0, 0.05001)[1] == "widened"
    assert reference.Asked("m", 0.95, "two-sided").critical(1.9, 0.04999)[1] == "narrowed"


@pytest.mark.parametrize(("own", "p"), [(3.0, 1e-12), (3.0, 0.5), (-1.0, 0.9), (2.0, 0.0), (0.0, 1.0)])
def test_the_critical_value_is_not_moved_far(own, p):
    usual = stats.norm.isf(0.05)
    assert reference.Asked("m", 0.95, "greater").critical(own, p) == (pytest.approx(usual), "kept")
