import errno
import random
from functools import partial

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.decomposition import PCA
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LinearRegression, LogisticRegression, RidgeClassifier
from sklearn.model_selection import GridSearchCV, GroupKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier

from bakeoff.core.exceptions import BakeoffError
from bakeoff.experiment.cell import (
    LONGEST,
    MOST_WARNINGS,
    Given,
    Task,
    _seeded_clone,
    open_random_states,
    rows_of,
    run_batch,
    run_cell,
)
from bakeoff.experiment.content import decode
from bakeoff.experiment.workers import run_tasks

TEST = np.arange(0, 60, 4)


def task(seed=7, **more):
    return Task(key="k", learner=0, test=TEST, seed=seed, **more)


def given_to(estimators, X, y, groups=None, classes=(0, 1), **more):
    states = [open_random_states(each) for each in estimators]
    return Given(X, y, groups, classes, estimators, states, **more)


def cell(estimator, data, seed=7, groups=None, **more):
    X, y = data
    classes = tuple(np.unique(y).tolist()) if y.dtype.kind != "f" else None
    return decode(run_cell(given_to([estimator], X, y, groups, classes), task(seed, **more)).content)


def bytes_of(estimator, data, seed=7):
    X, y = data
    return run_cell(given_to([estimator], X, y), task(seed)).content


def test_what_is_predicted_is_what_a_plain_fit_predicts(two):
    X, y = two
    train = np.setdiff1d(np.arange(60), TEST)
    plain = LogisticRegression().fit(X[train], y[train])
    done = cell(LogisticRegression(), two)
    assert done.predicted.tolist() == plain.predict(X[TEST]).tolist()
    assert np.array_equal(done.scores, plain.predict_proba(X[TEST]))
    assert (done.score_kind, done.error, done.warnings, done.tuned) == ("probability", "", {}, {})


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, np.setdiff1d(np.arange(60), TEST)),
        ({"drawn": np.array([5, 5, 1])}, [5, 5, 1]),
        ({"items": np.arange(30)}, np.setdiff1d(np.arange(30), TEST)),
        ({"items": np.arange(30), "drawn": np.array([2, 1])}, [2, 1]),
    ],
)
def test_the_items_that_are_trained_on(given, expected):
    assert task(**given).train(60).tolist() == list(expected)


def test_labels_in_another_order_are_those_that_are_learnt(two):
    X, y = two
    order = np.random.default_rng(0).permutation(60)
    train = np.setdiff1d(np.arange(60), TEST)
    plain = GaussianNB().fit(X[train], y[order][train])
    assert cell(GaussianNB(), two, order=order).predicted.tolist() == plain.predict(X[TEST]).tolist()


def test_the_users_estimator_is_not_touched(two):
    estimator = make_pipeline(StandardScaler(), PCA(2), RandomForestClassifier(3))
    before = {name: repr(value) for name, value in estimator.get_params().items()}
    assert not cell(estimator, two).error
    assert {name: repr(value) for name, value in estimator.get_params().items()} == before
    assert estimator[-1].random_state is None
    assert not hasattr(estimator[0], "mean_")
    assert not hasattr(estimator[-1], "estimators_")


def test_data_are_not_touched_by_learners_that_work_in_place(two, learners):
    X, y = two[0].copy(), two[1].copy()
    for estimator in (
        make_pipeline(StandardScaler(copy=False), LogisticRegression()),
        learners.Spoiling(),
    ):
        assert not cell(estimator, (X, y)).error
        assert np.array_equal(X, two[0])
        assert np.array_equal(y, two[1])


def test_frames_and_sparse_matrices_are_not_touched_either(two):
    for X in (pd.DataFrame(two[0]), sparse.csr_matrix(two[0])):
        before = X.copy()
        assert not cell(make_pipeline(MaxAbsScaler(copy=False), RidgeClassifier()), (X, two[1])).error
        assert not (before != X).sum().sum()


