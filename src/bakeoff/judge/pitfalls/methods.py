"""Methods that do not fit the numbers they were given, or fit nothing, and their degrees of freedom."""

import numpy as np

from bakeoff.core.outcomes import Floats, FoldScores, PairedItems, PairedLabels, RatePair, SampleScores
from bakeoff.core.result import rejects
from bakeoff.core.works import (
    BOUCKAERT_2003,
    DIETTERICH_1998,
    FAGERLAND_2013,
    MARTIN_HIRSCHBERG_1996,
)
from bakeoff.judge.pitfalls.pitfall import OURS, Case, Finding, Found, Pitfall, mistakes
from bakeoff.methods._fold_scores import HALVES_ALIKE
from bakeoff.methods._reference import coin_p
from bakeoff.methods.mcnemar_mid_p import mid_p, rejected_given

MEASURED_HALVINGS = (15, 50)
WORTH_AN_INTERVAL = 30  # items
FINEST = 100  # items: fewer than that cannot distinguish scores that agree in two digits
VERSIONS = ("mcnemar-mid-p", "mcnemar-exact")
BORDER = 10  # a p-value within this factor of alpha is near it


def _unsound(case: Case) -> Found:
    if case.method.unsound:
        yield Finding(f"{case.method.key} is unsound: {case.method.unsound}", case.method.instead)


def _unpaired(case: Case) -> Found:
    if case.outcomes.paired and case.method.ignores_pairing:
        yield Finding(f"{case.method.key} assumes independent samples, but these scores are paired")


def _same_items(case: Case) -> Found:
    rates = case.outcomes
    if rates.n_a == rates.n_b:
        yield Finding(
            f"both test sets have {rates.n_a} items: if they are the same items, this method is not valid, "
            f"because it assumes two independent test sets"
        )


def _overlap(case: Case) -> Found:
    """Where comparing an estimate with the other's interval would have said the opposite (M&H 3.1)."""
    counted = mistakes(case.outcomes)
    if counted is None or min(n for _, n in counted) < WORTH_AN_INTERVAL or case.background.tried > 1:
        return
    from bakeoff.intervals._rate import interval

    rates = [errors / n for errors, n in counted]
    ends = [interval(errors, n, level=case.result.level) for errors, n in counted]
    inside = [ends[1 - side].low <= rates[side] <= ends[1 - side].high for side in (0, 1)]
    decided = case.decision in ("a-better", "b-better")
    if decided and any(inside):
        yield Finding("an error rate lies inside the other's interval although the difference is significant")
    elif case.decision == "undecided" and case.result.alternative == "two-sided" and not any(inside):
        yield Finding(
            "each error rate lies outside the other's interval although the difference is not significant"
        )


def _few_errors(case: Case) -> Found:
    counted = mistakes(case.outcomes)
    if case.method.exact and counted and min(min(m, n - m) for m, n in counted) < 5:
        yield Finding(
            "one model has fewer than 5 errors or 5 successes, too few for the normal approximation",
            f"use {case.method.exact}",
        )


def _half_the_data(case: Case) -> Found:
    if case.design is not None and case.design.test_to_train == 1:
        yield Finding(
            "each training set has half of the data: this biases error rates upwards by an amount that "
            "differs between learners, so the winner on all the data may differ"
        )


def _one_partition(case: Case) -> Found:
    """One run of folds, a p-value near alpha, and a method that was seen to change its mind."""
    got = case.outcomes
    if got.design.key != "kfold" or case.method.unsound:
        return
    from bakeoff.designs.kfold import KFold
    from bakeoff.measured.tables import risk_under

    measured = risk_under(case.method.key, KFold(folds=10), case.options)
    near = case.alpha / BORDER < case.result.p_value < case.alpha * BORDER
    if measured is not None and near and any(each.repeated for each in measured.settings):
        lowest = measured.replicability[0]
        yield Finding(
            f"this is one partition of the data, and another may give a different decision: in simulations, "
            f"each data set was partitioned ten times; in the worst setting, only {100 * lowest:.0f} % of "
            f"the data sets gave the same decision all ten times"
        )


