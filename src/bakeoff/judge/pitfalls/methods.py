"""Methods that do not fit the numbers they were given, or fit nothing."""

import numpy as np

from bakeoff.core.outcomes import Floats, FoldScores, PairedItems, RatePair, SampleScores
from bakeoff.judge.pitfalls.pitfall import OURS, Case, Finding, Found, Pitfall
from bakeoff.measured.tables import risk_under
from bakeoff.methods._fold_scores import HALVES_ALIKE
from bakeoff.methods._references import (
    BOUCKAERT_2003,
    DIETTERICH_1998,
    MARTIN_HIRSCHBERG_1996,
)

MEASURED_HALVINGS = (15, 50)
WORTH_AN_INTERVAL = 30  # items
FINEST = 100  # items: fewer than that cannot tell scores apart that agree in two digits
BORDER = 10  # a p-value within this factor of alpha is near it


def _unsound(case: Case) -> Found:
    if case.method.unsound:
        yield Finding(f"{case.method.key} is unsound: {case.method.unsound}", case.method.instead)


def _unpaired(case: Case) -> Found:
    paired = isinstance(case.outcomes, SampleScores) and case.outcomes.paired
    if paired and case.method.ignores_pairing:
        yield Finding(
            f"{case.method.key} takes the scores for those of different samples, and they are paired"
        )


def _same_items(case: Case) -> Found:
    rates = case.outcomes
    if isinstance(rates, RatePair) and rates.n_a == rates.n_b:
        yield Finding(
            f"both test sets have {rates.n_a} items: if they are the same items, this method for two "
            f"independent test sets is the wrong one"
        )


def _overlap(case: Case) -> Found:
    """Where an estimate held against the other's interval would have said the opposite (M&H 3.1)."""
    counted = _errors(case)
    if counted is None or min(n for _, n in counted) < WORTH_AN_INTERVAL or case.background.tried > 1:
        return
    from bakeoff.intervals._rate import interval

    rates = [errors / n for errors, n in counted]
    ends = [interval(errors, n, level=case.result.level) for errors, n in counted]
    inside = [ends[1 - side].low <= rates[side] <= ends[1 - side].high for side in (0, 1)]
    decided = case.decision in ("a-better", "b-better")
    if decided and any(inside):
        yield Finding("an error rate lies inside the other's interval although the difference is established")
    elif case.decision == "undecided" and case.result.alternative == "two-sided" and not any(inside):
        yield Finding("either error rate lies outside the other's interval although nothing is established")


