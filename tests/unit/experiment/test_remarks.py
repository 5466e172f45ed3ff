import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from bakeoff.designs import Bootstrap, Holdout, KFold, LeaveOneOut, RepeatedKFold, Resampling
from bakeoff.experiment import remarks
from bakeoff.experiment.data import make_data
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.run import Run, Setup, extend, failures
from bakeoff.experiment.scoring import measure_for
from bakeoff.experiment.stage import MAIN, Stage, halves, split_by
from bakeoff.metrics import METRICS
from bakeoff.report.words.facts import tuning_told

DESIGN = RepeatedKFold(runs=2, folds=5)
TEN_BY_TEN = RepeatedKFold(runs=10, folds=10)


def finished(data, design=DESIGN, parts=(), **estimators):
    named = tuple(Learner(name=name, estimator=each) for name, each in estimators.items())
    run = Run(data=data, learners=named, rng=0)
    extend(run, [Stage(key=MAIN, splits=split_by(design, data, 0)), *parts], Setup())
    return run


def test_failures_by_learner_split_and_reason(two, learners):
    data = make_data(*two)
    run = finished(data, parts=halves(data, 1, 0), a=learners.Failing(two[0][0, 0]), b=DummyClassifier())
    failed = [at for at in range(10) if 0 in run.stages[MAIN].test(at)]
    reason = "ValueError: the marked item is missing"
    assert failures(run, ["a", "b"]) == [("a", at, reason) for at in failed]
    assert failures(run, ["b"]) == []
    sides = [len(failures(run, ["a"], f"half 1.{side}")) for side in (1, 2)]
    assert sorted(sides) == [1, 10]


def test_missing_cells_are_named_by_run_and_fold(two, learners):
    run = finished(make_data(*two), a=learners.Failing(two[0][0, 0]), b=DummyClassifier())
    (caveat,) = remarks.missing_cells(run, ("a", "b"))
    cells = [f"a run {at // 5 + 1} fold {at % 5 + 1}" for at in range(10) if 0 in run.stages[MAIN].test(at)]
    assert caveat.key == "missing-cells"
    assert f"2 cells failed and are missing ({', '.join(cells)}; ValueError: the marked" in caveat.text
    assert remarks.missing_cells(run, ("b", "b")) == ()


def test_of_many_missing_cells_three_are_named(two, learners):
    run = finished(make_data(*two), a=learners.Limited(), b=DummyClassifier())
    (caveat,) = remarks.missing_cells(run, ("a", "b"))
    assert "(a run 1 fold 1, a run 1 fold 2, a run 1 fold 3 and 7 more; RuntimeError" in caveat.text


def test_warnings_are_told_with_how_often(two, learners):
    run = finished(
        make_data(*two),
        a=LogisticRegression(max_iter=1),
        b=learners.Warner(times=2, different=True),
        c=DummyClassifier(),
    )
    first, second = remarks.warned(run, ("a", "b"))
    assert first.key == second.key == "learner-warned"
    assert first.text.startswith("a issued a warning in 10 of 10 trainings: ConvergenceWarning: ")
    assert second.text.startswith("b issued a warning in 10 of 10 trainings: UserWarning: beware ")
    assert "(and 1 other warning); fix the cause" in second.text
    assert remarks.warned(run, ("c", "c")) == ()


def test_pooled_predictions_of_several_models(two):
    several = finished(make_data(*two), design=KFold(folds=5), a=DummyClassifier())
    (caveat,) = remarks.of_items(several)
    assert caveat.key == "pooled-predictions"
    assert "the predictions of 5 models" in caveat.text
    assert caveat.text.endswith("nominal 5 %; use items-folds-t, which accounts for this")


def test_one_training_set(two):
    for design in (Holdout(), Resampling(splits=1)):
        (caveat,) = remarks.of_items(finished(make_data(*two), design=design, a=DummyClassifier()))
        assert caveat.key == "one-training-set"
        assert "each learner was trained once: the verdict applies to these two classifiers" in caveat.text


def test_designs_without_a_half_sample_test_are_told_of_others(two):
    run = finished(make_data(*two), design=TimeSeriesSplit(3), a=DummyClassifier())
    (pooled,) = remarks.of_items(run)
    assert "the predictions of 3 models" in pooled.text
    assert pooled.text.endswith("; use KFold or RepeatedKFold with items-folds-t, which accounts for it")


@pytest.mark.slow
def test_leaving_one_out_shifts_the_classes(two):
    run = finished(make_data(*two), design=LeaveOneOut(), a=DummyClassifier(), b=GaussianNB())
    (pooled,) = remarks.of_items(run)
    assert pooled.key == "pooled-predictions"
    assert pooled.text.endswith("; use KFold or RepeatedKFold with items-folds-t, which accounts for it")
    assert remarks.followers(run, ("a", "b")) == ("a",)
    numbers = make_data(two[0], two[0][:, 0], kind="numbers")
    assert remarks.followers(finished(numbers, design=LeaveOneOut(), a=DummyRegressor()), ("a", "a")) == ()


def test_who_follows_the_shares_of_the_classes(two, learners):
    designs = (KFold(folds=5), Bootstrap(samples=5))
    for design in designs:
        run = finished(make_data(*two), design=design, a=DummyClassifier(), b=GaussianNB(), c=learners.Dice())
        assert remarks.followers(run, ("b", "a")) == ("a",)
        assert remarks.followers(run, ("b", "c")) == ()


