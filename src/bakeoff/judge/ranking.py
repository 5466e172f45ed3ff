"""Many models judged together: which differ, which ranks are possible, which may be the best."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.checks import FEWEST_RESAMPLES, check_resamples
from bakeoff.core.exceptions import InputError
from bakeoff.core.family import Adjustment, adjustment_for, parse_tried
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.panel import place_of
from bakeoff.core.ranking import Omnibus, RankedModel, RankedPair, Ranking
from bakeoff.core.result import Decision, Interval, Result, check_margin, parse_fraction, rejects
from bakeoff.core.rng import root_entropy
from bakeoff.core.verdict import Basis, Caveat, Unit
from bakeoff.intervals._skewed import skewed_again, unskewed, widening
from bakeoff.judge.pitfalls import BY_KEY
from bakeoff.judge.pitfalls.few import FEW_DF
from bakeoff.judge.pitfalls.rankings import Ranked, merged_caveats, ranking_caveats
from bakeoff.methods._reference import ratio_p, student_quantile
from bakeoff.methods.many._joint import Joint, Shapes, pairs_of
from bakeoff.methods.many.best_set import best_set
from bakeoff.methods.many.max_t import Simultaneous, max_t
from bakeoff.methods.many.rank_sets import rank_sets, ranks_of_two

# Units on which two models differ, below which the pair's own test decides: of a reference by resampling,
# and of a normal one, which is no nearer to the truth than the sums of as many units are to normal ones.
FEW, FEW_FOR_NORMAL = 25, 500
# Items times pairs, some seconds of work, above which a pair is not asked for its own test where moments show
# that this would change nothing: with this many degrees of freedom, and limits and a p-value further inside
# than these shares.
MOST_ASKED, ENOUGH_DF, CLOSE_P, CLOSE_LIMIT = 1_000_000, 50.0, 1.1, 0.02
OF_ALL_MODELS = {"auc-below-half"}  # which a ranking has where all models are like that
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
        parse_tried(self.tried)
        if self.margin is not None:
            check_margin(self.margin, alpha=self.alpha, alternative="two-sided")


@dataclass(frozen=True, kw_only=True, eq=False)
class Together:
    """Models measured on the same units, best first, with what a ranking says about them.

    ``own(a, b, alpha)`` is the comparison of a pair alone; ``intervals(level)`` are those of the
    models' values. ``wins`` has for each pair the units on which its first and its second model is better.
    ``known`` are caveats that are known before, and ``limits(a, b, decision)`` those of a pair.
    ``apart`` is whether each pair has its own test, since there is no joint reference, and ``floored``
    whether no pair is judged more certain than by its own test.
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
    limits: "Callable[[str, str, Decision], tuple[Caveat, ...]] | None" = None
    apart: bool = False
    floored: bool = True

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
        No pair is judged more certain than by its own test: its p-value is at least that of the comparison of
        the two, and its limits hold the interval of that. A joint reference does not know how few clusters,
        or how few predictions of a class, a difference rests on.
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
        for at in np.flatnonzero(together & ~joint.alike & ~self._surely_wider(low, high, p_values, alpha)):
            said = self.own(int(at), alpha)
            low[at], high[at] = min(low[at], said.interval.low), max(high[at], said.interval.high)
            p_values[at] = max(p_values[at], said.p_value)
        return Simultaneous(low, high, p_values, found.critical)

    def _surely_wider(self, low: Floats, high: Floats, p_values: Floats, alpha: float) -> Bools:
        """For which pairs the joint reference is certainly no more certain than the pair's own test."""
        joint = self.models.joint
        if not self.models.floored:
            return np.ones(low.size, dtype=bool)
        if joint.shapes is None or joint.n * low.size <= MOST_ASKED:
            return np.zeros(low.size, dtype=bool)
        return _within(joint.estimates, joint.shapes(), low, high, p_values, alpha)

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
        level = self.alpha * (1 - share)
        may = best_set(self.models.joint, self.draws, alpha=level, left_out=self.alone, sure=self._one_sided)
        each = 2 * self.alpha * share / np.maximum(own, 1)
        for at in np.flatnonzero(self.apart):
            a, b = int(first[at]), int(second[at])
            said = self.own(int(at), self.alpha / first.size)  # asked before; its p-value has no level
            if said.estimate and rejects(said.p_value, min(float(each[a]), float(each[b]))):
                may[b if said.estimate > 0 else a] = False
        return np.asarray(may)

    def _one_sided(self, at: int) -> bool:
        """Whether a pair's own test decides for one of the two, one-sided."""
        if not self.models.floored:
            return True
        return rejects(self.own(at, self.alpha).p_value, 2 * self.alpha)

    @cached_property
    def everyone(self) -> Simultaneous:
        """All pairs as one family, for ranks and the best."""
        return self.limits(np.ones_like(self.family), self.alpha)

    @property
    def best_p(self) -> float | None:
        """The largest p-value of the differences of the only possible best from all others."""
        (places,) = np.nonzero(self.best)
        if places.size != 1:
            return None
        first, second = self.models.places
        of_best = (first == places[0]) | (second == places[0])
        return self.adjusted(float(np.max(self.everyone.p_values[of_best])))

    def adjusted(self, p_value: float) -> float:
        """A p-value adjusted for all families that were tried."""
        how = self.adjustment
        return p_value if how is None else float(how.adjusted([p_value])[0])

    @property
    def adjustment(self) -> Adjustment | None:
        """How p-values are adjusted for the families that were tried."""
        return adjustment_for(1, tried=self.asked.tried)

    @property
    def _kinds(self) -> tuple[Bools, Bools]:
        return self.apart, np.asarray(~self.alone)


