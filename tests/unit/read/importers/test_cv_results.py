import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV
from sklearn.tree import DecisionTreeClassifier

from bakeoff.core.exceptions import InputError
from bakeoff.core.pick import every, two_of
from bakeoff.read.columns import named_columns
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._record import metric_meant
from bakeoff.read.importers.cv_results import candidates_panel, found_candidates, is_cv_results
from bakeoff.read.importers.fold_table import read_folds
from bakeoff.read.table import table_of

X, Y = load_iris(return_X_y=True)
SCORERS = ["accuracy", "f1_macro", "neg_log_loss"]


def read(table, a=None, b=None, pick=None, **asked):
    return found_candidates(table, Wanted(pick=pick or two_of(a, b), **asked))


@pytest.fixture(scope="module")
def search():
    grid = {"max_depth": [1, 2], "criterion": ["gini", "entropy"]}
    tree = DecisionTreeClassifier(random_state=0)
    return (
        GridSearchCV(tree, grid, cv=4, scoring=SCORERS, refit=False, return_train_score=True)
        .fit(X, Y)
        .cv_results_
    )


@pytest.mark.parametrize("holder", ["dict", "frame", "text"])
@pytest.mark.slow
def test_candidates_of_a_search(search, holder):
    frame = pd.DataFrame(search)
    given = {"dict": search, "frame": frame, "text": frame.astype({"params": str})}[holder]
    table = table_of(named_columns(given), "cv")
    found = read(table, a=0, b="{'criterion': 'entropy', 'max_depth': 2}")
    assert found.names == ("criterion=gini, max_depth=1", "criterion=entropy, max_depth=2")
    splits = [f"split{at}_test_accuracy" for at in range(4)]
    np.testing.assert_array_equal(found.panel[""].scores[1, 0], [search[split][3] for split in splits])
    assert "the table holds 4 candidates" in found.notes[1]
    assert "--tried 6" in found.notes[1]


def test_losses_of_a_search_are_turned_back(search):
    panel = candidates_panel(table_of(named_columns(search), "cv"), two_of("1", "2"), "log-loss")
    assert panel.scores[0, 0, 0] == -search["split0_test_neg_log_loss"][1]
    assert read_folds(search, pick=two_of(1, 2), metric="log-loss").scores.tolist() == panel.scores.tolist()


def test_two_candidates_need_no_names():
    search = {
        "params": [{"k": 1}, {"k": 3}],
        "split1_test_score": [0.5, 0.6],
        "split0_test_score": [0.7, 0.8],
    }
    found = read(table_of(search, "cv"))
    assert found.names == ("k=1", "k=3")
    assert found.panel[""].scores[0].tolist() == [[0.7, 0.5]]
    assert found.assumed == metric_meant(["score"], None)[1]


def test_more_than_ten_splits_are_in_numeric_order():
    search = {f"split{at}_test_score": [float(at), 0.0] for at in range(12)} | {"param_k": [1, 3]}
    found = read(table_of(search, "cv"), metric="kappa")
    assert found.panel[""].scores[0].tolist() == [[float(at) for at in range(12)]]
    assert found.names == ("k=1", "k=3")
    assert found.notes == ()


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (
            {},
            r"cv has 3 candidates: 'k=1', 'candidate 1', 'candidate 2'; choose two with --a and",
        ),
        ({"a": "0"}, "choose two with"),
        ({"a": "0", "b": "k=1"}, "both name the candidate 'k=1'"),
        ({"a": "0", "b": "7"}, "no candidate is called '7'"),
        ({"a": "0", "b": "k=3"}, "several candidates are called 'k=3'"),
        ({"a": "0", "b": "k=2"}, "no candidate is called 'k=2' in cv; give a row number: 0: "),
        ({"a": "0", "b": "2"}, "column 'split0_test_score' of cv has a missing value"),
    ],
)
def test_candidates_that_cannot_be_had(wanted, message):
    search = {"params": [{"k": 1}, {"k": 3}, {"k": 3}], "split0_test_score": [0.5, 0.6, None]}
    with pytest.raises(InputError, match=message):
        read(table_of(search, "cv"), **wanted)


def test_candidates_that_look_alike_are_numbered():
    search = {"params": [{"k": 3}, {"k": 3}], "split0_test_score": [0.5, 0.6]}
    assert read(table_of(search, "cv")).names == ("candidate 0", "candidate 1")


def test_tables_by_their_columns(search):
    assert is_cv_results(list(search))
    assert not is_cv_results(["split0_train_score", "mean_test_score", "params"])


def test_all_candidates_may_be_read(search):
    found = read(table_of(named_columns(search), "cv"), pick=every)
    assert len(found.names) == len(set(found.names)) == 4
    assert found.panel[""].scores.shape == (4, 1, 4)
