"""Scores and results that look wrong in themselves."""

from collections.abc import Iterable

import numpy as np

from bakeoff.core.outcomes import PairedScores, RankedItems
from bakeoff.judge.pitfalls.pitfall import Case, Finding, Pitfall
from bakeoff.judge.ranges import in_percent, out_of_range, tops
from bakeoff.methods._references import HONAVAR

CLIPPED = 36.0  # the loss of the smallest probability that log loss knows, 2.2e-16
ZERO_GIVEN = (
    "a probability of 0 was given to what came true: its infinite loss is counted as 36, and the verdict may "
    "hang on it"
)
BY_DEFINITION = "follows from the definition"
Found = Iterable[Finding]


def _no_variation(case: Case) -> Found:
    if case.result.degenerate and case.result.p_value == 0:
        yield Finding("this method saw no variation to judge the difference by, so p = 0 is no evidence")


def _below_half(case: Case) -> Found:
    if isinstance(case.outcomes, RankedItems) and case.values and max(case.values) < 0.5:
        yield Finding(
            "both areas under the ROC curve are below .5, worse than chance: is the right class positive?"
        )


def _bounds(case: Case) -> str:
    return f"{case.metric.key} lies between {case.metric.low:g} and {case.metric.high:g}"


def _range(case: Case) -> Found:
    odd = out_of_range(case.outcomes, case.metric)
    if odd is not None:
        yield Finding(f"a score is {odd:g}, but {_bounds(case)}: is the metric right?")


def _in_percent(case: Case) -> Found:
    if out_of_range(case.outcomes, case.metric) is None and in_percent(case.outcomes, case.metric):
        yield Finding(
            f"scores reach {max(tops(case.outcomes)):g} where {_bounds(case)}: they look like percentages, "
            f"and the difference is in their units"
        )


def _clipped(case: Case) -> Found:
    if not case.metric.clips or not isinstance(case.outcomes, PairedScores):
        return
    if -min(np.min(case.outcomes.a), np.min(case.outcomes.b)) >= CLIPPED:
        yield Finding(ZERO_GIVEN)


def _no_width(case: Case) -> Found:
    low, high = case.result.interval
    if case.margin is not None and low == high:
        yield Finding("the interval has no width, because nothing varied: it proves no equivalence")


def _within_margin(case: Case) -> Found:
    (low, high), margin = case.result.interval, case.margin
    if margin is not None and (0 < low < margin < high or low < -margin < high < 0):
        yield Finding(
            f"the difference may be smaller than the margin of {margin:g}, which was said not to matter"
        )


ODD_VALUES = (
    Pitfall(
        key="no-variation",
        title="no variation to judge the difference by",
        when="all that a method measures chance by is 0, and the difference is not",
        remedy="check that the scores are real and not rounded, and compare on more data",
        source=BY_DEFINITION,
        trigger=_no_variation,
    ),
    Pitfall(
        key="auc-below-half",
        title="both models worse than chance",
        when="both areas under the ROC curve are below .5",
        remedy="name the other class as positive, or change the sign of the scores",
        source=HONAVAR,
        trigger=_below_half,
    ),
    Pitfall(
        key="scores-out-of-range",
        title="scores that their metric cannot take",
        when="a score lies outside the range of the metric, as a fraction and in percent",
        remedy="name the metric that the scores are of, or correct them",
        source=BY_DEFINITION,
        trigger=_range,
    ),
    Pitfall(
        key="scores-in-percent",
        title="percentages where fractions are usual",
        when="scores of a rate reach more than 1",
        remedy="divide by 100 for fractions",
        source=BY_DEFINITION,
        trigger=_in_percent,
    ),
    Pitfall(
        key="probabilities-clipped",
        title="a log loss that hangs on probabilities of 0",
        when="by log loss, a model gave probability 0 to what came true",
        remedy="compare by brier as well",
        source=BY_DEFINITION,
        trigger=_clipped,
    ),
    Pitfall(
        key="no-width",
        title="an interval of no width taken for equivalence",
        when="a margin is given and the interval has no width",
        remedy="compare on more data, until something varies",
        source=BY_DEFINITION,
        trigger=_no_width,
    ),
    Pitfall(
        key="perhaps-within-margin",
        title="a difference that is established and may not matter",
        when="a margin is given, and the interval leaves out 0 and holds the margin",
        remedy="compare on more data before it is called important",
        source=BY_DEFINITION,
        trigger=_within_margin,
    ),
)
