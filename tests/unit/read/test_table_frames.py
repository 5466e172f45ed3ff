import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.columns import named_columns
from bakeoff.read.table import table_of

COLUMNS = {"fold": [1, 2], "score": [0.5, 0.25]}


@pytest.mark.parametrize("holder", [dict, pd.DataFrame, pl.DataFrame, pa.table])
def test_frames_of_every_library(holder):
    table = table_of(named_columns(holder(COLUMNS)), "the table")
    assert {name: column.tolist() for name, column in table.columns.items()} == COLUMNS
    assert table.place(1) == "at position 1"


@pytest.mark.parametrize("values", [[1, 2], (1,), range(2), pd.Series([1]), pl.Series([1]), 3, "x", None])
def test_what_has_no_columns(values):
    assert named_columns(values) is None


def test_lazy_frames_and_double_names_are_refused():
    with pytest.raises(InputError, match="lazy frame; collect it first"):
        named_columns(pl.LazyFrame(COLUMNS))
    with pytest.raises(InputError, match=r"the table cannot be used: .*'x' 2 times"):
        named_columns(pd.DataFrame([[1, 2]], columns=["x", "x"]))
    with pytest.raises(InputError, match="two columns called '1'"):
        named_columns(pd.DataFrame([[1, 2]], columns=[1, "1"]))


@pytest.mark.parametrize(
    ("columns", "message"),
    [({}, "the table has no items; expected"), ({"a": []}, "no items; expected"),
     ({"a": [1, 2], "b": [1]}, "column 'a' of the table has 2 rows and column 'b' has 1"),
     ({"a": "text"}, "column 'a' of the table is 'text'; expected a list"),
     ({"a": 1}, "is 1; expected a list")],
)  # fmt: skip
def test_columns_that_make_no_table(columns, message):
    with pytest.raises(InputError, match=message):
        table_of(columns, "the table")


def test_missing_values_wait_until_they_are_used():
    table = table_of({"a": [1, None], "b": [1, 2]}, "the table")
    assert table.column("b").tolist() == [1, 2]
    with pytest.raises(
        InputError, match=r"column 'a' of the table has a missing value \(None\) at position 1"
    ):
        table.column("a")
