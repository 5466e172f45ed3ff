import pandas as pd
import polars as pl
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.columns import wrap


def test_frames_and_columns_are_recognised():
    assert wrap(pd.DataFrame({"x": [1]}), "a")[1] == "frame"
    assert wrap(pl.Series([1]), "a")[1] == "series"
    assert wrap("text", "a") == ("text", "")


def test_what_cannot_be_wrapped_is_named_in_one_line():
    with pytest.raises(InputError, match=r"^a is a lazy frame; collect it first$"):
        wrap(pl.LazyFrame({"x": [1]}), "a")
    with pytest.raises(
        InputError, match=r"^a cannot be used: Expected unique column names, got: - 'x' 2 times$"
    ):
        wrap(pd.DataFrame([[1, 2]], columns=["x", "x"]), "a")
