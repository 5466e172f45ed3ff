"""Power of tests on paired items, summed over all outcomes, and the items from which it stays high enough.

Let psi be the share of items that exactly one of A and B gets right and delta = P(A alone is right) -
P(B alone is right). Of n items D ~ Bin(n, psi) are discordant, and of these A wins Bin(D, (psi + delta) /
(2 psi)). A test rejects towards A if A wins at least c of them, so its power is
``sum_d P(D = d) P(wins >= c | d)``. The sum leaves out numbers d that D takes with probability below 1e-12
(Bernstein's inequality), so a power is exact to 1e-11.

Power does not rise steadily with n. It has teeth, because counts are whole numbers. `items_for` looks for the
smallest n from which power *stays* at or above a wish. ``floor(n)`` says how far to search: it is a bound
below the power at n and at all larger numbers of items.

- McNemar tests: P(wins >= c | d) is replaced by its minimum over d and all larger numbers. That rises with d,
  and D rises stochastically with n, so the floor rises with n. The minimum is taken over every d close to the
  answer. Beyond, it is taken over blocks of even and of odd numbers. One more win and one more loss raise the
  p-value, so the lead k = 2 c - d that the test needs never falls from d to d + 2; and P(lead >= k | d)
  never falls, because A wins more than half. So P(lead >= k(last) | first) is a lower bound within a block.
  The blocks end where Hoeffding's inequality shows a power of at least 1 - 1e-6.
- Tango's test (`_tango_power.py`): counts are replaced by the real number that they are rounded up from, plus
  1. The bound has no teeth. That it rises is checked on a grid of n, up to 17 times as many items.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import special

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats
from bakeoff.core.result import ROUNDING, Alternative
from bakeoff.methods._power_steps import leads_around
from bakeoff.methods._reference import at_least, coin_p, normal_quantile
from bakeoff.methods.mcnemar_mid_p import mid_p

Flags = NDArray[np.bool_]
LEFT_OUT = 1e-12  # probability of the numbers of discordant items that a sum leaves out
NEARLY_SURE = 1e-6  # one minus the largest power that is shown to stay
MOST = 10_000_000  # items that are searched
BLOCK = 128  # numbers of discordant items whose limits are kept together
LEAP = 64  # numbers of discordant items between two at which the limit of a test is searched
LEAST = 1e-9  # the smallest difference or margin; smaller ones need more items than there are


class PairedTest(Protocol):
    """A test on paired items, under one true disagreement and difference."""

    @property
    def tooth(self) -> float:
        """How many items make up for one more win that the test needs."""

    def formula(self, power: float) -> float:
        """Items for a power by the normal approximation."""

    def power(self, n: int) -> float:
        """Probability that the test rejects towards A."""

    def powers(self, low: int, high: int) -> Iterator[tuple[int, float]]:
        """Power at rising numbers of items, the first low and the last high."""

    def floor(self, n: int) -> float:
        """A lower bound of the power at n and at all larger numbers of items."""


def items_for(test: PairedTest, power: float) -> int:
    """The smallest n from which the power of a test stays at or above a wish (see above).

    >>> items_for(McNemar(disagreement=0.10, difference=0.03), 0.8)
    862
    """
    start = math.ceil(min(test.formula(power), MOST + 1.0))
    reach = max(test.tooth / 4, 1.0)
    low, high = start, start
    while high <= MOST and test.floor(high) < power:
        high, reach = math.ceil(start + reach), 2 * reach
    if high > MOST:
        raise InputError(
            f"a power of {power:g} needs more than {MOST} items; ask for a larger difference or less power"
        )
    reach = max(test.tooth / 4, 1.0)
    while low > 0 and test.power(low) >= power:
        low, reach = max(math.floor(start - reach), 0), 2 * reach
    while high - low > 1:
        looked = list(test.powers(low, high))
        below = [at for at, (_, reached) in enumerate(looked[:-1]) if reached < power]
        last = below[-1] if below else 0
        low, high = looked[last][0], looked[last + 1][0]
    return high


@dataclass(frozen=True, kw_only=True)
class McNemar:
    """A McNemar test that A and B are equally good, two-sided at alpha.

    >>> test = McNemar(disagreement=0.10, difference=0.03)
    >>> math.ceil(test.formula(0.8)), round(test.power(870), 3)
    (870, 0.804)
    >>> exact = McNemar(disagreement=0.10, difference=0.03, method="mcnemar-exact")
    >>> round(exact.power(870), 3), items_for(exact, 0.8)
    (0.776, 920)
    """

    disagreement: float
    difference: float
    alpha: float = 0.05
    method: str = "mcnemar-mid-p"

    @property
    def wins(self) -> float:
        """A's share of the discordant items."""
        return min((1 + self.difference / self.disagreement) / 2, 1.0)

    @property
    def tooth(self) -> float:
        """How many items make up for one more win that the test needs."""
        return 4 / self.difference

    def formula(self, power: float) -> float:
        """``((z_alpha sqrt(psi) + z_power sqrt(psi - delta^2)) / delta)^2``."""
        psi, delta = self.disagreement, self.difference
        for_alpha = normal_quantile(self.alpha / 2) * math.sqrt(psi)
        for_power = normal_quantile(1 - power) * math.sqrt(max(psi - delta**2, 0.0))
        return (max(for_alpha + for_power, 0.0) / delta) ** 2

    def power(self, n: int) -> float:
        """Probability that the test rejects towards A."""
        d, chance = discordant(n, self.disagreement)
        return float(chance @ self._given(d))

    def powers(self, low: int, high: int) -> Iterator[tuple[int, float]]:
        """Power at every number of items from low to high; P(D = d) at n + 1 follows from n."""
        psi = self.disagreement
        d = np.arange(discordant(low, psi)[0][0], discordant(high, psi)[0][-1] + 1)
        given, chance = self._given(d), binomial(d, low, psi)
        for n in range(low, high + 1):
            yield (
                n,
                float(np.einsum("i,i", chance, given)),
            )  # @ starts threads, which take longer than the sum
            chance[1:] = (1 - psi) * chance[1:] + psi * chance[:-1]
            chance[0] *= 1 - psi

    def floor(self, n: int) -> float:
        """A lower bound of the power at n and at all larger numbers of items."""
        d, chance = discordant(n, self.disagreement)
        lowest = np.minimum(self._given(d), self._beyond(float(d[-1])))
        return float(chance @ np.minimum.accumulate(lowest[::-1])[::-1])

    def limits(self, d: Floats) -> Floats:
        """The fewest of d discordant items that A must win; d + 1 where all of them are not enough.

        ``d`` are neighbouring numbers. The lead that is needed is searched at some of them. It never falls
        among the even and among the odd ones, so it is the same between two of a kind with the same lead.
        """
        at, lead = np.arange(len(d)), np.full(len(d), np.nan)
        before = at - at % (2 * LEAP) + at % 2
        after = np.minimum(before + 2 * LEAP, len(d) - 1 - (len(d) - 1 - at) % 2)
        some = np.union1d(before, after)
        lead[some] = 2 * self._searched(d[some]) - d[some]
        found: Floats = (d + lead[before]) / 2
        rest = lead[before] != lead[after]
        found[rest] = self._searched(d[rest])
        return found

    def _searched(self, d: Floats) -> Floats:
        p_value, guess = P_VALUES[self.method], d / 2 + normal_quantile(self.alpha / 2) * np.sqrt(d) / 2
        return fewest(lambda wins: p_value(wins, d - wins) <= self.alpha + ROUNDING, d // 2, d, guess)

    def _given(self, d: Floats) -> Floats:
        return np.asarray(at_least(self.limits(d), d, self.wins))

    def _beyond(self, d: float) -> float:
        """A lower bound of the power given any larger number of discordant items."""
        # c <= d/2 + sqrt(d ln(2/alpha) / 2) + 2, and P(wins < c) <= exp(-2 (d wins - c + 1)^2 / d).
        lead = self.difference / self.disagreement
        sure = math.sqrt(math.log(2 / self.alpha) / 2) + math.sqrt(math.log(1 / NEARLY_SURE) / 2)
        end = ((sure + math.sqrt(sure * sure + 2 * lead)) / lead) ** 2
        steps, z = [0.0, 2.0], normal_quantile(self.alpha / 2)
        while d + steps[-1] <= end:  # a block loses a small part of the lead that was gained so far, or of 1
            root = math.sqrt(d + steps[-1] + 1)
            longest = min(steps[-1], max(lead * steps[-1], 1) * root / (8 * z))
            steps.append(steps[-1] + 2 * max(1, math.floor(longest / 2)))
        first = np.add.outer([d + 1, d + 2], steps[:-1]).ravel()
        last = np.add.outer([d - 1, d], steps[1:]).ravel()
        needed = self._searched(last) - (last - first) / 2
        return min(float(at_least(needed, first, self.wins).min()), 1 - NEARLY_SURE)


def _chi_squared_p(
    wins: Floats, losses: Floats, alternative: Alternative = "two-sided", *, correction: bool = True
) -> Floats:
    """McNemar's p-value, with continuity correction if wanted."""
    gap = np.maximum(np.abs(wins - losses) - (1 if correction else 0), 0)
    half = special.ndtr(-gap / np.sqrt(np.maximum(wins + losses, 1)))
    if alternative == "two-sided":
        return np.asarray(2 * half)
    toward = (wins > losses) == (alternative == "greater")
    return np.where(wins == losses, 0.5, np.where(toward, half, 1 - half))


# Of many counts at once: p-values of wins and losses of A, an alternative, and the options of the method.
P_VALUES: dict[str, Callable[..., Floats]] = {
    "mcnemar-mid-p": lambda wins, losses, asked="two-sided": np.asarray(mid_p(wins, losses, asked)),
    "mcnemar-exact": lambda wins, losses, asked="two-sided": np.asarray(coin_p(wins, losses, asked)),
    "mcnemar": _chi_squared_p,
}


@lru_cache(maxsize=512)
def _block(method: str, alpha: float, at: int) -> Floats:
    """The limits of one block of numbers of discordant items: they are the same for any number of items."""
    test = McNemar(disagreement=1.0, difference=1.0, alpha=alpha, method=method)
    return test.limits(np.arange(at * BLOCK, (at + 1) * BLOCK, dtype=float))


def _kept_limits(method: str, alpha: float, d: Floats) -> Floats:
    """The limits of neighbouring numbers of discordant items, which are kept once they are known."""
    first, last = int(d[0]), int(d[-1])
    start = first // BLOCK
    blocks = [_block(method, alpha, at) for at in range(start, last // BLOCK + 1)]
    kept = blocks[0] if len(blocks) == 1 else np.concatenate(blocks)
    return kept[first - start * BLOCK : last + 1 - start * BLOCK]


def fewest(rejects: Callable[[Floats], Flags], least: Floats, most: Floats, guess: Floats) -> Floats:
    """The smallest count above ``least`` that a test rejects, ``most`` + 1 where there is none."""
    low, high = np.asarray(least, dtype=np.float64), np.asarray(most, dtype=np.float64) + 1.0
    probes = [np.floor(guess) - 1, np.ceil(guess) + 2]  # a good guess leaves little to halve
    while probes or np.any(high - low > 1):
        probe = np.clip(probes.pop() if probes else np.floor((low + high) / 2), low, most)
        inside, rejected = (low < probe) & (probe < high), rejects(probe)
        low, high = np.where(inside & ~rejected, probe, low), np.where(inside & rejected, probe, high)
    return high


def discordant(n: int, disagreement: float) -> tuple[Floats, Floats]:
    """Numbers of discordant items among n, and their probabilities; rarer than 1e-12 is left out."""
    mean, spread = n * disagreement, n * disagreement * (1 - disagreement)
    rare = math.log(2 / LEFT_OUT)
    reach = rare / 3 + math.sqrt(rare * rare / 9 + 2 * rare * spread)
    d = np.arange(max(math.floor(mean - reach), 0.0), min(math.ceil(mean + reach), n) + 1.0)
    return d, binomial(d, n, disagreement)


def binomial(d: Floats, n: int, chance: float) -> Floats:
    """Probabilities of neighbouring counts that hold all but a negligible share; they sum to 1.

    >>> binomial(np.arange(3.0), 2, 0.5).tolist()
    [0.25, 0.5, 0.25]
    """
    if chance in (0, 1):
        return np.where(d == n * chance, 1.0, 0.0)
    # From ratios of neighbours: factorials of a million items lose seven digits.
    with np.errstate(divide="ignore"):
        steps = np.log(np.maximum(n - d[:-1], 0)) - np.log(d[1:]) + math.log(chance) - math.log1p(-chance)
    logs = np.concatenate([[0.0], np.cumsum(steps)])
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())


def difference_for(n: int, power: float, *, disagreement: float, alpha: float, method: str) -> float | None:
    """The smallest true difference that a McNemar test finds with a power; None where there is none.

    >>> found = difference_for(862, 0.8, disagreement=0.10, alpha=0.05, method="mcnemar-mid-p")
    >>> round(found, 4)
    0.03
    """
    d, chance = discordant(n, disagreement)
    limits = _kept_limits(method, alpha, d)
    if not disagreement or float(chance @ (limits <= d)) < power:
        return None

    def reached(difference: float) -> bool:
        return float(chance @ at_least(limits, d, (1 + difference / disagreement) / 2)) >= power

    # Halving gives the same number whatever the bracket is; outside of it no power need be computed.
    below, above = (disagreement * lead for lead in leads_around(power, d, chance, limits))
    low, high = 0.0, disagreement
    while high - low > 1e-9 * disagreement:
        middle = (low + high) / 2
        enough = reached(middle) if below < middle < above else middle >= above
        low, high = (low, middle) if enough else (middle, high)
    return high
