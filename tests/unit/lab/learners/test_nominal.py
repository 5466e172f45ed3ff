import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import csr_array

from bakeoff import InputError
from bakeoff.lab.learners import NaiveBayes
from bakeoff.lab.learners._nominal import seen, starts, whole_numbers


def test_whatever_holds_whole_numbers():
    X = np.array([[0, 1], [2, 0]])
    for given in (X, X.tolist(), X.astype(float), X.astype(object), X == 1, pd.DataFrame(X), pl.DataFrame(X)):
        read = whole_numbers(given)
        assert (read.dtype, read.flags.c_contiguous) == (np.int64, True)
        assert read.tolist() == np.asarray(given).astype(int).tolist()


@pytest.mark.parametrize(
    ("X", "said"),
    [
        ([[0.5]], r"X holds 0\.5; expected nominal attributes as whole numbers from 0 to 9999"),
        ([[np.nan]], "NaN or infinity: X holds nan"),
        ([[-1]], "Negative values in data passed to X: X holds -1"),
        ([[10_000]], "X holds 10000"),
        ([["red"]], "X holds 'red'; expected nominal attributes as whole numbers of at least 0"),
        ([[1j]], "Complex data not supported"),
        ([[0], [0, 1]], "X has rows of different lengths"),
        (csr_array(np.eye(2)), r"X is a sparse matrix; expected a dense table: give X\.toarray\(\)"),
    ],
)
def test_what_is_not_nominal(X, said):
    with pytest.raises(InputError, match=said):
        whole_numbers(X)


def test_values_and_where_they_start():
    assert seen(np.array([[0, 4, 0], [1, 0, 0]])).tolist() == [2, 5, 2]
    assert starts(np.array([2, 5, 2])).tolist() == [0, 2, 7, 9]


@pytest.mark.parametrize(
    ("X", "y", "said"),
    [
        ([0, 1], [0, 1], r"X has shape \(2,\); .* Reshape your data"),
        (np.zeros((0, 2)), [], "0 sample"),
        (np.zeros((2, 0)), [0, 1], "0 feature"),
        ([[0], [1]], [0.5, 1], "y holds fractions or NaN; expected classes"),
        ([[0], [1]], None, "requires y to be passed"),
    ],
)
def test_what_cannot_be_learned_from(X, y, said):
    with pytest.raises(InputError, match=said):
        NaiveBayes().fit(X, y)


def test_no_items_to_predict():
    assert NaiveBayes().fit([[0], [1]], [0, 1]).predict(np.zeros((0, 1))).tolist() == []
