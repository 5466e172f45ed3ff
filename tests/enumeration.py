"""Power on paired items by adding the probabilities of all outcomes."""

import math
from fractions import Fraction


def enumerated(n, disagreement, difference, rejects):
    """The probability of the outcomes (only A right, only B right) that a test rejects, as a fraction."""
    psi, delta = Fraction(disagreement), Fraction(difference)
    for_a, for_b = (psi + delta) / 2, (psi - delta) / 2
    power = Fraction(0)
    for wins in range(n + 1):
        for losses in range(n + 1 - wins):
            if rejects(wins, losses):
                ways = math.comb(n, wins) * math.comb(n - wins, losses)
                power += ways * for_a**wins * for_b**losses * (1 - psi) ** (n - wins - losses)
    return float(power)


def last_below(powers, wish):
    """One more than the last number of items at which power falls short."""
    return max((n for n, power in powers if power < wish), default=0) + 1
