"""Pitfalls of folds and class proportions."""

from bakeoff.core.design import Design, in_words, spoken
from bakeoff.core.figures import figure, span
from bakeoff.core.outcomes import FoldScores
from bakeoff.core.works import HONAVAR, KOHAVI_1995, NADEAU_BENGIO_2003
from bakeoff.judge.facts import WITH_ITEMS, WITHOUT_HALVINGS
from bakeoff.judge.pitfalls.calibration import is_own
from bakeoff.judge.pitfalls.fold_methods import items_unknown
from bakeoff.judge.pitfalls.pitfall import OURS, Case, Finding, Found, Pitfall
from bakeoff.judge.pitfalls.support import Support, by_definition, rates_of, under_folds, under_one_run
from bakeoff.methods import METHODS

LARGE = 0.5  # part of the interval's reach: with more, false alarms exceeded the level


def _follows(case: Case) -> Found:
    design = case.background.design
    if design is not None and design.key == "leave-one-out":
        for name in case.background.follow:
            yield Finding(
                f"leaving an item out makes its class rarer in the training set: {name} predicts from the "
                f"class proportions alone, so it is wrong on every item of balanced data"
            )


def _favoured(case: Case) -> Found:
    by, interval = abs(case.background.favoured), case.result.interval
    if not by or interval is None or not case.metric.right_or_wrong:
        return
    reach = min(case.result.estimate - interval[0], interval[1] - case.result.estimate)
    if by > LARGE * reach:
        name = case.names[0 if case.background.favoured > 0 else 1]
        yield Finding(
            f"stratified folds favour {name} by about {100 * by:.1f} points, because its predictions follow "
            f"the class proportions of these items; the interval extends {100 * reach:.1f} points either side"
        )


def _omitted(case: Case) -> Found:
    omit = case.background.omit
    if not omit:
        return
    allowed = "The variance accounts for this, so no difference is significant at 5 %"
    missed = (
        "This test does not account for this: the measured false-alarm rate of such tests was up to "
        f"{figure('omission', 'without')} % at a nominal 5 %"
    )
    yield Finding(
        f"nearly every model of {' and '.join(omit)} never predicts one of the classes. Which class that "
        f"is may depend on the sample, which neither items nor folds show, and the metric of a single "
        f"class depends on it. {allowed if case.method is METHODS[WITH_ITEMS] else missed}"
    )


def _overlapping(case: Case) -> Found:
    """A variance from the scores of splits alone, under this design if that was measured."""
    got, own = case.outcomes, METHODS[WITHOUT_HALVINGS]
    if case.method is not own or is_own(case) or case.result.degenerate:
        return
    if case.reason is not None and any(items_unknown(case)):
        return  # which says what the items would have added
    from bakeoff.designs.repeated_kfold import RepeatedKFold
    from bakeoff.measured.tables import risk_under

    usual = RepeatedKFold(runs=10, folds=10)
    design = case.background.design or got.design
    known = design if risk_under(own.key, design, {}) else usual
    where = design if risk_under(WITH_ITEMS, design, {}) else usual
    with_it = "" if design.key in METHODS[WITH_ITEMS].designs else f"{in_words(usual)} with "
    trained = case.background.design is not None
    need = "" if trained or got.items is not None else "provide items, and "
    yield Finding(
        f"the variance of the difference is estimated only from folds whose training sets overlap: at a "
        f"nominal 5 %, the worst measured false-alarm rate of {own.key} with {spoken(known)} was "
        f"{worst(own.key, known):.0f} %, and that of {WITH_ITEMS} with {spoken(where)} was "
        f"{worst(WITH_ITEMS, where):.0f} %",
        f"{need}use {with_it}{WITH_ITEMS}",
    )


def _models_unknown(case: Case) -> Found:
    got = case.outcomes
    if (
        case.method is METHODS[WITH_ITEMS]
        and got.models is None
        and got.design.key == "repeated-kfold"
        and case.background.design is None
    ):
        yield Finding(
            "the items are averaged over the runs, so they do not show how much models differ between "
            "training sets. The measured error rates of items-folds-t assume that this is known: for "
            "learners that are sensitive to the training set, its false-alarm rate was up to "
            f"{figure('items and folds', 'items and folds alone: most')} % without it and up to "
            f"{figure('items and folds', 'with models: most')} % with it"
        )


def worst(method: str, design: Design) -> float:
    """The highest share of false alarms that was measured, in per cent."""
    from bakeoff.measured.tables import risk_under

    found = risk_under(method, design, {})
    return float("nan") if found is None else 100 * found.sizes()[1]


