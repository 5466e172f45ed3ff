"""Worked examples and printed values of five papers on significance and multiplicity.

Where a paper is wrong, the value is the corrected one and the name of the correction (E-S2, E-H7, ...)
stands beside it. Digits beyond those printed come from exact recomputation.
"""

import math

import numpy as np
import pytest

from bakeoff.core.family import false_alarms
from bakeoff.core.outcomes import FoldScores, PairedItems, RatePair, SampleScores
from bakeoff.designs import FiveByTwo, KFold, RepeatedKFold, Resampling
from bakeoff.methods import METHODS
from bakeoff.methods.two_standard_errors import implied_z


def compute(key, outcomes, *, level=0.95, alternative="two-sided", **options):
    return METHODS[key].compute(outcomes, level=level, alternative=alternative, **options)


def with_t(t, n):
    """n differences +-1 around a mean for which a plain t is exactly ``t``."""
    return t / math.sqrt(n - 1) + np.resize([1.0, -1.0], n)


class TestSalzberg1997:
    """Data Mining and Knowledge Discovery 1, 317-328."""

    @pytest.mark.parametrize(
        ("wins", "alternative", "printed", "exact"),
        [
            (35, "greater", 0.0032, 0.003300223983),
            (35, "two-sided", 0.0064, 0.006600447967),
            (30, "greater", 0.1012, 0.101319375532),
        ],
    )
    def test_binomial_example(self, wins, alternative, printed, exact):
        items = PairedItems(only_a=wins, only_b=50 - wins, n=50)
        p = compute("mcnemar-exact", items, alternative=alternative).p_value
        assert p == pytest.approx(exact, rel=1e-9)
        # E-S2: his last digits are slips; what he printed is off by 3.1 % at most.
        assert p == pytest.approx(printed, rel=0.032)

    @pytest.mark.parametrize(("wins", "statistic", "p"), [(35, 7.22, 0.00720957), (30, 1.62, 0.20309179)])
    def test_mcnemar_on_the_same_counts(self, wins, statistic, p):
        result = compute("mcnemar", PairedItems(only_a=wins, only_b=50 - wins, n=50))
        assert result.statistic == pytest.approx(statistic, rel=1e-12)
        assert result.p_value == pytest.approx(p, abs=5e-9)

    def test_154_comparisons(self):
        many = false_alarms(14 * 11)
        assert many.expected == pytest.approx(7.7)
        assert round(many.at_least_one, 4) == 0.9996
        assert many.at_least_one == pytest.approx(0.9996289476, abs=1e-10)

    def test_level_for_154_comparisons(self):
        # E-S1: his formula is Sidak's, 0.000333; Bonferroni's is 0.000325; he prints "<= 0.0003".
        many = false_alarms(154)
        assert many.sidak_level == pytest.approx(0.000333017877, abs=1e-12)
        assert many.bonferroni_level == pytest.approx(0.000324675325, abs=1e-12)
        assert 0.05 / many.sidak_level == pytest.approx(150.142, abs=5e-4)

    @pytest.mark.parametrize(("alpha", "expected"), [(0.05, 5), (0.01, 1)])
    def test_a_hundred_researchers(self, alpha, expected):
        assert false_alarms(100, alpha=alpha).expected == pytest.approx(expected)

    def test_ten_tuned_configurations(self):
        assert false_alarms(10).bonferroni_level == pytest.approx(0.005)


class TestHonavar:
    """Lecture slides on evaluating classifiers: the difference of two error rates."""

    def test_difference_example(self):
        rates = RatePair(errors_a=20, n_a=100, errors_b=30, n_b=100)
        result = compute("two-proportion-unpooled", rates, alternative="greater")
        assert result.estimate == pytest.approx(0.1)
        assert result.estimate / result.statistic == pytest.approx(0.0608276253, abs=5e-11)
        assert result.statistic == pytest.approx(1.643989873, abs=5e-10)
        assert result.p_value == pytest.approx(0.05008915, abs=5e-9)

    def test_difference_example_is_not_significant(self):
        # E-H7: the slide rounds z to 1.64 and calls it 95 %; 1.64399 is below 1.64485.
        rates = RatePair(errors_a=20, n_a=100, errors_b=30, n_b=100)
        assert compute("two-proportion-unpooled", rates, alternative="greater").p_value > 0.05
        assert compute("two-proportion-unpooled", rates).p_value == pytest.approx(0.1001783, abs=5e-8)


