"""What two papers print about intervals for an error rate, and what it should have been.

M&H: J. K. Martin, D. S. Hirschberg (1996), Small sample statistics for classification error rates II,
Technical Report 96-22, University of California, Irvine. Honavar: V. Honavar, lecture slides on
evaluating classifiers. Where a paper is wrong, the test states both.
"""

import math

import numpy as np
import pytest
from scipy import special

from bakeoff.intervals._rate import applicability, interval, posterior
from bakeoff.intervals.wilson import wilson

# The grid of M&H's own comparisons (section 2.2 and appendix A.3): M = 10, 20, ..., 200, m <= M / 2.
GRID = [(m, M) for M in range(10, 201, 10) for m in range(M // 2 + 1)]
m, M = np.array(GRID).T
EXACT = interval(m, M)


def _worst(deviation):
    at = int(np.argmax(deviation))
    return deviation[at], (M[at], m[at])


def _deviations(method):
    found = interval(m, M, method=method)
    return np.abs(found.low - EXACT.low), np.abs(found.high - EXACT.high)


class TestHonavar:
    def test_interval_example(self):
        # Slide "How close is the estimated accuracy": p = .75, n = 1000, z = 1.28, printed [0.733, 0.768].
        z, p, n = 1.28, 0.75, 1000
        low, high = wilson(750, 1000, special.ndtr(-z))
        assert (low, high) == pytest.approx((0.7320735150657334, 0.7671086249161203), abs=1e-12)
        # The printed numbers are the numerator alone: the division by 1 + z^2/n was forgotten.
        forgotten = 1 + z * z / n
        assert (round(float(low * forgotten), 3), round(float(high * forgotten), 3)) == (0.733, 0.768)
        assert p == pytest.approx((low * forgotten + high * forgotten) / 2 - z * z / (2 * n))

    @pytest.mark.parametrize(
        ("percent", "printed"),
        [(50, 0.67), (68, 1.00), (80, 1.28), (90, 1.64), (95, 1.96), (98, 2.33), (99, 2.58)],
    )
    def test_z_for_two_sided_levels(self, percent, printed):
        # Slide "Estimating confidence intervals". 68 % is z = 0.994, printed as 1.00.
        low, high = interval(500, 1000, method="textbook", level=percent / 100)
        standard_error = math.sqrt(0.25 / 1000)
        assert (high - low) / 2 / standard_error == pytest.approx(printed, abs=0.0056)

    @pytest.mark.parametrize(
        ("tail", "printed"), [(0.001, 3.09), (0.005, 2.58), (0.01, 2.33), (0.05, 1.65), (0.10, 1.28)]
    )
    def test_z_for_one_sided_tails(self, tail, printed):
        # Slide "How close is the estimated accuracy": the table of Pr[X >= z].
        bound = interval(500, 1000, method="textbook", level=1 - tail, alternative="less").high
        assert (bound - 0.5) / math.sqrt(0.25 / 1000) == pytest.approx(printed, abs=0.0052)

    @pytest.mark.parametrize("method", ["textbook", "wilson", "jeffreys", "clopper-pearson"])
    def test_one_sided_bound_is_the_end_of_a_two_sided_interval(self, method):
        # Slide "One sided confidence intervals": 100(1 - a) % two-sided, 100(1 - a/2) % one-sided.
        both = interval(8, 100, method=method, level=0.9)
        assert interval(8, 100, method=method, level=0.95, alternative="less").high == pytest.approx(
            both.high
        )
        assert interval(8, 100, method=method, level=0.95, alternative="greater").low == pytest.approx(
            both.low
        )

    def test_sample_error_example(self):
        # Slide with 8 of 100 misclassified: error .08, the middle of the textbook interval.
        low, high = interval(8, 100, method="textbook")
        assert (low + high) / 2 == pytest.approx(0.08)


class TestNormalApproximations:
    @pytest.mark.parametrize("level", [0.68, 0.9, 0.95, 0.99, 0.999])
    def test_equation_3_is_the_wilson_interval(self, level):
        items = np.array([1, 2, 5, 10, 37, 100, 1000, 10_000])[:, None]
        rate = np.linspace(0, 1, 101)
        errors = np.round(rate * items)
        rate, z = errors / items, -special.ndtri((1 - level) / 2)
        k1 = (1 - 2 * rate) * z**2 / (1 + z**2 / items)
        k2 = (z / (2 * (items + z**2))) ** 2 * (1 - 4 * rate * (1 - rate) * (2 + z**2 / items))
        half_width = z * np.sqrt(rate * (1 - rate) / items + k2)
        found = interval(errors, items, method="wilson", level=level)
        np.testing.assert_allclose(found.low, rate + k1 / (2 * items) - half_width, rtol=0, atol=1e-15)
        np.testing.assert_allclose(found.high, rate + k1 / (2 * items) + half_width, rtol=0, atol=1e-15)

    def test_equation_2_is_the_textbook_interval_with_continuity_correction(self):
        # z = 1.96 as printed, so to its three digits.
        low, high = interval(20, 200, method="textbook-continuity")
        half_width = 0.5 / 200 + 1.96 * math.sqrt(0.1 * 0.9 / 200)
        assert (low, high) == pytest.approx((0.1 - half_width, 0.1 + half_width), abs=1e-6)

    def test_smallest_sizes_under_the_guidelines(self):
        # Section 2.1: Hodges and Lehmann ask for about twice the size of Anderson's rule and 2.5 times
        # Mendenhall's. Here at 5 % errors, in steps of 20 items.
        def smallest(rule):
            errors = range(1, 200)
            return next(20 * e for e in errors if getattr(applicability(e, 20 * e), rule))

        assert [smallest(r) for r in ("hodges_lehmann", "anderson_sclove", "mendenhall")] == [220, 100, 80]

    def test_liberal_rule_allows_negative_errors_one_time_in_forty(self):
        # Section 2.1, "about 1 in 40": at Mendenhall's limit, 0 is 2 standard errors below the estimate.
        one_in = 1 / special.ndtr(-2)
        assert round(one_in) == 44
        at_limit = interval(4, 10**9, method="textbook", level=1 - 2 / one_in)
        assert at_limit.low == pytest.approx(0, abs=1e-12)


class TestJeffreysPosterior:
    @pytest.mark.parametrize(("errors", "mode"), [(0, 0), (1, 0.5 / 9), (4, 3.5 / 9), (9, 8.5 / 9), (10, 1)])
    def test_mean_variance_and_mode_of_equation_4(self, errors, mode):
        found = posterior(errors, 10)
        mean = (errors + 0.5) / 11
        assert (found.mean, found.variance) == pytest.approx((mean, mean * (1 - mean) / 12))
        assert found.mode == pytest.approx(mode)

    def test_variance_against_the_textbook_variance(self):
        # Section 2.2: larger than s^2 for m/M < .1 or > .9, smaller for .15 < m/M < .85, from M = 4 on.
        pairs = np.array([(e, n) for n in range(4, 301) for e in range(n + 1)])
        errors, items = pairs.T
        rate = errors / items
        gain = posterior(errors, items).variance - rate * (1 - rate) / items
        assert (gain[(rate < 0.1) | (rate > 0.9)] > 0).all()
        assert (gain[(rate > 0.15) & (rate < 0.85)] < 0).all()

    def test_exact_lower_quantile_with_no_errors_is_positive(self):
        # M&H report 0 by convention; the quantile at M = 10 is 4.8e-5.
        assert interval(0, 10).low == 0
        assert interval(0, 10, method="beta", prior=(0.5, 0.5)).low == pytest.approx(4.8e-5, abs=5e-7)

    @pytest.mark.parametrize(("rate", "printed"), [(0.1, 0.3487), (0.2, 0.1074)])
    def test_chance_of_no_errors(self, rate, printed):
        # Appendix A.1: P(m = 0 | M = 10, tau). The exact bound for m = 0 is the rate with that chance.
        bound = interval(0, 10, method="clopper-pearson", level=1 - printed, alternative="less")
        assert bound.high == pytest.approx(rate, abs=1e-4)
        assert (1 - rate) ** 10 == pytest.approx(printed, abs=5e-5)

    def test_empirical_prior(self):
        # Appendix A.4, Be(1, 3.67): mean 21 %, P(tau > 50 %) < 8 %, P(tau > 25 %) about a third are right;
        # the standard deviation and the median are both 17.2 %, where the paper has 16 %.
        # Prior (1, 2.67) and one success make it, since n = 0 is no test set.
        options = {"method": "beta", "prior": (1, 2.67), "alternative": "less"}
        found = posterior(0, 1, prior=(1, 2.67))
        assert (found.a, found.b) == (1, 3.67)
        assert found.mean == pytest.approx(0.214, abs=5e-4)
        assert math.sqrt(found.variance) == pytest.approx(0.172, abs=5e-4)
        assert interval(0, 1, level=0.5, **options).high == pytest.approx(0.172, abs=5e-4)
        assert interval(0, 1, level=1 - 0.0786, **options).high == pytest.approx(0.5, abs=5e-4)
        assert interval(0, 1, level=1 - 0.348, **options).high == pytest.approx(0.25, abs=5e-4)


class TestApproximateJeffreys:
    def test_equation_5_largest_deviation(self):
        # Printed: 0.017 at M = 10, m = 3. It is there 0.0091; the largest, 0.01706, is at m = 2.
        largest, at = _worst(np.maximum(*_deviations("jeffreys-approximate")))
        assert (largest, at) == (pytest.approx(0.01706, abs=5e-6), (10, 2))
        at_3 = np.maximum(*_deviations("jeffreys-approximate"))[(M == 10) & (m == 3)]
        assert at_3 == pytest.approx(0.0091, abs=5e-5)

    def test_equation_5_bound(self):
        # Printed: the deviation appeared to be below 0.27 / M.
        scaled = M * np.maximum(*_deviations("jeffreys-approximate"))
        assert _worst(scaled) == (pytest.approx(0.2589, abs=5e-5), (200, 2))

    def test_equation_6_is_equation_5(self):
        # eps + g / (2 M) -+ 1.96 s'', g = 2 (M - 2 m) A, s'' = sqrt(eps (1 - eps) / (M + 2.5)), for m >= 2.
        errors, items = 7, 60
        a = 1.96 * math.sqrt(0.5) / (items + 3)
        centre = errors / items + (items - 2 * errors) * a / items
        half_width = 1.96 * math.sqrt(errors / items * (1 - errors / items) / (items + 2.5))
        found = interval(errors, items, method="jeffreys-approximate")
        assert tuple(found) == pytest.approx((centre - half_width, centre + half_width), abs=1e-15)


class TestJeffreysBySeries:
    def test_largest_deviations(self):
        # Appendix A.3, printed: upper 0.0046 at (10, 4), lower 0.0033 at (20, 5). With the printed k0
        # the lower one is 0.00316; k0 = -2.03673, digits transposed, would make it 0.00326.
        low, high = _deviations("jeffreys-series")
        assert _worst(high) == (pytest.approx(0.00458, abs=5e-6), (10, 4))
        assert _worst(low) == (pytest.approx(0.00316, abs=5e-6), (20, 5))

    def test_bounds(self):
        # Printed: upper below 0.00035 + 0.07 / M, lower below 0.00078 + 1 / M^2. The upper bound fails
        # at one point, (200, 4), by 4e-5.
        low, high = _deviations("jeffreys-series")
        assert (low < 0.00078 + 1 / M**2).all()
        excess = high - (0.00035 + 0.07 / M)
        assert [(M[i], m[i]) for i in np.flatnonzero(excess >= 0)] == [(200, 4)]
        assert excess.max() == pytest.approx(4e-5, abs=5e-7)

    def test_inverse_of_abramowitz_and_stegun(self):
        # A&S 26.5.22 as it should be: within 0.00044 (lower, (20, 6)) and 0.00015 (upper, (60, 6)).
        low, high = (np.where(m > 5, deviation, 0) for deviation in _deviations("jeffreys-series"))
        assert _worst(low) == (pytest.approx(0.00044, abs=5e-6), (20, 6))
        assert _worst(high) == (pytest.approx(0.00015, abs=5e-6), (60, 6))

    def test_no_errors(self):
        # With the right sign of b2 the upper limit for m = 0 is within 4.5e-5.
        _, high = _deviations("jeffreys-series")
        assert high[m == 0].max() == pytest.approx(4.5e-5, abs=5e-7)
