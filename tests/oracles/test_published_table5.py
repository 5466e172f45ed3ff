"""Martin & Hirschberg 1996, Table 5: exact against approximate levels for two independent rates.

E-M10: the printed table breaks the symmetry between m1 and m2. Its 16 counts, 15 decision
accuracies and conspicuous errors all follow from one slip: while looping m1 (outer) and m2 (inner)
upwards, a normal level in [90, 95) leaves the bin of the previous pair in place. Both the printed
table and the correct one are computed here from this package's p-values.
"""

import functools

import numpy as np
import pytest

from bakeoff.core.outcomes import RatePair
from bakeoff.methods import METHODS

SIZES = (10, 20, 30, 50, 100)
BOUNDS = (0.90, 0.95, 0.99)


def level(key, m1, m2, n):
    rates = RatePair(errors_a=m1, n_a=n, errors_b=m2, n_b=n)
    options = {"form": "martin-hirschberg"} if key == "two-proportion-exact" else {}
    return 1 - METHODS[key].compute(rates, level=0.95, alternative="two-sided", **options).p_value


@functools.cache
def bins(key, n):
    """Bin (0: below 90, 1: [90, 95), 2: [95, 99), 3: [99, 100]) for each (m1, m2)."""
    levels = [[level(key, m1, m2, n) for m2 in range(n + 1)] for m1 in range(n + 1)]
    return np.searchsorted(BOUNDS, levels, side="right")


def with_stale_bin(found):
    """The same bins as the printed table has them: a 1 repeats what came before it."""
    stale, previous = [], 0
    for each in found.ravel():
        previous = previous if each == 1 else each
        stale.append(previous)
    return np.reshape(stale, found.shape)


def normal(n, *, printed):
    found = bins("two-proportion-z", n)
    return with_stale_bin(found) if printed else found


def counts(n, *, printed):
    """Rows: normal level; columns: exact level."""
    table = np.zeros((4, 4), dtype=int)
    np.add.at(table, (normal(n, printed=printed).ravel(), bins("two-proportion-exact", n).ravel()), 1)
    return table


def decision_accuracy(n, *, printed):
    """Per cent of pairs for which both levels agree about 90, 95 and 99 %."""
    approximate, exact = normal(n, printed=printed), bins("two-proportion-exact", n)
    return [100 * float(np.mean((approximate >= cut) == (exact >= cut))) for cut in (1, 2, 3)]


def conspicuous(n, *, printed):
    """Per cent of errors of type I and II that skip a whole bin."""
    approximate, exact = normal(n, printed=printed), bins("two-proportion-exact", n)
    first = (approximate >= 2) & (exact == 0)
    second = (approximate == 0) & (exact >= 2)
    return [100 * float(np.mean(first)), 100 * float(np.mean(second))]


def test_printed_counts():
    assert counts(10, printed=True).tolist() == [[66, 2, 0, 0], [0, 0, 0, 0], [4, 1, 12, 0], [1, 1, 10, 24]]


@pytest.mark.parametrize(
    ("n", "accuracy", "type_one"),
    [
        (10, [94, 94, 90], 4.1),
        (20, [97, 93, 96], 1.8),
        (30, [97, 94, 96], 1.2),
        (50, [98, 96, 98], 0.8),
        (100, [98, 97, 99], 0.5),
    ],
)
@pytest.mark.slow
def test_printed_percentages(n, accuracy, type_one):
    assert [round(each) for each in decision_accuracy(n, printed=True)] == accuracy
    found = conspicuous(n, printed=True)
    assert [round(each, 1) for each in found] == [type_one, 0]


def test_reversed_decisions_in_the_text():
    # Section 3.2: 12 of 121 at the 99 % level, 7 at the 90 % and 95 % levels.
    reversed_decisions = [round(121 * (1 - each / 100)) for each in decision_accuracy(10, printed=True)]
    assert reversed_decisions == [7, 7, 12]


def test_correct_counts():
    assert counts(10, printed=False).tolist() == [
        [61, 0, 0, 0],
        [10, 4, 0, 0],
        [0, 0, 12, 0],
        [0, 0, 10, 24],
    ]


@pytest.mark.parametrize(
    ("n", "accuracy"),
    [
        (10, [91.7, 100, 91.7]),
        (20, [96.4, 96.4, 96.4]),
        (30, [97.5, 97.3, 96.5]),
        (50, [98.3, 97.9, 98.0]),
        (100, [99.0, 98.9, 99.1]),
    ],
)
@pytest.mark.slow
def test_correct_percentages(n, accuracy):
    assert [round(each, 1) for each in decision_accuracy(n, printed=False)] == accuracy
    assert conspicuous(n, printed=False) == [0, 0]


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("key", ["two-proportion-exact", "two-proportion-z"])
@pytest.mark.slow
def test_correct_table_is_symmetric(key, n):
    found = bins(key, n)
    assert np.array_equal(found, found.T)
    assert np.array_equal(found, found[::-1, ::-1])
