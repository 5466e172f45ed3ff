import json

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from bakeoff.core.exceptions import InputError
from bakeoff.read.fold_scores import read_scores, scores_of
from bakeoff.read.frames import named_columns, table_of
from bakeoff.read.importers.found import Wanted
from bakeoff.read.importers.scikit import (
    cv_scores,
    is_cross_validate,
    is_cv_results,
    is_several,
    learners_in,
    metric_meant,
    read_cross_validate,
    read_cv_results,
)

X, Y = load_iris(return_X_y=True)
SCORERS = ["accuracy", "f1_macro", "neg_log_loss"]


@pytest.fixture(scope="module")
def learners():
    tree = DecisionTreeClassifier(max_depth=2, random_state=0)
    options = {"cv": 4, "scoring": SCORERS, "return_train_score": True, "return_indices": True}
    return {
        name: cross_validate(each, X, Y, **options) for name, each in (("nb", GaussianNB()), ("tree", tree))
    }


@pytest.fixture(scope="module")
def search():
    grid = {"max_depth": [1, 2], "criterion": ["gini", "entropy"]}
    tree = DecisionTreeClassifier(random_state=0)
    return (
        GridSearchCV(tree, grid, cv=4, scoring=SCORERS, refit=False, return_train_score=True)
        .fit(X, Y)
        .cv_results_
    )


def test_dicts_of_cross_validate(learners):
    found = read_cross_validate(learners, Wanted(), "x.json")
    assert found.names == ("nb", "tree")
    assert found.metric == "accuracy"
    assert found.notes == ("compared by 'accuracy'; there is also f1_macro, neg_log_loss",)
    table = found.tables[""]
    np.testing.assert_array_equal(table.a_scores[0], learners["nb"]["test_accuracy"])
    assert table.n_test.shape == (1, 4)
    loss = read_cross_validate(learners, Wanted(metric="log-loss", a="tree"), "x.json")
    np.testing.assert_array_equal(loss.tables[""].a_scores[0], -learners["tree"]["test_neg_log_loss"])
    assert loss.names == ("tree", "nb")


@pytest.mark.parametrize("name", ["macro-f1", "f1_macro"])
def test_scorers_by_either_name(learners, name):
    found = read_cross_validate(learners, Wanted(metric=name), "x.json")
    assert found.metric == "macro-f1"
    np.testing.assert_array_equal(found.tables[""].b_scores[0], learners["tree"]["test_f1_macro"])
    assert found.other_metrics == ("accuracy", "log-loss")


def test_a_scorer_that_is_none_of_ours():
    made = {"fit_time": [0, 0], "test_r2": [0.5, 0.25]}
    found = read_cross_validate({"x": made, "y": made}, Wanted(), "f")
    assert (found.metric, found.higher_is_better) == ("r2", True)
    assert found.tables[""].a_scores.tolist() == [[0.5, 0.25]]


def test_dicts_that_do_not_match(learners):
    short = {key: value[:3] for key, value in learners["tree"].items() if key != "indices"}
    with pytest.raises(InputError, match="'nb' has 4 scores and 'tree' 3 in f; expected one of each"):
        read_cross_validate(learners | {"tree": short}, Wanted(), "f")
    with pytest.raises(InputError, match=r"f has 1 learner.s.: 'nb'; expected two"):
        read_cross_validate({"nb": learners["nb"]}, Wanted(), "f")
    with pytest.raises(InputError, match="none of them of the metric 'recall'"):
        read_cross_validate(learners, Wanted(metric="recall"), "f")


@pytest.mark.parametrize("values", [[0.5, None], [0.5, "x"], [0.5, float("nan")], "ab", 3, {"a": 1}, []])
def test_scores_that_are_none(values):
    odd = {"fit_time": [0, 0], "test_score": values}
    with pytest.raises(InputError):
        read_cross_validate({"x": odd, "y": odd}, Wanted(), "f")


def test_learners_of_one_file_or_two(learners):
    assert list(learners_in([("both", learners)])) == ["nb", "tree"]
    assert list(learners_in([("a", learners["nb"]), ("b", learners["tree"])])) == ["a", "b"]
    assert list(learners_in([("cv", learners["nb"]), ("cv", learners["tree"])])) == ["cv", "cv (2)"]
    assert list(learners_in([("x", {"nb": learners["nb"]}), ("y", {"nb": learners["tree"]})])) == [
        "nb",
        "nb (2)",
    ]
    assert is_several(learners)
    assert is_cross_validate(learners["nb"])
    assert not is_several({})
    assert not is_cross_validate({"test_score": [1]})


