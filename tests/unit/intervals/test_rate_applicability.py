import math

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.intervals._rate import applicability

RULES = ("hodges_lehmann", "anderson_sclove", "mendenhall", "honavar")


def _rules(errors, n):
    found = applicability(errors, n)
    return tuple(getattr(found, rule) for rule in RULES)


@pytest.mark.parametrize(
    ("errors", "n", "expected"),
    [
        (20, 40, (True, True, True, True)),  # n eps (1 - eps) = 10: on the boundary
        (19, 39, (False, True, True, True)),  # 9.74
        (5, 10, (False, True, True, False)),  # 5 errors, 5 successes; 2.5; s = .158, 2 s < .5
        (4, 10, (False, False, True, False)),  # .4 - 2 (.155) = .09
        (2, 4, (False, False, False, False)),  # .5 -+ 2 (.25) touches 0 and 1
        (0, 30, (False, False, False, True)),  # Honavar's rule holds by n alone
        (0, 29, (False, False, False, False)),
        (10, 20, (False, True, True, True)),  # n eps (1 - eps) = 5: Honavar's boundary
    ],
)
def test_rules_at_their_boundaries(errors, n, expected):
    assert _rules(errors, n) == expected


def test_rules_agree_with_their_formulas_and_are_symmetric():
    for n in range(1, 120):
        for errors in range(n + 1):
            rate = errors / n
            s = math.sqrt(rate * (1 - rate) / n)
            found = _rules(errors, n)
            assert found == _rules(n - errors, n)
            if min(abs(rate - 2 * s), abs(1 - rate - 2 * s)) > 1e-12:
                assert found[2] == (rate - 2 * s > 0 and rate + 2 * s < 1)


@pytest.mark.parametrize(
    ("errors", "n", "key", "words"),
    [
        (9, 1000, "jeffreys", "9 errors, fewer than 10"),
        (991, 1000, "jeffreys", "9 successes, fewer than 10"),
        (10, 1000, "wilson", "too few errors or successes for the textbook"),
        (20, 1000, "wilson", "the textbook interval is acceptable too"),
    ],
)
def test_recommendation(errors, n, key, words):
    found = applicability(errors, n)
    assert found.recommended == key
    assert words in found.recommendation


def test_one_case_at_a_time():
    with pytest.raises(InputError, match="one case at a time"):
        applicability([1, 2], 10)
