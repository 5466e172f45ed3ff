"""From outcomes to a verdict: choose a valid method, run it, decide, and say what limits the verdict."""

import math
import numbers
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple, TypedDict

from bakeoff.core.arrays import Rng
from bakeoff.core.checks import check_resamples
from bakeoff.core.exceptions import BakeoffError, InputError, unknown_name
from bakeoff.core.family import Adjustment, Family, Member, adjustment_for, parse_tried
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Outcomes, PairedItems
from bakeoff.core.result import Result, decide, level_of, parse_alternative
from bakeoff.core.rng import root_entropy
from bakeoff.core.verdict import Caveat, Measured, Opinion, Unit, Verdict
from bakeoff.judge.facts import basis_of, evidence_of, legal_methods, pick, unit_of, values_of
from bakeoff.judge.own_values import own_intervals
from bakeoff.judge.pitfalls import BY_KEY, PITFALLS, Asked, Background, Case
from bakeoff.judge.replicability import replicability_of
from bakeoff.judge.scales import refuse_mixed
from bakeoff.methods import METHODS
from bakeoff.metrics import MetricLike, metric_of

COMMON = ("alpha", "level", "alternative", "names", "margin", "rng", "tried", "tuned_on_test", "opinions")
# What all methods are asked; options belong to one, and an adjustment to the verdict alone.
SHARED = {"metric", "alpha", "level", "alternative", "names", "margin", "rng"}
SHARED |= {"about", "known", "background", "draws"}


class Common(TypedDict, total=False):
    """Keywords that every ``compare_*`` takes, in addition to the options of the method.

    alpha
        The largest p-value with which a difference counts (default 0.05).
    level
        The level of the interval (default 1 - alpha, so that it excludes 0 where the test decides).
    alternative
        ``"two-sided"``, ``"greater"`` (is A better?) or ``"less"`` (is B better?).
    names
        What to call A and B.
    margin
        Differences smaller than this do not matter; allows the verdict ``equivalent``, which needs the
        interval of level 1 - 2 alpha (two one-sided tests) to lie inside it.
    rng
        A whole number or numpy Generator, for methods that draw at random (default 0).
    tried
        Number of comparisons tried in total, including this one and every configuration (default 1):
        the p-value is adjusted by Bonferroni's method, and the adjusted one decides.
    tuned_on_test
        Whether the test items helped to choose what is compared; a caveat says what that invalidates.
    opinions
        Whether to run all other valid methods as well, for ``Verdict.opinions`` (default False).
    """

    alpha: float
    level: float | None
    alternative: str
    names: tuple[str, str]
    margin: float | None
    rng: Any
    tried: int
    tuned_on_test: bool
    opinions: bool
    df: Any
    correction: bool
    interval: str
    form: str
    floor: str
    zeros: str


class Answer(NamedTuple):
    """A verdict with the case that it is on, so that the method can be asked further."""

    case: Case
    verdict: Verdict


def answer(
    outcomes: Outcomes,
    *,
    opinions: bool = False,
    others: Mapping[str, Callable[[str], Outcomes]] = MappingProxyType({}),
    **asked: Any,
) -> Verdict:
    """The verdict on outcomes; with what all valid methods say about them if ``opinions`` are wanted.

    ``others`` are methods that take the same numbers in another form, which the function gives. What may be
    ``asked`` are the keywords of `ask`.

    Examples
    --------
    >>> from bakeoff import compare_counts
    >>> verdict = compare_counts(15, 35, n=412, both_right=300, opinions=True)
    >>> [opinion.method for opinion in verdict.opinions if not opinion.unsound]
    ['mcnemar', 'mcnemar-exact', 'mcnemar-mid-p']
    """
    chosen = ask(outcomes, **asked)
    verdict = verdict_of(chosen)
    if not opinions:
        return verdict
    shared = {name: asked[name] for name in SHARED if name in asked}

    def say(method: Method) -> Case:
        if method is chosen.method:
            return chosen
        taken = outcomes if isinstance(outcomes, method.kinds) else others[method.key](method.key)
        return ask(taken, method=method.key, again=False, **shared)

    legal = {method.key for method in legal_methods(outcomes)} | others.keys()
    asked_of = [method for method in METHODS if method.key in legal and method.has_all(outcomes)]
    return replace(verdict, opinions=gather(asked_of, say))


