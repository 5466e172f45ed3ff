import pytest

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.read.fold_scores import read_scores
from bakeoff.read.frames import table_of
from bakeoff.read.importers.found import Wanted
from bakeoff.read.importers.wide import has_single_folds, is_tidy, is_wide, read_fold_table, wide_scores

WIDE = {"run": [1, 1, 2, 2], "fold": [2, 1, 1, 2], "nb": [0.2, 0.1, 0.3, 0.4], "tree": [0.6, 0.5, 0.7, 0.8]}


def test_learners_with_a_column_each():
    scores = read_scores(WIDE | {"n_train": [9] * 4, "n_test": [1] * 4})
    assert scores.names == ("nb", "tree")
    assert scores.a_scores.tolist() == [[0.1, 0.2], [0.3, 0.4]]
    assert scores.b_scores.tolist() == [[0.5, 0.6], [0.7, 0.8]]
    assert scores.n_train.tolist() == [[9, 9], [9, 9]]
    assert (scores.runs, scores.folds) == ((1, 2), (1, 2))
    assert read_scores(WIDE, a="tree").names == ("tree", "nb")


def test_text_is_no_learner_and_more_than_two_are_chosen_from():
    more = WIDE | {"note": ["x"] * 4}
    assert read_scores(more).names == ("nb", "tree")
    more["svm"] = [0.5] * 4
    with pytest.raises(InputError, match=r"3 learner.s.: 'nb', 'tree', 'svm'; name the two"):
        read_scores(more)
    assert read_scores(more, a="svm", b="nb").a_scores.tolist() == [[0.5, 0.5]] * 2
    with pytest.raises(UnknownNameError, match="'swm'; did you mean 'svm'"):
        read_scores(more, a="swm", b="nb")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"fold": [1, 1, 1, 2]}, "a score run 1, fold 1 twice"),
        ({"fold": [1, 2, 1, 3]}, "no score of a score for run"),
        ({"nb": [0.1, None, 0.2, 0.3]}, "column 'nb' of the table has a missing value"),
        ({"nb": [0.1, float("inf"), 0.2, 0.3]}, "expected a finite number"),
        ({"tree": ["x", "y", "z", "u"]}, "1 learner.s.: 'nb'; expected two"),
    ],
)
def test_bad_tables_are_one_clear_line(change, message):
    with pytest.raises(InputError, match=message):
        read_scores(WIDE | change)


def test_several_data_sets():
    table = {
        "dataset": ["iris"] * 4 + ["wine"] * 4, "learner": ["nb", "nb", "tree", "tree"] * 2,
        "fold": [1, 2] * 4, "score": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
    }  # fmt: skip
    found = read_fold_table(table_of(table, "x"), Wanted(metric="f1"))
    assert list(found.tables) == ["iris", "wine"]
    assert found.tables["wine"].a_scores.tolist() == [[0.5, 0.6]]
    assert (found.metric, found.notes) == ("f1", ())
    wide = {"dataset": ["iris"] * 2 + ["wine"] * 2, "fold": [1, 2] * 2, "nb": [0.1] * 4, "tree": [0.2] * 4}
    found = read_fold_table(table_of(wide, "x"), Wanted(a="tree"))
    assert found.names == ("tree", "nb")
    assert "taken for accuracies" in found.notes[0]
    lacking = table | {"fold": [1, 2, 1, 2, 1, 2, 1, 3]}
    with pytest.raises(InputError, match="x, data set 'wine' has no score of 'nb' for fold 3"):
        read_fold_table(table_of(lacking, "x"), Wanted())
    with pytest.raises(InputError, match="data sets whose names look alike"):
        read_fold_table(table_of(wide | {"dataset": ["a b", "a b", "a  b", "a  b"]}, "x"), Wanted())


def test_which_tables_they_are():
    assert is_wide(["fold", "nb", "tree"])
    assert not is_wide(["fold", "nb"])
    assert not is_wide(["nb", "tree"])
    assert not is_wide(["fold", "truth", "nb", "tree"])
    assert is_tidy(["learner", "run", "fold", "score"])
    assert not is_tidy(["fold", "score"])
    assert has_single_folds(table_of(WIDE, "x"))
    assert not has_single_folds(table_of(WIDE | {"fold": [1, 1, 1, 1]}, "x"))
    assert not has_single_folds(table_of({"nb": [1]}, "x"))


def test_without_names_there_must_be_two():
    assert wide_scores(table_of(WIDE, "x"), None, None).source == "x"


@pytest.mark.parametrize(("metric", "higher"), [("rmse", False), ("r2", True), (None, True)])
def test_the_direction_of_a_metric_that_is_named(metric, higher):
    table = table_of({"fold": [1, 2], "nb": [0.5, 0.75], "tree": [0.25, 0.5]}, "f")
    assert read_fold_table(table, Wanted(metric=metric)).higher_is_better is higher


@pytest.mark.parametrize(
    ("asked", "metric", "higher"),
    [
        (None, "accuracy", True),
        ("roc_auc", "auc", True),
        ("log-loss", "log-loss", False),
        ("neg_log_loss", "neg_log_loss", True),
    ],
)
def test_scorers_of_scikit_learn_name_our_metrics_unless_they_negate(asked, metric, higher):
    found = read_fold_table(table_of(WIDE, "the table"), Wanted(metric=asked))
    assert (found.metric, found.higher_is_better) == (metric, higher)