OVERLAP = (
    Pitfall(
        key="halvings-skipped",
        importance="casts-doubt",
        title="a variance estimated from folds that share training data",
        when="fold scores are tested with corrected-resampled-t, and the caveat items-unknown does not apply",
        remedy="use items-folds-t",
        source=OURS,
        references=(NADEAU_BENGIO_2003,),
        support=Support(
            basis="measured",
            text="the variance that is estimated from fold scores alone is too small for some learners",
            procedures=(
                under_folds("corrected-resampled-t"),
                under_one_run("corrected-resampled-t"),
                under_folds("items-folds-t"),
                under_one_run("items-folds-t"),
            ),
        ),
        about=FoldScores,
        trigger=_overlapping,
    ),
)

OF_FOLDS = (
    Pitfall(
        key="leave-one-out-shifts-classes",
        importance="casts-doubt",
        codes=("PIT-15",),
        title="leave-one-out with a learner that follows the class proportions",
        when="under leave-one-out, a learner predicts the most frequent class of each training set",
        remedy="use KFold(folds=10)",
        source=KOHAVI_1995,
        references=(
            KOHAVI_1995,
            HONAVAR,
        ),
        support=by_definition(
            "where two classes are equally frequent, leaving an item out makes its class the rarer one, and "
            "a learner that predicts the most frequent class is wrong on every item"
        ),
        trained=True,
        trigger=_follows,
    ),
    Pitfall(
        key="stratified-folds-favour-shares",
        importance="casts-doubt",
        title="stratified folds with learners that follow the class proportions differently",
        when="the folds are stratified, the metric is accuracy or error, and the estimated bias towards the "
        "learner that follows the class proportions is more than half the distance from the estimate to the "
        "end of the interval",
        remedy="also compare with balanced-accuracy, which does not depend on the class proportions",
        source=OURS,
        support=Support(
            basis="measured",
            text="on noise, the most frequent class gained "
            f"{span('items and folds', 'points gained on a constant or naive Bayes')} points on a constant "
            "class or naive Bayes, and "
            f"{span('items and folds', 'points gained on the rarest class')} points on a learner that "
            "predicts the rarest class; the variance of the default test covers this, with at most "
            f"{figure('items and folds', 'stratified: most')} % false alarms under stratified folds and up "
            f"to {figure('items and folds', 'not stratified: most')} % under unstratified ones",
            page="measured",
            section="Stratified folds",
            rates=rates_of(
                "items and folds",
                {"stratified folds": "stratified: most", "unstratified folds": "not stratified: most"},
            ),
        ),
        trained=True,
        trigger=_favoured,
    ),
    Pitfall(
        key="models-unknown",
        importance="casts-doubt",
        title="repeated folds with one number for each item",
        when="fold scores of several runs come with the mean difference of each item, and the learners "
        "were not trained by bakeoff",
        remedy="pass the items of each run and their folds to compare_scores, or train the learners "
        "with compare_learners",
        source="measured here: docs/items-folds.md",
        support=Support(
            basis="measured",
            text="the highest false-alarm rate in any world on which the weights were chosen was "
            f"{figure('items and folds', 'chosen on, items and folds alone: most')} % with the variance over "
            "items alone (3 it + 0.5 nb), and "
            f"{figure('items and folds', 'chosen on, with models: most')} % with that between models (at "
            "least 9 m - 9 it)",
            page="items-folds",
            section="The weights of the items-and-folds test",
            rates=rates_of(
                "items and folds",
                {
                    "items averaged over runs": "chosen on, items and folds alone: most",
                    "items of each run": "chosen on, with models: most",
                },
            ),
        ),
        about=FoldScores,
        trigger=_models_unknown,
    ),
    Pitfall(
        key="models-omit-classes",
        importance="limits",
        title="a metric of one class with learners that cannot predict all classes",
        when="the metric describes one of three or more classes, and nine in ten models of a learner "
        "never predict some class that is at least a third as frequent",
        remedy="compare with macro-f1 or kappa, which take all classes into account",
        source="measured here: docs/omission.md",
        support=Support(
            basis="measured",
            text="without regard to classes that are left out, up to "
            f"{figure('omission', 'without')} % false alarms by F1 of one of three to five classes; with it, "
            f"at most {figure('omission', 'with')} %",
            page="measured",
            section="Figures in caveats",
            rates=rates_of("omission", {"without regard to them": "without", "with it": "with"}),
        ),
        about=FoldScores,
        trigger=_omitted,
    ),
)