@pytest.mark.parametrize("rows", [np.array([3, 1, 3]), np.arange(2, 9)], ids=["here and there", "in a row"])
def test_rows_are_a_copy_whatever_holds_them(two, rows):
    for X in (two[0], pd.DataFrame(two[0]), sparse.csr_matrix(two[0]), sparse.csr_array(two[0])):
        taken = rows_of(X, rows)
        assert type(taken) is type(X)
        values = taken.toarray() if sparse.issparse(taken) else np.asarray(taken)
        assert np.array_equal(values, two[0][rows])
        assert not np.shares_memory(values, two[0])


def test_rows_of_texts_and_of_other_frames():
    rows = np.array([3, 1, 3])
    assert rows_of(np.array(["a", "b", "c", "d"]), rows).tolist() == ["d", "b", "d"]
    assert rows_of(pl.DataFrame({"x": [1, 2, 3, 4]}), rows)["x"].to_list() == [4, 2, 4]
    assert rows_of(pd.Series(["a", "b", "c", "d"]), rows).tolist() == ["d", "b", "d"]


@pytest.mark.parametrize("kind", ["Dice", "Limited"])
def test_the_generators_of_the_process_go_on_as_if_nothing_had_been(two, learners, kind):
    random.seed(5)
    np.random.seed(5)
    before = (random.getstate(), np.random.get_state())
    run_batch([task()], *given_to([getattr(learners, kind)()], *two))
    list(run_tasks(given_to([getattr(learners, kind)()], *two), [task()]))
    assert random.getstate() == before[0]
    assert all(np.array_equal(a, b) for a, b in zip(np.random.get_state(), before[1], strict=True))


def test_learners_that_draw_from_the_process_are_reproducible(two, learners):
    assert bytes_of(learners.Dice(), two) == bytes_of(learners.Dice(), two)
    assert bytes_of(learners.Dice(), two) != bytes_of(learners.Dice(), two, seed=8)


def test_an_open_random_state_follows_the_seed(two):
    assert bytes_of(RandomForestClassifier(3), two) == bytes_of(RandomForestClassifier(3), two)
    assert bytes_of(RandomForestClassifier(3), two) != bytes_of(RandomForestClassifier(3), two, seed=8)


def test_a_random_state_that_the_user_fixed_stays(two):
    fixed = ExtraTreeClassifier(random_state=3)
    assert bytes_of(fixed, two) == bytes_of(fixed, two, seed=8)
    assert bytes_of(fixed, two) != bytes_of(ExtraTreeClassifier(random_state=4), two)
    moving = ExtraTreeClassifier(random_state=np.random.RandomState(3))
    state = moving.random_state.get_state()[1].tolist()
    assert bytes_of(moving, two) == bytes_of(moving, two)
    assert moving.random_state.get_state()[1].tolist() == state


class SetsItself(DecisionTreeClassifier):
    def set_params(self, **given):
        self.told_ = given
        return super().set_params(**given)


def test_a_learner_that_sets_its_parameters_itself_is_asked_to_and_gets_the_same_seed():
    plain, own = (
        _seeded_clone(each, ["random_state"], 7) for each in (DecisionTreeClassifier(), SetsItself())
    )
    assert own.told_ == {"random_state": plain.random_state}
    assert own.random_state == plain.random_state


def test_open_random_states_inside_others_are_set_each_for_itself():
    model = make_pipeline(PCA(), SVC(random_state=3), DecisionTreeClassifier())
    found = _seeded_clone(model, open_random_states(model), 7).get_params()
    assert found["svc__random_state"] == 3
    assert isinstance(found["pca__random_state"], int)
    assert found["pca__random_state"] != found["decisiontreeclassifier__random_state"]
    assert model.get_params()["pca__random_state"] is None
    assert (
        _seeded_clone(model, open_random_states(model), 7).get_params()["pca__random_state"]
        == found["pca__random_state"]
    )


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ([0, 1], "ValueError: predict gave shape (2,) for 15 items"),
        (np.zeros((15, 2)), "ValueError: predict gave shape (15, 2) for 15 items"),
        (0, "ValueError: predict gave shape () for 15 items"),
        ([2] * 15, "ValueError: predict gave 2, which is not one of the classes"),
        ([0.5] * 15, "ValueError: predict gave 0.5, which is not one of the classes"),
        ([np.nan] * 15, "ValueError: predict gave nan, which is not one of the classes"),
        (["0"] * 15, "ValueError: predict gave '0', which is not one of the classes"),
    ],
)
def test_odd_predictions_of_classes_are_failures(two, learners, answer, words):
    found = cell(learners.Saying(answer), two)
    assert (found.error, found.predicted, found.scores) == (words, None, None)