class TestMartinHirschberg1996:
    """UC Irvine technical report 96-22: small-sample statistics for classification error rates II."""

    @pytest.mark.parametrize(("errors_in_margin", "p"), [(1.96, 0.113), (1, 0.42)])
    def test_common_mistake(self, errors_in_margin, p):
        """Section 3.1: 58.1 +- 0.7 and 57.3 +- 0.7, independent: not significant even at 90 %.

        The paper does not say whether 0.7 is one standard error or the half-width of a 95 % interval.
        """
        n_a, n_b = (round(e * (1 - e) / (0.007 / errors_in_margin) ** 2) for e in (0.581, 0.573))
        rates = RatePair(errors_a=round(0.581 * n_a), n_a=n_a, errors_b=round(0.573 * n_b), n_b=n_b)
        result = compute("two-proportion-unpooled", rates)
        assert result.p_value > 0.10
        assert result.p_value == pytest.approx(p, abs=0.005)

    @pytest.mark.parametrize(
        ("z", "rho", "printed"), [(1.959963984540054, 0.870, 0.9), (1.6448536269514722, 0.815, 0.8)]
    )
    def test_footnote_6(self, z, rho, printed):
        # E-M9: Z = k / sqrt(2 (1 - rho)); the printed product would need a negative correlation.
        exact = 1 - 1 / (2 * z**2)
        assert implied_z(1, exact) == pytest.approx(z, rel=1e-12)
        assert round(exact, 3) == rho
        assert round(exact, 1) == printed

    def test_two_standard_errors_assume_a_correlation_of_one_half(self):
        assert implied_z(2, 0.5) == pytest.approx(2, rel=1e-15)

    @pytest.mark.parametrize(("n", "critical"), [(20, 2.093), (8, 2.365)])
    def test_critical_values_of_tables_10_to_13(self, n, critical):
        differences = with_t(critical, n)
        result = compute("paired-t", SampleScores(a=differences, b=np.zeros(n)))
        assert result.df == n - 1
        assert result.statistic == pytest.approx(critical, rel=1e-12)
        assert result.p_value == pytest.approx(0.05, abs=5e-5)

    def test_unpaired_critical_value_of_table_11(self):
        # E-M16: the paper takes 19 degrees of freedom where the usual count is 38.
        scores = SampleScores(a=with_t(2.093, 20), b=np.zeros(20), paired=False)
        assert compute("unpaired-t", scores).df == 19
        assert compute("unpaired-t", scores).p_value == pytest.approx(0.05, abs=5e-5)
        assert compute("unpaired-t", scores, df="pooled").df == 38

    def test_most_significant_case_of_figure_14d(self):
        # "t = -6.85 with 19 degrees of freedom, which is significant at at least the 99.9 % level"
        scores = SampleScores(a=with_t(-6.85, 20), b=np.zeros(20))
        assert compute("paired-t", scores).p_value < 0.001

    def test_table_11_hides_7_of_35_differences(self):
        hidden = [
            (size, error)
            for size in PAIRED
            for error, paired, unpaired in zip(INHERENT, PAIRED[size], UNPAIRED[size], strict=True)
            if t_significant("paired-t", paired) and not t_significant("unpaired-t", unpaired)
        ]
        assert hidden == [
            (10, 1), (20, 25), (20, 40), (50, 0.1), (50, 2), (50, 10), (100, 0.1)
        ]  # fmt: skip


INHERENT = (0.1, 1, 2, 5, 10, 25, 40)
PAIRED = {
    10: (0.9, 2.3, 0.5, -0.5, 1.0, 1.0, 0.1),
    20: (2.0, -1.2, -0.2, -1.0, -1.7, -2.9, -3.0),
    30: (3.0, 0.2, -0.4, -3.6, -3.7, -6.5, -0.8),
    50: (3.1, -1.7, -2.1, -3.0, -2.9, -5.4, -6.2),
    100: (3.2, -1.0, -3.2, -4.4, -9.0, -7.3, -3.5),
}
UNPAIRED = {
    10: (0.7, 1.7, 0.5, -0.4, 0.8, 0.6, 0.0),
    20: (1.7, -0.9, -0.1, -0.4, -1.3, -1.9, -1.1),
    30: (2.6, 0.2, -0.3, -2.1, -2.3, -5.3, -0.7),
    50: (1.4, -1.5, -1.2, -2.8, -1.4, -3.1, -3.1),
    100: (1.8, -0.8, -2.7, -3.8, -5.6, -4.0, -2.5),
}


