"""Many models judged together: which differ, which ranks are possible, which may be the best."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.checks import FEWEST_RESAMPLES, check_resamples
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.panel import place_of
from bakeoff.core.ranking import Omnibus, RankedModel, RankedPair, Ranking
from bakeoff.core.result import Decision, Interval, Result, check_margin, parse_fraction, rejects
from bakeoff.core.rng import root_entropy
from bakeoff.core.verdict import Basis, Caveat, Unit
from bakeoff.judge.pitfalls.rankings import Ranked, ranking_caveats
from bakeoff.methods.many._joint import Joint, pairs_of
from bakeoff.methods.many.best_set import best_set
from bakeoff.methods.many.max_t import Simultaneous, max_t
from bakeoff.methods.many.rank_sets import rank_sets, ranks_of_two

# Units on which two models differ, below which the pair's own test decides: of a reference by resampling,
# and of a normal one, which is no nearer to the truth than the sums of as many units are to normal ones.
FEW, FEW_FOR_NORMAL = 25, 500
APART = "each pair has its own test, adjusted with Bonferroni's method"


@dataclass(frozen=True, kw_only=True, eq=False)
class Asked:
    """What is asked of many models."""

    metric: Metric
    alpha: float = 0.05
    baseline: str | None = None
    margin: float | None = None
    resamples: int = 10_000
    step_down: bool = False
    tried: int = 1
    tuned_on_test: bool = False
    rng: Any = 0

    def __post_init__(self) -> None:
        parse_fraction(self.alpha, "alpha")
        check_resamples(self.resamples)
        if self.margin is not None:
            check_margin(self.margin, alpha=self.alpha, alternative="two-sided")


@dataclass(frozen=True, kw_only=True, eq=False)
class Together:
    """Models measured on the same units, best first, with what a ranking says about them.

    ``own(a, b, alpha)`` is the comparison of a pair alone; ``intervals(level)`` are those of the
    models' values. ``wins`` has for each pair the units on which its first and its second model is better.
    ``apart`` is whether each pair has its own test, since there is no joint reference.
    """

    names: tuple[str, ...]
    joint: Joint
    method: str
    own: Callable[[str, str, float], Result]
    intervals: Callable[[float], Sequence[Interval | None]]
    basis: Basis
    unit: Unit
    omnibus: Omnibus | None = None
    wins: tuple[Ints, Ints] | None = None
    known: tuple[Caveat, ...] = ()
    apart: bool = False

    @cached_property
    def places(self) -> tuple[Ints, Ints]:
        """The places of the first and of the second model of every pair."""
        return pairs_of(len(self.names))

    def difference(self, a: str, b: str) -> tuple[float, float]:
        """How much better one model is than another, and the standard error of that."""
        one, other = (place_of(name, self.names) for name in (a, b))
        first, second = self.places
        at = int(np.flatnonzero((first == min(one, other)) & (second == max(one, other)))[0])
        sign = 1 if one < other else -1
        return sign * float(self.joint.estimates[at]), float(self.joint.errors[at])


def judged(models: Together, asked: Asked) -> Ranking:
    """The ranking of models, all from one joint reference."""
    if asked.baseline is not None:
        place_of(asked.baseline, models.names)
    if models.apart:  # nothing that is drawn is used
        asked = replace(asked, resamples=FEWEST_RESAMPLES)
    draws = models.joint.deviations(asked.resamples, root_entropy(asked.rng))
    if len(draws) < asked.resamples / 2:
        raise _undefined(models, asked, lost=asked.resamples - len(draws))
    found = _Found(models=models, asked=asked, draws=draws)
    return _ranking(found)


def _undefined(models: Together, asked: Asked, *, lost: int) -> InputError:
    """Why a metric cannot rank these models: it is 0/0 for some, or in most draws."""
    found = zip(models.names, models.joint.values, strict=True)
    names = ", ".join(name for name, value in found if np.isnan(value))
    where = f"on these items for {names}" if names else f"in {lost} of {asked.resamples} resamples"
    return InputError(
        f"{asked.metric.key} is undefined (0/0) {where}; use another metric, such as kappa, or leave "
        f"these models out"
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class _Found:
    """Models, what is asked of them, and draws of their deviations."""

    models: Together
    asked: Asked
    draws: Floats

    @property
    def k(self) -> int:
        return len(self.models.names)

    @cached_property
    def family(self) -> Bools:
        """Which pairs are judged together: all, or those with the baseline."""
        first, second = self.models.places
        if self.asked.baseline is None:
            return np.ones(first.size, dtype=bool)
        at = place_of(self.asked.baseline, self.models.names)
        return np.asarray((first == at) | (second == at))

    @property
    def alpha(self) -> float:
        """The level for all pairs, less where more comparisons than these were tried."""
        return self.asked.alpha / self.asked.tried

    def limits(self, family: Bools, alpha: float) -> Simultaneous:
        """Simultaneous limits and p-values of pairs, by their own test where too few units differ.

        Each of r pairs has alpha / r to spend: those with a separate test by Bonferroni's method, all
        others together. A pair of near copies, whose bootstrap errors are often 0, is not in the maximum.
        """
        joint, pairs, apart = self.models.joint, int(family.sum()), family & self.apart
        share = 1 - int(apart.sum()) / pairs
        together = family & ~self.alone
        found = max_t(joint, self.draws, alpha=share * alpha, family=together, step_down=self.asked.step_down)
        low, high = found.low.copy(), found.high.copy()
        p_values = np.minimum(1.0, found.p_values / share) if share else found.p_values.copy()
        for at in np.flatnonzero(family & self.alone):
            said = self.own(int(at), alpha / pairs)
            low[at], high[at] = said.interval
            p_values[at] = min(1.0, said.p_value * pairs)
        return Simultaneous(low, high, p_values, found.critical)

    @cached_property
    def alone(self) -> Bools:
        """Which pairs are judged by their own test: a pair that is the only one, or with few units."""
        few = self.models.joint.differing < self.few
        return np.asarray(few | (self.k == 2) | self.models.apart)

    @property
    def few(self) -> int:
        """The number of units on which two models differ below which the pair's own test decides."""
        return FEW_FOR_NORMAL if self.models.joint.normal else FEW

    @property
    def drawn(self) -> bool:
        """Whether a joint reference judged any pair."""
        return bool(np.any(~self.alone))

    @cached_property
    def apart(self) -> Bools:
        """Which pairs have a separate test that may decide: alone, and not alike."""
        return np.asarray(self.alone & ~self.models.joint.alike)

    def own(self, at: int, alpha: float) -> Result:
        """What the comparison of two models says about a pair."""
        if (at, alpha) not in self._said:
            first, second = (self.models.names[place[at]] for place in self.models.places)
            self._said[at, alpha] = self.models.own(first, second, alpha)
        return self._said[at, alpha]

    @cached_property
    def _said(self) -> dict[tuple[int, float], Result]:
        return {}

    @cached_property
    def best(self) -> Bools:
        """Which models may be the best: none that another is better than, jointly at alpha and one-sided.

        Of a model's alpha its pairs with separate tests have their share, but no more of it than in all
        pairs: then no model may be the best that another is better than by the limits of all pairs.
        """
        first, second = self.models.places
        own, others = (np.bincount(np.r_[first[at], second[at]], minlength=self.k) for at in self._kinds)
        share = np.where(others == 0, 1.0, np.minimum(own / (self.k - 1), self.apart.mean()))
        may = best_set(self.models.joint, self.draws, alpha=self.alpha * (1 - share), left_out=self.alone)
        each = 2 * self.alpha * share / np.maximum(own, 1)
        for at in np.flatnonzero(self.apart):
            a, b = int(first[at]), int(second[at])
            said = self.own(int(at), self.alpha / first.size)  # asked before; its p-value has no level
            if said.estimate and rejects(said.p_value, min(float(each[a]), float(each[b]))):
                may[b if said.estimate > 0 else a] = False
        return np.asarray(may)

    @property
    def _kinds(self) -> tuple[Bools, Bools]:
        return self.apart, np.asarray(~self.alone)