@pytest.mark.parametrize("answer", [[True] * 15, [1.0] * 15, np.ones((15, 1), dtype=int)])
def test_the_same_class_in_another_type_is_that_class(two, learners, answer):
    assert cell(learners.Saying(answer), two).predicted.tolist() == [1] * 15


@pytest.mark.parametrize("answer", [np.nan, np.inf, -np.inf])
def test_numbers_that_are_not_finite_are_failures(two, learners, answer):
    found = cell(learners.SayingNumber(answer), (two[0], two[1] + 0.5))
    assert found.error == "ValueError: predict gave numbers that are not finite"


def test_numbers_are_kept_as_they_are(two):
    X, y = two[0], two[0][:, 0] * 3.0
    found = cell(LinearRegression(), (X, y))
    assert found.predicted.dtype == np.float64
    assert found.predicted == pytest.approx(y[TEST])
    assert found.scores is None
    column = cell(LinearRegression(), (X, y[:, None].astype(float)))
    assert column.predicted.shape == (15,)


def test_an_exception_is_a_result_on_one_line(two, learners):
    found = cell(learners.Failing(99.0), two)
    assert found.error == "ValueError: the marked item is missing"
    assert found.predicted is None


def test_a_long_error_is_cut(two, learners):
    def complain(X):
        raise KeyError("x" * 5000)

    error = cell(learners.Saying(complain), two).error
    assert len(error) == LONGEST
    assert error.endswith("...")


def test_warnings_are_counted_and_none_gets_out(two, learners):
    assert cell(learners.Warner(times=3), two).warnings == {"UserWarning: beware": 3}
    many = cell(learners.Warner(times=50, different=True), two).warnings
    assert len(many) == MOST_WARNINGS
    stuck = cell(LogisticRegression(max_iter=1), two).warnings
    assert [text.split(":")[0] for text in stuck] == ["ConvergenceWarning"]


def test_probabilities_are_put_under_their_own_class(two):
    X, y = two[0], np.array(["b", "c", "d"] * 20)
    y[[0, 4]] = "a"  # both are tested on, so that the learner never sees an a
    found = cell(GaussianNB(), (X, y))
    train = np.setdiff1d(np.arange(60), TEST)
    plain = GaussianNB().fit(X[train], y[train])
    assert found.scores.shape == (15, 4)
    assert np.array_equal(found.scores[:, 0], np.zeros(15))
    assert np.array_equal(found.scores[:, 1:], plain.predict_proba(X[TEST]))
    assert [("a", "b", "c", "d")[code] for code in found.predicted] == plain.predict(X[TEST]).tolist()


def test_decision_values_where_there_are_no_probabilities(two):
    X, y = two
    train = np.setdiff1d(np.arange(60), TEST)
    found = cell(RidgeClassifier(), two)
    assert found.score_kind == "decision"
    assert np.array_equal(found.scores, RidgeClassifier().fit(X[train], y[train]).decision_function(X[TEST]))
    three = np.arange(60) % 3
    assert cell(RidgeClassifier(), (X, three)).scores.shape == (15, 3)


@pytest.mark.parametrize("wrapped", [False, True])
def test_decision_values_by_pairs_are_not_those_of_classes(two, wrapped):
    X, three = two[0], np.arange(60) % 3

    def scores(shape, y):
        machine = SVC(decision_function_shape=shape)
        return cell(make_pipeline(StandardScaler(), machine) if wrapped else machine, (X, y)).scores

    assert SVC(decision_function_shape="ovo").fit(X, three).decision_function(X).shape == (60, 3)
    assert scores("ovo", three) is None
    assert scores("ovr", three).shape == (15, 3)
    assert scores("ovo", two[1]).shape == (15,)  # of two classes there is one pair


def test_decision_values_of_fewer_classes_are_of_no_use(two):
    y = np.arange(60) % 2
    y[[0, 4]] = 2
    assert cell(RidgeClassifier(), (two[0], y)).scores is None


