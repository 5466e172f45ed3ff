"""Learners judged together over data sets: which differ, which ranks are possible, which may be the best."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, cast

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.checks import FEWEST_RESAMPLES, check_resamples
from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.many_method import ManyMethod
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import DatasetScores, Floats, Ints
from bakeoff.core.panel import place_of
from bakeoff.core.ranking import Omnibus, RankedModel, RankedPair, Ranking
from bakeoff.core.result import ROUNDING, Decision, Interval, parse_fraction, rejects
from bakeoff.core.rng import root_entropy
from bakeoff.core.verdict import Basis
from bakeoff.judge.facts import unit_of
from bakeoff.judge.pitfalls.dataset_rankings import RankedDatasets, dataset_caveats
from bakeoff.judge.scales import refuse_board
from bakeoff.methods.many import MANY
from bakeoff.methods.many._over_data_sets import Board, JudgedPairs
from bakeoff.methods.many.bayes_signed_rank import DRAWS
from bakeoff.methods.many.rank_sets import rank_sets

WITH_BASELINE = "bonferroni-dunn"  # has no family without one
BAYES, RANDOM_EFFECTS = "bayes-signed-rank", "random-effects"
NAMED = 3  # pairs in a note


@dataclass(frozen=True, kw_only=True, eq=False)
class DatasetsAsked:
    """What is asked about learners over data sets; ``options`` are those of the method."""

    metric: Metric
    method: str = "wilcoxon-holm"
    omnibus: str | None = "iman-davenport"
    baseline: str | None = None
    alpha: float = 0.05
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        parse_fraction(self.alpha, "alpha")
        if self.method == WITH_BASELINE and self.baseline is None:
            raise InputError(
                f"{WITH_BASELINE} compares all learners with one of them; name that one as baseline"
            )

    @property
    def judge(self) -> ManyMethod:
        """The method that judges pairs."""
        return _over_data_sets(self.method, "pairs")

    @cached_property
    def given(self) -> dict[str, Any]:
        """The options that the method is given; one that it does not know is refused."""
        record = self.judge
        given = {name: value for name, value in self.options.items() if value is not None}
        for name in given:
            if name not in record.options and name in MANY[BAYES].options and name != "rope":
                raise InputError(f"{record.key} makes no random draws; leave {name} out, or use {BAYES}")
            if name not in record.options:
                raise InputError(
                    f"{name} is an option of {BAYES}, but the method is {record.key}; leave it out"
                )
        check_resamples(given.get("resamples", FEWEST_RESAMPLES))
        if record.key != BAYES:
            return given
        usual = {"rope": 0.0, "resamples": DRAWS, "rng": 0} | given
        return usual | {"rng": root_entropy(usual["rng"])}


def _over_data_sets(key: str, gives: str) -> ManyMethod:
    """The method of this key, if it gives that over data sets."""
    known = [each.key for each in MANY if each.over == "data sets" and each.gives == gives]
    if key in known:
        return MANY[key]
    if key in MANY and MANY[key].over == "data sets":
        other = "omnibus" if gives == "pairs" else "method"
        raise InputError(f"{key} gives {MANY[key].gives}, not {gives}; ask for it with {other}={key!r}")
    raise unknown_name(f"method for {gives} over data sets", key, known)


@dataclass(frozen=True, kw_only=True, eq=False)
class Learners:
    """Learners measured on data sets: ``scores[data set, learner]`` in the metric's own units.

    ``variances[data set, pair]`` are those of differences of pairs in this order, where they are known.
    """

    names: tuple[str, ...]
    datasets: tuple[str, ...]
    scores: Floats
    variances: Floats | None = None


def judged_over_datasets(learners: Learners, asked: DatasetsAsked) -> Ranking:
    """The ranking of learners over data sets."""
    refuse_board(learners.scores, learners.datasets, asked.metric)
    if asked.baseline is not None:
        place_of(asked.baseline, learners.names)
    found = _Found(learners=_in_order(learners, asked.metric), asked=asked)
    ranking = _ranking(found)
    seen = RankedDatasets(
        ranking=ranking,
        datasets=found.learners.datasets,
        uncertain=learners.variances is not None and asked.method == RANDOM_EFFECTS,
        constant=found.constant,
    )
    return replace(ranking, caveats=dataset_caveats(seen))


def _in_order(learners: Learners, metric: Metric) -> Learners:
    """Learners from the best to the worst, and data sets in an order that names and places do not change."""
    scores = metric.sign * learners.scores
    rows = np.lexsort(np.sort(scores, axis=1).T)
    order = np.array(_order(Board(scores=scores[rows])))
    return replace(
        learners,
        names=tuple(learners.names[at] for at in order),
        datasets=tuple(learners.datasets[at] for at in rows),
        scores=learners.scores[rows][:, order],
        variances=None if learners.variances is None else learners.variances[rows][:, _pairs_at(order)],
    )


def _order(board: Board) -> list[int]:
    """From the best mean score to the worst; ties by the differences from others, never by name."""

    def key(at: int) -> tuple[float, float, list[float], list[list[float]]]:
        own = np.sort(board.scores[:, at])
        apart = np.sort(board.scores[:, [at]] - board.scores, axis=0).T.round(12)
        mean = -round(float(own.mean()), 12)
        return mean, float(board.mean_ranks[at]), (-own[::-1]).tolist(), sorted(apart.tolist())

    return sorted(range(board.k), key=key)


def _pairs_at(order: Ints) -> Ints:
    """The places of the pairs of learners in this order among the pairs before."""
    k = order.size
    place = np.zeros((k, k), dtype=np.int64)
    first, second = np.triu_indices(k, 1)
    place[first, second] = place[second, first] = np.arange(first.size)
    return np.asarray(place[order[first], order[second]])


@dataclass(frozen=True, kw_only=True, eq=False)
class _Found:
    """Learners in order, and what is asked of them."""

    learners: Learners
    asked: DatasetsAsked

    @cached_property
    def board(self) -> Board:
        return Board(scores=self.asked.metric.sign * self.learners.scores, variances=self.learners.variances)

    @cached_property
    def family(self) -> Bools:
        """Which pairs are judged together: all, or those with the baseline."""
        if self.asked.baseline is None:
            return self.board.all_pairs()
        at = place_of(self.asked.baseline, self.learners.names)
        first, second = self.board.places
        return np.asarray((first == at) | (second == at))

    @cached_property
    def judged(self) -> JudgedPairs:
        return self._judged(self.family)

    @cached_property
    def everyone(self) -> JudgedPairs:
        """All pairs as one family, for ranks and the best."""
        return self.judged if self.family.all() else self._judged(self.board.all_pairs())

    def _judged(self, family: Bools) -> JudgedPairs:
        asked = self.asked
        found: JudgedPairs = asked.judge.compute(self.board, alpha=asked.alpha, family=family, **asked.given)
        return found

    @cached_property
    def ranks(self) -> Ints:
        """Possible ranks: below all that are significantly better, above all that are significantly worse."""
        ahead = np.array([_ahead(self.everyone, at, self.asked.alpha) for at in range(self.family.size)])
        if self.everyone.probabilities is not None:
            ahead *= _jointly(1 - self.everyone.probabilities[:, [0, 2]].max(axis=1), self.asked.alpha)
        return rank_sets(np.where(ahead > 0, 1.0, -1.0), np.where(ahead < 0, -1.0, 1.0), self.board.k)

    @cached_property
    def best(self) -> Bools:
        """Which learners may be the best: none that another is better than.

        For the learner that is best in truth, a false alarm in any of k - 1 one-sided tests at
        alpha / (k - 1) is what would leave it out. Bayesian methods leave out as many as are all worse than
        some other with a joint probability of 1 - alpha. Of two learners, their pair decides.
        """
        if self.board.k == 2:
            return np.asarray(self.ranks[:, 0] == 1)
        judged, alpha = self.everyone, self.asked.alpha
        first, second = self.board.places
        wrong = np.ones((self.board.k, self.board.k))  # that the row is not worse than the column
        if judged.probabilities is not None:
            wrong[first, second] = 1 - judged.probabilities[:, 0]
            wrong[second, first] = 1 - judged.probabilities[:, 2]
            may = ~_jointly(wrong.min(axis=1), alpha)
        else:
            tested = (self.board.k - 1) * cast(Floats, judged.raw) / 2
            wrong[first, second] = np.where(judged.favours == -1, tested, 1.0)
            wrong[second, first] = np.where(judged.favours == 1, tested, 1.0)
            may = np.asarray((self.ranks[:, 0] == 1) & (wrong.min(axis=1) > alpha))
        return may if may.any() else ~may  # pairs that form a cycle leave no model out

    @property
    def best_p(self) -> float | None:
        """The largest p-value, or probability of an error, of the only possible best against another."""
        (places,) = np.nonzero(self.best)
        if places.size != 1:
            return None
        first, second = self.board.places
        own, judged = (first == places[0]) | (second == places[0]), self.everyone
        if judged.probabilities is not None:
            return float(np.max(1 - judged.probabilities[own][:, [0, 2]].max(axis=1)))
        return None if judged.p_values is None else float(np.max(judged.p_values[own]))

    @property
    def constant(self) -> tuple[tuple[str, str], ...]:
        """The pairs whose difference does not vary, so that p = 0."""
        degenerate = self.judged.degenerate
        if degenerate is None:
            return ()
        names, (first, second) = self.learners.names, self.board.places
        return tuple((names[first[at]], names[second[at]]) for at in np.flatnonzero(degenerate & self.family))

    @property
    def omnibus(self) -> Omnibus | None:
        """Whether any differ; of two learners their pair says all, and one data set says nothing."""
        key = self.asked.omnibus
        if key is None or self.board.k == 2 or self.board.n == 1:
            return None
        found: Omnibus = _over_data_sets(key, "omnibus").compute(self.board)
        return found


def _jointly(errors: Floats, alpha: float) -> Bools:
    """Which claims hold together with a probability of at least 1 - alpha: the surest ones.

    >>> _jointly(np.array([0.03, 0.5, 0.01, 0.02]), 0.05).tolist()
    [False, False, True, True]
    """
    order = np.argsort(errors, kind="stable")
    found = np.zeros(errors.size, dtype=bool)
    found[order] = np.cumsum(errors[order]) <= alpha + ROUNDING
    return found


def _ahead(judged: JudgedPairs, at: int, alpha: float) -> int:
    """1 where the first of a pair is decided to be better, -1 where the second is, else 0."""
    favours = int(judged.favours[at])
    if judged.p_values is None:
        return favours
    agrees = favours * judged.estimates[at] > 0
    return favours if agrees and rejects(float(judged.p_values[at]), alpha) else 0


def _ranking(found: _Found) -> Ranking:
    asked, learners, judged = found.asked, found.learners, found.judged
    flat = (asked.metric.sign * learners.scores).ravel()
    return Ranking(
        models=tuple(_models(found)),
        pairs=tuple(_pair(found, int(at)) for at in np.flatnonzero(found.family)),
        best=tuple(name for name, may in zip(learners.names, found.best, strict=True) if may),
        method=asked.method,
        metric=asked.metric.key,
        basis=Basis(of="data sets", counts=(found.board.n,)),
        alpha=float(asked.alpha),
        unit=unit_of(DatasetScores(a=flat, b=flat), asked.metric, ""),
        omnibus=found.omnibus,
        critical=judged.critical,
        interval_level=judged.level,
        baseline=asked.baseline,
        rope=asked.given.get("rope"),
        resamples=asked.given.get("resamples"),
        details={} if judged.draws is None else {"posterior": judged.draws.round(4).tolist()},
        notes=(*_no_omnibus(found), *_equal_scores(found)),
        best_p_value=found.best_p,
    )


def _no_omnibus(found: _Found) -> list[str]:
    """Why there is no omnibus test where one was asked for."""
    if found.asked.omnibus is None or (found.board.k > 2 and found.board.n > 1):
        return []
    title = _over_data_sets(found.asked.omnibus, "omnibus").title
    why = "with two learners, the test of the pair answers the same question"
    return [f"no omnibus test ({title}): {why if found.board.k == 2 else 'one data set is not enough'}"]


def _equal_scores(found: _Found) -> list[str]:
    """The pairs whose scores are equal on every data set: nothing can be tested."""
    same = np.flatnonzero(found.family & ~found.board.differences.any(axis=0))
    if not same.size:
        return []
    names, places = found.learners.names, found.board.places
    listed = [f"{names[places[0][at]]} and {names[places[1][at]]}" for at in same[:NAMED]]
    more = f" and {same.size - NAMED} more pairs" if same.size > NAMED else ""
    return [f"equal scores on every data set, so there is no difference to test: {', '.join(listed)}{more}"]


def _models(found: _Found) -> list[RankedModel]:
    learners = found.learners
    return [
        RankedModel(
            name=name,
            value=float(np.mean(np.sort(learners.scores[:, at]))),
            interval=None,
            rank=(int(found.ranks[at, 0]), int(found.ranks[at, 1])),
            may_be_best=bool(found.best[at]),
            mean_rank=float(found.board.mean_ranks[at]),
        )
        for at, name in enumerate(learners.names)
    ]


def _pair(found: _Found, at: int) -> RankedPair:
    judged, board = found.judged, found.board
    first, second = (found.learners.names[place[at]] for place in board.places)
    apart = board.differences[:, at]
    between, error = (
        None if each is None else float(each[at]) for each in (judged.between, judged.monte_carlo_errors)
    )
    chances = judged.probabilities
    return RankedPair(
        a=first,
        b=second,
        estimate=float(judged.estimates[at]),
        interval=Interval(low=float(judged.low[at]), high=float(judged.high[at])),
        p_value=None if judged.p_values is None else float(judged.p_values[at]),
        decision=_decision(found, at),
        method=found.asked.method,
        wins=int(np.sum(apart > 0)),
        ties=int(np.sum(apart == 0)),
        losses=int(np.sum(apart < 0)),
        probabilities=None if chances is None else (*map(float, chances[at]),),  # type: ignore[arg-type]
        between=between,
        monte_carlo_error=error,
    )


def _decision(found: _Found, at: int) -> Decision:
    chances = found.judged.probabilities
    if (
        chances is not None
        and found.asked.given["rope"]
        and rejects(1 - float(chances[at, 1]), found.asked.alpha)
    ):
        return "equivalent"
    ahead = _ahead(found.judged, at, found.asked.alpha)
    return "a-better" if ahead > 0 else "b-better" if ahead < 0 else "undecided"
