import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from bakeoff.core.exceptions import InputError
from bakeoff.experiment.data import Data, make_data

X = np.arange(8.0).reshape(4, 2)


def test_classes_are_numbered_in_order():
    data = make_data(X, ["dog", "cat", "dog", "eel"])
    assert data.classes == ("cat", "dog", "eel")
    assert data.codes.tolist() == [1, 0, 1, 2]
    assert data.truth.tolist() == [1, 0, 1, 2]
    assert (data.n, data.name, data.kind) == (4, "data", "classes")


@pytest.mark.parametrize(
    ("y", "classes"),
    [
        ([True, False, True, False], (False, True)),
        ([-1, 3, -1, 3], (-1, 3)),
        ([0.0, 1.0, 1.0, 0.0], (0.0, 1.0)),
        (pd.Series([2, 1, 2, 1], index=[9, 8, 7, 6]), (1, 2)),
        (pl.Series(["b", "a", "b", "a"]), ("a", "b")),
        (np.array([[1], [0], [1], [0]]), (0, 1)),
        (pd.Series(["b", "a", "b", "a"], dtype="category"), ("a", "b")),
    ],
)
def test_labels_of_every_type(y, classes):
    assert make_data(X, y).classes == classes


def test_numbers_are_the_truth_themselves():
    data = make_data(X, [1, 2, 3, 5], kind="numbers")
    assert data.truth.tolist() == [1.0, 2.0, 3.0, 5.0]
    assert data.truth.dtype == np.float64
    with pytest.raises(InputError, match="y has a value that is not a number"):
        make_data(X, ["a", "b", "c", "d"], kind="numbers")


@pytest.mark.parametrize(
    "given",
    [X, X.tolist(), tuple(map(tuple, X)), sparse.csr_matrix(X), pd.DataFrame(X), pl.DataFrame(X)],
    ids=lambda each: type(each).__name__,
)
def test_tables_of_every_kind(given):
    data = make_data(given, [0, 1, 0, 1])
    assert data.X.shape == (4, 2)
    assert data.X is given or isinstance(given, list | tuple)


def test_one_column_of_texts():
    texts = ["a b", "b c", "c d", "d e"]
    assert make_data(texts, [0, 1, 0, 1]).X.tolist() == texts
    assert make_data(pd.Series(texts), [0, 1, 0, 1]).X.shape == (4,)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (3, "X is int; expected a table with one row for each item"),
        (None, "X is NoneType; expected a table"),
        ("abcd", "X is str; expected a table"),
        (np.zeros((4, 2, 2)), r"X is an array of shape \(4, 2, 2\); expected a table"),
        (np.float64(3), r"X is an array of shape \(\); expected a table"),
        ([[1, 2], [3]], "X has rows of different lengths"),
        (X[:3], "X has 3 rows and y 4; expected one for each item"),
        (sparse.csr_matrix(X[:3]), "X has 3 rows and y 4"),
    ],
    ids=str,
)
def test_what_is_no_table(given, words):
    with pytest.raises(InputError, match=words):
        make_data(given, [0, 1, 0, 1])


@pytest.mark.parametrize(
    ("y", "words"),
    [
        ([0, 1, None, 1], "y has a missing value"),
        ([0, 1, np.nan, 1], "y has a missing value"),
        ([], "y is empty"),
        (np.zeros((4, 2)), "y has 2 dimensions"),
        (pd.DataFrame({"a": [1] * 4, "b": [1] * 4}), "y is a data frame of 2 columns"),
    ],
    ids=str,
)
def test_what_cannot_be_predicted(y, words):
    with pytest.raises(InputError, match=words):
        make_data(X, y)


def test_groups_have_one_name_for_each_item():
    assert make_data(X, [0, 1, 0, 1], groups=["a", "a", "b", "b"]).groups.tolist() == ["a", "a", "b", "b"]
    with pytest.raises(InputError, match="groups has 3 rows and y 4"):
        make_data(X, [0, 1, 0, 1], groups=[1, 2, 3])
    with pytest.raises(InputError, match="groups has a missing value"):
        make_data(X, [0, 1, 0, 1], groups=[1, 2, None, 3])


def test_fingerprints_cover_items_labels_and_groups_but_not_the_name():
    y = np.array([0, 1, 0, 1])
    plain = Data(X=X, y=y).fingerprint
    assert Data(X=X.copy(), y=y, name="other").fingerprint == plain
    others = [
        Data(X=X[::-1], y=y),
        Data(X=X, y=y[::-1]),
        Data(X=X, y=y, groups=np.array([0, 0, 1, 1])),
        Data(X=X, y=y.astype(float)),
    ]
    assert len({plain, *(each.fingerprint for each in others)}) == 5


def test_labels_are_read_without_blanks_and_coded_by_the_alphabet():
    data = make_data([[0], [1], [2], [3]], ["10", " 2", "2", "10\t"])
    assert data.y.tolist() == ["10", "2", "2", "10"]
    assert (data.classes, data.codes.tolist()) == (("10", "2"), [0, 1, 1, 0])  # as stores have them
    with pytest.raises(InputError, match="y has a missing value \\('NA'\\)"):
        make_data([[0], [1]], ["NA", "x"])
