"""The skewness-corrected t test against loops over items and a search for the ends of its interval."""

import math

import numpy as np
import pytest
from scipy import optimize, stats

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import PairedScores
from bakeoff.intervals._skewed import skewed_again, unskewed
from bakeoff.methods._reference import CANCELLED, NO_SPREAD
from bakeoff.methods.paired_mean import paired_mean
from bakeoff.methods.skewed_t import skewed_t

TWO = {"level": 0.95, "alternative": "two-sided"}


def ask(x, clusters=None, **asked):
    return skewed_t(PairedScores(a=x, b=[0] * len(x), clusters=clusters), **TWO | asked)


def by_loops(x, clusters, delta=0.0):
    """The statistic and its degrees of freedom where the true mean is delta, from single deviations."""
    mean, groups = sum(x) / len(x), sorted(set(clusters))
    sums = [sum(v - mean for v, c in zip(x, clusters, strict=True) if c == g) for g in groups]
    share = [list(clusters).count(g) / len(x) for g in groups]
    error = math.sqrt(sum(s**2 / (1 - h) for s, h in zip(sums, share, strict=True))) / len(x)
    second, third, fourth = (sum(s**power for s in sums) for power in (2, 3, 4))
    q = [h**2 / (1 - h) for h in share]
    by_size = 1 / (sum(h**2 for h in share) + sum(q) ** 2 - sum(v**2 for v in q))
    df = min(max(2 / (fourth / second**2 - 1 / len(groups)), 1), by_size)
    t, s = (mean - delta) / error, third / second**1.5
    hall = ((1 + s * t / 3) ** 3 - 1) / s  # Hall's cubic, without its shift of the median
    return (t if abs(t) < abs(hall) else hall) / math.sqrt(1 + 2 / df), df


@pytest.mark.parametrize("grouped", [False, True], ids=["items", "clusters"])
@pytest.mark.parametrize("seed", range(6))
def test_by_loops(seed, grouped):
    rng = np.random.default_rng(seed)
    x = np.exp(1.5 * rng.normal(size=24)) - rng.choice([0.5, 2, 4])
    clusters = rng.integers(0, 7, 24) if grouped else np.arange(24)
    result = ask(x, clusters)
    statistic, df = by_loops(x, clusters)
    assert (result.statistic, result.df) == pytest.approx((statistic, df), rel=1e-9)
    assert result.p_value == pytest.approx(2 * stats.t.sf(abs(statistic), df), rel=1e-9)
    q = stats.t.ppf(0.975, df)
    ends = [
        optimize.brentq(lambda d, side=side: by_loops(x, clusters, d)[0] - side, -1e3, 1e3)
        for side in (q, -q)
    ]
    assert tuple(result.interval) == pytest.approx(ends, rel=1e-6)


def test_no_correction_where_t_and_skewness_are_on_one_side():
    # Deviations -1 (three times) and 3: variance 4, mean 5, t = 5; s = 24 / 12^1.5 > 0 as t is.
    result = ask([4, 4, 4, 8])
    df = min(max(2 * 144 / (84 - 36), 1), 3)
    assert (result.df, result.statistic) == pytest.approx((df, 5 / math.sqrt(1 + 2 / df)), rel=1e-12)


def test_a_large_loss_on_the_other_side_is_allowed_for():
    x = np.array([0.2, 0.3] * 20 + [-2.0])
    result, plain = ask(x), paired_mean(PairedScores(a=x, b=0 * x), **TWO)
    assert 0 < result.statistic < plain.statistic
    assert result.interval.low < plain.interval.low
    assert result.df < 3


def test_normal_differences_of_many_items_are_judged_as_by_the_mean():
    x = stats.norm.ppf((np.arange(2000) + 0.5) / 2000) + 0.05
    plain = paired_mean(PairedScores(a=x, b=0 * x), **TWO)
    assert ask(x).p_value == pytest.approx(plain.p_value, rel=0.02)


@pytest.mark.parametrize("clusters", [None, np.array([4, 1, 1, 4, 9])], ids=["items", "clusters"])
def test_counts_are_so_many_rows(clusters):
    a, b = np.array([1, 0, 1, 0.5, 0]), np.array([0, 0, 1, 0.25, 1])
    counts = np.array([3, 5, 2, 1, 4])
    rows = np.repeat(np.arange(5), counts)
    short = skewed_t(PairedScores(a=a, b=b, clusters=clusters, counts=counts), **TWO)
    written = PairedScores(a=a[rows], b=b[rows], clusters=None if clusters is None else clusters[rows])
    long = skewed_t(written, **TWO)
    assert short.n == long.n == 15
    for name in ("estimate", "p_value", "statistic", "df"):
        assert getattr(short, name) == pytest.approx(getattr(long, name), rel=1e-12)


def test_order_of_rows_does_not_change_a_bit():
    rng = np.random.default_rng(0)
    a, b, clusters = rng.normal(size=90), rng.normal(size=90), rng.integers(0, 12, 90)
    rows = rng.permutation(90)
    for groups in (None, clusters):
        moved = PairedScores(a=a[rows], b=b[rows], clusters=None if groups is None else groups[rows])
        assert skewed_t(moved, **TWO) == skewed_t(PairedScores(a=a, b=b, clusters=groups), **TWO)


def test_degenerate_cases_are_defined():
    assert (ask([2.0]).p_value, ask([2.0]).degenerate) == (1, True)
    same = ask([2.0, 2.0, 2.0])
    assert (same.p_value, same.notes) == (0, (NO_SPREAD,))
    cancelled = ask([1, -1, 2, -2], clusters=[0, 0, 1, 1])
    assert (cancelled.estimate, cancelled.p_value, cancelled.notes) == (0, 1, (CANCELLED,))
    with pytest.raises(InputError, match="at least 2 independent items or clusters; got 1"):
        ask([1, 2, 3], clusters=[4, 4, 4])


@pytest.mark.parametrize("skew", [-1e-17, -1e-13, -1e-9, -1e-5, 1e-17, 0.0])
def test_next_to_no_skew_changes_next_to_nothing(skew):
    """Rounding leaves a skew of about 1e-17 where there is none: the interval must not collapse."""
    assert skewed_again(3.0, skew) == pytest.approx(3.0, abs=4 * abs(skew) + 1e-11)
    assert unskewed(skewed_again(3.0, skew), skew) == pytest.approx(3.0, rel=1e-11)
