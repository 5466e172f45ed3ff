"""Power of Tango's test that A is not worse than B by a margin or more (`_paired_power.py` says how)."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.methods._paired_power import Flags, discordant, fewest
from bakeoff.methods._reference import at_least, normal_quantile
from bakeoff.methods._tango import tango_statistic

LOOKS = 60  # numbers of items between two ends at which power is computed
AHEAD = 1.5 ** np.arange(8)  # up to where the floor is checked


@dataclass(frozen=True, kw_only=True)
class NotWorse:
    """Tango's test of A minus B at -margin, one-sided at alpha.

    >>> from bakeoff.methods._paired_power import items_for
    >>> test = NotWorse(disagreement=0.10, difference=0.0, margin=0.03)
    >>> math.ceil(test.formula(0.8)), round(test.power(873), 3)
    (873, 0.787)
    """

    disagreement: float
    difference: float
    margin: float
    alpha: float = 0.025

    @property
    def wins(self) -> float:
        """A's share of the discordant items."""
        lead = self.difference / self.disagreement if self.disagreement else 0.0
        return min(max((1 + lead) / 2, 0.0), 1.0)

    @property
    def tooth(self) -> float:
        """How many items make up for one more win that the test needs."""
        return 4 / (self.difference + self.margin)

    def formula(self, power: float) -> float:
        """``(z_alpha + z_power)^2 (psi - delta^2) / (delta + margin)^2``, which is a little too small."""
        both = max(normal_quantile(self.alpha) + normal_quantile(1 - power), 0.0)
        spread = max(self.disagreement - self.difference**2, 0.0)
        return both * both * spread / (self.difference + self.margin) ** 2

    def power(self, n: int) -> float:
        """Probability that the test finds A not worse."""
        if n == 0:
            return 0.0
        d, chance = discordant(n, self.disagreement)
        return float(chance @ at_least(self._limits(n, d), d, self.wins))

    def powers(self, low: int, high: int) -> Iterator[tuple[int, float]]:
        """Power from low to high: at every number of items, or at some hundred of them."""
        step = max((high - low) // LOOKS, 1)
        for n in (*range(low, high, step), high):
            yield n, self.power(n)

    def floor(self, n: int) -> float:
        """A bound without teeth, the lowest of those at n and at larger numbers of items."""
        return min(self._without_teeth(math.ceil(n * ahead)) for ahead in AHEAD)

    def _without_teeth(self, n: int) -> float:
        if n == 0:
            return 0.0
        d, chance = discordant(n, self.disagreement)
        limit = self._limits(n, d)
        above, below = (tango_statistic(wins, d - wins, n, -self.margin) for wins in (limit, limit - 1))
        with np.errstate(invalid="ignore"):
            past = (above - normal_quantile(self.alpha)) / (above - below)
        past = np.where((limit <= d) & np.isfinite(past), np.clip(past, 0, 1), 0.0)
        return float(chance @ at_least(np.where(limit > 0, limit - past + 1, 0.0), d, self.wins))

    def _limits(self, n: int, d: Floats) -> Floats:
        """The fewest of d discordant items that A must win."""
        z, m = normal_quantile(self.alpha), self.margin
        guess = (d - n * m + z * np.sqrt(np.maximum(d + n * m * (1 - m) / 2, 0))) / 2

        def rejects(wins: Floats) -> Flags:
            return tango_statistic(wins, d - wins, n, -m) >= z

        return fewest(rejects, np.full_like(d, -1.0), d, guess)
