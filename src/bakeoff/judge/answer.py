"""From outcomes to a verdict."""

import math
import numbers
from collections.abc import Collection
from dataclasses import replace
from typing import Any, NamedTuple, TypedDict

from bakeoff.core.adjustment import Adjustment
from bakeoff.core.alternative import Alternative, parse_alternative, parse_fraction
from bakeoff.core.decide import Decision, decide
from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import whole
from bakeoff.core.reason import Reason
from bakeoff.core.result import Result
from bakeoff.core.suggest import unknown_name
from bakeoff.core.unit import Unit
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.judge.caveats import find_caveats
from bakeoff.judge.choose import pick, usual_options
from bakeoff.judge.evidence import evidence_of
from bakeoff.judge.facts import basis_of, unit_of, values_of
from bakeoff.judge.own_values import own_intervals
from bakeoff.judge.pitfalls import Background, Case
from bakeoff.judge.pitfalls.degrees import CALIBRATED_HERE
from bakeoff.judge.ranges import refuse_mixed
from bakeoff.judge.replicability import replicability_of
from bakeoff.measured.lookup import measured_risk
from bakeoff.metrics._own import metric_of

COMMON = ("alpha", "level", "alternative", "names", "margin", "rng", "tried", "tuned_on_test", "opinions")
MOST_TRIED = 1_000_000


class Common(TypedDict, total=False):
    """Keywords that every ``compare_*`` takes, beside the options of the method.

    alpha
        The p-value below which a difference counts (default 0.05).
    level
        The level of the interval (default 0.95).
    alternative
        ``"two-sided"``, ``"greater"`` (is A better?) or ``"less"`` (is B better?).
    names
        What to call A and B.
    margin
        Differences smaller than this do not matter; allows the verdict ``equivalent``.
    rng
        A whole number or numpy Generator, for methods that draw at random (default 0).
    tried
        How many comparisons were tried in all, this one included, every configuration counted (default 1):
        the p-value is adjusted by Bonferroni's method, and the adjusted one decides.
    tuned_on_test
        Whether the test items helped to choose what is compared; a caveat says what that spoils.
    opinions
        Whether to ask all other legal methods as well, for ``Verdict.opinions`` (default False).
    """

    alpha: float
    level: float
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


def answer(
    outcomes: Any,
    *,
    method: str = "auto",
    metric: str | Metric = "accuracy",
    alpha: float = 0.05,
    level: float = 0.95,
    alternative: str = "two-sided",
    names: tuple[str, str] = ("A", "B"),
    margin: float | None = None,
    rng: Any = 0,
    tried: int = 1,
    tuned_on_test: bool = False,
    about: str = "",
    known: tuple[Caveat, ...] = (),
    background: Background | None = None,
    again: bool = True,
    **options: Any,
) -> Verdict:
    """Pick the method, run it, decide, and collect what limits the verdict.

    ``about`` names what the metric speaks of, such as a class; ``known`` are caveats found before;
    ``background`` is what is known beside the numbers. ``again`` asks how likely the same decision is when
    the work is done once more.
    """
    behind = replace(background or Background(), tried=parse_tried(tried), tuned_on_test=bool(tuned_on_test))
    record, reason = pick(method, outcomes)
    measured = metric_of(metric)
    refuse_mixed(outcomes, measured)
    unit, called = unit_of(outcomes, measured, about), two_names(names)
    _check_margin(margin, unit, measured)
    usual = usual_options(record.key, outcomes) if method == "auto" else {}
    given = _options(record, usual | options, rng)
    ask = Ask(record, outcomes, given, parse_fraction(level, "level"), parse_alternative(alternative))
    result = ask.result()
    decision, adjusted = _decided(ask, result, alpha=alpha, margin=margin, tried=behind.tried)
    case = Case(
        outcomes=outcomes,
        method=record,
        result=result,
        options=given,
        metric=measured,
        decision=decision,
        alpha=float(alpha),
        names=called,
        values=values_of(outcomes, measured),
        margin=margin,
        calibrated=any(caveat.key == CALIBRATED_HERE for caveat in known),
        background=behind,
    )
    case = replace(case, replicability=replicability_of(case) if again else None)
    return _verdict(case, unit, adjusted, reason=reason, known=known)


def _verdict(
    case: Case, unit: Unit, adjusted: float | None, *, reason: Reason | None, known: tuple[Caveat, ...]
) -> Verdict:
    """What was found, with all that is said beside it."""
    record, outcomes, behind = case.method, case.outcomes, case.background
    return Verdict(
        decision=case.decision,
        result=case.result,
        basis=basis_of(outcomes, case.result.n),
        alpha=case.alpha,
        names=case.names,
        metric=case.metric.key,
        unit=unit,
        margin=None if case.margin is None else float(case.margin),
        values=case.values,
        caveats=known + find_caveats(case),
        reason=reason,
        risk=measured_risk(record, outcomes, case.options, case.alpha, behind.design),
        adjusted_p_value=adjusted,
        adjustment=None
        if adjusted is None
        else Adjustment(method="bonferroni", count=behind.tried, kind="tries"),
        replicability=case.replicability,
        evidence=evidence_of(outcomes),
        value_intervals=None
        if case.values is None
        else own_intervals(outcomes, case.metric, case.result.level),
        options=tuple(case.options.items()),
    )


class Ask(NamedTuple):
    """A method with all that it is asked, which may be asked at another level."""

    method: Method
    outcomes: Any
    options: dict[str, Any]
    level: float
    alternative: Alternative

    def result(self, level: float | None = None) -> Result:
        """What the method says."""
        found = self.method.compute(
            self.outcomes, level=level or self.level, alternative=self.alternative, **self.options
        )
        about = self.method.estimates
        told = f"the difference is {about}, not that of the two values"
        return replace(found, notes=(*found.notes, told)) if about else found


def _decided(
    ask: Ask, result: Result, *, alpha: float, margin: float | None, tried: int
) -> tuple[Decision, float | None]:
    """The decision and, where several were tried, the adjusted p-value that it follows."""
    decision = decide(result, alpha=alpha, margin=margin)
    if tried == 1:
        return decision, None
    p_value = min(1.0, tried * result.p_value)
    if margin is not None:
        # Equivalence is two tests more at alpha / tried: it needs an interval that is as much wider.
        wide = ask.result(max(result.level, 1 - 2 * alpha / tried))
        if decide(wide, alpha=alpha, margin=margin) == "equivalent":
            return "equivalent", p_value
    return decide(replace(result, p_value=p_value), alpha=alpha), p_value


def parse_tried(tried: Any) -> int:
    """How many comparisons were tried: a whole number from 1 upwards."""
    count = whole(tried, "tried")
    if not 1 <= count <= MOST_TRIED:
        raise InputError(
            f"tried is {count}; expected how many comparisons were made in all, this one included, from 1 to "
            f"{MOST_TRIED}"
        )
    return count


def _options(method: Method, options: dict[str, Any], rng: Any) -> dict[str, Any]:
    """The options that the method knows; anything else is an error that names those it does."""
    for name in options:
        if name not in method.options:
            raise unknown_name(f"option of {method.key}", name, [*method.options, *COMMON])
    return options | ({"rng": rng} if "rng" in method.options else {})


def two_names(names: Any) -> tuple[str, str]:
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
