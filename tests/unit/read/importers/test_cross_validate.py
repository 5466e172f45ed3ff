import json

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from bakeoff.core.exceptions import InputError
from bakeoff.core.pick import every, two_of
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers.cross_validate import found_learners, is_cross_validate, is_several, learners_in

X, Y = load_iris(return_X_y=True)
SCORERS = ["accuracy", "f1_macro", "neg_log_loss"]


def read(learners, source="f", a=None, b=None, pick=None, **asked):
    return found_learners(learners, Wanted(pick=pick or two_of(a, b), **asked), source)


@pytest.fixture(scope="module")
def learners():
    tree = DecisionTreeClassifier(max_depth=2, random_state=0)
    options = {"cv": 4, "scoring": SCORERS, "return_train_score": True, "return_indices": True}
    return {
        name: cross_validate(each, X, Y, **options) for name, each in (("nb", GaussianNB()), ("tree", tree))
    }


@pytest.mark.slow
def test_dicts_of_cross_validate(learners):
    found = read(learners, source="x.json")
    assert found.names == ("nb", "tree")
    assert found.metric == "accuracy"
    assert found.notes == ("the metric is 'accuracy'; the file also has f1_macro, neg_log_loss",)
    table = found.panel[""]
    np.testing.assert_array_equal(table.scores[0, 0], learners["nb"]["test_accuracy"])
    assert table.n_test.shape == (1, 4)
    loss = read(learners, source="x.json", metric="log-loss", a="tree")
    np.testing.assert_array_equal(loss.panel[""].scores[0, 0], -learners["tree"]["test_neg_log_loss"])
    assert loss.names == ("tree", "nb")


@pytest.mark.parametrize("name", ["macro-f1", "f1_macro"])
def test_scorers_by_either_name(learners, name):
    found = read(learners, source="x.json", metric=name)
    assert found.metric == "macro-f1"
    np.testing.assert_array_equal(found.panel[""].scores[1, 0], learners["tree"]["test_f1_macro"])
    assert found.other_metrics == ("accuracy", "log-loss")


def test_a_scorer_that_is_none_of_ours():
    made = {"fit_time": [0, 0], "test_r2": [0.5, 0.25]}
    found = read({"x": made, "y": made}, source="f")
    assert (found.metric, found.higher_is_better) == ("r2", True)
    assert found.panel[""].scores[0].tolist() == [[0.5, 0.25]]


def test_dicts_that_do_not_match(learners):
    short = {key: value[:3] for key, value in learners["tree"].items() if key != "indices"}
    with pytest.raises(InputError, match="'nb' has 4 scores and 'tree' 3 in f; expected one of each"):
        read(learners | {"tree": short}, source="f")
    with pytest.raises(InputError, match=r"f has 1 learner: 'nb'; expected at least two"):
        read({"nb": learners["nb"]}, source="f")
    with pytest.raises(InputError, match="none of them of the metric 'recall'"):
        read(learners, source="f", metric="recall")


@pytest.mark.parametrize("values", [[0.5, None], [0.5, "x"], [0.5, float("nan")], "ab", 3, {"a": 1}, []])
def test_scores_that_are_none(values):
    odd = {"fit_time": [0, 0], "test_score": values}
    with pytest.raises(InputError):
        read({"x": odd, "y": odd}, source="f")


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


def test_strict_json_round_trip(tmp_path, learners):
    plain = {key: value.tolist() for key, value in learners["nb"].items() if key != "indices"}
    assert is_cross_validate(json.loads(json.dumps(plain)))


@pytest.mark.parametrize("key", ["test_max_error", "test_gizmo_loss"])
def test_the_sign_tells_that_a_scorer_negated_a_loss(key):
    good, bad = {"fit_time": [0, 0], key: [-0.5, 0.0]}, {"fit_time": [0, 0], key: [-2.0, -1.0]}
    found = read({"x": good, "y": bad}, source="f")
    assert found.higher_is_better
    assert found.panel[""].scores[1].tolist() == [[-2.0, -1.0]]
    assert "taken as negated by the scorer: higher is better" in found.notes[-1]
    for given in ([0.5, 0.0], [0.0, 0.0], [-0.5, 0.5]):
        as_is = {"fit_time": [0, 0], key: given}
        assert not read({"x": as_is, "y": as_is}, source="f").higher_is_better


def test_scorers_that_nobody_knows_are_noted():
    made = {"fit_time": [0, 0], "test_gizmo": [0.5, 0.25]}
    assert "higher 'gizmo' is assumed to be better" in read({"x": made, "y": made}, source="f").assumed[0]


def test_all_learners_may_be_read(learners):
    three = learners | {"again": learners["nb"]}
    found = read(three, pick=every)
    assert found.names == ("nb", "tree", "again")
    assert found.panel[""].scores.shape == (3, 1, 4)
    assert found.panel[""].splits
    with pytest.raises(InputError, match=r"f has 3 learners: 'nb', 'tree', 'again'; choose two with"):
        read(three)
