import io
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.exceptions import FileError, InputError, UnknownNameError
from bakeoff.core.pick import every, two_of
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.importers.weka import cells, header, is_results, read_weka, scheme_labels
from bakeoff.read.opening import Lines

RESULTS = Path(__file__).parents[3] / "oracles" / "weka" / "experimenter"
PAIR = {"a": "NaiveBayes", "b": "J48 -C 0.25 -M 2"}
COLUMNS = (
    "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Key_Scheme_options,Key_Scheme_version_ID,"
    "Number_of_training_instances,Number_of_testing_instances,Percent_correct,Matthews_correlation"
)


def read(paths, a=None, b=None, pick=None, **asked):
    wanted = Wanted(pick=pick or two_of(a, b), **asked)
    return read_weka([glimpse_of(path) for path in paths], wanted)


def test_arff_and_csv_hold_the_same():
    arff, csv = (read([RESULTS / name], **PAIR) for name in ("folds.arff", "folds.csv"))
    assert list(arff.panel) == list(csv.panel) == ["plain", "heart disease"]
    for name, table in csv.panel.items():
        other = arff.panel[name]
        assert table.names == other.names == (PAIR["a"], PAIR["b"])
        assert table.scores.shape == (2, 2, 3)
        np.testing.assert_allclose(other.scores[0, :2], table.scores[0], atol=5e-7)  # ARFF has six decimals
        np.testing.assert_array_equal(other.n_train[:2] + other.n_test[:2], {"plain": 30}.get(name, 24))
    assert (arff.metric, arff.design, arff.notes) == ("accuracy", None, ())


def test_random_splits_have_runs_alone():
    found = read([RESULTS / "splits.csv"], **PAIR)
    assert found.design == "resampling"
    assert found.panel["plain"].scores.shape == (2, 1, 2)
    assert found.panel["plain"].scores[0, 0, 0] == pytest.approx(2 / 11)


@pytest.mark.parametrize(
    ("metric", "ours", "first"),
    [
        ("error", "error", 0.6),
        ("Percent_incorrect", "error", 0.6),
        ("kappa", "kappa", -0.25),
        ("auc", "auc", 5 / 12),
        ("f1", "f1", 0.25),
        ("squared-error", "squared-error", 0.5122699358007442**2),
        ("Mean_absolute_error", "Mean_absolute_error", 0.5060533928905186),
    ],
)
def test_measures_by_our_names_and_by_wekas(metric, ours, first):
    found = read([RESULTS / "folds.csv"], metric=metric, **PAIR)
    assert found.metric == ours
    assert found.panel["plain"].scores[0, 0, 0] == pytest.approx(first, rel=1e-12)
    assert bool(found.notes) == (ours in ("auc", "f1"))
    assert ours not in found.other_metrics
    assert "accuracy" in found.other_metrics


def test_schemes_by_their_whole_name():
    named = {"a": "weka.classifiers.trees.J48 -U -M 2", "b": "weka.classifiers.bayes.NaiveBayes"}
    assert read([RESULTS / "folds.csv"], **named).names == ("J48 -U -M 2", "NaiveBayes")


def test_more_than_two_schemes_ask_for_names():
    with pytest.raises(
        InputError,
        match=r"3 learners: 'NaiveBayes', 'J48 -C 0.25 -M 2', 'J48 -U -M 2'; choose two with",
    ):
        read([RESULTS / "folds.arff"])
    with pytest.raises(UnknownNameError, match="called 'J47'"):
        read([RESULTS / "folds.arff"], a="J47", b="NaiveBayes")
    with pytest.raises(
        UnknownNameError, match=r"no measure of .* is called 'acuracy'; did you mean 'accuracy'"
    ):
        read([RESULTS / "folds.arff"], metric="acuracy")


def rows(scheme, scores, options="''"):
    return [f"iris,1,{fold},{scheme},{options},1,100,50,{score},0.5" for fold, score in enumerate(scores, 1)]


@pytest.fixture
def write(tmp_path):
    def made(lines, name="r.csv"):
        (tmp_path / name).write_text("\n".join([COLUMNS, *lines]) + "\n")
        return tmp_path / name

    return made


def test_results_of_two_files_are_put_together(write):
    a, b = write(rows("w.A", [90, 80]), "a.csv"), write(rows("w.B", [70, 60]), "b.csv")
    found = read([a, b])
    assert found.names == ("A", "B")
    assert found.panel["iris"].scores[1].tolist() == [[0.7, 0.6]]
    assert read([a, b], metric="mcc").panel["iris"].scores[0].tolist() == [[0.5, 0.5]]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "has no results; run"),
        (rows("A", [90, 80]) + rows("B", [70]), "no score of 'B' for run 1, fold 2, which 'A' has"),
        (rows("A", [90, 90]) + rows("B", [70, "?"]), "column 'score' of .* has a missing value"),
        (rows("A", [90, 90]) + rows("B", [70, "much"]), "expected a finite number"),
        (rows("A", [90]) + rows("B", [80]) + rows("B", [70]), "twice"),
        ([*rows("A", [90, 90]), "iris,1,1,B"], "row 3 of .* has 4 cells, but there are 10 columns"),
        ([*rows("A", [90]), "'iris' x,1"], "line 3 of .* cannot be read at"),
    ],
)
def test_bad_results_are_one_clear_line(write, lines, message):
    with pytest.raises(InputError, match=message) as raised:
        read([write(lines)])
    assert "\n" not in str(raised.value)


