"""How often each interval contains the true rate: summed over all outcomes, so without chance.

For M items and a true rate tau, the coverage is the sum of the binomial probabilities of those m
whose interval contains tau. No simulation, hence no false alarms.
"""

import re

import numpy as np
import pytest
from scipy import special
from tests.looping import in_one_test

from bakeoff.intervals import INTERVALS
from bakeoff.intervals._rate import interval

RATES = np.arange(1, 1000) / 1000


def coverage(method, M, *, level=0.95, alternative="two-sided", rates=RATES):
    """The probability that the interval contains the true rate, for each rate."""
    m = np.arange(M + 1)
    found = interval(m, M, method=method, level=level, alternative=alternative)
    tau = rates[:, None]
    ways = special.gammaln(M + 1) - special.gammaln(m + 1) - special.gammaln(M - m + 1)
    chance = np.exp(ways + m * np.log(tau) + (M - m) * np.log1p(-tau))
    return (chance * ((found.low <= tau) & (tau <= found.high))).sum(axis=1)


# Minimum and mean over the true rates .001, .002, ..., .999 of the coverage of 95 % intervals, in %.
MEASURED = {
    "agresti-coull": {20: (92.9, 96.2), 50: (93.5, 95.8)},
    "beta": {20: (0.0, 95.0), 50: (81.8, 95.1)},
    "clopper-pearson": {20: (95.8, 97.7), 50: (95.3, 96.9)},
    "jeffreys": {20: (89.4, 95.1), 50: (88.4, 95.0)},
    "jeffreys-approximate": {20: (89.7, 94.9), 50: (89.5, 94.8)},
    "jeffreys-series": {20: (88.7, 95.0), 50: (88.4, 95.0)},
    "textbook": {20: (2.0, 84.7), 50: (4.9, 90.2)},
    "textbook-continuity": {20: (40.9, 90.9), 50: (42.5, 93.6)},
    "wilson": {20: (85.2, 95.3), 50: (86.1, 95.2)},
}


def test_every_kind_is_measured():
    assert sorted(MEASURED) == INTERVALS.keys()


@in_one_test("M", [20, 50])
@in_one_test("method", MEASURED)
def test_coverage_is_as_stated(method, M):
    found = 100 * coverage(method, M)
    assert (found.min(), found.mean()) == pytest.approx(MEASURED[method][M], abs=0.0501)


@in_one_test("level", [0.8, 0.9, 0.95, 0.99])
@in_one_test("alternative", ["two-sided", "greater", "less"])
@in_one_test("M", [1, 5, 20, 50])
def test_clopper_pearson_never_covers_less_than_it_says(M, level, alternative):
    found = coverage("clopper-pearson", M, level=level, alternative=alternative)
    assert found.min() >= level - 1e-12


@in_one_test("level", [0.9, 0.95, 0.99])
@in_one_test("M", [20, 50])
@in_one_test("method", ["jeffreys", "wilson"])
def test_jeffreys_and_wilson_hold_their_level_on_average(method, M, level):
    assert coverage(method, M, level=level).mean() == pytest.approx(level, abs=0.01)


def test_uniform_prior_covers_exactly_when_rates_are_uniform():
    # A posterior interval covers its level on average over its own prior: here over all rates.
    fine = (np.arange(20_000) + 0.5) / 20_000
    assert coverage("beta", 20, rates=fine).mean() == pytest.approx(0.95, abs=2e-4)


def quoted(method):
    """The lowest or mean coverage that a record quotes, in %."""
    return float(re.search(r"(?:falls to|is) ([\d.]+) %", INTERVALS[method].caution)[1])


# The records quote the lowest coverage just beside the ends of intervals; a fine grid comes close to it.
@pytest.mark.parametrize(
    ("method", "least", "most"),
    [
        ("textbook", 0.02, 0.98),
        ("textbook-continuity", 0.0, 1.0),
        ("jeffreys", 0.0, 1.0),
        ("wilson", 0.0, 1.0),
    ],
)
def test_lowest_coverage_is_as_the_records_say(method, least, most):
    fine = np.arange(1, 100_000) / 100_000
    fine = fine[(fine >= least) & (fine <= most)]
    found = coverage(method, 50, rates=fine)
    assert -0.1 < 100 * found.min() - quoted(method) < 0.2
    if method == "wilson":
        lowest = fine[found.argmin()]
        assert min(lowest, 1 - lowest) < 0.01


def test_clopper_pearson_covers_more_than_it_says_as_its_record_says():
    assert 100 * coverage("clopper-pearson", 50).mean() == pytest.approx(quoted("clopper-pearson"), abs=0.06)


def test_agresti_coull_is_wider_than_wilson_near_0_and_1_as_its_record_says():
    near = RATES[(RATES < 0.02) | (RATES > 0.98)]
    assert coverage("agresti-coull", 50, rates=near).min() > 0.96
    few = np.arange(5)
    ours, theirs = interval(few, 50, method="agresti-coull"), interval(few, 50, method="wilson")
    assert (ours.high - ours.low > theirs.high - theirs.low).all()
