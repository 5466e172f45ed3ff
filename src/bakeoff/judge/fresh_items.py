"""How likely a fresh test set decides the same, where few items tell two classifiers apart.

With few of them no normal score will do: a decision jumps from count to count, and may be out of reach.
"""

import numpy as np
from scipy import special

from bakeoff.core.decide import decide
from bakeoff.core.outcomes import Floats, PairedItems
from bakeoff.core.rng import generator
from bakeoff.judge.pitfalls import Case

FEW = 20  # items on which just one is right: from there on the normal score is within a few points
LIKELY = 400  # pairs of true chances
RANGE = (2.5, 97.5)  # per cent


def chances_of_few(case: Case) -> tuple[float, float, float]:
    """The chance of the same decision, and its range over the likely chances of A alone and B alone.

    These are drawn from their posterior with Jeffreys' prior, Dirichlet(1/2, 1/2, 1/2); given them, the
    counts of a fresh test set are multinomial, and the method itself decides on each.
    """
    items: PairedItems = case.outcomes
    rest = items.n - items.only_a - items.only_b
    rng = generator(0, "fresh test sets")
    likely = rng.dirichlet([items.only_a + 0.5, items.only_b + 0.5, rest + 0.5], size=LIKELY)
    fresh = rng.multinomial(items.n, likely)
    most_a, most_b = (int(side.max()) for side in (fresh[:, 0], fresh[:, 1]))
    a, b = np.divmod(np.arange((most_a + 1) * (most_b + 1)), most_b + 1)
    possible = a + b <= items.n
    a, b = a[possible], b[possible]
    same = np.array([_decides_the_same(case, int(i), int(j)) for i, j in zip(a, b, strict=True)])
    chances = _weights(a, b, items.n, likely) @ same
    low, high = np.percentile(chances, RANGE)
    share, low, high = (min(1.0, round(float(each), 12)) for each in (chances.mean(), low, high))
    return share, low, high


def _decides_the_same(case: Case, only_a: int, only_b: int) -> bool:
    found = case.asked.about(PairedItems(only_a=only_a, only_b=only_b, n=case.result.n))
    return decide(found, alpha=case.alpha, margin=case.margin) == case.decision


def _weights(a: Floats, b: Floats, n: int, likely: Floats) -> Floats:
    """The multinomial probability of each pair of counts, for each pair of chances; rows sum to 1."""
    rest = n - a - b
    ways = -special.gammaln(a + 1) - special.gammaln(b + 1) - special.gammaln(rest + 1)
    log = ways + np.log(likely) @ np.array([a, b, rest])
    weights = np.exp(log - log.max(axis=1, keepdims=True))
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares
