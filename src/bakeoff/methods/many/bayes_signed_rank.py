"""The Bayesian signed-rank test: how probable it is that one learner is practically better than another."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Bools, Rng
from bakeoff.core.exceptions import InputError
from bakeoff.core.many_method import ManyMethod
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.result import level_of
from bakeoff.core.rng import generator
from bakeoff.core.works import BENAVOLI_2017
from bakeoff.methods.many._over_data_sets import Board, JudgedPairs
from bakeoff.methods.sign import INDEPENDENT_DATASETS

PRIOR = 0.5  # the weight of a data set on which no learners differ
DRAWS, ENOUGH = 50_000, 4000  # for probabilities, which may be small, and for the interval
DRAWN = 500  # draws of the posterior that are kept for a picture


def bayes_signed_rank(
    board: Board,
    *,
    alpha: float,
    family: Bools | None = None,
    rope: float = 0.0,
    resamples: int = DRAWS,
    rng: Rng = 0,
) -> JudgedPairs:
    """Posterior probabilities that the second is better, that both are equivalent, that the first is better.

    The data sets have Dirichlet weights w: 1/2 for a difference z_0 = 0 that is added, 1 for the
    difference z_i on each data set. Differences smaller than the rope do not matter. With
    ``left = sum w_i w_j [z_i + z_j <= -2 rope]``, right likewise from 2 rope on and the rest in the
    middle, the probabilities are those that left, middle or right is the largest of the three. A
    probability of 1 - alpha or more decides; without a rope, equal learners stay undecided. The estimate
    is the posterior median of the pseudo-median, with the central interval of level 1 - alpha. Pairs are
    not adjusted: each probability refers to its own pair.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> scores = np.column_stack([rng.normal(0.813, 0.01, 12), rng.normal(0.8, 0.01, 12)])
    >>> found = bayes_signed_rank(Board(scores=scores), alpha=0.05, rope=0.01, resamples=2000)
    >>> found.probabilities.round(2).tolist()
    [[0.0, 0.06, 0.94]]
    """
    del family
    if not (isinstance(rope, int | float) and 0 <= rope < math.inf):
        raise InputError(f"rope is {rope!r}; expected the largest difference that does not matter, 0 or more")
    sizes = np.concatenate([[PRIOR], np.ones(board.n)])
    weights = generator(rng, "bayes-signed-rank").dirichlet(sizes, resamples)
    level = level_of(alpha)
    tail = (1 - level) / 2
    found = [_Pair(z, weights, board.noise).told(rope, tail) for z in board.differences.T]
    probabilities = np.array([each.probabilities for each in found])
    return JudgedPairs(
        estimates=np.array([each.estimate for each in found]),
        low=np.array([each.low for each in found]),
        high=np.array([each.high for each in found]),
        level=level,
        favours=_decided(probabilities, alpha),
        probabilities=probabilities,
        draws=found[0].draws if len(found) == 1 else None,
        monte_carlo_errors=np.sqrt(np.max(probabilities * (1 - probabilities), axis=1) / resamples),
    )


def _decided(probabilities: Floats, alpha: float) -> Ints:
    """1 or -1 where it is at least 1 - alpha probable that the first or the second is better."""
    enough = probabilities >= level_of(alpha)
    return enough[:, 2].astype(np.int64) - enough[:, 0].astype(np.int64)


class _Told(NamedTuple):
    """What is kept of the posterior of a pair, which itself is large."""

    probabilities: Floats
    estimate: float
    low: float
    high: float
    draws: Floats


class _Pair:
    """The posterior of one pair, which neither the order of data sets nor that of the two learners changes.

    Draws are given to the differences in the order of their sizes, turned so that most are above 0.
    """

    def __init__(self, differences: Floats, weights: Floats, noise: float) -> None:
        ways = [np.sort(sign * differences.round(12)).tolist() for sign in (1, -1)]
        self.turned, self.even = ways[0] < ways[1], ways[0] == ways[1]
        z = np.sort(-differences if self.turned else differences)
        self.posterior = _Posterior.of(z, weights, noise)

    def told(self, rope: float, tail: float) -> _Told:
        middle = sum(self.limits(0.5)) / 2
        return _Told(self.probabilities(rope), middle, *self.limits(tail), self.draws(rope))

    def probabilities(self, rope: float) -> Floats:
        found = self.posterior.probabilities(rope)
        if self.even:
            return np.asarray((found + found[::-1]) / 2)
        return found[::-1] if self.turned else found

    def draws(self, rope: float) -> Floats:
        shares = self.posterior.shares(rope, DRAWN)
        return shares[:, ::-1] if self.turned else shares

    def limits(self, tail: float) -> tuple[float, float]:
        low, high = self.posterior.limits(tail)
        if self.even:
            return (low - high) / 2, (high - low) / 2
        return (-high, -low) if self.turned else (low, high)


@dataclass(frozen=True, eq=False)
class _Posterior:
    """Differences in order, the one that is added among them, and draws of their weights, added up.

    ``below[draw, i]`` is the weight of the first i differences.
    """

    z: Floats
    weights: Floats
    below: Floats
    noise: float

    @classmethod
    def of(cls, z: Floats, weights: Floats, noise: float) -> "_Posterior":
        """The first of the weights is that of the difference 0 which is added."""
        at = int(np.searchsorted(z, 0.0))
        placed = np.concatenate([weights[:, 1 : at + 1], weights[:, :1], weights[:, at + 1 :]], axis=1)
        below = np.concatenate([np.zeros((len(placed), 1)), np.cumsum(placed, axis=1)], axis=1)
        return cls(np.insert(z, at, 0.0), placed, below, noise)

    def share(self, chosen: Bools, draws: int | None = None) -> Floats:
        """By draw: the weight of pairs of differences that are chosen, in each row those up to some place."""
        found: Floats = np.einsum("ij,ij->i", self.weights[:draws], self.below[:draws, chosen.sum(axis=1)])
        return found

    def shares(self, rope: float, draws: int | None = None) -> Floats:
        """By draw: the weights of left, middle and right."""
        sums = self.z[:, np.newaxis] + self.z
        edge = 2 * rope - 4 * self.noise if rope else 4 * self.noise
        left, right = self.share(sums <= -edge, draws), 1 - self.share(sums < edge, draws)
        return np.stack([left, 1 - left - right, right], axis=1)

    def probabilities(self, rope: float) -> Floats:
        """How often the second is better, neither, the first; draws that are tied are shared out."""
        shares = self.shares(rope)
        largest = shares >= shares.max(axis=1, keepdims=True) - 1e-12
        return np.asarray(np.mean(largest / largest.sum(axis=1, keepdims=True), axis=0))

    def limits(self, tail: float) -> tuple[float, float]:
        """The pseudo-medians at or below and above which a draw lies with a probability of ``tail``."""
        means = (self.z[:, np.newaxis] + self.z) / 2
        values = np.unique(means)

        def below(at: int) -> bool:
            return bool(np.mean(self.share(means <= values[at], ENOUGH) >= 0.5 - 1e-12) >= tail)

        def above(at: int) -> bool:
            return bool(np.mean(self.share(means < values[-1 - at], ENOUGH) <= 0.5 + 1e-12) >= tail)

        return float(values[_first(below, values.size)]), float(values[-1 - _first(above, values.size)])


def _first(holds: Callable[[int], bool], count: int) -> int:
    """The first place from which on something holds."""
    low, high = 0, count - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


record = ManyMethod(
    key="bayes-signed-rank",
    title="Bayesian signed-rank test",
    question="How probable is it that one of two learners is practically better over data sets like these?",
    gives="pairs",
    over="data sets",
    compute=bayes_signed_rank,
    latex=(
        r"\theta_\text{left} = \sum_{i, j} w_i w_j [z_i + z_j \le -2 \rho], "
        r"\quad \theta_\text{right} = \sum_{i, j} w_i w_j [z_i + z_j \ge 2 \rho], "
        r"\quad w \sim \operatorname{Dirichlet}\left(\tfrac{1}{2}, 1, \ldots, 1\right)"
    ),
    procedures=("MANY-2",),
    assumptions=(INDEPENDENT_DATASETS, "differences on different data sets are comparable"),
    references=(BENAVOLI_2017,),
    options={
        "rope": "region of practical equivalence: the largest difference that does not matter (default 0)",
        "resamples": f"number of draws from the posterior (default {DRAWS})",
        "rng": "a whole number or numpy Generator",
    },
)
