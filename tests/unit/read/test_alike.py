import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.alike import (
    alike,
    check_roles,
    classes_of,
    comparable,
    labels_alike,
    model_column,
    to_labels,
)
from bakeoff.read.values import parse_cells


def written(*cells):
    return parse_cells(cells), np.array(cells, dtype=object)


def test_the_column_of_a_model_in_a_table_of_its_own():
    taken = {"id", "truth", None}
    assert model_column("s", ["id", "prediction"], taken) == "s"
    assert model_column(None, ["id", "prediction", "svm"], taken) == "prediction"
    assert model_column(None, ["id", "truth", "svm"], taken) == "svm"
    assert (
        model_column(None, ["id", "svm", "score"], taken) == "prediction"
    )  # which is then said to be missing
    assert model_column(None, ["id", "svm", "score"], taken, scored=True) == "score"


def test_three_columns_and_no_fold_scores():
    check_roles({"truth": "t", "a": "a", "b": "b"}, ["t", "a", "b"], "x.csv")
    with pytest.raises(InputError, match=r"truth and b are both column 't' of x.csv"):
        check_roles({"truth": "t", "a": "a", "b": "t"}, ["t", "a"], "x.csv")
    with pytest.raises(InputError, match="holds fold scores"):
        check_roles({"truth": "t", "a": "a", "b": "b"}, ["learner", "score"], "x.csv")


def test_numbers_become_text_where_one_column_is_text():
    assert [each.tolist() for each in alike([written("1", "2"), written("1", "x")])] == [
        ["1", "2"],
        ["1", "x"],
    ]
    assert [each.tolist() for each in alike([written("1"), written("2.0")])] == [[1], [2.0]]
    booleans = (np.array([True]), None)
    assert [each.tolist() for each in alike([booleans, written("True", "false")])] == [[True], [True, False]]


def test_labels_are_read_alike_and_in_one_spelling():
    columns = {"truth": written("1", "0"), "a": written("1", "unknown"), "b": written("0", "1")}
    assert {role: each.tolist() for role, each in labels_alike(columns, "x").items()}["truth"] == ["1", "0"]
    with pytest.raises(
        InputError, match=r"truth has '1' and b has '1.0' in x, the same number in two spellings"
    ):
        labels_alike(columns | {"b": written("1.0")}, "x")
    scores = {"truth": written("no", "yes"), "a": written("0.5"), "b": written("1")}
    assert labels_alike(scores, "x")["a"].tolist() == [0.5]


def test_what_two_files_say_can_be_compared():
    left, right = comparable((np.array([1, 2]), None), written("1", "x"))
    assert (left == right).tolist() == [True, False]


@pytest.mark.parametrize(
    "values",
    [
        np.arange(5000) % 7 * 3 - 9,
        (np.arange(5000) % 7 * 3 - 9).astype(float),
        np.arange(5000) % 2 == 0,
        np.arange(5000).astype(np.uint8),
        np.arange(5000) % 2 * 10**6,
        np.arange(5000) % 3 / 2,
        np.full(5000, 2**62),
        np.where(np.arange(5000) == 7, np.inf, 0.0),
        np.where(np.arange(5000) == 7, np.nan, 0.0),
        np.array([3, 1, 3]),
        np.array([], dtype=np.int64),
    ],
    ids=str,
)
def test_classes_are_those_of_a_sort(values):
    found, expected = classes_of(values), np.unique(values, return_inverse=True)
    assert found[0].dtype == expected[0].dtype
    np.testing.assert_array_equal(found[0], expected[0])
    np.testing.assert_array_equal(found[1], expected[1])


@pytest.mark.parametrize("said", [np.array([True, False]), np.array([1, 0])])
def test_text_that_says_true_is_true(said):
    words = np.array(["True", "FALSE"], dtype=object)
    found = labels_alike({"truth": (words, words), "a": (said, None), "b": (words, words)}, "x")
    codes, labels = to_labels(**found)
    assert codes["truth"].tolist() == codes["a"].tolist() == codes["b"].tolist()
    assert len(labels) == 2


def test_scores_next_to_text_that_says_true_are_not_classes():
    words, scores = np.array(["True", "False"], dtype=object), np.array([0.2, 0.7])
    found = labels_alike({"truth": (words, words), "a": (scores, None)}, "x")
    assert found["truth"].tolist() == ["True", "False"]