def items_unknown(case: Case) -> Found:
    """Scores of folds without the items, where no method was named: what the items would have added."""
    got = case.outcomes
    if got.items is not None or case.reason is None or case.result.degenerate:
        return  # the method was asked for, or there is no variation, which has its own caveat
    from bakeoff.designs.repeated_kfold import RepeatedKFold
    from bakeoff.measured.tables import risk_under
    from bakeoff.methods.items_folds_t import record

    if got.design.key not in record.designs or not case.metric.is_mean_over_items:
        return
    used = case.method.key + ("" if case.reason.df is None else f" with df {case.reason.df:g}")
    for design in (got.design, RepeatedKFold(runs=10, folds=10)):
        with_items = risk_under(record.key, design, {})
        without = risk_under(case.method.key, design, case.options)
        if with_items is not None and without is not None:
            yield Finding(
                f"only fold scores were given, so {used} was used instead of {record.key}, which needs a "
                f"result for each item; in {len(without.null)} simulated settings without a true difference, "
                f"{case.method.key} raised at most {100 * without.sizes()[1]:.1f} % false alarms at a "
                f"nominal 5 %, and {record.key} at most {100 * with_items.sizes()[1]:.1f} %; in settings "
                f"with a true difference, {case.method.key} found {100 * without.power():.0f} % of the "
                f"differences, and {record.key} {100 * with_items.power():.0f} %"
            )
            return


def _halvings(case: Case) -> Found:
    if case.method.needs_halvings and len(case.outcomes.halves) not in MEASURED_HALVINGS:
        yield Finding(
            f"the false-alarm rate was measured for 15 and 50 halvings, but here there are "
            f"{len(case.outcomes.halves)}"
        )


def _halves(case: Case) -> Found:
    if not case.method.needs_halvings or HALVES_ALIKE not in case.result.notes:
        return
    text = "the halves hardly differ: with learners that agree on small samples, this test rejects too often"
    guarded = case.options.get("floor", "none") != "none"
    used = (
        "another variance is used, which is too small for some learners: treat a p-value near alpha "
        "with caution"
    )
    yield Finding(text, used if guarded else "")


def _rounded(case: Case) -> Found:
    """Scores of two digits or fewer whose differences tie, although larger test sets distinguish them."""
    got = case.outcomes
    if got.a.size < 10 or not case.metric.is_rate:
        return
    if case.result.degenerate:
        return  # no variation at all, which has its own caveat
    step = 1.0 if max(np.abs(got.a).max(), np.abs(got.b).max()) > 1 + 1e-9 else 0.01
    scores = np.stack([got.a, got.b])
    if not _multiples(scores / step):
        return
    if got.n_test is not None and np.max(got.n_test) <= FINEST:
        return  # such test sets give no finer scores, so rounding ties nothing that was apart
    apart = np.unique(np.round(got.differences / step)).size
    if apart <= got.a.size / 2:
        yield Finding(
            f"the scores seem to be rounded to two digits: the {got.a.size} differences have only {apart} "
            f"distinct "
            f"values, and part of their variance is rounding error"
        )


def _multiples(values: Floats) -> bool:
    return bool(np.all(np.abs(values - np.round(values)) < 1e-6))


def _versions_differ(case: Case) -> Found:
    """Where the exact test and its mid-p version disagree: mid-p values are never the larger ones."""
    if case.method.key not in VERSIONS or case.decision == "equivalent":
        return
    won, lost, asked = case.outcomes.only_a, case.outcomes.only_b, case.result.alternative
    alpha = case.alpha / case.background.tried
    exact, mid = (float(p(won, lost, asked)) for p in (coin_p, mid_p))
    if rejects(exact, alpha) or not rejects(mid, alpha):
        return
    if case.method.key == "mcnemar-exact":
        yield Finding(
            f"the exact test does not decide (p = {exact:.3f}), but its mid-p version would (p = {mid:.3f})",
            "do not change the test after you have seen the result; compare on a new, larger test set",
        )
        return
    share = 100 * rejected_given(won + lost, alpha=alpha, alternative=asked)
    yield Finding(
        f"the difference is significant by the mid-p test (p = {mid:.3f}), but not by the exact test "
        f"(p = {exact:.3f}); with only {won + lost} items on which exactly one model is right, the mid-p "
        f"test calls equal models different in {share:.1f} % of test sets (nominal {100 * alpha:.3g} %)"
    )


