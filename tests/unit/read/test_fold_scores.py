import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import KFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.core.pick import two_of
from bakeoff.read.fold_scores import LearnerScores, same_folds, scores_of
from bakeoff.read.importers.fold_table import read_folds
from bakeoff.read.table import read_table

TIDY = {
    "learner": ["nb"] * 4 + ["c45"] * 4, "run": [1, 1, 2, 2] * 2, "fold": [1, 2, 1, 2, 2, 1, 2, 1],
    "score": [0.1, 0.2, 0.3, 0.4, 0.6, 0.5, 0.8, 0.7],
    "n_train": [90, 91, 92, 93, 91, 90, 93, 92], "n_test": [10, 9, 8, 7, 9, 10, 7, 8],
}  # fmt: skip
CSV = "learner,run,fold,score\nnb,1,1,0.9\nnb,1,2,0.8\nc45,1,1,0.7\nc45,1,2,0.6\n"


def read_scores(given, a=None, b=None, metric=None):
    return read_folds(given, pick=two_of(a, b), metric=metric)


@pytest.fixture
def write(tmp_path):
    def write_text(text):
        (tmp_path / "s.csv").write_text(text)
        return tmp_path / "s.csv"

    return write_text


@pytest.mark.parametrize("holder", [dict, pd.DataFrame, pl.DataFrame, pa.table])
def test_tidy_tables_of_every_library(holder):
    scores = read_scores(holder(TIDY))
    assert scores.names == ("nb", "c45")
    assert scores.scores[0].tolist() == [[0.1, 0.2], [0.3, 0.4]]
    assert scores.scores[1].tolist() == [[0.5, 0.6], [0.7, 0.8]]
    assert scores.n_train.tolist() == [[90, 91], [92, 93]]
    assert scores.n_test.tolist() == [[10, 9], [8, 7]]


@pytest.mark.parametrize("suffix", ["csv", "parquet", "jsonl"])
def test_tidy_files(tmp_path, suffix):
    path = tmp_path / f"s.{suffix}"
    frame = pl.DataFrame(TIDY)
    {"csv": frame.write_csv, "parquet": frame.write_parquet, "jsonl": frame.write_ndjson}[suffix](path)
    assert read_scores(path).scores[1].tolist() == [[0.5, 0.6], [0.7, 0.8]]
    assert read_scores(str(path), a="c45").names == ("c45", "nb")
    assert read_scores(read_table(path), b="nb").names == ("c45", "nb")


def test_runs_may_be_left_out_and_sizes_unknown(write):
    scores = read_scores(write("learner,fold,score\nx,b,1\nx,a,2\ny,a,3\ny,b,4\n"))
    assert scores.scores[0].tolist() == [[1, 2]]
    assert scores.scores[1].tolist() == [[4, 3]]
    assert (scores.n_train, scores.n_test) == (None, None)


def test_folds_are_in_numeric_order(write):
    rows = "".join(f"{learner},{fold},{fold}\n" for learner in "xy" for fold in (10, 9, 1, 2))
    assert read_scores(write("learner,fold,score\n" + rows)).scores[0].tolist() == [[1, 2, 9, 10]]


@pytest.mark.slow
def test_two_of_many_learners_are_named(write):
    path = write(CSV + "tan,1,1,0.1\ntan,1,2,oops\n")
    scores = read_scores(path, a="c45", b="nb")
    assert scores.names == ("c45", "nb")
    with pytest.raises(InputError, match=r"s.csv has 3 learners: 'nb', 'c45', 'tan'; choose two with"):
        read_scores(path)
    with pytest.raises(InputError, match="two with --a and --b, or rank all of them with rank_learners"):
        read_scores(path, a="nb")
    with pytest.raises(UnknownNameError, match=r"no learner in .*s.csv is called 'c4'; did you mean 'c45'\?"):
        read_scores(path, a="c4", b="nb")
    with pytest.raises(InputError, match="a and b both name the learner 'nb'"):
        read_scores(path, a="nb", b="nb")
    with pytest.raises(InputError, match=r"column 'score' of .*s.csv has 'oops' in row 6 \(line 7\)"):
        read_scores(path, a="nb", b="tan")


@in_one_test(
    ("text", "message"),
    [("learner,run,fold,score\nnb,1,1,0.9\n", r"has 1 learner: 'nb'; expected at least two"),
     (CSV + "nb,1,2,0.5\n", r"has 'nb' run 1, fold 2 twice: in row 2 \(line 3\) and in row 5 \(line 6\)"),
     (CSV + "nb,2,1,0.5\n", r"no score of 'nb' for run 2, fold 2 \(1 of 4 are missing\)"),
     (CSV + "nb,1,3,0.5\n", r"no score of 'c45' for run 1, fold 3, which 'nb' has \(1 of 3 are missing\)"),
     (CSV.replace("0.8", "good"),
      r"column 'score' of .*s.csv has 'good' in row 2 \(line 3\); expected a finite number"),
     (CSV.replace("0.8", '"0,8"'), r"has '0,8' in row 2 .*write 0.8 with a decimal point"),
     (CSV.replace("0.8", "80%"), r"has '80%' in row 2 .*such as 0.85 for 85 %"),
     (CSV.replace("0.8", "inf"), r"has 'inf' in row 2"),
     (CSV.replace("0.8", ""), r"column 'score' of .*s.csv has a missing value \(''\) in row 2 \(line 3\)"),
     (CSV.replace("nb,1,2", "nb,,2"), r"column 'run' of .* has a missing value \(''\) in row 2"),
     (CSV.replace("learner", "model"), "no column of .* is called 'learner'"),
     (CSV.replace("score", "scores"), r"is called 'score'; did you mean 'scores'\?")],
)  # fmt: skip
def test_tables_that_cannot_be_used(write, text, message):
    with pytest.raises(InputError, match=message):
        read_scores(write(text))


