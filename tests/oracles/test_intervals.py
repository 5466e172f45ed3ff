"""Intervals against R (intervals.R wrote intervals.csv) and against the equations that define them."""

import csv
from pathlib import Path

import numpy as np
import pytest
from scipy import special, stats
from tests.looping import in_one_test

from bakeoff.intervals._rate import interval

WITHIN = 1e-12  # a thousandth of what is promised
TAILS = (0.1, 0.05, 0.025, 0.01, 0.005)


def _r_limits():
    table = {}
    with (Path(__file__).parent / "intervals.csv").open() as file:
        for row in csv.DictReader(file):
            numbers = [float(row[name]) for name in ("M", "m", "low", "high")]
            table.setdefault((row["kind"], float(row["tail"])), []).append(numbers)
    return {key: np.array(rows).T for key, rows in table.items()}


R_LIMITS = _r_limits()


def _options(kind):
    return {"method": kind, "prior": (1, 3.67)} if kind == "beta" else {"method": kind}


@in_one_test(("kind", "tail"), R_LIMITS)
def test_two_sided_limits_are_those_of_r(kind, tail):
    M, m, low, high = R_LIMITS[kind, tail]
    found = interval(m, M, level=1 - 2 * tail, **_options(kind))
    np.testing.assert_allclose(found.low, low, rtol=0, atol=WITHIN)
    np.testing.assert_allclose(found.high, high, rtol=0, atol=WITHIN)


@in_one_test(("kind", "tail"), R_LIMITS)
def test_one_sided_bounds_are_those_of_r(kind, tail):
    M, m, low, high = R_LIMITS[kind, tail]
    greater = interval(m, M, level=1 - tail, alternative="greater", **_options(kind))
    less = interval(m, M, level=1 - tail, alternative="less", **_options(kind))
    np.testing.assert_allclose(greater.low, low, rtol=0, atol=WITHIN)
    np.testing.assert_allclose(less.high, high, rtol=0, atol=WITHIN)
    assert (greater.high == 1).all()
    assert (less.low == 0).all()


def _every_case():
    small = [(M, m) for M in range(1, 201) for m in range(M + 1)]
    half = [round(10 ** (k / 20)) for k in range(1, 115)]
    large = [(10**6, m) for m in [*half, *(10**6 - m for m in half), 0, 10**6, 999, 1000, 10**6 - 1000]]
    return np.array(small + large, dtype=float).T


M, m = _every_case()


@pytest.mark.parametrize("tail", TAILS)
def test_jeffreys_limits_leave_the_tail_outside_at_every_m(tail):
    low, high = interval(m, M, level=1 - 2 * tail)
    a, b = m + 0.5, M - m + 0.5
    some, not_all = m > 0, m < M
    _solves(special.betainc(a, b, low)[some], tail, stats.beta.pdf(low, a, b)[some])
    _solves(special.betaincc(a, b, high)[not_all], tail, stats.beta.pdf(high, a, b)[not_all])
    assert (low[~some] == 0).all()
    assert (high[~not_all] == 1).all()


@pytest.mark.parametrize("tail", TAILS)
def test_clopper_pearson_limits_leave_the_tail_outside_at_every_m(tail):
    low, high = interval(m, M, level=1 - 2 * tail, method="clopper-pearson")
    some, not_all = m > 0, m < M
    slope_low, slope_high = stats.beta.pdf(low, m, M - m + 1), stats.beta.pdf(high, m + 1, M - m)
    _solves(stats.binom.sf(m - 1, M, low)[some], tail, slope_low[some])
    _solves(stats.binom.cdf(m, M, high)[not_all], tail, slope_high[not_all])
    assert (low[~some] == 0).all()
    assert (high[~not_all] == 1).all()


@pytest.mark.parametrize("tail", TAILS)
def test_wilson_limits_are_z_standard_errors_away_at_every_m(tail):
    z = stats.norm.isf(tail)
    for limit, sign in zip(interval(m, M, level=1 - 2 * tail, method="wilson"), (1, -1), strict=True):
        distance = sign * (m / M - limit)
        np.testing.assert_allclose(distance, z * np.sqrt(limit * (1 - limit) / M), rtol=0, atol=1e-12)


def _solves(reached, tail, slope):
    """The limit is within 1e-10 of the root: the miss in probability, over the slope there."""
    miss = np.abs(reached - tail) / slope
    assert miss.max() < 1e-10
