"""Bounds of the gate on right and wrong answers, also where counts are degenerate."""

import pytest

from bakeoff.plan.paired_gate import EXACT_BELOW, edge, is_exact, paired_bound, paired_p, tango_p

ALPHA = 0.025
CASES = [(0, 0, 1), (1, 0, 1), (0, 1, 1), (0, 0, 12), (3, 0, 12), (0, 12, 12), (12, 0, 12), (6, 6, 12)]
CASES += [(0, 0, 100), (100, 0, 100), (0, 100, 100), (50, 50, 100), (0, 10**6, 10**6), (40, 42, 1000)]


@pytest.mark.parametrize("counts", CASES, ids=str)
@pytest.mark.parametrize("margin", [0.001, 0.02, 0.2, 0.9])
def test_the_bound_says_what_the_test_says(counts, margin):
    bound = paired_bound(*counts, alpha=ALPHA, anchor=-margin)
    assert (bound > -margin) == (paired_p(*counts, -margin) <= ALPHA)
    assert -1 <= bound <= (counts[0] - counts[1]) / counts[2] + 1e-9


@pytest.mark.parametrize("counts", CASES, ids=str)
def test_the_bound_is_where_the_test_turns(counts):
    low = paired_bound(*counts, alpha=ALPHA, anchor=-0.1)
    close = 2e-5 if is_exact(counts[2]) else 1e-6
    assert paired_p(*counts, low + close) > ALPHA or low > 1 - 2 * close
    assert low == -1 or paired_p(*counts, low - close) <= ALPHA


def test_exact_below_a_hundred():
    assert [is_exact(n) for n in (1, EXACT_BELOW - 1, EXACT_BELOW)] == [True, True, False]
    assert paired_p(3, 5, 100, -0.1) == tango_p(3, 5, 100, -0.1)
    assert paired_p(3, 5, 60, -0.1) != tango_p(3, 5, 60, -0.1)


def test_ends_of_the_range():
    assert tango_p(0, 200, 200, -1.0) == 1.0
    assert tango_p(0, 199, 200, -1.0) == tango_p(0, 200, 200, -1.1) == 0.0


def test_an_edge_beside_the_anchor():
    def p_value(difference):
        return 0.5 if difference > 0.3 else 0.001

    assert edge(p_value, ALPHA, 0.1, (-1.0, 1.0)) == pytest.approx(0.3)
    assert edge(p_value, ALPHA, 0.5, (-1.0, 1.0)) == pytest.approx(0.3)
    assert edge(lambda difference: 0.5, ALPHA, 0.0, (-1.0, 1.0)) == -1.0
