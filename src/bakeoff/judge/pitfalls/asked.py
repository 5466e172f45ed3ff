"""What was asked, how often, of whom; and whether asking again would give the same."""

from collections.abc import Iterable

from bakeoff.core.adjustment import false_alarms
from bakeoff.core.decide import equivalence_level
from bakeoff.judge.pitfalls.pitfall import Case, Finding, Pitfall
from bakeoff.methods._references import BOUCKAERT_2003, HONAVAR, SALZBERG_1997

GOODMAN_1992 = "Goodman 1992, Statistics in Medicine 11:875-879"
SURE_OF_FOLDS = 0.8
SURE_OF_ITEMS = 2 / 3
ENOUGH_RUNS = 3  # two runs say next to nothing about how far runs lie apart
Found = Iterable[Finding]


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
    told = f"only {found.claim}"
    if found.of == "partitions" and found.share < SURE_OF_FOLDS and found.rests_on >= ENOUGH_RUNS:
        yield Finding(
            told, "use more runs" + ("" if case.decision == "undecided" else ", or take it as undecided")
        )
    elif found.of == "test sets" and case.decision != "undecided" and found.share < SURE_OF_ITEMS:
        yield Finding(told)


def _name(case: Case) -> Found:
    if case.metric.two_meanings:
        other, meaning = case.metric.not_to_confuse[0]
        formula = case.metric.formula
        yield Finding(f"{case.metric.key} is {formula} here; not {other}: {_without_codes(meaning)}")


def _without_codes(meaning: str) -> str:
    """A remark of a metric's record without the number of its misprint, which few readers know."""
    return meaning.split(" (E-")[0]


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
