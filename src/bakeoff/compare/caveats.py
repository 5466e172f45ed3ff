"""What limits a verdict: rules that look at the outcomes, the method and its result."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.compare.ranges import in_percent, out_of_range, tops
from bakeoff.core.calibration import calibration_of, is_calibratable
from bakeoff.core.method import Method
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import (
    LayoutScores,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    RatePair,
)
from bakeoff.core.result import Result
from bakeoff.core.verdict import Caveat
from bakeoff.methods._resampling import differing
from bakeoff.methods.half_sample_t import TINY

CALIBRATED_HERE = "calibrated-here"  # the caveat of degrees of freedom found on the user's own data
FEW = 10  # items of a class, or items on which two classifiers differ
FEW_DF = 5
MANY = 500  # items from which on even an AUC near 1 has an interval that covers
ROUNDING = 1e-9
RESAMPLING = "too few for resampling to be trusted; compare on more data, or on accuracy by mcnemar-exact"
MEASURED_HALVINGS = (15, 50)
CLIPPED = 36.0  # the loss of the smallest probability that log loss knows, 2.2e-16
ZERO_GIVEN = (
    "a probability of 0 was given to what came true: its infinite loss is counted as 36, and the verdict may "
    "hang on it; compare by brier as well"
)


@dataclass(frozen=True, kw_only=True)
class Case:
    """Everything that a rule may look at; ``calibrated`` where df was found on the user's own data."""

    outcomes: Any
    method: Method
    result: Result
    options: dict[str, Any]
    metric: Metric
    values: tuple[float, float] | None = None
    margin: float | None = None
    calibrated: bool = False


def find_caveats(case: Case) -> tuple[Caveat, ...]:
    """All caveats that apply, in the order of the rules."""
    return tuple(Caveat(key=key, text=text) for rule in RULES for key, text in rule(case))


Found = Iterable[tuple[str, str]]


def _unsound(case: Case) -> Found:
    if case.method.unsound:
        yield "unsound-method", f"{case.method.key} is unsound: {case.method.unsound}"


def _degrees_of_freedom(case: Case) -> Found:
    """Repeated cross-validation: which degrees of freedom were used, and where they come from."""
    if not is_calibratable(case.method.key) or case.calibrated:
        return
    found, (runs, folds) = calibration_of(case.method.key), case.outcomes.a.shape
    if case.options.get("df") not in (None, "calibrated"):
        yield from _too_many(case, found.df)
        return
    if found.borrowed_from:
        yield (
            "calibration-borrowed",
            f"{case.method.key} has no calibration of its own; {found.df:g} degrees of freedom are those of "
            f"{found.borrowed_from}",
        )
    if not replace(found, borrowed_from=None).covers(runs, folds):
        yield (
            "calibration-domain",
            f"the degrees of freedom were calibrated for {found.domain}, and this is {runs} x "
            f"{folds}: the false-alarm rate here is unknown, with few folds above 50 % where a nominal 5 % "
            f"was asked; use that design or corrected-resampled-t",
        )
    yield (
        "calibration-not-universal",
        f"{found.df:g} degrees of freedom were found with naive Bayes against C4.5 on 300 items with 10 "
        f"binary attributes, and hold the level there; what was measured elsewhere is told below: read a "
        f"p-value near alpha as undecided",
    )


def _too_many(case: Case, calibrated: float) -> Found:
    df = case.result.df
    if case.options["df"] == "nominal" or (isinstance(df, int | float) and df > calibrated):
        yield (
            "nominal-df",
            f"{df:g} degrees of freedom were not calibrated, and runs and folds share data: cv-all-data at "
            f"10x10 folds with its nominal 99 made 53 % false alarms of a nominal 5 %; "
            f'use df="calibrated" or corrected-resampled-t',
        )


def _no_variation(case: Case) -> Found:
    if case.result.degenerate and case.result.p_value == 0:
        yield (
            "no-variation",
            "this method saw no variation to judge the difference by, so p = 0 is no evidence; check that "
            "the scores are real and not rounded, and compare on more data",
        )


def _few_items(case: Case) -> Found:
    outcomes = case.outcomes
    if isinstance(outcomes, PairedItems) and case.method.key == "mcnemar":
        differ = outcomes.only_a + outcomes.only_b
        if 0 < differ < FEW:
            yield (
                "few-discordant",
                f"only {differ} items separate A and B, too few for the chi-squared approximation; use "
                f"mcnemar-exact or mcnemar-mid-p",
            )
    if isinstance(outcomes, PairedLabels):
        differ = differing(outcomes.table)
        classes = outcomes.table.sum(axis=(1, 2))
        rarest = int(classes[classes > 0].min())
        if 0 < differ < FEW:
            yield "few-items", f"A and B differ on only {differ} item(s): {RESAMPLING}"
        elif rarest < FEW and case.metric.key not in ("accuracy", "error"):
            yield "few-items", f"the rarest class has only {rarest} item(s): {RESAMPLING}"