def _within(
    estimates: Floats, shapes: Shapes, low: Floats, high: Floats, p_values: Floats, alpha: float
) -> Bools:
    """Where the own test of a pair has, without doubt, a smaller p-value and limits within these."""
    sure = np.zeros(low.size, dtype=bool)
    each = zip(estimates, shapes.errors, shapes.degrees, shapes.skews, low, high, p_values, strict=True)
    for at, (gap, error, df, skew, lower, upper, p_value) in enumerate(each):
        if not (df >= ENOUGH_DF and error > 0):
            continue
        point = student_quantile(df, alpha / 2) * widening(df)
        below, above = error * skewed_again(point, skew), error * skewed_again(point, -skew)
        own = ratio_p(unskewed(gap / error, skew) / widening(df), df, "two-sided")
        limits = gap - (1 + CLOSE_LIMIT) * below >= lower and gap + (1 + CLOSE_LIMIT) * above <= upper
        sure[at] = limits and CLOSE_P * own <= p_value
    return sure


def _ranking(found: _Found) -> Ranking:
    models, asked = found.models, found.asked
    every = found.asked.baseline is None
    low, high, p_values, critical = found.everyone if every else found.limits(found.family, found.alpha)
    pairs = [
        _pair(found, int(at), Interval(low=float(low[at]), high=float(high[at])), float(p_values[at]))
        for at in np.flatnonzero(found.family)
    ]
    pairs = _equivalent(found, pairs)
    ranked = _models(found, pairs, low, high)
    limits = _limits_of_pairs(found, pairs, ranked)
    ranking = Ranking(
        models=tuple(ranked),
        pairs=tuple(_with_limits(each, limits, found.k) for each in pairs),
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
        interval_level=round(1 - found.alpha, 15),
        tried=asked.tried,
        adjustment=found.adjustment,
        best_p_value=found.best_p,
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
    shared = merged_caveats(limits, several=found.k > 2)
    return replace(ranking, caveats=(*models.known, *shared, *ranking_caveats(seen)))


def _limits_of_pairs(
    found: _Found, pairs: list[RankedPair], ranked: list[RankedModel]
) -> list[tuple[str, str, Caveat]]:
    """The caveats of pairs, those about one or two models asked once for each model, about the data once.

    Pairs are looked at where their caveats may differ from those of others: where one of them is decided for
    a model, where few units differ or few carry the variance, and until every model was in one.
    """
    ask, names, joint = found.models.limits, found.models.names, found.models.joint
    if ask is None:
        return []
    first, second = found.models.places
    decided = {(each.a, each.b): each.decision for each in pairs}
    best = {each.name for each in ranked if each.may_be_best}
    few = joint.differing < FEW
    if joint.shapes is not None:
        few = few | (joint.shapes().degrees < 2 * FEW_DF)
    told, models, winners, of_data = [], set[str](), set[str](), set[str]()
    data_told = False  # by a pair that differs
    skipped = {each.key for each in found.models.known} | (OF_ALL_MODELS if found.k > 2 else set())
    for at, (i, j) in enumerate(zip(first, second, strict=True)):
        a, b = names[i], names[j]
        decision = decided.get((a, b), "undecided")
        winner = {"a-better": a, "b-better": b}.get(decision)
        anew = {a, b}.isdisjoint(models) or (j == len(names) - 1 and b not in models)
        alike = bool(joint.alike[at])
        asked = bool(few[at] and not alike) or (winner is not None and winner not in winners)
        if not (anew or asked or not (alike or data_told)):
            continue
        for caveat in ask(a, b, decision):
            scope = BY_KEY[caveat.key].scope
            if caveat.key in skipped or (scope == "model" and not anew):
                continue
            if scope == "data" and (data_told or caveat.key in of_data):
                continue
            of_data |= {caveat.key} if scope == "data" else set()
            if scope == "model" and found.k > 2 and winner not in best:  # it says nothing about the best
                caveat = replace(caveat, importance=BY_KEY[caveat.key].importance)
            told.append((a, b, caveat))
        data_told = data_told or not alike
        winners |= {winner} if winner else set()
        models |= {a, b} if anew else set()
    return told


def _with_limits(pair: RankedPair, limits: list[tuple[str, str, Caveat]], k: int) -> RankedPair:
    """The pair with the caveats that are about it alone."""
    own = (each for a, b, each in limits if (a, b) == (pair.a, pair.b))
    return replace(pair, caveats=tuple(each for each in own if k == 2 or BY_KEY[each.key].scope == "pair"))


def _ranks_and_best(found: _Found, pairs: list[RankedPair], low: Floats, high: Floats) -> tuple[Ints, Bools]:
    """The possible ranks, and which models may be the best; of two models their pair decides both."""
    if found.k == 2:
        ranks = ranks_of_two(pairs[0].decision)
        return ranks, np.asarray(ranks[:, 0] == 1)
    if found.asked.baseline is not None:
        low, high, _, _ = found.everyone
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
        adjusted_p_value=found.adjusted(p_value),
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
