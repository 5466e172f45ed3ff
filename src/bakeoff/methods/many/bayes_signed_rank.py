"""The Bayesian signed-rank test: how probable it is that one learner is practically better than another."""

import math
from dataclasses import dataclass

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
DRAWS, ENOUGH = 50_000, 10_000  # for probabilities, which may be small, and for the interval
DRAWN = 500  # draws of the posterior that are kept for a picture
CHUNK = 1 << 22  # numbers in a product of weights at a time


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

    The data sets have Dirichlet weights w: 1/2 for a difference z_0 = 0 that is added, 1 for each z_i. With
    ``left = sum w_i w_j [z_i + z_j <= -2 rope]``, ``right`` likewise from 2 rope on and ``middle`` the rest
    (differences smaller than rope do not matter), the probabilities are those that left, middle or right is
    the largest of the three. One of 1 - alpha or more decides. The estimate is the posterior median of the
    pseudo-median, its interval the central one of level 1 - alpha. Pairs are not adjusted: each probability
    is about its own pair.

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
        raise InputError(f"rope is {rope!r}; expected a difference from 0 upwards that does not matter")
    sizes = np.concatenate([[PRIOR], np.ones(board.n)])
    weights = generator(rng, "bayes-signed-rank").dirichlet(sizes, resamples)
    level = level_of(alpha)
    found = [_Pair(z, weights, board.noise) for z in board.differences.T]
    probabilities = np.array([each.probabilities(rope) for each in found])
    ends = np.array([each.limits((1 - level) / 2) for each in found])
    return JudgedPairs(
        estimates=np.array([sum(each.limits(0.5)) / 2 for each in found]),
        low=ends[:, 0],
        high=ends[:, 1],
        level=level,
        favours=_decided(probabilities, alpha),
        probabilities=probabilities,
        draws=found[0].draws(rope) if len(found) == 1 else None,
        monte_carlo_errors=np.sqrt(np.max(probabilities * (1 - probabilities), axis=1) / resamples),
    )


def _decided(probabilities: Floats, alpha: float) -> Ints:
    """1 or -1 where it is at least 1 - alpha probable that the first or the second is better."""
    enough = probabilities >= level_of(alpha)
    return enough[:, 2].astype(np.int64) - enough[:, 0].astype(np.int64)


class _Pair:
    """The posterior of one pair, which neither the order of data sets nor that of the two learners changes.

    Draws are given to the differences in the order of their sizes, turned so that most are above 0.
    """

    def __init__(self, differences: Floats, weights: Floats, noise: float) -> None:
        ways = [np.sort(sign * differences.round(12)).tolist() for sign in (1, -1)]
        self.turned, self.even = ways[0] < ways[1], ways[0] == ways[1]
        z = np.sort(-differences if self.turned else differences)
        self.posterior = _Posterior(np.concatenate([[0.0], z]), weights, noise)

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
    """Differences of one pair, the first of them the one that is added, and draws of their weights."""

    z: Floats
    weights: Floats
    noise: float

    def share(self, chosen: Bools, draws: int | None = None) -> Floats:
        """By draw: the weight of the pairs of data sets that are chosen."""
        matrix, rows, weights = chosen.astype(np.float64), max(1, CHUNK // self.z.size), self.weights[:draws]
        parts = [weights[at : at + rows] for at in range(0, len(weights), rows)]
        return np.concatenate([np.sum((part @ matrix) * part, axis=1) for part in parts])

    def shares(self, rope: float, draws: int | None = None) -> Floats:
        """By draw: the weights of left, middle and right."""
        sums = self.z[:, np.newaxis] + self.z
        edge = 2 * rope - 4 * self.noise if rope else 4 * self.noise
        left, right = (self.share(chosen, draws) for chosen in (sums <= -edge, sums >= edge))
        return np.stack([left, 1 - left - right, right], axis=1)

    def probabilities(self, rope: float) -> Floats:
        """How often the second is better, neither, the first; draws that are tied are shared out."""
        shares = self.shares(rope)
        largest = shares >= shares.max(axis=1, keepdims=True) - 1e-12
        return np.asarray(np.mean(largest / largest.sum(axis=1, keepdims=True), axis=0))

    def limits(self, tail: float) -> tuple[float, float]:
        """The pseudo-medians below and above which a draw lies with a probability of ``tail``."""
        return self._least(self.z, tail), -self._least(-self.z, tail)

    def _least(self, z: Floats, tail: float) -> float:
        """The smallest mean of two differences at or below which a share of ``tail`` of the draws lies."""
        means = (z[:, np.newaxis] + z) / 2
        values = np.unique(means)
        low, high = 0, values.size - 1
        while low < high:
            middle = (low + high) // 2
            below = float(np.mean(self.share(means <= values[middle], ENOUGH) >= 0.5 - 1e-12))
            low, high = (low, middle) if below >= tail else (middle + 1, high)
        return float(values[low])


record = ManyMethod(
    key="bayes-signed-rank",
    title="Bayesian signed-rank test",
    question="How probable is it that one of two learners is practically better over such data sets?",
    gives="pairs",
    over="data sets",
    compute=bayes_signed_rank,
    procedures=("MANY-2",),
    assumptions=(INDEPENDENT_DATASETS, "differences on different data sets are comparable"),
    references=(BENAVOLI_2017,),
    options={
        "rope": "region of practical equivalence: differences smaller than this do not matter (default 0)",
        "resamples": f"draws from the posterior (default {DRAWS})",
        "rng": "a whole number or numpy Generator",
    },
)