def test_a_learner_may_have_neither(two, learners):
    found = cell(learners.Majority(), two)
    assert (found.scores, found.score_kind) == (None, "")


def test_what_a_search_tried_is_kept(two):
    grid = {"max_depth": [1, 2, 3]}
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), grid, cv=3)
    train = np.setdiff1d(np.arange(60), TEST)
    plain = GridSearchCV(DecisionTreeClassifier(random_state=0), grid, cv=3).fit(two[0][train], two[1][train])
    found = cell(search, two).tuned
    assert found["tried"] == [
        [f"max_depth={depth}", score]
        for depth, score in zip([1, 2, 3], plain.cv_results_["mean_test_score"], strict=True)
    ]
    assert found["chosen"] == f"max_depth={plain.best_params_['max_depth']}"
    inside = cell(make_pipeline(SelectKBest(k=3), search), two).tuned
    assert len(inside["tried"]) == 3


@pytest.mark.parametrize("refit", ["f1", lambda results: 0])
def test_a_search_by_several_scores(two, refit):
    grid = {"max_depth": [1, 2]}
    search = GridSearchCV(DecisionTreeClassifier(), grid, scoring=["accuracy", "f1"], refit=refit, cv=3)
    found = cell(search, two)
    assert (found.error, len(found.tuned["tried"])) == ("", 2)
    assert all((score is None) == callable(refit) for _, score in found.tuned["tried"])


def test_a_search_by_groups_is_told_the_groups(two):
    groups = np.arange(60) // 3
    search = GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 1e-3]}, cv=GroupKFold(3))
    assert not cell(search, two, groups=groups).error
    assert "groups" in cell(search, two).error


def test_a_batch_is_its_cells_one_after_the_other(two):
    X, y = two
    estimators = [GaussianNB(), RandomForestClassifier(3)]
    tasks = [Task(key=f"{i}", learner=i % 2, test=TEST + i, seed=i) for i in range(4)]
    batch = run_batch(tasks, *given_to(estimators, X, y))
    alone = [run_cell(given_to(estimators, X, y), each) for each in tasks]
    assert [(d.key, d.content) for d in batch] == [(d.key, d.content) for d in alone]


def test_time_is_measured_also_where_training_fails(two, learners):
    X, y = two
    done = run_cell(given_to([GaussianNB()], X, y), task())
    assert 0 < done.fit_seconds < 10
    assert 0 < done.predict_seconds < 10
    failed = run_cell(given_to([learners.Limited()], X, y), task())
    assert failed.fit_seconds > 0
    assert failed.predict_seconds == 0


def test_a_function_given_to_a_learner_stays_a_function(two, learners):
    assert cell(learners.Saying(partial(lambda X: np.ones(len(X)))), two).predicted.tolist() == [1] * 15


def test_the_cause_stands_where_a_search_quotes_a_traceback():
    from sklearn.model_selection import GridSearchCV

    X = np.array([[np.nan], [1.0]] * 10)
    search = GridSearchCV(LogisticRegression(), {"C": [1, 2]}, cv=2)
    task = Task(key="k", learner=0, test=np.arange(4), seed=1)
    done = run_cell(given_to([search], X, np.arange(20) % 2), task)
    error = decode(done.content).error
    assert "Traceback" not in error
    assert error.startswith("ValueError: All the 4 fits failed")
    assert "Input X contains NaN" in error or "NaN" in error


def test_scores_that_no_metric_looks_at_are_not_asked_for(two):
    X, y = two
    plain = decode(run_cell(given_to([GaussianNB()], X, y, scored=False), task()).content)
    scored = decode(run_cell(given_to([GaussianNB()], X, y), task()).content)
    assert (plain.scores, plain.score_kind) == (None, "")
    assert plain.predicted.tolist() == scored.predicted.tolist()


class NoRoom(DecisionTreeClassifier):
    """A learner that writes files of its own, on a disk that is full."""

    def fit(self, X, y):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_no_failure_of_the_learner(two):
    with pytest.raises(BakeoffError, match=r"could not write its files \(No space left on device\)"):
        cell(NoRoom(), two)
