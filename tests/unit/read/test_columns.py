import subprocess
import sys
from array import array
from datetime import date
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.read.alike import to_labels
from bakeoff.read.columns import same_length, to_array

HOLDERS = {
    "list": list, "tuple": tuple, "numpy": np.array, "pandas": pd.Series, "index": pd.Index,
    "polars": pl.Series, "arrow": pa.array, "chunked": lambda v: pa.chunked_array([v]),
    "pandas-frame": lambda v: pd.DataFrame({"x": v}), "polars-frame": lambda v: pl.DataFrame({"x": v}),
    "arrow-table": lambda v: pa.table({"x": v}),
}  # fmt: skip


@in_one_test("values", [["cat", "dog", "cat"], [3, 1, 2], [True, False, True], [0.5, 1.5, -2.0]])
@in_one_test("holder", HOLDERS)
def test_every_holder_gives_the_same_column(holder, values):
    column = to_array(HOLDERS[holder](values), "truth")
    assert column.ndim == 1
    assert column.tolist() == values
    assert [type(value) for value in column.tolist()] == [type(value) for value in values]


@pytest.mark.parametrize(
    "values",
    [range(3), array("i", [0, 1, 2]), np.arange(3).reshape(3, 1), pd.Series([0, 1, 2], dtype="Int64"),
     pd.Series(pd.Categorical([0, 1, 2])), pl.Series([0, 1, 2], dtype=pl.UInt8), np.ma.array([0, 1, 2]),
     np.array([0, 1, 2], dtype=object)],
)  # fmt: skip
def test_other_holders_of_whole_numbers(values):
    assert to_array(values, "a").tolist() == [0, 1, 2]
    assert to_array(values, "a").dtype.kind in "iu"


@pytest.mark.parametrize(
    "values",
    [pd.Series(pd.Categorical(["x", "y"])), pl.Series(["x", "y"], dtype=pl.Categorical),
     pl.Series(["x", "y"], dtype=pl.Enum(["y", "x"])), pa.array(["x", "y"]).dictionary_encode(),
     pd.Series(["x", "y"], dtype="string"), pd.Series(["x", "y"], dtype=object), np.array(["x", "y"])],
)  # fmt: skip
def test_other_holders_of_text(values):
    assert to_array(values, "a").tolist() == ["x", "y"]


def test_text_and_numbers_in_one_list_are_not_made_equal():
    column = to_array([1, "1"], "truth")
    assert column.dtype == object
    assert column.tolist() == [1, "1"]


def test_dates_become_text():
    assert to_array([date(2024, 1, 2)], "day").tolist() == ["2024-01-02"]
    assert to_array(np.array(["2024-01-02"], dtype="datetime64[ns]"), "day").tolist() == ["2024-01-02"]


@in_one_test(
    ("values", "shown"),
    [(["x", None, None], "None"), (["x", float("nan"), None], "nan"), ([1.0, np.nan, np.nan], "nan"),
     (pd.Series(["x", np.nan, np.nan]), "nan"), (pd.Series([1, None, None], dtype="Int64"), "nan"),
     (pd.Series([True, None, None], dtype="boolean"), "<NA>"), ([1, pd.NA, pd.NA], "<NA>"),
     (pd.Series(pd.to_datetime(["2024-01-01", None, None])), "NaT"), (pl.Series(["x", None, None]), "None"),
     (pl.Series([1, None, None]), "nan"), (pl.Series([1.0, float("nan"), None]), "nan"),
     (pa.array([1, None, None]), "None"), (pa.chunked_array([["x", None, None]]), "None"),
     (np.ma.array([1, 2, 3], mask=[0, 1, 1]), "null"), (np.array(["x", None, np.nan], dtype=object), "None"),
     ([Decimal(1), Decimal("NaN"), None], "nan")],
)  # fmt: skip
def test_missing_values_are_named_with_position_and_count(values, shown):
    with pytest.raises(InputError) as error:
        to_array(values, "truth")
    message = str(error.value)
    assert message.startswith(f"truth has a missing value ({shown}) at position 1 (2 of 3 items)")


@pytest.mark.parametrize(
    "values",
    [
        [],
        (),
        np.array([]),
        pd.Series([], dtype=float),
        pl.Series([]),
        pa.array([]),
        np.empty((0, 1)),
        range(0),
    ],
)
def test_an_empty_column_is_refused(values):
    with pytest.raises(InputError, match="a is empty; expected at least one item"):
        to_array(values, "a")


@in_one_test(
    ("values", "message"),
    [("cat", "a is a str; expected a list"), ({"x": 1}, "a is a dict"), ({1, 2}, "a is a set"),
     (3, "a is an int"), (None, "a is a NoneType"), (iter([1]), r"wrap an iterator in list\(\)"),
     (np.zeros((2, 3)), r"a has 2 dimensions, shape \(2, 3\)"), (np.array(1), "a has 0 dimensions"),
     ([[1, 2], [3, 4]], r"a holds a list at position 0 \(\[1, 2\]\)"),
     ([1, {"x": 1}], "a holds a dict at position 1"),
     ([b"x"], "a holds a bytes at position 0"), (np.array([b"x"]), r"a is an array of \|S1"),
     ([1j], "a holds a complex"), (np.array([1j]), "an array of complex128"),
     (pd.DataFrame({"x": [1], "y": [2]}), r"a is a data frame of 2 columns \('x', 'y'\)"),
     (pd.DataFrame([[1, 2]], columns=["x", "x"]), "a cannot be used: .*'x' 2 times"),
     (pl.LazyFrame({"x": [1]}), "a is a lazy frame; collect it"),
     (pl.Series([[1], [2]]), "a holds a ndarray")],
)  # fmt: skip
def test_what_is_not_a_column_is_refused(values, message):
    with pytest.raises(InputError, match=message):
        to_array(values, "a")