class Sure(GaussianNB):
    """Gives all to the first class, or all but so much."""

    def __init__(self, rest=0.0):
        super().__init__()
        self.rest = rest

    def predict_proba(self, X):
        first = np.full(len(X), 1 - self.rest)
        return np.column_stack([first, 1 - first])


def test_probabilities_of_zero_for_what_came_true(two):
    run = finished(make_data(*two), wise=GaussianNB(), sure=Sure(), almost=Sure(1e-12))

    def found(first, second, metric="log-loss"):
        measure = measure_for(metric, run.data, None)
        return [(each.key, each.text) for each in remarks.clipped(run, (first, second), measure)]

    ((key, text),) = found("wise", "sure")
    assert key == "probabilities-clipped"
    assert text.startswith("sure: the true class was given probability 0: the infinite loss is replaced")
    assert "compare with the Brier score" in text
    assert found("sure", "wise") == found("wise", "sure")
    assert found("wise", "almost") == found("wise", "wise") == []
    assert found("wise", "sure", metric="brier") == []


def test_cells_that_failed_have_no_probabilities(two, learners):
    run = finished(make_data(*two), a=learners.Limited(), b=Sure())
    measure = measure_for("log-loss", run.data, None)
    (caveat,) = remarks.clipped(run, ("a", "b"), measure)
    assert caveat.text.startswith("b: ")


FLOOR = {"floor": "items"}


def test_where_a_test_was_not_measured(two, hundred):
    def odd(X, y, metric="accuracy", design=TEN_BY_TEN, method="half-sample-t", options=FLOOR, **more):
        run = Run(data=make_data(X, y, **more), learners=(), rng=0)
        run.stages[MAIN] = Stage(key=MAIN, splits=split_by(design, run.data, 0))
        found = remarks.not_measured(run, method, METRICS[metric], options)
        assert all(each.key == "not-measured-here" for each in found)
        return [each.text.partition("not known for: ")[2].partition(";")[0] for each in found]

    assert odd(*hundred) == []
    assert odd(*two) == ["60 items"]
    assert odd(np.zeros((901, 1)), np.arange(901) % 2) == ["901 items"]
    assert odd(hundred[0], np.arange(100) % 10) == []
    assert odd(np.zeros((110, 1)), np.arange(110) % 11) == ["11 classes"]
    assert odd(hundred[0], np.arange(100.0), "squared-error", kind="numbers") == ["squared-error"]
    assert odd(*hundred, metric="error") == []
    assert odd(*hundred, metric="auc") == ["auc"]
    assert odd(*hundred, design=KFold(folds=10)) == ["KFold(folds=10)"]
    assert odd(*hundred, method="items-folds-t", options={}, design=KFold(folds=10)) == []
    assert odd(*hundred, method="items-folds-t", options={}, design=RepeatedKFold(runs=5)) == []
    assert odd(*hundred, method="items-folds-t", options={}, design=KFold(folds=3)) == ["KFold(folds=3)"]
    by_items = {"method": "items-folds-t", "options": {}}
    assert odd(*hundred, metric="auc", **by_items) == ["100 items"]
    assert odd(np.zeros((200, 1)), np.arange(200) % 2, metric="f1", **by_items) == []
    assert odd(np.zeros((200, 1)), np.arange(200) % 3, metric="macro-f1", **by_items) == []
    assert odd(np.zeros((200, 1)), np.arange(200) % 4, metric="macro-f1", **by_items) == ["4 classes"]
    assert odd(np.zeros((200, 1)), np.arange(200) % 2, metric="recall", **by_items) == ["recall"]
    assert odd(*hundred, metric="brier", **by_items) == ["brier"]
    assert odd(*hundred, design=RepeatedKFold(runs=2, folds=10)) == ["RepeatedKFold(runs=2, folds=10)"]
    assert odd(*hundred, metric="brier", design=Resampling(splits=9)) == [
        "brier, Resampling(splits=9, test=0.3333)"
    ]
    assert odd(*hundred, groups=np.arange(100) // 2) == ["groups of items"]
    assert odd(np.zeros((990, 1)), np.arange(990) % 11) == ["11 classes, 990 items"]


@pytest.mark.slow
def test_how_much_was_tuned(two):
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 2, 3]}, cv=2)
    run = finished(make_data(*two), a=search, b=DummyClassifier())
    (found,) = remarks.tunings(run, ["a", "b"])
    assert (found.data, found.learner, found.trainings) == ("data", "a", 10)
    assert (found.configurations, found.total) == (3, 30)
    chosen = [run.cell("a", MAIN, at).tuned["chosen"] for at in range(10)]
    assert found.chosen == {each: chosen.count(each) for each in set(chosen)}
    most = max(found.chosen, key=found.chosen.get)
    assert tuning_told(found).startswith(
        "3 configurations in each of 10 trainings, 30 in all, inside the training"
    )
    assert tuning_told(found).endswith(
        f"chosen most often ({found.chosen[most]} times): {next(iter(found.chosen))}"
    )
    assert remarks.tunings(run, ["b"]) == ()