def ask(
    outcomes: Outcomes,
    *,
    method: str = "auto",
    metric: MetricLike = "accuracy",
    about: str = "",
    known: tuple[Caveat, ...] = (),
    background: Background | None = None,
    again: bool = True,
    draws: int | None = None,
    alpha: float = 0.05,
    level: float | None = None,
    alternative: str = "two-sided",
    names: tuple[str, str] = ("A", "B"),
    margin: float | None = None,
    rng: Rng = 0,
    tried: int = 1,
    tuned_on_test: bool = False,
    **options: Any,
) -> Case:
    """Choose a valid method, run it, and decide.

    ``about`` names what the metric measures, such as a class; ``known`` are caveats found before;
    ``background`` is what else is known. ``again`` asks how likely the same decision is when
    the work is repeated. A method that resamples does so ``draws`` times. What else every comparison is
    asked is in `Common`; ``options`` are those of the method.
    """
    record, reason = pick(method, outcomes)
    measured = metric if isinstance(metric, Metric) else metric_of(metric)
    refuse_mixed(outcomes, measured)
    unit = unit_of(outcomes, measured, about)
    _check_margin(margin, unit, measured)
    usual = record.usual(outcomes) if method == "auto" else {}
    drawn = {} if draws is None else {"resamples": check_resamples(draws)}
    drawn = drawn if "resamples" in record.options else {}
    asked = Asked(
        outcomes=outcomes,
        method=record,
        options=_options(record, {**usual, **options, **drawn}, rng),
        level=level_of(alpha, level),
        alternative=parse_alternative(alternative),
    )
    behind = replace(background or Background(), tried=parse_tried(tried), tuned_on_test=bool(tuned_on_test))
    case = Case(
        asked=asked,
        result=asked.result(),
        metric=measured,
        unit=unit,
        alpha=alpha,
        margin=margin,
        names=two_names(names),
        values=values_of(outcomes, measured),
        reason=reason,
        known=known,
        background=behind,
    )
    return decided(case, again=again)


def decided(case: Case, *, again: bool) -> Case:
    """The case with its decision: alone, or among all that were tried."""
    adjustment = adjustment_for(1, tried=case.background.tried)
    member = Member(case.result, case.asked.result)
    family = Family(members=(member,), alpha=case.alpha, margin=case.margin, adjustment=adjustment)
    ((decision, p_value, equivalence),) = family.judged()
    found = replace(
        case, decision=decision, adjusted_p_value=p_value, adjustment=adjustment, equivalence=equivalence
    )
    if not again:
        return found
    found = replace(found, replicability=replicability_of(found))
    if decision != "undecided" or not isinstance(found.outcomes, PairedItems):
        return found
    from bakeoff.judge.sensitivity import sensitivity_of

    return replace(found, sensitivity=sensitivity_of(found))


def verdict_of(case: Case) -> Verdict:
    """What was found, with all that is said about it."""
    outcomes, version = case.outcomes, case.method.version
    return Verdict(
        decision=case.decision,
        result=case.result,
        basis=basis_of(outcomes, case.result.n),
        alpha=float(case.alpha),
        names=case.names,
        metric=case.metric.key,
        unit=case.unit,
        margin=None if case.margin is None else float(case.margin),
        equivalence=case.equivalence,
        values=case.values,
        caveats=case.known + tuple(caveat for each in PITFALLS for caveat in each.caveats(case)),
        reason=case.reason,
        measured=_measured(case),
        adjusted_p_value=case.adjusted_p_value,
        adjustment=case.adjustment,
        replicability=case.replicability,
        sensitivity=case.sensitivity,
        evidence=evidence_of(outcomes),
        value_intervals=own_intervals(outcomes, case.metric, case.result.level, case.values),
        options=tuple(case.options.items()),
        versions=() if version is None else (version(outcomes, case.result.alternative),),
    )


def _measured(case: Case) -> Measured | None:
    """What was measured about the method; on a test set of unknown origin only what its record says."""
    record = case.method
    if case.design is None:
        return Measured(remark=record.risk) if record.risk else None
    from bakeoff.measured.tables import measured_under

    found = measured_under(record.key, case.design, case.options, case.alpha, record.risk)
    if found is None or case.metric.right_or_wrong:
        return found
    return replace(found, unmeasured_metric=case.metric.key)


def _options(method: Method, options: dict[str, Any], rng: Rng) -> dict[str, Any]:
    """The options that the method knows; anything else is an error that names those it does."""
    for name in options:
        if name not in method.options:
            there = [each for each in (*method.options, *COMMON) if each != name]  # some callers take fewer
            raise unknown_name(f"option of {method.key}", name, there)
    # One root for all that a method is asked: a Generator would give another stream each time.
    return options | ({"rng": root_entropy(rng)} if "rng" in method.options else {})


