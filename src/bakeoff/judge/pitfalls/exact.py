"""Rates that follow from a formula, in per cent, for the pages of pitfalls."""

import numpy as np

from bakeoff.core.family import false_alarms
from bakeoff.judge.pitfalls.support import Rates
from bakeoff.methods._reference import ratio_p
from bakeoff.methods.mcnemar_mid_p import rejected_given

ALPHA = 0.05
TESTS = (1, 2, 5, 10, 20, 50)
DISCORDANT = (6, 8, 10, 16, 25, 50)
DATA_SETS = (3, 4, 5, 6, 7, 8)


def any_of_several() -> Rates:
    """The probability that at least one of several independent tests raises a false alarm at 5 %.

    >>> [(tests, round(rate)) for tests, rate in any_of_several()][:3]
    [('1 test', 5), ('2 tests', 10), ('5 tests', 23)]
    """
    return tuple(
        (f"{tests} test{'s' * (tests > 1)}", 100 * false_alarms(tests, alpha=ALPHA).at_least_one)
        for tests in TESTS
    )


def of_mid_p() -> Rates:
    """How often McNemar's mid-p test rejects for equal models, by the number of discordant items.

    >>> round(dict(of_mid_p())["16 items differ"], 1)
    7.7
    """
    return tuple(
        (f"{count} items differ", 100 * rejected_given(count, alpha=ALPHA, alternative="two-sided"))
        for count in DISCORDANT
    )


def of_chi_squared() -> Rates:
    """How often McNemar's chi-squared test rejects for equal models, by the number of discordant items.

    >>> round(dict(of_chi_squared())["8 items differ"], 1)
    0.8
    """
    return tuple((f"{count} items differ", 100 * _chi_squared(count)) for count in DISCORDANT)


def _chi_squared(count: int) -> float:
    from scipy.special import gammaln

    won = np.arange(count + 1)
    chance = np.exp(gammaln(count + 1) - gammaln(won + 1) - gammaln(count - won + 1) - count * np.log(2))
    roots = np.maximum(np.abs(2 * won - count) - 1, 0) / np.sqrt(count)
    return float(
        sum(c for c, root in zip(chance, roots, strict=True) if ratio_p(root, None, "two-sided") <= ALPHA)
    )


def of_signed_ranks() -> Rates:
    """The smallest p-value of the two-sided signed-rank test, by the number of data sets: 2 / 2^n.

    >>> of_signed_ranks()[2]
    ('5 data sets', 6.25)
    """
    return tuple((f"{count} data sets", 100 * 2.0 ** (1 - count)) for count in DATA_SETS)
