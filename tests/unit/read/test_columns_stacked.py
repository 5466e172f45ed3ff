import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from bakeoff.core.exceptions import InputError
from bakeoff.read.columns import stacked

FIRST, SECOND = np.arange(6.0).reshape(2, 3), -np.arange(3.0).reshape(1, 3)
BOTH = np.vstack([FIRST, SECOND])


def test_arrays_of_numbers_and_of_texts():
    assert np.array_equal(stacked(FIRST, SECOND), BOTH)
    assert stacked(np.array(["a"]), np.array(["bc"])).tolist() == ["a", "bc"]


@pytest.mark.parametrize("kind", [sparse.csr_matrix, sparse.csr_array, sparse.csc_matrix])
def test_sparse_matrices_stay_sparse(kind):
    both = stacked(kind(FIRST), kind(SECOND))
    assert both.format == "csr"
    assert np.array_equal(both.toarray(), BOTH)


@pytest.mark.parametrize("library", [pd, pl])
def test_frames_stay_frames(library):
    first, second = (library.DataFrame({"x": x, "c": c}) for x, c in (([1, 2], ["a", "b"]), ([3], ["c"])))
    both = stacked(first, second)
    assert type(both) is library.DataFrame
    assert (list(both["x"]), list(both["c"])) == ([1, 2, 3], ["a", "b", "c"])


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (np.zeros((1, 2)), r"ndarray with rows of shape \(2,\), and the training items ndarray with \(3,\)"),
        (sparse.csr_matrix(SECOND), "csr_matrix with rows of shape"),
        (pd.DataFrame(SECOND), "DataFrame with rows of shape"),
    ],
)
def test_tables_that_are_not_alike_are_refused(other, words):
    with pytest.raises(InputError, match=rf"the test items are {words}.*; expected the same type and shape"):
        stacked(FIRST, other)


def test_other_columns_are_refused():
    with pytest.raises(InputError, match="have different columns"):
        stacked(pd.DataFrame({"x": [1]}), pd.DataFrame({"y": [1]}))