METHODS_MISUSED = (
    Pitfall(
        key="unsound-method",
        importance="invalidates",
        codes=("PIT-2", "PIT-3"),
        title="a common method with far too many false alarms or with very little power",
        when="the chosen method is marked as unsound, for example resampled-t or difference-of-proportions",
        remedy='use method="auto"',
        source=f"{DIETTERICH_1998}; {OURS}",
        trigger=_unsound,
    ),
    Pitfall(
        key="unpaired-formula",
        importance="invalidates",
        codes=("PIT-3",),
        title="a formula for independent samples applied to paired scores",
        when="unpaired-t or one-way-anova is applied to paired scores",
        remedy="use paired-t, or paired=False if the samples are independent",
        source=f"{MARTIN_HIRSCHBERG_1996}, sec. 3.3 and table 11: wrong in 7 of 35 cases",
        about=SampleScores,
        trigger=_unpaired,
    ),
    Pitfall(
        key="same-items",
        importance="casts-doubt",
        codes=("PIT-3",),
        title="a formula for two test sets applied to one test set",
        when="two test sets that are declared independent have the same number of items",
        remedy="compare item by item (compare_predictions or compare_counts), which usually has more power",
        source=f"{MARTIN_HIRSCHBERG_1996}, sec. 3.1 and 3.3; {DIETTERICH_1998}",
        about=RatePair,
        trigger=_same_items,
    ),
    Pitfall(
        key="interval-overlap",
        importance="informs",
        codes=("PIT-4",),
        title="an estimate compared with the interval of the other model",
        when="on 30 items or more, an error rate lies in the interval of the other and the difference is "
        "significant, or both lie outside and it is not",
        remedy="report the interval of the difference, because intervals of single rates do not test it",
        source=f"{MARTIN_HIRSCHBERG_1996}, sec. 3.1",
        about=PairedItems | RatePair,
        trigger=_overlap,
    ),
    Pitfall(
        key="few-errors",
        importance="casts-doubt",
        codes=("PIT-12",),
        title="a normal approximation with too few errors",
        when="a method that assumes normality is used and a model has fewer than 5 errors or 5 successes",
        remedy="use an exact method",
        source=f"{MARTIN_HIRSCHBERG_1996}, sec. 2",
        about=PairedItems | PairedLabels | RatePair,
        trigger=_few_errors,
    ),
    Pitfall(
        key="mid-p-or-exact",
        importance="casts-doubt",
        title="a decision that depends on the version of McNemar's test",
        when="mcnemar-mid-p or mcnemar-exact is used, and alpha lies between the mid-p value and the exact "
        "p-value",
        remedy="treat the result as borderline, and compare on a new, larger test set; next time, choose "
        "mcnemar-exact before you see the results",
        source=f"{FAGERLAND_2013}; the rate is computed from the binomial distribution",
        about=PairedItems,
        trigger=_versions_differ,
    ),
    Pitfall(
        key="half-the-data",
        importance="limits",
        codes=("PIT-5",),
        title="an estimator whose bias differs between the two learners",
        when="each training set has half of the data, as with two folds",
        remedy="use RepeatedKFold(runs=10, folds=10), which trains on 90 % of the data",
        source=f"{MARTIN_HIRSCHBERG_1996}, sec. 3.4 and B.3",
        trigger=_half_the_data,
    ),
    Pitfall(
        key="one-partition",
        importance="casts-doubt",
        codes=("PIT-16",),
        title="a test on one partition that another partition may reverse",
        when="fold scores come from a single run, the p-value lies within a factor of 10 of alpha, and "
        "the agreement between partitions was measured for this test with 10 folds",
        remedy="use RepeatedKFold(runs=10, folds=10) together with a result for each item (items-folds-t)",
        source=f"{BOUCKAERT_2003}, sec. 5.4; {OURS}",
        about=FoldScores,
        trigger=_one_partition,
    ),
    Pitfall(
        key="items-unknown",
        importance="limits",
        title="fold scores without the differences of the items",
        when="fold scores of KFold or RepeatedKFold come without items, the metric is a mean over items, and "
        "the method was chosen automatically",
        remedy="to use items-folds-t, train with bakeoff run or compare_learners, or pass items= to "
        "compare_scores",
        source=OURS,
        about=FoldScores,
        trigger=items_unknown,
    ),
    Pitfall(
        key="halvings-not-measured",
        importance="limits",
        title="a number of halvings with unknown false-alarm rate",
        when="half-sample-t has neither 15 nor 50 halvings",
        remedy="use 15 or 50 halvings",
        source=OURS,
        about=FoldScores,
        trigger=_halvings,
    ),
    Pitfall(
        key="halves-hardly-differ",
        importance="casts-doubt",
        title="halves of the data with almost no difference between the learners",
        when="the variance estimated from the halves is less than a tenth of the corrected resampled "
        "variance",
        remedy='use floor="nadeau-bengio"',
        source=OURS,
        about=FoldScores,
        trigger=_halves,
    ),
    Pitfall(
        key="scores-rounded",
        importance="limits",
        title="fold scores rounded so coarsely that their differences are tied",
        when="10 or more scores are all multiples of 0.01, at most half of their differences are distinct, "
        "and the test sets, if their sizes are known, have more than 100 items",
        remedy="provide the scores with all digits; if the scores are not rounded and repeat because "
        "the test sets are small, pass the sizes of the test sets as n_test",
        source="Sheppard 1898, Proceedings of the London Mathematical Society 29:353-380: rounding to steps "
        "of h adds h^2 / 12 to a variance",
        about=FoldScores,
        trigger=_rounded,
    ),
)