def _ranks(case: Case) -> Found:
    if not isinstance(case.outcomes, RankedItems):
        return
    positives = int(case.outcomes.positive.sum())
    fewest = min(positives, case.outcomes.positive.size - positives)
    if fewest < FEW:
        yield (
            "few-of-a-class",
            f"the smaller class has {fewest}: with fewer than {FEW} items of a class DeLong's test raised a "
            f"false alarm up to 18 % of the time at a nominal 5 %; compare on more data",
        )
    if case.values and max(case.values) > 0.98 and case.outcomes.positive.size < MANY:
        yield (
            "auc-near-one",
            f"with an area under the ROC curve of {max(case.values):.4g} and so few items the interval may "
            f"be much too narrow: of nominal 95 % intervals 49 % held the truth at 20 items, 92 % at 200",
        )
    if case.values and max(case.values) < 0.5:
        yield (
            "auc-below-half",
            "both areas under the ROC curve are below .5, worse than chance: is the right class positive?",
        )


def _few_errors(case: Case) -> Found:
    if case.method.key in ("two-proportion-z", "two-proportion-unpooled") and _thin(case.outcomes):
        yield (
            "few-errors",
            "fewer than 5 errors or 5 successes on one side, too few for the normal approximation; use "
            "two-proportion-exact",
        )


def _thin(rates: RatePair) -> bool:
    return min(rates.errors_a, rates.n_a - rates.errors_a, rates.errors_b, rates.n_b - rates.errors_b) < 5


def _few_units(case: Case) -> Found:
    df = case.result.df
    clustered = isinstance(case.outcomes, PairedScores) and case.outcomes.clusters is not None
    if clustered and isinstance(df, int | float) and df < FEW_DF - ROUNDING:
        yield (
            "few-clusters",
            f"the clusters are worth only {df:.3g} degrees of freedom, because they are few or very unequal: "
            f"the p-value is rough; collect more clusters",
        )
    if isinstance(case.outcomes, LayoutScores) and case.outcomes.a.shape[0] < 4:
        yield (
            "few-training-sets",
            "with 2 or 3 training sets this test raised a false alarm 8 to 14 % of the time at a nominal "
            "5 %; use 4 or more",
        )


def _halvings(case: Case) -> Found:
    if case.method.key != "half-sample-t":
        return
    count = len(case.outcomes.halves)
    if count not in MEASURED_HALVINGS:
        yield (
            "halvings-not-measured",
            f"the false-alarm rate was measured for 15 and 50 halvings, and these are {count}; use one of "
            f"those",
        )
    if TINY in case.result.notes:
        guarded = case.options.get("floor", "none") != "none"
        yield (
            "halves-hardly-differ",
            "the halves hardly differ: learners that coincide on small samples make this test reject too "
            + (
                "easily; another variance is used instead, too small for some learners"
                if guarded
                else 'easily; use floor="nadeau-bengio"'
            ),
        )


def _range(case: Case) -> Found:
    bounds = f"{case.metric.key} lies between {case.metric.low:g} and {case.metric.high:g}"
    odd = out_of_range(case.outcomes, case.metric)
    if odd is not None:
        yield "scores-out-of-range", f"a score is {odd:g}, but {bounds}: is the metric right?"
        return
    if not in_percent(case.outcomes, case.metric):
        return
    least, most = sorted(tops(case.outcomes))
    if 0 < least <= 1 and most > 20 * least:
        yield (
            "percent-beside-fractions",
            f"scores of one side reach {most:g} and those of the other {least:g}: one looks like "
            f"percentages, the other like fractions; give both alike",
        )
    else:
        yield (
            "scores-in-percent",
            f"scores reach {most:g} where {bounds}: they look like percentages, and the difference is in "
            f"their units; divide by 100 for fractions",
        )


def _clipped(case: Case) -> Found:
    if case.metric.key == "log-loss" and isinstance(case.outcomes, PairedScores):
        worst = -min(np.min(case.outcomes.a), np.min(case.outcomes.b))
        if worst >= CLIPPED:
            yield "probabilities-clipped", ZERO_GIVEN


def _margin(case: Case) -> Found:
    low, high = case.result.interval
    if case.margin is not None and low == high:
        yield "no-width", "the interval has no width, because nothing varied: it proves no equivalence"
    if case.margin is not None and (0 < low < case.margin < high or low < -case.margin < high < 0):
        yield (
            "perhaps-within-margin",
            f"the difference may be smaller than the margin of {case.margin:g}, which was said not to matter",
        )


RULES: tuple[Callable[[Case], Found], ...] = (
    _unsound,
    _degrees_of_freedom,
    _no_variation,
    _few_items,
    _ranks,
    _few_errors,
    _few_units,
    _halvings,
    _range,
    _clipped,
    _margin,
)
