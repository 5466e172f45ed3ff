"""The power of a McNemar test as a sum of steps, fast to compute for many differences.

Let A win each of d discordant items with probability w, and let the test need c(d) wins. P(wins >= c | d)
is computed at the first d. From d to d + 1 it rises by ``C(d, c - 1) w^c (1 - w)^(d - c + 1)`` where c stays,
and falls by ``C(d, c) w^c (1 - w)^(d - c + 1)`` where c is one more. In the power each step counts with the
probability of all larger d: one exponential for each d and difference, and its slope at once.
"""

import math
from collections.abc import Callable

import numpy as np
from scipy import special

from bakeoff.core.outcomes import Floats

TRUSTED = 1e-11  # how far a lead may be off: rounding of logarithms of factorials, up to 20,000 items
ROUNDS = 12  # Newton's method needs four
Powers = Callable[[float], tuple[float, float]]


def leads_around(power: float, d: Floats, chance: Floats, limits: Floats) -> tuple[float, float]:
    """Two leads between which the power is reached, as close as rounding allows.

    A lead is the difference as a share of the disagreement. ``chance`` has the probability of each number d
    of discordant items, ``limits`` the wins that the test needs. All leads are between the two if Newton's
    method fails.
    """
    if len(d) < 2 or not np.all((np.diff(limits) == 0) | (np.diff(limits) == 1)):
        return 0.0, 1.0
    at = stepwise(d, chance, limits)
    lead = min(2.8 / math.sqrt(float(chance @ d)), 0.95)
    low, high = 0.0, 1.0
    for _ in range(ROUNDS):
        value, slope = at(lead)
        low, high = (lead, high) if value < power else (low, lead)
        step = (power - value) / slope if slope > 0 else math.inf
        if abs(step) < 1e-7 * lead:
            return lead + step - TRUSTED, lead + step + TRUSTED
        lead = lead + step if low < lead + step < high else (low + high) / 2
    return 0.0, 1.0


def stepwise(d: Floats, chance: Floats, limits: Floats) -> Powers:
    """The power and its slope as a function of the lead."""
    rises = limits[1:] - limits[:-1]
    wins, losses = limits[:-1], d[:-1] - limits[:-1] + 1
    chosen = wins - 1 + rises
    beyond = np.cumsum(chance[:0:-1])[::-1] * np.where(rises > 0, -1.0, 1.0)
    factorials = special.gammaln(np.stack([d[:-1], chosen, d[:-1] - chosen]) + 1)
    log_ways = factorials[0] - factorials[1] - factorials[2]
    total, c, first = float(chance.sum()), float(limits[0]), float(d[0])

    def at(lead: float) -> tuple[float, float]:
        won, lost = (1 + lead) / 2, (1 - lead) / 2
        steps = beyond * np.exp(log_ways + wins * math.log(won) + losses * math.log(lost))
        value, slope = float(steps.sum()), float(steps @ wins) / won - float(steps @ losses) / lost
        if c <= first:
            value += total * float(special.betainc(c, first - c + 1, won))
            ways = math.lgamma(first + 1) - math.lgamma(c) - math.lgamma(first - c + 1)
            slope += total * math.exp(ways + (c - 1) * math.log(won) + (first - c) * math.log(lost))
        return value, slope / 2

    return at
