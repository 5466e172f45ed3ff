"""What was asked, how often, about which models, and about which values."""

import numpy as np

from bakeoff.core.family import false_alarms
from bakeoff.core.figures import figures
from bakeoff.core.outcomes import PairedScores, RankedItems
from bakeoff.core.result import equivalence_level
from bakeoff.core.verdict import Replicability
from bakeoff.core.works import BOUCKAERT_2003, HONAVAR, ON_REPLICATION, SALZBERG_1997
from bakeoff.judge.pitfalls.exact import any_of_several
from bakeoff.judge.pitfalls.pitfall import EVERY_NOUN, Case, Finding, Found, Pitfall
from bakeoff.judge.pitfalls.support import Support, by_definition
from bakeoff.judge.scales import in_percent, out_of_range, tops

SURE_OF_FOLDS = 0.8
SURE_OF_ITEMS = 2 / 3
ENOUGH_RUNS = 3  # two runs say next to nothing about how much runs vary


def _tried(case: Case) -> Found:
    tried = case.background.tried
    if tried > 1:
        chance = 100 * false_alarms(tried, alpha=case.alpha).at_least_one
        yield Finding(
            f"{tried} comparisons were tried: if there were no true difference, at least one of {tried} "
            f"independent tests would be significant {chance:.0f} % of the time (at {case.alpha:g} each); "
            f"the decision uses the adjusted p-value, but the interval is not adjusted{_wider(case)}"
        )


def _wider(case: Case) -> str:
    """What equivalence requires among several."""
    if case.margin is None:
        return ""
    level = equivalence_level(case.alpha, case.background.tried)
    return f" (equivalence requires the {100 * level:.4g} % interval to lie inside the margin)"


def _tuned(case: Case) -> Found:
    if case.background.tuned_on_test:
        yield Finding(
            "the test items were used to choose what is compared: the estimates favour the model that was "
            "tuned more, and the p-value and the interval are not valid"
        )


def _may_not_replicate(case: Case) -> Found:
    """Partitions cost only computing: ask more of them than of test sets, where all near alpha is unsure."""
    found = case.replicability
    if found is None:
        return
    told = _unsure(found, better=case.decision in ("a-better", "b-better"))
    if found.of == "partitions" and found.share < SURE_OF_FOLDS and found.rests_on >= ENOUGH_RUNS:
        yield Finding(
            told, "use more runs" + ("" if case.decision == "undecided" else ", or treat it as undecided")
        )
    elif found.of == "test sets" and case.decision != "undecided" and found.share < SURE_OF_ITEMS:
        yield Finding(told)


def _unsure(found: Replicability, *, better: bool) -> str:
    """How unsure the same decision is; as a number only where that says more than the p-value."""
    if not found.adds_to_p:
        return "the chance that a new test set of this size gives the same decision is below two thirds"
    partitions = found.of == "partitions"
    anew = "a new partition of the same data" if partitions else "a new test set of this size"
    lower = (
        ", and lower if you know from experience that such models usually differ little"
        if better and not partitions
        else ""
    )
    return f"the chance that {anew} gives the same decision is only about {percent(found.share)}{lower}"