def _ranking(found: _Found) -> Ranking:
    models, asked = found.models, found.asked
    low, high, p_values, critical = found.limits(found.family, found.alpha)
    pairs = [
        _pair(found, int(at), Interval(low=float(low[at]), high=float(high[at])), float(p_values[at]))
        for at in np.flatnonzero(found.family)
    ]
    pairs = _equivalent(found, pairs)
    ranked = _models(found, pairs, low, high)
    ranking = Ranking(
        models=tuple(ranked),
        pairs=tuple(pairs),
        best=tuple(each.name for each in ranked if each.may_be_best),
        method=models.method if found.k > 2 else pairs[0].method,
        metric=asked.metric.key,
        basis=models.basis,
        alpha=asked.alpha,
        unit=models.unit,
        omnibus=models.omnibus,
        critical=critical if (found.family & ~found.alone).any() else None,
        baseline=asked.baseline,
        margin=asked.margin,
        resamples=asked.resamples if found.drawn and not models.joint.normal else None,
        notes=(APART,) if models.apart and found.k > 2 else (),
    )
    seen = Ranked(
        ranking=ranking,
        mixed=int(np.max(models.joint.differing, initial=0)),
        lost=1 - len(found.draws) / asked.resamples,
        own=tuple((each.a, each.b) for each in pairs if each.method != models.method and not models.apart),
        few=found.few,
        tried=asked.tried,
        tuned_on_test=asked.tuned_on_test,
    )
    return replace(ranking, caveats=(*models.known, *ranking_caveats(seen)))