def _errors(case: Case) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Errors and items of A and of B, where they are known."""
    got = case.outcomes
    if isinstance(got, RatePair):
        return (got.errors_a, got.n_a), (got.errors_b, got.n_b)
    if isinstance(got, PairedItems) and got.both_right is not None:
        wrong = got.n - got.both_right
        return (wrong - got.only_a, got.n), (wrong - got.only_b, got.n)
    return None


def _few_errors(case: Case) -> Found:
    counted = _errors(case)
    if case.method.exact and counted and min(min(m, n - m) for m, n in counted) < 5:
        yield Finding(
            "fewer than 5 errors or 5 successes on one side, too few for the normal approximation",
            f"use {case.method.exact}",
        )


def _half_the_data(case: Case) -> Found:
    if case.design is not None and case.design.test_to_train == 1:
        yield Finding(
            "each training set has half of the data: an error rate is then too high by an amount that "
            "differs between learners, and so may the winner"
        )


def _one_partition(case: Case) -> Found:
    """One run of folds, a p-value near alpha, and a method that was seen to change its mind."""
    got = case.outcomes
    if not isinstance(got, FoldScores) or got.design.key != "kfold" or case.method.unsound:
        return
    from bakeoff.designs.kfold import KFold

    measured = risk_under(case.method.key, KFold(folds=10), case.options)
    near = case.alpha / BORDER < case.result.p_value < case.alpha * BORDER
    if measured is not None and near and any(each.repeated for each in measured.settings):
        lowest = measured.replicability[0]
        yield Finding(
            f"this is one partition of the data, and another may turn it round: ten partitions into 10 folds "
            f"all agreed on as few as {100 * lowest:.0f} % of data sets, in the worst measured setting"
        )


def _halvings(case: Case) -> Found:
    if case.method.needs_halvings and len(case.outcomes.halves) not in MEASURED_HALVINGS:
        yield Finding(
            f"the false-alarm rate was measured for 15 and 50 halvings, and these are "
            f"{len(case.outcomes.halves)}"
        )


def _halves(case: Case) -> Found:
    if not case.method.needs_halvings or HALVES_ALIKE not in case.result.notes:
        return
    text = (
        "the halves hardly differ: learners that coincide on small samples make this test reject too easily"
    )
    guarded = case.options.get("floor", "none") != "none"
    used = "another variance is used instead, too small for some learners: be wary of a p-value near alpha"
    yield Finding(text, used if guarded else "")


def _rounded(case: Case) -> Found:
    """Scores of two digits or fewer whose differences tie, although larger test sets tell them apart."""
    got = case.outcomes
    if not isinstance(got, FoldScores) or got.a.size < 10 or not case.metric.is_rate:
        return
    if case.result.degenerate:
        return  # no variation at all, which is told of by itself
    step = 1.0 if max(np.abs(got.a).max(), np.abs(got.b).max()) > 1 + 1e-9 else 0.01
    scores = np.stack([got.a, got.b])
    if not _multiples(scores / step):
        return
    if got.n_test is not None and np.max(got.n_test) <= FINEST:
        return  # such test sets give no finer scores, so rounding ties nothing that was apart
    apart = np.unique(np.round(got.differences / step)).size
    if apart <= got.a.size / 2:
        yield Finding(
            f"the scores are rounded to two digits, so that {got.a.size} differences take only {apart} "
            f"values and their spread is partly that of rounding"
        )


def _multiples(values: Floats) -> bool:
    return bool(np.all(np.abs(values - np.round(values)) < 1e-6))


METHODS_MISUSED = (
    Pitfall(
        key="unsound-method",
        codes=("PIT-2", "PIT-3"),
        title="a method in common use that raises far too many false alarms, or is blind",
        when="the method asked for is marked unsound, such as resampled-t or difference-of-proportions",
        remedy='leave the choice to method="auto"',
        source=f"{DIETTERICH_1998}; {OURS}",
        trigger=_unsound,
    ),
    Pitfall(
        key="unpaired-formula",
        codes=("PIT-3",),
        title="a formula for independent samples on paired scores",
        when="unpaired-t or one-way-anova is asked of scores that come in pairs",
        remedy="use paired-t, or paired=False if no two scores share a sample",
        source=f"{MARTIN_HIRSCHBERG_1996}, sec. 3.3 and table 11: wrong in 7 of 35 cases",
        trigger=_unpaired,
    ),
    Pitfall(
        key="same-items",
        codes=("PIT-3",),
        title="a formula for two test sets on one test set",
        when="two test sets that are said to be independent have the same number of items",
        remedy="compare item by item (compare_predictions or compare_counts), which mostly sees more",
        source=f"{MARTIN_HIRSCHBERG_1996}, sec. 3.1 and 3.3; {DIETTERICH_1998}",
        trigger=_same_items,
    ),
    Pitfall(
        key="interval-overlap",
        codes=("PIT-4",),
        title="an estimate held against the other's interval",
        when="on 30 items or more, an error rate lies in the interval of the other and the difference is "
        "established, or both lie outside and it is not",
        remedy="report the interval of the difference: intervals of single rates are no test of it",
        source=f"{MARTIN_HIRSCHBERG_1996}, sec. 3.1",
        trigger=_overlap,
    ),
    Pitfall(
        key="few-errors",
        codes=("PIT-12",),
        title="a normal approximation on too few errors",
        when="a method for rates that supposes normality has fewer than 5 errors or 5 successes on one side",
        remedy="use an exact method",
        source=f"{MARTIN_HIRSCHBERG_1996}, sec. 2",
        trigger=_few_errors,
    ),
    Pitfall(
        key="half-the-data",
        codes=("PIT-5",),
        title="an estimator whose bias differs between the two learners",
        when="training sets hold half of the data, as with two folds",
        remedy="use RepeatedKFold(runs=10, folds=10), which trains on nine tenths",
        source=f"{MARTIN_HIRSCHBERG_1996}, sec. 3.4 and B.3",
        trigger=_half_the_data,
    ),
    Pitfall(
        key="one-partition",
        codes=("PIT-16",),
        title="a test on one partition that another would turn round",
        when="fold scores of a single run are judged, the p-value lies within a factor of 10 of alpha, and "
        "the agreement of such tests was measured with 10 folds",
        remedy="use RepeatedKFold(runs=10, folds=10)",
        source=f"{BOUCKAERT_2003}, sec. 5.4; {OURS}",
        trigger=_one_partition,
    ),
    Pitfall(
        key="halvings-not-measured",
        title="a number of halvings whose false alarms are not known",
        when="half-sample-t has neither 15 nor 50 halvings",
        remedy="use one of those",
        source=OURS,
        trigger=_halvings,
    ),
    Pitfall(
        key="halves-hardly-differ",
        title="halves of the data that show next to no difference between learners",
        when="the variance by the halves is less than a tenth of the corrected resampled one",
        remedy='use floor="nadeau-bengio"',
        source=OURS,
        trigger=_halves,
    ),
    Pitfall(
        key="scores-rounded",
        title="fold scores rounded so much that their differences tie",
        when="10 or more scores are all whole hundredths, half or fewer of their differences are distinct, "
        "and the test sets, where their sizes are known, have more than 100 items",
        remedy="give the scores with all their digits, or n_test if the test sets are small",
        source="Sheppard 1898, Proceedings of the London Mathematical Society 29:353-380: rounding to steps "
        "of h adds h^2 / 12 to a variance",
        trigger=_rounded,
    ),
)
