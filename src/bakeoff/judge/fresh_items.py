"""The probability of the same decision on a new test set, where few items distinguish two classifiers.

The probabilities that only A, only B or neither of these is right are drawn from their posterior with
Jeffreys' prior, Dirichlet(1/2, 1/2, 1/2). Given them, the counts a and b of a new test set are multinomial,
and the method itself decides on each. With x and y, the probabilities of A alone and B alone over that of
the rest, the probability of (a, b) is proportional to ``x^a / a!  y^b / b!  n (n - 1) ... (n - a - b + 1)``:
a product of matrices.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.arrays import Bools
from bakeoff.core.outcomes import Floats, Ints, PairedItems
from bakeoff.core.result import ROUNDING, Alternative, Decision, decide, equivalence_level
from bakeoff.core.rng import generator
from bakeoff.judge.pitfalls import Case
from bakeoff.methods import METHODS
from bakeoff.methods._paired_items import score_of_zero
from bakeoff.methods._paired_power import P_VALUES
from bakeoff.methods._reference import Asked
from bakeoff.methods._tango import tango_statistic

LIKELY = 400  # pairs of true chances
TAIL = 0.025  # beyond either end of a range of 95 %
CLOSE = 1e-6  # scores this close to their limit are left to the method itself
SIDES: tuple[Decision, Decision] = ("a-better", "b-better")
LARGEST = 300.0  # logarithm of a weight, beyond which weights are scaled


class Question(NamedTuple):
    """What is asked of a method, apart from the counts."""

    method: str
    alternative: Alternative
    options: tuple[tuple[str, Any], ...]
    alpha: float
    margin: float | None


def chances_of_few(case: Case) -> tuple[float, float, float]:
    """The probability of the same decision, and its range over the likely probabilities of A and B alone."""
    asked = Question(
        case.method.key, case.result.alternative, tuple(case.options.items()), case.alpha, case.margin
    )
    items: PairedItems = case.outcomes
    return _found(items.only_a, items.only_b, items.n, case.decision, asked)


# Of one number of items there are at most 210 pairs of so few counts: they come again.
@lru_cache(maxsize=2048)
def _found(
    only_a: int, only_b: int, n: int, decision: Decision, asked: Question
) -> tuple[float, float, float]:
    likely, fresh = _likely(only_a, only_b, n)
    most_a, most_b = (int(most) for most in fresh.max(axis=0)[:2])
    same = _same(asked, decision, n, max(most_a, most_b))[: most_a + 1, : most_b + 1]
    chances = np.sort(_shares(likely, same, n))
    found = (float(chances.mean()), _quantile(chances, TAIL), _quantile(chances, 1 - TAIL))
    share, low, high = (min(1.0, round(each, 12)) for each in found)
    return share, low, high


def _likely(only_a: int, only_b: int, n: int) -> tuple[Floats, Ints]:
    """Likely probabilities and new counts of A alone, B alone and the rest, whichever model is called A.

    They are drawn for the model that is right more often, and for either one if both are equal.
    """
    more, fewer = max(only_a, only_b), min(only_a, only_b)
    rng = generator(0, "fresh test sets")
    likely = rng.dirichlet([more + 0.5, fewer + 0.5, n - more - fewer + 0.5], size=LIKELY)
    fresh = rng.multinomial(n, likely)
    turned = [1, 0, 2]
    if more == fewer:
        return np.concatenate([likely, likely[:, turned]]), np.concatenate([fresh, fresh[:, turned]])
    return (likely, fresh) if only_a == more else (likely[:, turned], fresh[:, turned])


def _shares(likely: Floats, same: Bools, n: int) -> Floats:
    """The probability of the counts that decide the same, among all of the table, for each row of chances."""
    a, b = same.shape
    first, second = (_powers(n * likely[:, at] / likely[:, 2], count) for at, count in enumerate((a, b)))
    falling = np.ones(a + b)
    np.cumprod(np.maximum(1 - np.arange(a + b - 1) / n, 0.0), out=falling[1:])
    ways = falling[np.add.outer(np.arange(a), np.arange(b))]
    part, whole = (np.einsum("ij,ij->i", first @ each, second) for each in (ways * same, ways))
    return np.asarray(part / whole)


def _powers(ratio: Floats, count: int) -> Floats:
    """``ratio^k / k!`` for k from 0 on (columns), up to a factor for each ratio."""
    k = np.arange(count, dtype=float)
    logs = np.multiply.outer(np.log(ratio), k) - special.gammaln(k + 1)
    if np.log(ratio.max()) * count > LARGEST:
        logs -= logs.max(axis=1, keepdims=True)
    return np.asarray(np.exp(logs))


def _quantile(ranked: Floats, share: float) -> float:
    """Between the two nearest of sorted numbers."""
    below, rest = divmod(share * (len(ranked) - 1), 1)
    low, high = ranked[int(below)], ranked[min(int(below) + 1, len(ranked) - 1)]
    return float(low + (high - low) * rest)


def _same(asked: Question, decision: Decision, n: int, most: int) -> Bools:
    """Whether the method decides the same on counts of A alone (rows) and B alone, from 0 to ``most`` on."""
    size = 32 * (most // 32 + 1)  # tables are kept, and serve all smaller ones
    if asked.margin is None:
        return _decided(size, decision, asked)
    inside, unsure = _inside_margin(size, n, asked)
    same = inside if decision == "equivalent" else ~inside & _decided(size, decision, asked)
    for a, b in np.argwhere(unsure).tolist():
        same[a, b] = _decides(a, b, n, asked) == decision
    return same


@lru_cache(maxsize=64)
def _p_values(size: int, asked: Question) -> Floats:
    """The p-value of the method for each pair of counts, which does not depend on the number of items."""
    a, b = np.indices((size, size), dtype=float)
    found = P_VALUES[asked.method](a, b, asked.alternative, **dict(asked.options))
    found[0, 0] = 1.0
    return found


@lru_cache(maxsize=64)
def _decided(size: int, decision: Decision, asked: Question) -> Bools:
    """Where the p-value leads to a decision, without a margin."""
    a, b = np.indices((size, size))
    rejected = _p_values(size, asked) <= asked.alpha + ROUNDING
    for_a: Bools = rejected & (a > b) & (asked.alternative != "less")
    for_b: Bools = rejected & (a < b) & (asked.alternative != "greater")
    return {"a-better": for_a, "b-better": for_b, "undecided": ~(for_a | for_b)}[decision]


@lru_cache(maxsize=64)
def _critical(size: int, level: float, asked: Question) -> Floats:
    """The quantile that the interval of the method has at each pair of counts."""
    at_level, p_values = Asked(asked.method, level, asked.alternative), _p_values(size, asked)
    found = np.empty((size, size))
    for (a, b), p in np.ndenumerate(p_values):
        found[a, b] = at_level.critical(score_of_zero(a, b, asked.alternative), float(p))[0]
    return found


def _inside_margin(size: int, n: int, asked: Question) -> tuple[Bools, Bools]:
    """Where the interval lies inside the margin, and where that is too close to say.

    It does where Tango's score test rejects both ends of the margin. An interval that was narrowed to exclude
    0 ends there.
    """
    (a, b), level = np.indices((size, size)), equivalence_level(asked.alpha)
    z = _critical(size, level, asked)
    with np.errstate(invalid="ignore", divide="ignore"):
        below = tango_statistic(a, b, n, asked.margin or 0.0) + z
    at_level = asked._replace(alpha=1 - level)
    for_a, for_b = (_decided(size, side, at_level) for side in SIDES)
    inside = ((below < 0) | for_b) & ((below.T < 0) | for_a)
    unsure = ~(np.abs(below) > CLOSE) | ~(np.abs(below.T) > CLOSE) | (z <= 0)
    return inside, unsure & (a + b <= n)


def _decides(only_a: int, only_b: int, n: int, asked: Question) -> Decision:
    """What the method itself decides."""
    items, level = PairedItems(only_a=only_a, only_b=only_b, n=n), equivalence_level(asked.alpha)
    compute = METHODS[asked.method].compute
    found = compute(items, level=level, alternative=asked.alternative, **dict(asked.options))
    return decide(found, alpha=asked.alpha, margin=asked.margin)