def test_sizes_must_be_those_of_the_same_splits():
    other = TIDY | {"n_test": [10, 9, 8, 7, 9, 10, 7, 99]}
    with pytest.raises(
        InputError, match=r"n_test of run 2, fold 1 in the table is 8 for 'nb' and 99 for 'c45'"
    ):
        read_scores(other)
    with pytest.raises(InputError, match="column 'n_train' of the table has 0 at position 0"):
        read_scores(TIDY | {"n_train": [0] * 8})


@pytest.mark.parametrize("given", [3, None, [[1, 2]], np.zeros((2, 2))])
def test_what_is_no_table(given):
    with pytest.raises(InputError, match="expected a file, a data frame or a dict of columns"):
        read_scores(given)


@pytest.mark.parametrize(
    "values",
    [[0.5, 1], (0.5, 1), np.array([0.5, 1]), pd.Series([0.5, 1]), pl.Series([0.5, 1]), pa.array([0.5, 1])],
)
def test_flat_scores(values):
    scores = scores_of(values)
    assert scores.scores.tolist() == [0.5, 1.0]
    assert scores.scores.dtype == np.float64
    assert (scores.n_train, scores.runs) == (None, ())


@pytest.mark.parametrize(
    "values",
    [[[1, 2], [3, 4]], ((1, 2), (3, 4)), np.array([[1, 2], [3, 4]]), [np.array([1, 2]), np.array([3, 4])]],
)
def test_scores_by_run_and_fold(values):
    assert scores_of(values).scores.tolist() == [[1, 2], [3, 4]]


@in_one_test(
    ("values", "message"),
    [([0.5, None], r"scores has a missing value \(None\) at position 1"),
     ([0.5, np.nan], r"\(nan\) at position 1"),
     ([0.5, np.inf], "scores has inf at position 1"),
     (["x", 0.5], "scores has 'x' at position 0; expected a finite"),
     (["0.5", "0.6"], "scores has '0.5' at position 0"), ([], "scores is empty"),
     (np.empty((0, 3)), "scores is empty"),
     ([10**400, 1], "scores has inf at position 0"),
     ({"score": [1, -(10**400)]}, "at position 1; expected a finite"),
     ([[1, 2], [3]], "run 1 of scores has 1 scores and run 0 has 2; expected the same number of folds"),
     ([[1, 2], [3, None]], r"run 1 of scores has a missing value \(None\) at position 1"),
     (np.array([[1, np.nan]]), r"run 0 of scores has a missing value \(nan\) at position 1"),
     (np.array([["1", "2"]]), "run 0 of scores has '1' at position 0"),
     ([[1], 2], "run 1 of scores is an int"),
     (np.zeros((2, 2, 2)), "scores has 3 dimensions"), (0.5, "scores is a float"),
     ("s.csv", "scores is a str"),
     ({"fit_time": [1]}, "no column of scores is called 'score'. There are: fit_time"),
     (pd.DataFrame({"x": [1]}), "no column of scores is called 'score'")],
)  # fmt: skip
def test_scores_that_cannot_be_used(values, message):
    with pytest.raises(InputError, match=message):
        scores_of(values)


def test_the_name_of_the_argument_is_in_the_message():
    with pytest.raises(InputError, match=r"^a is empty"):
        scores_of([], name="a")


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True)


@pytest.mark.parametrize("holder", [dict, pd.DataFrame])
def test_a_dict_of_cross_validate(iris, holder):
    given = cross_validate(GaussianNB(), *iris, cv=5)
    assert scores_of(holder(given)).scores.tolist() == given["test_score"].tolist()


def test_cross_validate_with_its_indices_gives_the_sizes(iris):
    given = cross_validate(GaussianNB(), *iris, cv=4, return_indices=True, return_estimator=True)
    scores = scores_of(given)
    assert (
        scores.n_train.tolist() == [len(part) for part in given["indices"]["train"]] == [112, 112, 113, 113]
    )
    assert scores.n_test.tolist() == [38, 38, 37, 37]