def test_lengths_that_differ_are_both_named():
    with pytest.raises(InputError, match="truth has 3 items and b has 2; expected the same number"):
        same_length(truth=np.arange(3), a=np.arange(3), b=np.arange(2))
    same_length(truth=np.arange(3), a=np.arange(3))


@pytest.mark.parametrize(
    ("columns", "labels", "codes"),
    [({"truth": ["b", "a"], "a": ["c", "a"]}, ("a", "b", "c"), {"truth": [1, 0], "a": [2, 0]}),
     ({"truth": [10, 9], "a": [9, 10]}, (9, 10), {"truth": [1, 0], "a": [0, 1]}),
     ({"truth": [1, 0], "a": [1.0, 0.0]}, (0, 1), {"truth": [1, 0], "a": [1, 0]}),
     ({"truth": [1, 0], "a": [True, False]}, (0, 1), {"truth": [1, 0], "a": [1, 0]}),
     ({"truth": [True, True]}, (True,), {"truth": [0, 0]}),
     ({"truth": [1, 0], "a": [0.5, 0.0]}, (0, 0.5, 1), {"truth": [2, 0], "a": [1, 0]}),
     ({"truth": [2**63 + 1, 5], "a": [5, -1]}, (-1, 5, 2**63 + 1), {"truth": [2, 1], "a": [1, 0]}),
     ({"truth": [2**53 + 1, 0.5], "a": [2**53, 0.5]}, (0.5, 2**53, 2**53 + 1),
      {"truth": [2, 0], "a": [1, 0]}),
     ({"truth": [Decimal("0.1"), 2], "a": [0.1, Decimal("2.0")]}, (0.1, 2), {"truth": [0, 1], "a": [0, 1]}),
     ({"truth": [0, "unknown"], "a": [0, 1]}, (0, 1, "unknown"), {"truth": [0, 2], "a": [0, 1]}),
     ({"truth": [Decimal(1), Decimal(2)], "a": [1, 2]}, (1, 2), {"truth": [0, 1], "a": [0, 1]})],
)  # fmt: skip
def test_labels_are_coded_together_and_in_order(columns, labels, codes):
    got, names = to_labels(**columns)
    assert names == labels
    assert {name: column.tolist() for name, column in got.items()} == codes
    assert all(column.dtype == np.int64 for column in got.values())


@pytest.mark.parametrize(
    ("truth", "a", "said"),
    [
        (
            [2**53 + 1, 5],
            [float(2**53), 5.0],
            "a has 9007199254740992.0, which .* one of several whole numbers",
        ),
        ([2.0**53, 5], [2.0**53, 5.0], "truth has 9007199254740992.0, which"),
        ([2**53, 5], [2**53, float(2**53)], "a has 9007199254740992.0, which"),
        (["x", 1e300], ["x", "x"], r"truth has 1e\+300, which"),
        (
            [Decimal("0.12345678901234567"), 0.5],
            [float("0.12345678901234567"), 0.5],
            r"a has 0.12345678901234566, which .* may be the label 0.12345678901234567;",
        ),
    ],
)
def test_labels_that_may_have_lost_digits_are_refused(truth, a, said):
    with pytest.raises(InputError, match=said):
        to_labels(truth=truth, a=a)


def test_whole_numbers_of_128_bits_have_all_digits():
    long = pl.Series([2**70, 2**70 + 1], dtype=pl.Int128)
    assert to_array(long, "truth").tolist() == [2**70, 2**70 + 1]


def test_labels_are_plain_python_values():
    assert [type(v) for v in to_labels(a=np.array([1, 2]))[1]] == [int, int]
    assert [type(v) for v in to_labels(a=np.array(["x"]))[1]] == [str]


@pytest.mark.parametrize(
    ("truth", "a", "numbers", "text"),
    [([1, 0], ["1", "0"], "truth holds numbers such as 1 ", "a holds text such as '1'"),
     (["0", "x"], [5, 0], "a holds numbers such as 0 ", "truth holds text such as '0'"),
     ([True, False], ["True", "False"], "truth holds numbers such as True", "a holds text such as 'True'"),
     ([1, 2], ["cat", "dog"], "truth holds numbers such as 1 ", "a holds text such as 'cat'"),
     ([1, "x"], ["x", "1.0"], "truth holds numbers such as 1 ", "a holds text such as '1.0'"),
     ([1, "1"], [1, 1], "truth holds numbers such as 1 ", "truth holds text such as '1'")],
)  # fmt: skip
def test_numbers_against_text_are_noticed(truth, a, numbers, text):
    with pytest.raises(InputError) as error:
        to_labels(truth=truth, a=a)
    message = str(error.value)
    assert numbers in message and text in message and "convert one of them" in message


def test_missing_labels_are_named():
    with pytest.raises(InputError, match=r"a has a missing value \(None\) at position 1"):
        to_labels(truth=["x", "y"], a=["x", None])


@pytest.mark.slow
def test_plain_columns_load_no_data_frame_library():
    code = (
        "import sys; from bakeoff.read.alike import to_labels; to_labels(a=['x', 'y'], b=('x', 'x'));"
        "print({'narwhals', 'duckdb', 'pandas', 'polars', 'pyarrow'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("set()", "")
