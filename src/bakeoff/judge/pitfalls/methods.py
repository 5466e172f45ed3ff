"""Methods that do not fit the numbers they were given, or fit nothing."""

from bakeoff.core.outcomes import PairedItems, PairedLabels, RatePair, SampleScores
from bakeoff.core.result import rejects
from bakeoff.core.works import DIETTERICH_1998, FAGERLAND_2013, MARTIN_HIRSCHBERG_1996, NADEAU_BENGIO_2003
from bakeoff.judge.pitfalls.exact import of_mid_p
from bakeoff.judge.pitfalls.pitfall import OURS, Case, Finding, Found, Pitfall, mistakes
from bakeoff.judge.pitfalls.support import Claim, Procedure, Support, under_folds, under_one_run, unmeasured
from bakeoff.methods._reference import coin_p
from bakeoff.methods.mcnemar_mid_p import mid_p, rejected_given

WORTH_AN_INTERVAL = 30  # items
VERSIONS = ("mcnemar-mid-p", "mcnemar-exact")


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
        references=(
            DIETTERICH_1998,
            NADEAU_BENGIO_2003,
        ),
        support=Support(
            basis="measured",
            text="in some settings, or in all, unsound methods called two equally good learners different "
            "far more often than in 5 % of the data sets",
            procedures=(
                Procedure(method="resampled-t", design="Resampling(splits=30, test=0.3333)"),
                under_folds("cv-folds"),
                under_folds("cv-runs"),
                under_one_run("two-standard-errors"),
                under_one_run("difference-of-proportions"),
            ),
        ),
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
        references=(MARTIN_HIRSCHBERG_1996,),
        support=Support(
            basis="measured",
            text="where both learners are measured on the same samples, their scores vary together, and the "
            "variance of a formula for independent samples is too large: it raises hardly any false alarms, "
            "and finds fewer differences than paired-t",
            claims=(
                Claim("methods", "unpaired-t", ("paired-samples",)),
                Claim("methods", "one-way-anova", ("paired-samples",)),
                Claim("methods", "paired-t", ("paired-samples",)),
            ),
        ),
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
        references=(
            MARTIN_HIRSCHBERG_1996,
            DIETTERICH_1998,
        ),
        support=Support(
            basis="measured",
            text="the test of two independent test sets holds its level on two test sets, but a difference "
            "of proportions on one test set does not where the models err on opposite items",
            claims=(
                Claim("methods", "two-proportion-z"),
                Claim("methods", "difference-of-proportions"),
            ),
        ),
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
        references=(MARTIN_HIRSCHBERG_1996,),
        support=Support(
            basis="measured",
            text="two standard errors of single rates do not test their difference: if they are used to do "
            "so, the false-alarm rate is not 5 %",
            procedures=(under_one_run("two-standard-errors"),),
            claims=(Claim("methods", "two-standard-errors"),),
        ),
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
        references=(MARTIN_HIRSCHBERG_1996,),
        support=unmeasured(
            "the rate depends on both error rates and sizes; the exact methods that are recommended instead "
            "hold their level by construction"
        ),
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
        references=(FAGERLAND_2013,),
        support=Support(
            basis="computed",
            text="given the number of items on which exactly one model is right, the mid-p test rejects for "
            "equally good models with the probability shown; it exceeds 5 % for some numbers, and the exact "
            "test never does",
            exact=of_mid_p,
        ),
        about=PairedItems,
        trigger=_versions_differ,
    ),
)