def test_cross_validate_with_several_scorers(iris):
    given = cross_validate(
        GaussianNB(),
        *iris,
        cv=3,
        scoring=["accuracy", "balanced_accuracy", "neg_log_loss"],
        return_train_score=True,
    )
    for metric in ("accuracy", "balanced-accuracy"):
        expected = given[f"test_{metric.replace('-', '_')}"].tolist()
        assert scores_of(given, metric).scores.tolist() == expected
    assert scores_of(given, "log-loss").scores.tolist() == (-given["test_neg_log_loss"]).tolist()
    assert (scores_of(given, "log-loss").scores > 0).all()
    with pytest.raises(
        InputError, match=r"several scores \(test_accuracy, test_balanced_accuracy, test_neg_log_loss\)"
    ):
        scores_of(given)
    with pytest.raises(InputError, match="none of them of the metric 'f1'; choose one with metric="):
        scores_of(given, "f1")


@pytest.mark.parametrize(
    ("scorer", "advice"),
    [("kappa", "give metric='kappa'"), ("jaccard", "pass its array")],
)
def test_a_single_scorer_of_another_name_is_not_taken_for_the_metric(iris, scorer, advice):
    given = cross_validate(GaussianNB(), *iris, cv=3, scoring={scorer: "accuracy"})
    with pytest.raises(InputError, match=f"holds 'test_{scorer}', not accuracy; {advice}"):
        scores_of(given, "accuracy")


def test_a_fold_that_failed_in_cross_validate_is_named():
    with pytest.raises(InputError, match=r"test_score of a has a missing value \(nan\) at position 1"):
        scores_of({"test_score": np.array([0.5, np.nan])}, name="a")


@pytest.mark.parametrize("holder", [dict, pd.DataFrame, pl.DataFrame, pa.table])
def test_a_tidy_table_of_one_learner(holder):
    one = {name: column[4:] for name, column in TIDY.items()}
    scores = scores_of(holder(one))
    assert scores.scores.tolist() == [[0.5, 0.6], [0.7, 0.8]]
    assert scores.n_test.tolist() == [[10, 9], [8, 7]]


def test_a_table_with_scores_alone_keeps_its_order():
    scores = scores_of({"score": [3, 1, 2], "n_test": [10, 11, 12]})
    assert scores.scores.tolist() == [3, 1, 2]
    assert scores.n_test.tolist() == [10, 11, 12]


def test_a_table_of_two_learners_is_not_the_scores_of_one():
    with pytest.raises(InputError, match=r"a has 2 learners \('nb', 'c45'\); keep the rows of one"):
        scores_of(TIDY, name="a")


def test_scores_of_other_folds_are_not_paired():
    def of(*folds):
        return LearnerScores(scores=np.zeros((1, len(folds))), runs=(0,), folds=folds)

    same_folds(of(1, 2), of(1, 2))
    same_folds(of(1, 2), LearnerScores(scores=np.zeros(2)))
    with pytest.raises(
        InputError, match=r"not have the same folds: 1 occurs only in a \(2 such values in total\)"
    ):
        same_folds(of(1, 2), of(2, 3))
    with pytest.raises(InputError, match="a begins with 'x' and b with 'y': sort both in the same order"):
        same_folds(of("x", "y"), of("y", "x"))


def test_predictions_are_sent_to_their_command(write):
    with pytest.raises(InputError, match=r"holds predictions, not fold scores; .* use bakeoff compare$"):
        read_scores(write("truth,a,b\n1,1,0\n"))


@pytest.mark.parametrize(
    ("metric", "key"), [("auc", "roc_auc"), ("macro-f1", "f1_macro"), ("accuracy", "accuracy")]
)
def test_metrics_are_found_under_the_names_of_scikit_learn(metric, key):
    held = {"test_other": [0.1, 0.2], f"test_{key}": [0.8, 0.9]}
    assert scores_of(held, metric).scores.tolist() == [0.8, 0.9]


@pytest.mark.parametrize(("key", "meant"), [("roc_auc", "auc"), ("f1", "f1")])
def test_scores_of_another_metric_are_not_taken_for_it(key, meant):
    with pytest.raises(InputError, match=rf"'test_{key}', not accuracy; give metric='{meant}'"):
        scores_of({f"test_{key}": [0.8, 0.9]}, "accuracy")


@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (1, 10)])
def test_a_wide_frame_is_a_table_of_runs_and_folds(shape):
    values = np.arange(shape[0] * shape[1]).reshape(shape) / 100
    assert scores_of(pd.DataFrame(values)).scores.tolist() == values.tolist()


def test_scores_of_other_splits_are_not_paired(iris):
    first, second = (
        scores_of(
            cross_validate(
                GaussianNB(), *iris, cv=KFold(3, shuffle=True, random_state=seed), return_indices=True
            )
        )
        for seed in (0, 1)
    )
    same_folds(first, first)
    with pytest.raises(InputError, match="scored on different splits"):
        same_folds(first, second)


@pytest.mark.parametrize("key", ["test_score", "test_log_loss", "test_neg_log_loss"])
def test_our_losses_are_turned_back_whatever_their_key(key):
    made = {"fit_time": [0, 0], key: [-0.5, -0.25]}
    assert scores_of(made, "log-loss").scores.tolist() == [0.5, 0.25]
