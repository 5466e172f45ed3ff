"""What limits a verdict: rules that look at the outcomes, the method and its result."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.calibration import calibration_of, is_calibratable
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import FoldScores, PairedItems, RatePair
from bakeoff.core.result import Result
from bakeoff.core.verdict import Caveat

FEW_DISCORDANT = 10


@dataclass(frozen=True, kw_only=True)
class Case:
    """Everything that a rule may look at."""

    outcomes: Any
    method: Method
    result: Result
    options: dict[str, Any]
    metric: Metric


def find_caveats(case: Case) -> tuple[Caveat, ...]:
    """All caveats that apply, in the order of the rules."""
    return tuple(caveat for rule in RULES for caveat in rule(case))


def in_percent(outcomes: Any, metric: Metric) -> bool:
    """Whether scores that should be fractions look like percentages."""
    scored = isinstance(outcomes, FoldScores) or type(outcomes).__name__ in ("SampleScores", "DatasetScores")
    if not scored or not metric.is_rate:
        return False
    return bool(max(np.max(np.abs(outcomes.a)), np.max(np.abs(outcomes.b))) > 1)


def _unsound(case: Case) -> Iterable[Caveat]:
    if case.method.unsound:
        yield Caveat(key="unsound-method", text=f"{case.method.key} is unsound: {case.method.unsound}")


def _nominal_df(case: Case) -> Iterable[Caveat]:
    if is_calibratable(case.method.key) and case.options.get("df") == "nominal":
        yield Caveat(
            key="nominal-df",
            text="nominal degrees of freedom treat all runs and folds as independent: at 10x10 folds a "
            'nominal 5 % became 53 % false alarms; use df="calibrated" or corrected-resampled-t',
        )


def _calibration(case: Case) -> Iterable[Caveat]:
    if not is_calibratable(case.method.key) or case.options.get("df", "calibrated") != "calibrated":
        return
    found, (runs, folds) = calibration_of(case.method.key), case.outcomes.a.shape
    if found.borrowed_from:
        yield Caveat(
            key="calibration-borrowed",
            text=f"{case.method.key} has no calibration of its own; {found.df:g} degrees of freedom are "
            f"those of {found.borrowed_from}",
        )
    elif not found.covers(runs, folds):
        yield Caveat(
            key="calibration-domain",
            text=f"{found.df:g} degrees of freedom were calibrated for {found.domain}, and this is {runs} x "
            f"{folds}: the false-alarm rate here is unknown; use that design or corrected-resampled-t",
        )
    yield Caveat(
        key="calibration-not-universal",
        text=f"{found.df:g} degrees of freedom fit naive Bayes against C4.5 on 300 items with 10 binary "
        f"attributes; elsewhere a nominal 5 % reached 8 to 19 %: read a p-value near alpha as undecided",
    )


def _no_variation(case: Case) -> Iterable[Caveat]:
    if case.result.degenerate and case.result.p_value == 0:
        yield Caveat(
            key="no-variation",
            text="every difference is the same, so p = 0 only says that this method saw no variation; check "
            "that the scores are real and not rounded, and compare on more data",
        )


def _few_discordant(case: Case) -> Iterable[Caveat]:
    if case.method.key == "mcnemar" and isinstance(case.outcomes, PairedItems):
        discordant = case.outcomes.only_a + case.outcomes.only_b
        if 0 < discordant < FEW_DISCORDANT:
            yield Caveat(
                key="few-discordant",
                text=f"only {discordant} items separate A and B, too few for the chi-squared approximation; "
                f"use mcnemar-exact or mcnemar-mid-p",
            )


def _few_errors(case: Case) -> Iterable[Caveat]:
    if case.method.key in ("two-proportion-z", "two-proportion-unpooled") and _thin(case.outcomes):
        yield Caveat(
            key="few-errors",
            text="fewer than 5 errors or 5 successes on one side, too few for the normal approximation; use "
            "two-proportion-exact",
        )


def _thin(rates: RatePair) -> bool:
    return min(rates.errors_a, rates.n_a - rates.errors_a, rates.errors_b, rates.n_b - rates.errors_b) < 5


def _percent(case: Case) -> Iterable[Caveat]:
    if in_percent(case.outcomes, case.metric):
        top = max(np.max(np.abs(case.outcomes.a)), np.max(np.abs(case.outcomes.b)))
        yield Caveat(
            key="scores-in-percent",
            text=f"scores reach {top:g} where {case.metric.key} lies between {case.metric.low:g} and "
            f"{case.metric.high:g}: they look like percentages, and the difference is in their units; "
            f"divide by 100 for fractions",
        )


RULES: tuple[Callable[[Case], Iterable[Caveat]], ...] = (
    _unsound,
    _nominal_df,
    _calibration,
    _no_variation,
    _few_discordant,
    _few_errors,
    _percent,
)
