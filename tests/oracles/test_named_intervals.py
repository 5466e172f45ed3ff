"""An interval that bears a name is the interval of that name, or the result says what was changed.

Newcombe (1998, method 10) from Wilson's closed form; Tango (1998) by solving his score equation, whose
restricted estimate is found here by a search of the likelihood instead of by its quadratic.
"""

import math

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import norm

import bakeoff
from bakeoff.core.result import MOVED

Z = float(norm.ppf(0.975))


def wilson(errors, n):
    p, c = errors / n, Z * Z / n
    half = Z * math.sqrt(p * (1 - p) / n + c / (4 * n))
    return (p + c / 2 - half) / (1 + c), (p + c / 2 + half) / (1 + c)


def newcombe(errors_a, n_a, errors_b, n_b):
    a, b = errors_a / n_a, errors_b / n_b
    (a_low, a_high), (b_low, b_high) = wilson(errors_a, n_a), wilson(errors_b, n_b)
    return b - a - math.hypot(b - b_low, a_high - a), b - a + math.hypot(b_high - b, a - a_low)


def tango_score(wins, losses, n, delta):
    rest = n - wins - losses

    def minus_log_likelihood(q):  # q: only B is right; q + delta: only A
        parts = ((losses, q), (wins, q + delta), (rest, 1 - 2 * q - delta))
        return -sum(count * math.log(max(p, 1e-300)) for count, p in parts if count)

    low, high = max(0.0, -delta), (1 - delta) / 2
    q = minimize_scalar(
        minus_log_likelihood, bounds=(low, high), method="bounded", options={"xatol": 1e-13}
    ).x
    return (wins - losses - n * delta) / math.sqrt(n * (2 * q + delta - delta * delta))


def tango(wins, losses, n):
    middle = (wins - losses) / n
    low = brentq(lambda d: tango_score(wins, losses, n, d) - Z, -1 + 1e-9, middle, xtol=1e-12)
    return low, brentq(lambda d: tango_score(wins, losses, n, d) + Z, middle, 1 - 1e-9, xtol=1e-12)


def check(result, expected):
    """Whether the interval is that of the name; one that is not is marked and has a note."""
    if result.interval_was == "kept":
        assert tuple(result.interval) == pytest.approx(expected, abs=2e-6)
        return True
    assert max(abs(np.subtract(result.interval, expected))) > 1e-9
    assert result.interval_was != "moved" or MOVED in result.notes
    return False


def test_published_values():
    """Newcombe's interval of 1/10 and 7/10 is 17.1 to 80.9; Tango's of 5 and 16 in 161 -.1293 to -.0137."""
    assert newcombe(1, 10, 7, 10) == pytest.approx((0.1705, 0.8090), abs=1e-4)
    assert tango(5, 16, 161) == pytest.approx((-0.1293, -0.0137), abs=1e-4)


@pytest.mark.parametrize("method", ["two-proportion-exact", "two-proportion-z"])
def test_rates(method):
    kept = [
        check(bakeoff.compare_rates(a, 10, b, 12, method=method).result, newcombe(a, 10, b, 12))
        for a in range(11)
        for b in range(13)
    ]
    assert 0 < sum(kept) < len(kept)


@pytest.mark.parametrize("method", ["mcnemar", "mcnemar-exact", "mcnemar-mid-p"])
def test_paired_items(method):
    kept = [
        check(bakeoff.compare_counts(a, b, n=60, method=method).result, tango(a, b, 60))
        for a in range(1, 20, 2)
        for b in range(1, 20, 3)
    ]
    assert 0 < sum(kept) < len(kept) or method == "mcnemar"


def test_the_faults_that_were_found():
    moved = bakeoff.compare_rates(1, 10, 7, 10).result
    assert (moved.interval_was, moved.notes) == ("moved", (MOVED,))
    other = bakeoff.compare_counts(5, 16, n=161, method="mcnemar").result
    assert (other.interval_was, other.notes) == ("moved", (MOVED,))
    assert MOVED in bakeoff.render(bakeoff.compare_rates(1, 10, 7, 10), "txt")