@pytest.mark.parametrize("holder", ["dict", "frame", "text"])
def test_candidates_of_a_search(search, holder):
    frame = pd.DataFrame(search)
    given = {"dict": search, "frame": frame, "text": frame.astype({"params": str})}[holder]
    table = table_of(named_columns(given), "cv")
    found = read_cv_results(table, Wanted(a=0, b="{'criterion': 'entropy', 'max_depth': 2}"))
    assert found.names == ("criterion=gini, max_depth=1", "criterion=entropy, max_depth=2")
    splits = [f"split{at}_test_accuracy" for at in range(4)]
    np.testing.assert_array_equal(found.tables[""].b_scores[0], [search[split][3] for split in splits])
    assert "the table holds 4 candidates" in found.notes[1]
    assert "--tried 6" in found.notes[1]
    assert found.tables[""].folds == (0, 1, 2, 3)


def test_losses_of_a_search_are_turned_back(search):
    scores = cv_scores(table_of(named_columns(search), "cv"), "1", "2", "log-loss")
    assert scores.a_scores[0, 0] == -search["split0_test_neg_log_loss"][1]
    assert read_scores(search, a=1, b=2, metric="log-loss").a_scores.tolist() == scores.a_scores.tolist()


def test_two_candidates_need_no_names():
    search = {
        "params": [{"k": 1}, {"k": 3}],
        "split1_test_score": [0.5, 0.6],
        "split0_test_score": [0.7, 0.8],
    }
    found = read_cv_results(table_of(search, "cv"), Wanted())
    assert found.names == ("k=1", "k=3")
    assert found.tables[""].a_scores.tolist() == [[0.7, 0.5]]
    assert found.notes == metric_meant(["score"], None)[1]


def test_more_than_ten_splits_are_in_numeric_order():
    search = {f"split{at}_test_score": [float(at), 0.0] for at in range(12)} | {"param_k": [1, 3]}
    found = read_cv_results(table_of(search, "cv"), Wanted(metric="kappa"))
    assert found.tables[""].a_scores.tolist() == [[float(at) for at in range(12)]]
    assert found.names == ("k=1", "k=3")
    assert found.notes == ()


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (Wanted(), "holds 3 candidate.s.; name two of them as a and b.*0: 'k=1'; 1: 'k=3'; 2: 'k=3'"),
        (Wanted(a="0"), "name two of them"),
        (Wanted(a="0", b="k=1"), "both name candidate 0"),
        (Wanted(a="0", b="7"), "no candidate is called '7'"),
        (Wanted(a="0", b="k=3"), "several candidates are called 'k=3'"),
        (Wanted(a="0", b="k=2"), "no candidate is called 'k=2' in cv; give a row number: 0: "),
        (Wanted(a="0", b="2"), "column 'split0_test_score' of cv has a missing value"),
    ],
)
def test_candidates_that_cannot_be_had(wanted, message):
    search = {"params": [{"k": 1}, {"k": 3}, {"k": 3}], "split0_test_score": [0.5, 0.6, None]}
    with pytest.raises(InputError, match=message):
        read_cv_results(table_of(search, "cv"), wanted)


def test_candidates_that_look_alike_are_numbered():
    search = {"params": [{"k": 3}, {"k": 3}], "split0_test_score": [0.5, 0.6]}
    assert read_cv_results(table_of(search, "cv"), Wanted()).names == ("candidate 0", "candidate 1")


def test_tables_by_their_columns(search):
    assert is_cv_results(list(search))
    assert not is_cv_results(["split0_train_score", "mean_test_score", "params"])


def test_strict_json_round_trip(tmp_path, learners):
    plain = {key: value.tolist() for key, value in learners["nb"].items() if key != "indices"}
    assert is_cross_validate(json.loads(json.dumps(plain)))


@pytest.mark.parametrize("key", ["test_max_error", "test_gizmo_loss"])
def test_the_sign_tells_that_a_scorer_negated_a_loss(key):
    good, bad = {"fit_time": [0, 0], key: [-0.5, 0.0]}, {"fit_time": [0, 0], key: [-2.0, -1.0]}
    found = read_cross_validate({"x": good, "y": bad}, Wanted(), "f")
    assert found.higher_is_better
    assert found.tables[""].b_scores.tolist() == [[-2.0, -1.0]]
    assert "was negated by the scorer, and higher is better" in found.notes[-1]
    for given in ([0.5, 0.0], [0.0, 0.0], [-0.5, 0.5]):
        as_is = {"fit_time": [0, 0], key: given}
        assert not read_cross_validate({"x": as_is, "y": as_is}, Wanted(), "f").higher_is_better


@pytest.mark.parametrize("key", ["test_score", "test_log_loss", "test_neg_log_loss"])
def test_our_losses_are_turned_back_whatever_their_key(key):
    made = {"fit_time": [0, 0], key: [-0.5, -0.25]}
    assert scores_of(made, "log-loss").scores.tolist() == [0.5, 0.25]


def test_scorers_that_nobody_knows_are_noted():
    made = {"fit_time": [0, 0], "test_gizmo": [0.5, 0.25]}
    assert (
        "higher 'gizmo' is taken to be better"
        in read_cross_validate({"x": made, "y": made}, Wanted(), "f").notes[0]
    )