def test_a_second_file_without_the_measure(write, tmp_path):
    (tmp_path / "b.csv").write_text("Key_Dataset,Key_Run,Key_Scheme\niris,1,B\n")
    with pytest.raises(FileError, match="has no column Percent_correct"):
        read([write(rows("A", [90])), tmp_path / "b.csv"])


def test_regression_has_squared_errors(tmp_path):
    (tmp_path / "r.csv").write_text(
        "Key_Dataset,Key_Run,Key_Scheme,Root_mean_squared_error\n"
        "cpu,1,A,2\ncpu,2,A,3\ncpu,1,B,1\ncpu,2,B,1.5\n"
    )
    found = read([tmp_path / "r.csv"])
    assert found.metric == "squared-error"
    assert found.panel["cpu"].scores[0].tolist() == [[4, 9]]
    assert found.panel["cpu"].n_train is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a,b", ["a", "b"]),
        (" a , 'b c' ,?", ["a", "b c", None]),
        ("'',", ["", ""]),
        (r"'it\'s','tab\there','back\\slash'", ["it's", "tab\there", "back\\slash"]),
        ('"x, y",z\n', ["x, y", "z"]),
        ("'?'", ["?"]),
    ],
)
def test_cells(line, expected):
    assert cells(line, Lines(io.BytesIO(), "x")) == expected


def test_headers():
    arff = b"% note\n@relation x\n@ATTRIBUTE 'Key Dataset' {a}\n@attribute y numeric\n\n@DATA\n% c\na,1\n"
    names, records = header(Lines(io.BytesIO(arff), "x"))
    assert names == ["Key Dataset", "y"]
    assert list(records) == [["a", "1"]]
    with pytest.raises(FileError, match="x ends before its data"):
        header(Lines(io.BytesIO(b"@relation x\n@attribute y numeric\n"), "x"))


def test_long_blank_lines_take_no_time():
    assert cells(" " * 500_000 + "x", Lines(io.BytesIO(), "x")) == ["x"]


def test_labels_tell_schemes_apart():
    same = [("a.J48", "", "1"), ("b.J48", "", "2")]
    assert scheme_labels(same) == ["J48 1", "J48 2"]
    assert not is_results(["Key_Run", "Key_Scheme"])


@pytest.mark.parametrize(
    ("metric", "higher"),
    [
        ("False_negative_rate", False),
        ("Weighted_avg_false_positive_rate", False),
        ("Num_false_positives", False),
        ("Number_incorrect", False),
        ("Elapsed_Time_training", False),
        ("SF_scheme_entropy", False),
        ("Percent_incorrect", False),
        ("False_positive_rate", False),
        ("KB_information", True),
        ("Number_correct", True),
    ],
)
def test_directions_of_measures(metric, higher):
    found = read([RESULTS / "folds.csv"], metric=metric, **PAIR)
    assert found.higher_is_better is higher
    assert not found.assumed


def test_sizes_are_no_measures():
    with pytest.raises(
        InputError, match=r"measureTreeSize of .* is not a performance metric.*accuracy, error"
    ) as e:
        read([RESULTS / "folds.csv"], metric="measureTreeSize", **PAIR)
    assert "measureNumLeaves" not in str(e.value)
    assert "Serialized_Model_Size" not in read([RESULTS / "folds.csv"], **PAIR).other_metrics


def test_measures_that_nobody_knows_are_noted(tmp_path):
    (tmp_path / "r.csv").write_text(
        "Key_Dataset,Key_Run,Key_Scheme,measureGizmo\ncpu,1,A,2\ncpu,2,A,3\ncpu,1,B,1\ncpu,2,B,1.5\n"
    )
    found = read([tmp_path / "r.csv"], metric="measureGizmo")
    assert found.higher_is_better
    assert "higher 'measureGizmo' is assumed to be better" in found.assumed[0]


def test_all_schemes_may_be_read():
    found = read([RESULTS / "folds.arff"], pick=every)
    assert found.names == ("NaiveBayes", "J48 -C 0.25 -M 2", "J48 -U -M 2")
    two = read([RESULTS / "folds.arff"], **PAIR)
    for name, panel in found.panel.items():
        assert panel.scores.shape[0] == 3
        np.testing.assert_array_equal(panel.scores[:2], two.panel[name].scores)