def two_names(names: object) -> tuple[str, str]:
    """What to call A and B, or an error where that is not two names."""
    if isinstance(names, str) or not isinstance(names, Collection) or len(names) != 2:
        raise InputError(f"names is {names!r}; expected two, such as ('forest', 'boosting')")
    first, second = names
    return str(first), str(second)


def _check_margin(margin: float | None, unit: Unit, metric: Metric) -> None:
    """Refuse a margin given in points where fractions are meant."""
    if isinstance(margin, numbers.Real) and unit.factor == 100 and 1 <= margin < math.inf:
        raise InputError(
            f"margin is {margin}, but {metric.key} lies between {metric.low:g} and {metric.high:g}; write "
            f"{float(margin) / 100:g} for {float(margin):g} points"
        )


MARKS = {"calibration-domain": "outside its calibration", "no-variation": "no variation"}


def gather(
    methods: Iterable[Method],
    ask: Callable[[Method], Case],
    marks: Callable[[Method], tuple[str, ...]] = lambda method: (),
) -> tuple[Opinion, ...]:
    """The result of each method, or why it refuses; an unsound one that does is left out."""
    found = []
    for method in methods:
        try:
            found.append(_opinion(method, ask(method), marks(method)))
        except BakeoffError as problem:
            if not method.unsound:
                found.append(
                    Opinion(method=method.key, unsound=False, marks=marks(method), refused=str(problem))
                )
    return tuple(found)


def _opinion(method: Method, said: Case, marks: tuple[str, ...]) -> Opinion:
    known = [caveat.key for caveat in said.known]
    found = (word for key, word in MARKS.items() if key in known or any(BY_KEY[key].trigger(said)))
    return Opinion(
        method=method.key,
        unsound=bool(method.unsound),
        marks=(*marks, *found),
        result=said.result,
        # Unadjusted: adjustment for several is for the verdict alone.
        decision=decide(said.result, alpha=said.alpha) if said.adjustment else said.decision,
        measured=_measured(said),
    )


UNSURE = BY_KEY["may-not-replicate"]


def judge_together(answers: Sequence[Answer], adjustment: Adjustment | None) -> list[Verdict]:
    """The verdicts of a family, each with how likely its decision is reached again."""
    verdicts = decide_together(
        [each.verdict for each in answers], [each.case.asked.result for each in answers], adjustment
    )
    return [
        _replicable(each, verdict, adjustment) if adjustment else verdict
        for each, verdict in zip(answers, verdicts, strict=True)
    ]


def _replicable(alone: Answer, verdict: Verdict, adjustment: Adjustment) -> Verdict:
    """The probability of the same decision, at the level which the adjusted p-value amounts to."""
    case, strictest = alone.case, verdict.alpha / adjustment.several
    adjusted = verdict.deciding_p
    # Equivalence among several is always asked of the widest interval.
    factor = verdict.result.p_value / adjusted if adjusted and verdict.decision != "equivalent" else 0.0
    alpha = max(verdict.alpha * factor, strictest)
    fresh = decided(replace(case, alpha=alpha, background=replace(case.background, tried=1)), again=True)
    same = fresh.decision == verdict.decision
    kept = (each for each in verdict.caveats if each.key != UNSURE.key)
    unsure = UNSURE.caveats(fresh) if same else ()
    replicability = fresh.replicability if same else None
    return replace(verdict, replicability=replicability, sensitivity=None, caveats=(*kept, *unsure))


def decide_together(
    verdicts: Sequence[Verdict], asked_at: Sequence[Callable[[float], Result]], adjustment: Adjustment | None
) -> list[Verdict]:
    """Verdicts that were reached alone, decided as a family; all ask for the same alpha and margin.

    ``asked_at`` has for each of them what gives its result at another level.
    """
    if adjustment is None or not verdicts:
        return list(verdicts)
    members = tuple(Member(each.result, at) for each, at in zip(verdicts, asked_at, strict=True))
    first = verdicts[0]
    family = Family(members=members, alpha=first.alpha, margin=first.margin, adjustment=adjustment)
    return [
        replace(
            each,
            decision=found.decision,
            adjusted_p_value=found.p_value,
            adjustment=adjustment,
            equivalence=found.equivalence,
        )
        for each, found in zip(verdicts, family.judged(), strict=True)
    ]
