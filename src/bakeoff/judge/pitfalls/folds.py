"""Pitfalls of folds and class proportions."""

from bakeoff.core.outcomes import FoldScores
from bakeoff.judge.pitfalls.pitfall import OURS, Case, Finding, Found, Pitfall

KOHAVI_1995 = "Kohavi 1995, A study of cross-validation and bootstrap, IJCAI"
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
    if case.background.omit and case.metric.per_class and isinstance(case.outcomes, FoldScores):
        yield Finding(
            f"nearly every model of {' and '.join(case.background.omit)} leaves out a class: which one may "
            f"depend on the sample, and neither items nor folds show it. With such models the measured "
            f"false-alarm rate for one of three classes was up to 11 % at a nominal 5 %"
        )


OF_FOLDS = (
    Pitfall(
        key="leave-one-out-shifts-classes",
        codes=("PIT-15",),
        title="leave-one-out with a learner that follows the class proportions",
        when="under leave-one-out, a learner predicts the most frequent class of each training set",
        remedy="use KFold(folds=10)",
        source=KOHAVI_1995,
        trigger=_follows,
    ),
    Pitfall(
        key="stratified-folds-favour-shares",
        title="stratified folds with learners that follow the class proportions differently",
        when="the folds are stratified, the metric is accuracy or error, and the estimated bias towards the "
        "learner that follows the class proportions is more than half the distance from the estimate to the "
        "end of the interval",
        remedy="also compare with balanced-accuracy, which does not depend on the class proportions",
        source=OURS,
        trigger=_favoured,
    ),
    Pitfall(
        key="models-omit-classes",
        title="a metric of one class with learners that cannot predict all classes",
        when="the metric is that of one of three or more classes, and nine in ten models of a learner never "
        "predict a class that occurs in their test folds",
        remedy="also compare with macro-f1, which counts all classes",
        source="measured here: docs/cv_metrics.md",
        trigger=_omitted,
    ),
)