def t_significant(key, t):
    """Whether a method finds 20 samples with this t significant at 5 %."""
    scores = SampleScores(a=with_t(t, 20), b=np.zeros(20), paired=key == "paired-t")
    return compute(key, scores).p_value < 0.05


class TestDietterich1998:
    """Neural Computation 10, 1895-1923: critical values (from the published version, E-D1)."""

    def test_mcnemar_critical_value(self):
        table = [(a, b) for a in range(60) for b in range(60) if a + b]
        results = [compute("mcnemar", PairedItems(only_a=a, only_b=b, n=120)) for a, b in table]
        assert {r.p_value < 0.05 for r in results} == {True, False}
        assert all((r.p_value < 0.05) == (r.statistic > 3.841459) for r in results)

    def test_proportions_critical_value(self):
        table = [(a, b) for a in range(40) for b in range(40)]
        results = [
            compute("difference-of-proportions", PairedItems(only_a=a, only_b=b, n=100, both_right=15))
            for a, b in table
        ]
        assert {r.p_value < 0.05 for r in results} == {True, False}
        assert all((r.p_value < 0.05) == (abs(r.statistic) > 1.96) for r in results)

    @pytest.mark.parametrize(
        ("key", "design", "critical", "digits"),
        [
            ("resampled-t", Resampling(splits=30), 2.04523, 5),
            ("kfold-t", KFold(folds=10), 2.262, 3),
        ],
    )
    def test_t_critical_values(self, key, design, critical, digits):
        n = design.shape[1]
        half = 0.5 * 10**-digits
        below, above = (
            compute(key, FoldScores(a=[with_t(t, n)], b=np.zeros((1, n)), design=design)).p_value
            for t in (critical - half, critical + half)
        )
        assert below > 0.05 > above

    def test_five_by_two_critical_value(self):
        below, above = (five_by_two(t).p_value for t in (2.5705, 2.5715))
        assert five_by_two(2.571).df == 5
        assert five_by_two(2.571).statistic == pytest.approx(2.571, rel=1e-12)
        assert below > 0.05 > above


def five_by_two(t):
    """Differences whose five variances are all 2 and whose first is t sqrt(2)."""
    differences = np.tile([1.0, -1.0], (5, 1))
    differences[0] = t * math.sqrt(2), t * math.sqrt(2) - 2
    return compute("five-by-two-t", FoldScores(a=differences, b=np.zeros((5, 2)), design=FiveByTwo()))


class TestBouckaert2003:
    """ICML 2003: choosing between two learning algorithms based on calibrated tests."""

    def test_two_readings_of_the_corrected_resampled_t(self):
        # E-B2: the paper's form is sqrt(n / (n - 1)) times that of Nadeau and Bengio.
        spread = math.sqrt((1 / 10 + 1 / 9) * 10 / 9)
        differences = 2.50387 * spread + np.resize([1.0, -1.0], 10)
        scores = FoldScores(a=[differences], b=np.zeros((1, 10)), design=KFold(folds=10))
        standard = compute("corrected-resampled-t", scores)
        calibratable = compute("corrected-resampled-t", scores, form="bouckaert")
        assert standard.statistic == pytest.approx(2.50387, rel=1e-12)
        assert calibratable.statistic == pytest.approx(2.63931, abs=5e-6)
        assert standard.df == calibratable.df == 9

    @pytest.mark.parametrize(
        ("key", "df"),
        [
            ("cv-all-data", 4 * 7 - 1),
            ("cv-folds", 4 - 1),
            ("cv-folds-averaged-variance", 4 - 1),
            ("cv-runs", 7 - 1),
            ("cv-runs-averaged-variance", 7 - 1),
            ("cv-sorted-runs", 7 - 1),
            ("cv-sorted-runs-averaged-variance", 7 - 1),
            ("cv-folds-averaged-t", 7 - 1),
            ("cv-runs-averaged-t", 4 - 1),
            ("cv-sorted-runs-averaged-t", 4 - 1),
        ],
    )
    def test_default_df_of_table_1(self, key, df):
        differences = np.random.default_rng(1).normal(size=(4, 7))
        design = RepeatedKFold(runs=4, folds=7)
        scores = FoldScores(a=differences, b=np.zeros((4, 7)), design=design)
        assert compute(key, scores, df="nominal").df == df

    def test_recommended_df(self):
        # Section 6: "with 10 degrees of freedom".
        differences = np.random.default_rng(1).normal(size=(10, 10))
        scores = FoldScores(a=differences, b=np.zeros((10, 10)), design=RepeatedKFold())
        assert compute("cv-all-data", scores).df == 10
