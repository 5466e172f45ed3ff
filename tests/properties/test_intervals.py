"""What must hold of every interval for a rate, whatever the numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from bakeoff.intervals import INTERVALS
from bakeoff.intervals._rate import interval

KINDS = INTERVALS.keys()
FITTED = [record.key for record in INTERVALS if record.only_tail]
ANY_LEVEL = [key for key in KINDS if key not in FITTED]
# The textbook interval shrinks to nothing at 0 and 1, so its lower limit falls before it rises.
NOT_MONOTONE = ["textbook", "textbook-continuity"]
# A posterior under a prior of one's own need not contain the estimate.
WITHOUT_BETA = [key for key in KINDS if key != "beta"]


@st.composite
def cases(draw, largest=5000):
    n = draw(st.integers(1, largest))
    return draw(st.integers(0, n)), n


levels = st.floats(0.5, 0.9999)
alternatives = st.sampled_from(["two-sided", "greater", "less"])


def _asked(kind, level):
    """A level that the kind knows."""
    return 0.95 if kind in FITTED else level


def _known(kind, errors, n):
    """Counts that the kind knows: a fitted one was made for some numbers of items."""
    fewest, most = INTERVALS[kind].only_items or (1, n)
    n = fewest + (n - 1) % (most - fewest + 1)
    return errors % (n + 1), n


@given(case=cases(), level=levels, kind=st.sampled_from(KINDS))
def test_errors_and_successes_are_mirror_images(case, level, kind):
    errors, n = _known(kind, *case)
    if kind == "jeffreys-series" and 2 * errors == n:
        errors -= 1  # its formulas for few errors are not symmetric at exactly half errors
    level = _asked(kind, level)
    one, other = (interval(m, n, method=kind, level=level) for m in (errors, n - errors))
    assert one.low == pytest.approx(1 - other.high, abs=1e-12)
    assert one.high == pytest.approx(1 - other.low, abs=1e-12)


@given(
    case=cases(), level=st.floats(0.8, 0.9999), kind=st.sampled_from(WITHOUT_BETA), alternative=alternatives
)
def test_estimate_lies_inside(case, level, kind, alternative):
    errors, n = _known(kind, *case)
    if kind in FITTED:
        level = 0.95 if alternative == "two-sided" else 0.975
    low, high = interval(errors, n, method=kind, level=level, alternative=alternative)
    assert low - 1e-15 <= errors / n <= high + 1e-15


@given(case=cases(), pair=st.tuples(levels, levels), kind=st.sampled_from(ANY_LEVEL))
def test_higher_level_contains_lower_level(case, pair, kind):
    narrow, wide = (interval(*case, method=kind, level=level) for level in sorted(pair))
    assert wide.low <= narrow.low + 1e-13
    assert wide.high >= narrow.high - 1e-13


@given(n=st.integers(1, 200), level=levels, kind=st.sampled_from([k for k in KINDS if k not in NOT_MONOTONE]))
def test_limits_do_not_fall_as_errors_rise(n, level, kind):
    _, n = _known(kind, 0, n)
    found = interval(np.arange(n + 1), n, method=kind, level=_asked(kind, level))
    assert (np.diff(found.low) >= -1e-13).all()
    assert (np.diff(found.high) >= -1e-13).all()


@given(rows=st.lists(cases(10**6), min_size=1, max_size=6), level=levels, kind=st.sampled_from(KINDS))
def test_an_array_is_so_many_single_calls(rows, level, kind):
    rows = [_known(kind, *row) for row in rows]
    errors, n = np.array(rows).T
    level = _asked(kind, level)
    together = interval(errors, n, method=kind, level=level)
    apart = [interval(*row, method=kind, level=level) for row in rows]
    np.testing.assert_allclose(together.low, [each.low for each in apart], rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(together.high, [each.high for each in apart], rtol=1e-13, atol=1e-15)


@given(case=cases(10**6), level=levels, kind=st.sampled_from(ANY_LEVEL))
def test_one_sided_bounds_are_ends_of_the_two_sided_interval(case, level, kind):
    both = interval(*case, method=kind, level=level)
    one_sided = (1 + level) / 2
    lower = interval(*case, method=kind, level=one_sided, alternative="greater")
    upper = interval(*case, method=kind, level=one_sided, alternative="less")
    assert lower.low == pytest.approx(both.low, abs=1e-12)
    assert upper.high == pytest.approx(both.high, abs=1e-12)
    assert (lower.high, upper.low) == (1, 0)


@given(case=cases(), u=st.floats(0.1, 20), v=st.floats(0.1, 20), level=levels)
def test_beta_limits_are_quantiles_of_the_posterior(case, u, v, level):
    errors, n = case
    found = interval(errors, n, method="beta", level=level, prior=(u, v))
    inside = np.diff(special.betainc(errors + u, n - errors + v, tuple(found)))[0]
    if found.low > 1e-300 and found.high < 1 - 1e-6:  # closer to 1, neighbouring floats are far apart in it
        assert inside == pytest.approx(level, abs=1e-8)


# The incomplete Beta function as M&H 1996 write it (appendix A.3), at the limits computed here.


def _series(x, a, b, terms=600):
    """Equation 7: a power of x times a series whose terms are ratios of Beta functions."""
    i = np.arange(terms)
    ratios = np.exp(special.betaln(a + 1, i + 1) - special.betaln(a + b, i + 1) + (i + 1) * np.log(x))
    front = np.exp(a * np.log(x) + b * np.log1p(-x) - special.betaln(a, b)) / a
    return front * (1 + ratios.sum())


@given(case=cases(150), level=levels)
def test_equation_7_leaves_the_tail_outside(case, level):
    errors, n = case
    errors = min(errors, n - errors)  # by symmetry; for few successes the series is slow
    low, high = interval(errors, n, level=level)
    if errors:
        assert _series(low, errors + 0.5, n - errors + 0.5) == pytest.approx((1 - level) / 2, rel=1e-9)
    if high < 0.95:
        assert _series(high, errors + 0.5, n - errors + 0.5) == pytest.approx((1 + level) / 2, rel=1e-9)


@given(case=cases(500), x=st.floats(0.001, 0.999), prior=st.sampled_from([(0.5, 0.5), (1, 1), (1, 3.67)]))
def test_recurrence_of_the_incomplete_beta_function(case, x, prior):
    # I(x, u, v) = x I(x, u - 1, v) + (1 - x) I(x, u, v - 1), here from one error and one success more
    u, v = case[0] + prior[0] + 1, case[1] - case[0] + prior[1] + 1
    right = x * special.betainc(u - 1, v, x) + (1 - x) * special.betainc(u, v - 1, x)
    # Below 1e-100 betainc itself has fewer digits than that.
    assert special.betainc(u, v, x) == pytest.approx(right, rel=1e-10, abs=1e-100)
