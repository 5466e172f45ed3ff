"""Scores of many learners on many data sets, their ranks, and what a method says about all pairs.

Pairs are in the order of ``numpy.triu_indices(k, 1)``. Scores are higher for better.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.outcomes import DatasetScores, Floats, Ints
from bakeoff.core.result import Result, level_of
from bakeoff.methods._reference import noise_of
from bakeoff.methods.many._joint import pairs_of
from bakeoff.methods.wilcoxon import wilcoxon

HODGES_LEHMANN = "Hodges-Lehmann estimates, a kind of median over the data sets"
EXCHANGEABLE = "on each data set, all learners are equally likely to have any rank"
POOL = "the standard error of mean ranks assumes that the learners do not differ"


@dataclass(frozen=True, kw_only=True, eq=False)
class Board:
    """One score of each learner for each data set: ``scores[data set, learner]``.

    ``variances[data set, pair]`` are those of the differences, where each data set has its own.
    """

    scores: Floats
    variances: Floats | None = None

    @property
    def n(self) -> int:
        """Number of data sets."""
        return int(self.scores.shape[0])

    @property
    def k(self) -> int:
        """Number of learners."""
        return int(self.scores.shape[1])

    @cached_property
    def noise(self) -> float:
        """What rounding alone can make of a difference of two scores."""
        return noise_of(self.scores, self.scores)

    @cached_property
    def places(self) -> tuple[Ints, Ints]:
        """The places of the first and of the second learner of every pair."""
        return pairs_of(self.k)

    @cached_property
    def differences(self) -> Floats:
        """First minus second by data set and pair, 0 where they differ by rounding alone."""
        first, second = self.places
        found = self.scores[:, first] - self.scores[:, second]
        return np.where(np.abs(found) <= self.noise, 0.0, found)

    @cached_property
    def doubled_ranks(self) -> Ints:
        """Twice the rank of each learner on each data set, 1 for the best; ties share their mean rank."""
        order = np.argsort(-self.scores, axis=1, kind="stable")
        ranked = np.take_along_axis(-self.scores, order, axis=1)
        steps = np.diff(ranked, axis=1) > 2 * self.noise
        group = np.cumsum(np.column_stack([np.zeros(self.n, dtype=bool), steps]), axis=1)
        place = np.arange(1, self.k + 1)
        least, most = (
            np.stack([np.searchsorted(row, row, side=side) for row in group]) for side in ("left", "right")
        )
        doubled = np.empty(self.scores.shape, dtype=np.int64)
        np.put_along_axis(doubled, order, place[least] + most, axis=1)
        return doubled

    @cached_property
    def mean_ranks(self) -> Floats:
        """The mean rank of each learner."""
        return np.asarray(self.doubled_ranks.sum(axis=0) / (2 * self.n))

    def all_pairs(self) -> Bools:
        """Every pair as one family."""
        return np.ones(self.places[0].size, dtype=bool)

    def effects(self, level: float) -> list[Result]:
        """The signed-rank test of each pair with its Hodges-Lehmann difference, at one level."""
        return [
            wilcoxon(
                DatasetScores(a=self.scores[:, a], b=self.scores[:, b]), level=level, alternative="two-sided"
            )
            for a, b in zip(*self.places, strict=True)
        ]


@dataclass(frozen=True, kw_only=True, eq=False)
class JudgedPairs:
    """What a method says about all pairs.

    ``p_values`` are adjusted, ``raw`` are those of each pair alone; ``favours`` is the side that a small
    p-value speaks for: 1 for the first, -1 for the second. Bayesian methods have ``probabilities`` instead:
    that the second is better, that both are equivalent, that the first is better; of a pair that is alone
    ``draws`` are some of the posterior's, one column for each of the three. ``degenerate`` are pairs with a
    difference but no variation, so that p = 0 is no evidence.
    """

    estimates: Floats
    low: Floats
    high: Floats
    level: float
    favours: Ints
    p_values: Floats | None = None
    raw: Floats | None = None
    critical: float | None = None
    probabilities: Floats | None = None
    monte_carlo_errors: Floats | None = None
    between: Floats | None = None
    draws: Floats | None = None
    degenerate: Bools | None = None


def family_level(alpha: float, family: Bools) -> float:
    """The level of intervals that hold jointly for all pairs of a family: 1 - alpha / pairs.

    >>> family_level(0.05, np.array([True, True, False]))
    0.975
    """
    return level_of(alpha / int(family.sum()))


def with_effects(
    board: Board,
    *,
    alpha: float,
    family: Bools,
    raw: Floats,
    p_values: Floats,
    favours: Ints,
    critical: float | None = None,
    results: list[Result] | None = None,
) -> JudgedPairs:
    """What a test says about all pairs, with their Hodges-Lehmann differences at 1 - alpha / pairs."""
    level = family_level(alpha, family)
    results = board.effects(level) if results is None else results
    return JudgedPairs(
        estimates=np.array([each.estimate for each in results]),
        low=np.array([each.interval.low for each in results], dtype=np.float64),
        high=np.array([each.interval.high for each in results], dtype=np.float64),
        level=level,
        favours=favours,
        p_values=p_values,
        raw=raw,
        critical=critical,
    )
