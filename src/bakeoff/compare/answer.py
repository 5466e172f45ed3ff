"""From outcomes to a verdict."""

import math
import numbers
from collections.abc import Collection
from typing import Any, TypedDict

from bakeoff.compare.caveats import CALIBRATED_HERE, Case, find_caveats
from bakeoff.compare.choose import pick, usual_options
from bakeoff.compare.evidence import evidence_of
from bakeoff.compare.facts import counted, detail_of, unit_of, values_of
from bakeoff.compare.measured import measured_risk
from bakeoff.core.alternative import parse_alternative, parse_fraction
from bakeoff.core.decide import decide
from bakeoff.core.design import Design
from bakeoff.core.exceptions import InputError
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.suggest import unknown_name
from bakeoff.core.verdict import Caveat, Verdict
from bakeoff.core.words import Unit
from bakeoff.metrics import METRICS

COMMON = ("alpha", "level", "alternative", "names", "margin", "rng")


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
    """

    alpha: float
    level: float
    alternative: str
    names: tuple[str, str]
    margin: float | None
    rng: Any
    df: Any
    correction: bool
    form: str
    floor: str
    zeros: str


def answer(
    outcomes: Any,
    *,
    method: str = "auto",
    metric: str = "accuracy",
    alpha: float = 0.05,
    level: float = 0.95,
    alternative: str = "two-sided",
    names: tuple[str, str] = ("A", "B"),
    margin: float | None = None,
    rng: Any = 0,
    about: str = "",
    known: tuple[Caveat, ...] = (),
    design: Design | None = None,
    **options: Any,
) -> Verdict:
    """Pick the method, run it, decide, and collect what limits the verdict.

    ``about`` names what the metric speaks of, such as a class; ``known`` are caveats found before;
    ``design`` is how learners came to be tested on the items, where that is known.
    """
    record, reason = pick(method, outcomes)
    measured = METRICS[metric]
    unit, called = unit_of(outcomes, measured, about), two_names(names)
    _check_margin(margin, unit, measured)
    usual = usual_options(record.key, outcomes) if method == "auto" else {}
    given = _options(record, usual | options, rng)
    result = record.compute(
        outcomes,
        level=parse_fraction(level, "level"),
        alternative=parse_alternative(alternative),
        **given,
    )
    values = values_of(outcomes, measured)
    case = Case(
        outcomes=outcomes,
        method=record,
        result=result,
        options=given,
        metric=measured,
        values=values,
        margin=margin,
        calibrated=any(caveat.key == CALIBRATED_HERE for caveat in known),
    )
    return Verdict(
        decision=decide(result, alpha=alpha, margin=margin),
        result=result,
        title=record.title + (" (unsound)" if record.unsound else ""),
        counted=counted(outcomes, result.n),
        alpha=float(alpha),
        names=called,
        metric=metric,
        unit=unit,
        margin=None if margin is None else float(margin),
        values=values,
        detail=detail_of(outcomes, called),
        caveats=known + find_caveats(case),
        reason=reason,
        risk=measured_risk(record, outcomes, given, float(alpha), design),
        evidence=evidence_of(outcomes),
        options=tuple(
            (name, f"{value:g}" if isinstance(value, float) else str(value)) for name, value in given.items()
        ),
    )


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