def percent(share: float) -> str:
    """A share in per cent; only what is certain is shown as 0 or 100.

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
        yield Finding(f"here {case.metric.key} means {formula}, not {other} ({meaning})")


def _repeated(what: str) -> str:
    """Figures of two ranges of stated replication probabilities."""
    return figures("replicability", f".5 to .6, {what}", f".7 to .8, {what}")


OF_ASKING = (
    Pitfall(
        key="many-tried",
        importance="limits",
        codes=("PIT-7",),
        title="reporting only the best of many comparisons",
        when="the user says that more than one comparison was tried",
        remedy="count every comparison that you made, reported or not, and confirm the result on new data",
        source=f"{SALZBERG_1997}, sec. 3",
        references=(SALZBERG_1997,),
        support=Support(
            basis="computed",
            text="the probability that at least one of several independent tests at 5 % is significant "
            "although no two models differ",
            exact=any_of_several,
        ),
        trigger=_tried,
    ),
    Pitfall(
        key="tuned-on-test",
        importance="invalidates",
        codes=("PIT-8",),
        title="tuning on the test data",
        when="the user says that the test items were used to choose models or settings",
        remedy="tune on the training data only (as bakeoff run does), or test on items that were not used "
        "before",
        source=f"{SALZBERG_1997}, sec. 3.3",
        references=(SALZBERG_1997,),
        support=Support(
            basis="computed",
            text="if the best of several settings that are no better than the other model is chosen on the "
            "test items, as many tests were made without being counted: the probability that at least one "
            "of them is significant, if they are independent",
            exact=any_of_several,
        ),
        trigger=_tuned,
    ),
    Pitfall(
        key="may-not-replicate",
        importance="casts-doubt",
        codes=("PIT-16",),
        title="a decision that may not replicate",
        when="under a flat prior, the replication probability is below 80 % for a new partition of the "
        "data, or below two thirds for a new test set after a decision on items",
        remedy="compare on a new, larger test set before you rely on the decision",
        source=f"{BOUCKAERT_2003}, sec. 5.4; {'; '.join(ON_REPLICATION)}",
        references=(
            BOUCKAERT_2003,
            *ON_REPLICATION,
        ),
        support=Support(
            basis="measured",
            text=f"verdicts that stated a replication probability of {_repeated('items: stated')} % for "
            "another "
            f"test set were repeated in {_repeated('items: repeated')} % of the cases; for new "
            "partitions and "
            f"the corrected resampled t test, those that stated {_repeated('partitions: stated')} % in "
            f"{_repeated('partitions: repeated')} %",
            page="measured",
            section="Replicability of verdicts",
        ),
        trigger=_may_not_replicate,
    ),
    Pitfall(
        key="name-of-two-meanings",
        importance="informs",
        codes=("PIT-13",),
        title="a metric name with more than one meaning",
        when="the metric is precision, specificity or false-alarm",
        remedy="report the formula together with the number",
        source=f"{HONAVAR}, where both mean TP / (TP + FP)",
        references=(HONAVAR,),
        support=by_definition("two formulas have one name, and only the formula says which is meant"),
        trigger=_name,
    ),
)


CLIPPED = 36.0  # the loss of the smallest probability that log loss knows, 2.2e-16
ZERO_GIVEN = (
    "the true class was given probability 0: the infinite loss is replaced by 36, and the verdict may "
    "depend on that value"
)
BY_DEFINITION = "follows from the definition"


def _no_variation(case: Case) -> Found:
    if case.result.degenerate and case.result.p_value == 0:
        yield Finding(
            "the scores show no variation that this method could use, so p = 0 is not evidence of a "
            "difference"
        )


def _below_half(case: Case) -> Found:
    if case.values and max(case.values) < 0.5:
        yield Finding("both AUCs are below .5, which is worse than chance: check which class is positive")


def _bounds(case: Case) -> str:
    return f"{case.metric.key} lies between {case.metric.low:g} and {case.metric.high:g}"


def _range(case: Case) -> Found:
    odd = out_of_range(case.outcomes, case.metric)
    if odd is not None:
        yield Finding(f"a score is {odd:g}, but {_bounds(case)}: check the metric")


def _in_percent(case: Case) -> Found:
    if out_of_range(case.outcomes, case.metric) is None and in_percent(case.outcomes, case.metric):
        yield Finding(
            f"scores reach {max(tops(case.outcomes)):g}, but {_bounds(case)}: they look like percentages, "
            f"and the difference is reported in percentage points"
        )


def _clipped(case: Case) -> Found:
    if not case.metric.clips:
        return
    if -min(np.min(case.outcomes.a), np.min(case.outcomes.b)) >= CLIPPED:
        yield Finding(ZERO_GIVEN)


def _no_width(case: Case) -> Found:
    (low, high), found = case.result.interval, case.result
    if low != high and not (found.degenerate and found.estimate in (low, high)):
        return
    width = "has zero width" if low == high else "ends at the estimate"
    seen = f"the interval {width} because the data show no variation"
    if case.margin is not None:
        yield Finding(f"{seen}: it is not evidence of equivalence")
    elif not found.estimate:  # of other differences no-variation tells
        yield Finding(f"{seen}: it does not say how much the two may differ on other data", "", "limits")


def _within_margin(case: Case) -> Found:
    (low, high), margin = case.result.interval, case.margin
    if margin is None or case.decision == "equivalent":
        return
    if 0 < low < margin < high or low < -margin < high < 0:
        yield Finding(
            f"the difference may be smaller than the margin of {margin:g}, and then it does not matter"
        )


ODD_VALUES = (
    Pitfall(
        key="no-variation",
        nouns=("pair", "ranking"),
        importance="invalidates",
        title="a p-value of 0 without any variation in the data",
        when="the estimated variance is 0 and the difference is not",
        remedy="check that the scores are real and not rounded, and compare on more data",
        source=BY_DEFINITION,
        support=by_definition(
            "a variance that is estimated as 0 makes any difference infinitely many standard errors large"
        ),
        trigger=_no_variation,
    ),
    Pitfall(
        key="auc-below-half",
        nouns=EVERY_NOUN,
        scope="data",
        importance="invalidates",
        title="models worse than chance",
        when="both AUCs are below .5, or those of all models of a ranking",
        remedy="name the other class as positive, or change the sign of the scores",
        source=HONAVAR,
        references=(HONAVAR,),
        support=by_definition("an AUC of .5 is that of scores which do not depend on the class"),
        about=RankedItems,
        trigger=_below_half,
    ),
    Pitfall(
        key="scores-out-of-range",
        nouns=EVERY_NOUN,
        scope="data",
        importance="invalidates",
        title="scores outside the range of the metric",
        when="a score lies outside the range of the metric, both as a fraction and as a percentage",
        remedy="name the metric that the scores belong to, or correct the scores",
        source=BY_DEFINITION,
        support=by_definition("the metric cannot take such a value"),
        trigger=_range,
    ),
    Pitfall(
        key="scores-in-percent",
        nouns=EVERY_NOUN,
        scope="data",
        importance="informs",
        title="percentages where fractions are usual",
        when="scores of a rate are greater than 1",
        remedy="divide them by 100 to get fractions",
        source=BY_DEFINITION,
        support=by_definition("a fraction is at most 1"),
        trigger=_in_percent,
    ),
    Pitfall(
        key="probabilities-clipped",
        nouns=EVERY_NOUN,
        scope="data",
        importance="casts-doubt",
        title="a log loss that depends on probabilities of 0",
        when="the metric is log loss and a model gave probability 0 to the true class",
        remedy="also compare with the Brier score (brier)",
        source=BY_DEFINITION,
        support=by_definition(
            "the logarithm of 0 is infinite, so that the loss of such an item is the value that replaces it"
        ),
        about=PairedScores,
        trigger=_clipped,
    ),
    Pitfall(
        key="no-width",
        importance="invalidates",
        title="a zero-width interval taken as evidence",
        when="the data show no variation, so that the interval has zero width (one-sided: ends at the "
        "estimate), and the difference is 0, or a margin is given, which invalidates the decision",
        remedy="compare on more data",
        source=BY_DEFINITION,
        support=by_definition(
            "the width of the interval is estimated from the variation of the data, of which there is none"
        ),
        trigger=_no_width,
    ),
    Pitfall(
        key="perhaps-within-margin",
        importance="limits",
        title="a significant difference that may not matter",
        when="a margin is given, and the interval excludes 0 and contains the margin",
        remedy="compare on more data before you call the difference important",
        source=BY_DEFINITION,
        support=by_definition(
            "the interval contains the margin, so the data are compatible with differences on either side "
            "of it"
        ),
        trigger=_within_margin,
    ),
)