def _ranks_and_best(found: _Found, pairs: list[RankedPair], low: Floats, high: Floats) -> tuple[Ints, Bools]:
    """The possible ranks, and which models may be the best; of two models their pair decides both."""
    if found.k == 2:
        ranks = ranks_of_two(pairs[0].decision)
        return ranks, np.asarray(ranks[:, 0] == 1)
    if found.asked.baseline is not None:
        low, high, _, _ = found.limits(np.ones_like(found.family), found.alpha)
    return rank_sets(low, high, found.k), found.best


def _models(found: _Found, pairs: list[RankedPair], low: Floats, high: Floats) -> list[RankedModel]:
    metric, (ranks, best) = found.asked.metric, _ranks_and_best(found, pairs, low, high)
    turned = metric.right_or_wrong and not metric.higher_is_better
    oriented = found.models.joint.values.tolist()
    values = [1 - value if turned else 0.0 + metric.sign * value for value in oriented]
    intervals = found.models.intervals(1 - found.asked.alpha)
    return [
        RankedModel(
            name=name,
            value=value,
            interval=interval,
            rank=(int(rank[0]), int(rank[1])),
            may_be_best=bool(may),
        )
        for name, value, interval, rank, may in zip(
            found.models.names, values, intervals, ranks, best, strict=True
        )
    ]


def _pair(found: _Found, at: int, interval: Interval, p_value: float) -> RankedPair:
    joint, models = found.models.joint, found.models
    first, second = (models.names[place[at]] for place in models.places)
    method, estimate = models.method, float(joint.estimates[at])
    if found.alone[at]:
        said = found.own(at, found.alpha / int(found.family.sum()))
        method, estimate = said.method, said.estimate
    wins, losses = (None, None) if models.wins is None else (int(each[at]) for each in models.wins)
    return RankedPair(
        a=first,
        b=second,
        estimate=estimate,
        interval=interval,
        p_value=p_value,
        decision=_decision(estimate, p_value, found.alpha),
        method=method,
        wins=wins,
        losses=losses,
        ties=None if wins is None or losses is None else joint.n - wins - losses,
    )


def _decision(estimate: float, p_value: float, alpha: float) -> Decision:
    if not rejects(p_value, alpha) or not estimate:
        return "undecided"
    return "a-better" if estimate > 0 else "b-better"


def _equivalent(found: _Found, pairs: list[RankedPair]) -> list[RankedPair]:
    """Pairs with those whose simultaneous interval of level 1 - 2 alpha lies inside the margin."""
    margin = found.asked.margin
    if margin is None:
        return pairs
    low, high, _, _ = found.limits(found.family, 2 * found.alpha)
    inside = (-margin < low) & (low < high) & (high < margin)
    places = np.flatnonzero(found.family)
    return [
        replace(each, decision="equivalent") if inside[at] else each
        for at, each in zip(places, pairs, strict=True)
    ]
