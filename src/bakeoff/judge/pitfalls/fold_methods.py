"""Methods on fold scores that do not fit their design, and designs that limit what they say."""

import numpy as np

from bakeoff.core.outcomes import Floats, FoldScores
from bakeoff.core.works import BOUCKAERT_2003, MARTIN_HIRSCHBERG_1996, NADEAU_BENGIO_2003, SHEPPARD_1898
from bakeoff.judge.pitfalls.pitfall import OURS, Case, Finding, Found, Pitfall
from bakeoff.judge.pitfalls.support import Support, by_definition, under_folds, under_one_run, unmeasured
from bakeoff.methods._fold_scores import HALVES_ALIKE

MEASURED_HALVINGS = (15, 50)
FINEST = 100  # items: fewer than that cannot distinguish scores that agree in two digits
BORDER = 10  # a p-value within this factor of alpha is near it


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
    told, used = _instead(case, record.key)
    for design in (got.design, RepeatedKFold(runs=10, folds=10)):
        with_items = risk_under(record.key, design, {})
        without = risk_under(case.method.key, design, case.options)
        if with_items is not None and without is not None:
            yield Finding(
                f"only fold scores were given, so {told}; in {len(without.null)} simulated settings "
                f"without a true difference, {used} raised at most {100 * without.sizes()[1]:.1f} % false "
                f"alarms at a nominal 5 %, and {record.key} at most {100 * with_items.sizes()[1]:.1f} %; in "
                f"settings with a true difference, {used} found {100 * without.power():.0f} % of the "
                f"differences, and {record.key} {100 * with_items.power():.0f} %"
            )
            return


def _instead(case: Case, default: str) -> tuple[str, str]:
    """What the lack of items meant, and what to call the method; a user's own df was not chosen for them."""
    key, needs = case.method.key, "which needs a result for each item"
    chosen = case.reason.df if case.reason is not None else None
    if chosen is None:
        return f"{key} was used instead of {default}, {needs}", key
    if case.result.df == chosen:
        return f"{key} with df {chosen:g} was used instead of {default}, {needs}", key
    return f"{default}, {needs}, cannot be used", f"{key} with df {case.result.df:g}"


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


FOLD_METHODS_MISUSED = (
    Pitfall(
        key="half-the-data",
        importance="limits",
        codes=("PIT-5",),
        title="an estimator whose bias differs between the two learners",
        when="each training set has half of the data, as with two folds",
        remedy="use RepeatedKFold(runs=10, folds=10), which trains on 90 % of the data",
        source=f"{MARTIN_HIRSCHBERG_1996}, sec. 3.4 and B.3",
        references=(MARTIN_HIRSCHBERG_1996,),
        support=unmeasured(
            "how much the bias of two learners differs depends on their learning curves; Martin & "
            "Hirschberg (B.3) found two-fold cross-validation to be strongly biased, and differently for "
            "3-NN and 1-NN"
        ),
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
        references=(BOUCKAERT_2003,),
        support=Support(
            basis="measured",
            text="the share of data sets on which ten partitions did not all lead to the same decision",
            procedures=(
                under_one_run("items-folds-t"),
                under_one_run("corrected-resampled-t"),
                under_one_run("kfold-t"),
                under_folds("items-folds-t"),
            ),
            quantity="disagreement",
        ),
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
        references=(BOUCKAERT_2003,),
        support=Support(
            basis="measured",
            text="with the items, the default raised fewer false alarms than without them",
            procedures=(
                under_folds("items-folds-t"),
                under_folds("cv-all-data", df=5),
                under_one_run("corrected-resampled-t"),
            ),
        ),
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
        support=Support(
            basis="measured",
            text="with 15 halvings, the false-alarm rate depends on the floor of the variance; no other "
            "number but 50 was measured",
            procedures=(
                under_folds("half-sample-t"),
                under_folds("half-sample-t", floor="nadeau-bengio"),
                under_folds("half-sample-t", floor="items"),
            ),
        ),
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
        references=(NADEAU_BENGIO_2003,),
        support=Support(
            basis="measured",
            text="with a floor of the variance, the highest false-alarm rate over all settings is lower",
            procedures=(
                under_folds("half-sample-t"),
                under_folds("half-sample-t", floor="nadeau-bengio"),
                under_folds("half-sample-t", floor="items"),
            ),
        ),
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
        source=f"{SHEPPARD_1898}: rounding to steps of h adds h^2 / 12 to a variance",
        references=(SHEPPARD_1898,),
        support=by_definition(
            "rounding to steps of h adds h^2 / 12 to the variance of a score, and ties differences that are "
            "smaller than a step"
        ),
        about=FoldScores,
        trigger=_rounded,
    ),
)
