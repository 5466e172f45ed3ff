import math
from dataclasses import replace

import numpy as np
import pytest

import bakeoff
from bakeoff.core.outcomes import PairedScores
from bakeoff.core.result import Interval
from bakeoff.judge.slices import heterogeneity_of, welch
from bakeoff.methods import METHODS

Z = 1.959963984540054


def result(estimate=0.1, error=0.02, n=50, **changed):
    base = bakeoff.compare_counts(9, 4, n=n).result
    ends = Interval(low=estimate - Z * error, high=estimate + Z * error)
    return replace(base, **{"estimate": estimate, "interval": ends} | changed)


def test_the_error_is_half_of_the_interval():
    found = heterogeneity_of([result(0.1, 0.02, 40), result(0.3, 0.05, 60)])
    wanted = welch(np.array([0.1, 0.3]), np.array([0.02, 0.05]), np.array([40.0, 60.0]))
    assert found.statistic == pytest.approx(wanted.statistic, rel=1e-12)
    assert found.p_value == pytest.approx(wanted.p_value, rel=1e-9)
    assert found.slices == 2


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_a_bound_tells_the_error_too(alternative):
    z = 1.6448536269514722
    low, high = (-math.inf, math.inf)
    parts = []
    for estimate, error in ((0.1, 0.02), (0.3, 0.05)):
        ends = {
            "greater": Interval(low=estimate - z * error, high=high),
            "less": Interval(low=low, high=estimate + z * error),
        }
        parts.append(result(estimate, n=50, interval=ends[alternative], alternative=alternative))
    assert heterogeneity_of(parts).statistic == pytest.approx(
        welch(np.array([0.1, 0.3]), np.array([0.02, 0.05]), np.array([50.0, 50.0])).statistic, rel=1e-12
    )


@pytest.mark.parametrize(
    "silent",
    [
        {"interval": Interval(low=0.1, high=0.1)},
        {"interval": Interval(low=-math.inf, high=math.inf)},
        {"degenerate": True},
        {"n": 1},
    ],
)
def test_what_tells_no_error_is_left_out(silent):
    silent = replace(result(), **silent)
    assert heterogeneity_of([result(), silent]) is None
    two = [result(0.1), result(0.2)]
    assert heterogeneity_of([*two, silent]) == heterogeneity_of(two)


def test_fewer_than_two_cannot_differ():
    assert heterogeneity_of([]) is None
    assert heterogeneity_of([result()]) is None


def test_two_slices_are_welchs_t():
    """With two, F is the square of t with Satterthwaite's degrees of freedom."""
    errors, sizes = np.array([0.03, 0.07]), np.array([12.0, 31.0])
    found = welch(np.array([0.2, 0.4]), errors, sizes)
    variances = errors**2
    assert found.statistic == pytest.approx(0.2**2 / variances.sum(), rel=1e-12)
    df = variances.sum() ** 2 / np.sum(variances**2 / (sizes - 1))
    assert found.df == pytest.approx((1.0, df), rel=1e-12)


def test_equal_slices_do_not_differ():
    found = welch(np.full(4, 0.3), np.array([0.1, 0.2, 0.3, 0.4]), np.full(4, 20.0))
    assert found.statistic == pytest.approx(0, abs=1e-25)
    assert found.p_value == pytest.approx(1)


def test_neither_tiny_nor_huge_units_matter():
    e, s, n = np.array([0.1, 0.3, 0.2]), np.array([0.1, 0.2, 0.1]), np.array([9.0, 99.0, 999.0])
    plain = welch(e, s, n)
    for unit in (1e-200, 1e200):
        assert welch(e * unit, s * unit, n).statistic == pytest.approx(plain.statistic, rel=1e-12)


def test_the_order_does_not_change_a_bit():
    rng = np.random.default_rng(0)
    e, s, n = rng.normal(size=20), rng.random(20) + 0.1, rng.integers(5, 500, 20).astype(float)
    turned = rng.permutation(20)
    assert welch(e, s, n) == welch(e[turned], s[turned], n[turned])


def test_slices_of_clusters_are_worth_their_degrees_of_freedom():
    rng = np.random.default_rng(4)
    clusters = np.repeat(np.arange(6), 10)
    compute = METHODS["paired-mean"].compute
    asked = {"level": 0.95, "alternative": "two-sided"}
    drawn = [rng.normal(size=6)[clusters] + rng.normal(size=60) for _ in range(3)]
    results = [compute(PairedScores(a=x, b=np.zeros(60), clusters=clusters), **asked) for x in drawn]
    errors = np.array([r.estimate / r.statistic for r in results])
    expected = welch(np.array([r.estimate for r in results]), np.abs(errors), np.full(3, 6.0))
    found = heterogeneity_of(results)
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-9)
    assert found.df == pytest.approx(expected.df, rel=1e-9)
