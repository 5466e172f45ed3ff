"""What was asked, how often, of whom, and of which values."""

import numpy as np

from bakeoff.core.family import false_alarms
from bakeoff.core.outcomes import PairedScores, RankedItems
from bakeoff.core.result import equivalence_level
from bakeoff.core.verdict import Replicability
from bakeoff.core.works import BOUCKAERT_2003, HONAVAR, SALZBERG_1997
from bakeoff.judge.facts import in_percent, out_of_range, tops
from bakeoff.judge.pitfalls.pitfall import Case, Finding, Found, Pitfall

GOODMAN_1992 = "Goodman 1992, Statistics in Medicine 11:875-879"
SURE_OF_FOLDS = 0.8
SURE_OF_ITEMS = 2 / 3
ENOUGH_RUNS = 3  # two runs say next to nothing about how far runs lie apart


def _tried(case: Case) -> Found:
    tried = case.background.tried
    if tried > 1:
        chance = 100 * false_alarms(tried, alpha=case.alpha).at_least_one
        yield Finding(
            f"{tried} comparisons were tried: without a true difference, at least one of so many would show "
            f"one {chance:.0f} % of the time (at {case.alpha:g} each, if they are independent); the adjusted "
            f"p-value decides, and the interval is still that of a single comparison{_wider(case)}"
        )


def _wider(case: Case) -> str:
    """What equivalence asks for among several."""
    if case.margin is None:
        return ""
    level = max(case.result.level, equivalence_level(case.alpha, case.background.tried))
    return f": to be equivalent, the one at {100 * level:.4g} % must lie inside the margin"


def _tuned(case: Case) -> Found:
    if case.background.tuned_on_test:
        yield Finding(
            "the test items helped to choose what is compared: the estimates flatter what was tuned more, "
            "and neither p-value nor interval means what it says"
        )


def _may_not_replicate(case: Case) -> Found:
    """Partitions cost only computing: ask more of them than of test sets, where all near alpha is unsure."""
    found = case.replicability
    if found is None:
        return
    told = f"only {claim(found)}"
    if found.of == "partitions" and found.share < SURE_OF_FOLDS and found.rests_on >= ENOUGH_RUNS:
        yield Finding(
            told, "use more runs" + ("" if case.decision == "undecided" else ", or take it as undecided")
        )
    elif found.of == "test sets" and case.decision != "undecided" and found.share < SURE_OF_ITEMS:
        yield Finding(told)


def claim(found: Replicability) -> str:
    """The chance of the same decision alone, without what it supposes and how sure it is."""
    partitions, test_sets = "new partitions of the same data", "fresh test sets of the same size"
    anew = partitions if found.of == "partitions" else test_sets
    return f"{percent(found.share)} of {anew} would give the same decision"


def percent(share: float) -> str:
    """A share in per cent; only what is certain is said to be 0 or 100.

    >>> percent(0.9996), percent(0.721), percent(1.0)
    ('>99 %', '72 %', '100 %')
    """
    if 0.99 < share < 1:
        return ">99 %"
    return "<1 %" if 0 < share < 0.01 else f"{100 * share:.0f} %"


def _name(case: Case) -> Found:
    if case.metric.misprint:
        other, meaning = case.metric.not_to_confuse[0]
        formula = case.metric.formula
        yield Finding(f"{case.metric.key} is {formula} here; not {other}: {meaning}")


OF_ASKING = (
    Pitfall(
        key="many-tried",
        codes=("PIT-7",),
        title="many comparisons of which the best is told",
        when="the user says that more than one comparison was tried",
        remedy="count every configuration that was looked at, and confirm the winner on fresh data",
        source=f"{SALZBERG_1997}, sec. 3",
        trigger=_tried,
    ),
    Pitfall(
        key="tuned-on-test",
        codes=("PIT-8",),
        title="tuning on the test data",
        when="the user says that the test items helped to choose",
        remedy="tune inside the training part (bakeoff run does), or test on items that nothing has seen",
        source=f"{SALZBERG_1997}, sec. 3.3",
        trigger=_tuned,
    ),
    Pitfall(
        key="may-not-replicate",
        codes=("PIT-16",),
        title="a decision that may not be reached again",
        when="fewer than 80 % of new partitions, or for an established difference fewer than two in three "
        "fresh test sets, would give the same decision",
        remedy="test on more items before building on it",
        source=f"{BOUCKAERT_2003}, sec. 5.4; {GOODMAN_1992}",
        trigger=_may_not_replicate,
    ),
    Pitfall(
        key="name-of-two-meanings",
        codes=("PIT-13",),
        title="a name that others use for something else",
        when="the metric is precision, specificity or false-alarm",
        remedy="give the formula with the number",
        source=f"{HONAVAR}, where both mean TP / (TP + FP)",
        trigger=_name,
    ),
)


CLIPPED = 36.0  # the loss of the smallest probability that log loss knows, 2.2e-16
ZERO_GIVEN = (
    "a probability of 0 was given to what came true: its infinite loss is counted as 36, and the verdict may "
    "hang on it"
)
BY_DEFINITION = "follows from the definition"


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
