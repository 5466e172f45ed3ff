import pytest

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.core.pick import every, two_of
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers.fold_table import (
    found_in,
    has_single_folds,
    is_tidy,
    is_wide,
    read_folds,
    renamed,
)
from bakeoff.read.table import table_of

WIDE = {"run": [1, 1, 2, 2], "fold": [2, 1, 1, 2], "nb": [0.2, 0.1, 0.3, 0.4], "tree": [0.6, 0.5, 0.7, 0.8]}


def read(given, a=None, b=None):
    return read_folds(given, pick=two_of(a, b))


def found(table, a=None, b=None, **asked):
    return found_in(table, Wanted(pick=two_of(a, b), **asked))


def test_learners_with_a_column_each():
    scores = read(WIDE | {"n_train": [9] * 4, "n_test": [1] * 4})
    assert scores.names == ("nb", "tree")
    assert scores.scores[0].tolist() == [[0.1, 0.2], [0.3, 0.4]]
    assert scores.scores[1].tolist() == [[0.5, 0.6], [0.7, 0.8]]
    assert scores.n_train.tolist() == [[9, 9], [9, 9]]
    assert read(WIDE, a="tree").names == ("tree", "nb")


def test_text_is_no_learner_and_more_than_two_are_chosen_from():
    more = WIDE | {"note": ["x"] * 4}
    assert read(more).names == ("nb", "tree")
    more["svm"] = [0.5] * 4
    with pytest.raises(InputError, match=r"3 learners: 'nb', 'tree', 'svm'; choose two with"):
        read(more)
    assert read(more, a="svm", b="nb").scores[0].tolist() == [[0.5, 0.5]] * 2
    with pytest.raises(UnknownNameError, match="'swm'; did you mean 'svm'"):
        read(more, a="swm", b="nb")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"fold": [1, 1, 1, 2]}, "a score run 1, fold 1 twice"),
        ({"fold": [1, 2, 1, 3]}, "no score of a score for run"),
        ({"nb": [0.1, None, 0.2, 0.3]}, "column 'nb' of the table has a missing value"),
        ({"nb": [0.1, float("inf"), 0.2, 0.3]}, "expected a finite number"),
        ({"tree": ["x", "y", "z", "u"]}, "1 learner: 'nb'; expected at least two"),
    ],
)
def test_bad_tables_are_one_clear_line(change, message):
    with pytest.raises(InputError, match=message):
        read(WIDE | change)


def test_several_data_sets():
    table = {
        "dataset": ["iris"] * 4 + ["wine"] * 4, "learner": ["nb", "nb", "tree", "tree"] * 2,
        "fold": [1, 2] * 4, "score": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
    }  # fmt: skip
    read_in = found(table_of(table, "x"), metric="f1")
    assert list(read_in.panel) == ["iris", "wine"]
    assert read_in.panel["wine"].scores[0].tolist() == [[0.5, 0.6]]
    assert (read_in.metric, read_in.notes) == ("f1", ())
    wide = {"dataset": ["iris"] * 2 + ["wine"] * 2, "fold": [1, 2] * 2, "nb": [0.1] * 4, "tree": [0.2] * 4}
    read_in = found(table_of(wide, "x"), a="tree")
    assert read_in.names == ("tree", "nb")
    assert "higher is assumed to be better" in read_in.assumed[0]
    lacking = table | {"fold": [1, 2, 1, 2, 1, 2, 1, 3]}
    with pytest.raises(InputError, match="x, data set 'wine' has no score of 'nb' for fold 3"):
        found(table_of(lacking, "x"))
    with pytest.raises(InputError, match="data sets with names that look the same"):
        found(table_of(wide | {"dataset": ["a b", "a b", "a  b", "a  b"]}, "x"))


def test_more_than_two_learners_on_several_data_sets_are_for_rank():
    table = {
        "dataset": ["iris"] * 3 + ["wine"] * 3, "learner": ["nb", "tree", "knn"] * 2,
        "fold": [1] * 6, "score": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
    }  # fmt: skip
    with pytest.raises(InputError, match=r"3 learners: .* with bakeoff rank FILE --datasets$"):
        found(table_of(table, "x"))
    with pytest.raises(
        InputError,
        match=r"^the table has scores on 2 data sets \('iris', 'wine'\) in column 'dataset'; expected one: "
        r"rank the learners over all of them with bakeoff rank FILE --datasets, or keep",
    ):
        read(table, a="nb", b="tree")
    with pytest.raises(InputError, match=r"with rank_learners in Python, which trains them$"):
        found(table_of({name: cells[:3] for name, cells in table.items()}, "x"))
    table["data"] = table.pop("dataset")
    with pytest.raises(InputError, match=r"2 data sets .* in column 'data'"):
        read(table)
    wide = {"dataset": ["iris"] * 2 + ["wine"] * 2, "fold": [1, 2] * 2, "nb": [0.1] * 4, "tree": [0.2] * 4}
    with pytest.raises(InputError, match="2 data sets"):
        read(wide)
    assert read(wide | {"dataset": ["iris"] * 4, "fold": [1, 2, 3, 4]}).names == ("nb", "tree")


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


def test_all_learners_may_be_read():
    more = WIDE | {"svm": [0.5] * 4}
    panel = read_folds(table_of(more, "x"), pick=every)
    assert (panel.names, panel.source, panel.scores.shape) == (("nb", "tree", "svm"), "x", (3, 2, 2))


def test_columns_under_other_names():
    tidy = {"model": ["nb", "nb", "c45", "c45"], "fold": [1, 2, 1, 2], "auc": [0.9, 0.8, 0.7, 0.6]}
    table = renamed(table_of(tidy, "x"), {"learner": "model", "score": "auc", "fold": "fold"})
    assert list(table.columns) == ["learner", "fold", "score"]
    assert read(table).scores.tolist() == [[[0.9, 0.8]], [[0.7, 0.6]]]


@pytest.mark.parametrize(("metric", "higher"), [("rmse", False), ("r2", True), (None, True)])
def test_the_direction_of_a_metric_that_is_named(metric, higher):
    table = table_of({"fold": [1, 2], "nb": [0.5, 0.75], "tree": [0.25, 0.5]}, "f")
    assert found(table, metric=metric).higher_is_better is higher


@pytest.mark.parametrize(
    ("asked", "metric", "higher"),
    [
        (None, "score", True),
        ("roc_auc", "auc", True),
        ("log-loss", "log-loss", False),
        ("neg_log_loss", "neg_log_loss", True),
    ],
)
def test_scorers_of_scikit_learn_name_our_metrics_unless_they_negate(asked, metric, higher):
    read_in = found(table_of(WIDE, "the table"), metric=asked)
    assert (read_in.metric, read_in.higher_is_better) == (metric, higher)
