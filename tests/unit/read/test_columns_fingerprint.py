import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.read.columns import fingerprint

TABLE = np.arange(12, dtype=np.float64).reshape(4, 3)


def changed(array, place, value):
    copy = array.copy()
    copy[place] = value
    return copy


@in_one_test(
    "other",
    [
        changed(TABLE, (0, 0), np.nextafter(0, 1)),
        changed(TABLE, (3, 2), np.nan),
        TABLE[::-1],
        TABLE[:, ::-1],
        TABLE.reshape(3, 4),
        TABLE.ravel(),
        TABLE.astype(np.float32),
        TABLE.astype(np.int64),
        TABLE[:3],
        TABLE.astype(str),
        TABLE.astype(object),
        sparse.csr_array(TABLE),
        pd.DataFrame(TABLE),
        None,
    ],
)
def test_every_value_type_shape_and_order_counts(other):
    assert fingerprint(other) != fingerprint(TABLE)
    assert fingerprint(other) == fingerprint(other)


def test_how_an_array_lies_in_memory_does_not_count():
    assert fingerprint(np.asfortranarray(TABLE)) == fingerprint(TABLE)
    assert fingerprint(np.repeat(TABLE, 2, axis=0)[::2]) == fingerprint(TABLE)


def test_parts_are_told_apart_and_have_an_order():
    a, b = np.arange(2), np.arange(3)
    assert len({fingerprint(*parts) for parts in [(a, b), (b, a), (a, None), (None, a), (a,), ()]}) == 6


def test_texts_end_where_they_end():
    assert fingerprint(np.array(["ab", "c"])) != fingerprint(np.array(["a", "bc"]))
    assert fingerprint(np.array(["1"], dtype=object)) != fingerprint(np.array([1], dtype=object))
    assert fingerprint(np.array(["x"], dtype=object)) == fingerprint(np.array(["x"]))
    assert fingerprint(np.array(["\ud800"], dtype=object)) != fingerprint(np.array([""], dtype=object))


def test_sparse_matrices_by_what_they_hold():
    one = sparse.csr_matrix(TABLE)
    assert fingerprint(one) == fingerprint(sparse.csr_matrix(TABLE))
    assert fingerprint(one) != fingerprint(sparse.csr_matrix(TABLE.T))
    assert fingerprint(one) != fingerprint(sparse.csr_matrix(changed(TABLE, (1, 1), 5)))


FRAME = {"size": [1.0, 2.5], "colour": ["red", "blue"]}


@pytest.mark.parametrize("library", [pd, pl])
@pytest.mark.parametrize(
    "other",
    [
        {"size": [1.0, 2.0], "colour": ["red", "blue"]},
        {"size": [1.0, 2.5], "colour": ["red", "Blue"]},
        {"Size": [1.0, 2.5], "colour": ["red", "blue"]},
        {"colour": ["red", "blue"], "size": [1.0, 2.5]},
        {"size": [1.0, 2.5]},
        {"size": [1.0, 2.5], "colour": ["red", None]},
    ],
)
def test_frames_by_names_order_and_values(library, other):
    assert fingerprint(library.DataFrame(FRAME)) == fingerprint(library.DataFrame(dict(FRAME)))
    assert fingerprint(library.DataFrame(FRAME)) != fingerprint(library.DataFrame(other))


def test_dates_and_categories():
    days = pd.to_datetime(["2020-01-01", "2020-01-02"])
    later = pd.to_datetime(["2020-01-01", "2020-01-03"])
    assert fingerprint(pd.DataFrame({"day": days})) != fingerprint(pd.DataFrame({"day": later}))
    kinds = [pd.DataFrame({"kind": pd.Categorical(each)}) for each in (["a", "b"], ["b", "a"])]
    assert fingerprint(kinds[0]) != fingerprint(kinds[1])


@pytest.mark.parametrize("library", [pd, pl])
def test_one_column_of_a_frame(library):
    assert fingerprint(library.Series(["a text", "another"])) != fingerprint(library.Series(["a text", "b"]))
    assert fingerprint(library.Series([1.0, 2.0])) == fingerprint(np.array([1.0, 2.0]))


def test_anything_else_is_refused():
    with pytest.raises(InputError, match="X is set; expected an array, a sparse matrix or a data frame"):
        fingerprint({1, 2})


@pytest.mark.slow
def test_the_same_in_every_process():
    code = "import numpy; from bakeoff.read.columns import *; print(fingerprint(numpy.array(['b', 'a'])))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == fingerprint(np.array(["b", "a"]))
