import re

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.judge.classes import column_or_table, number_column, refuse_fractions


@pytest.mark.parametrize(
    "values",
    [
        [1, 2.5],
        (1, 2.5),
        np.array([1, 2.5], dtype=np.float32),
        pd.Series([1, 2.5]),
        pd.Series([1, 2.5], dtype="Float64"),
        pl.Series([1.0, 2.5]),
        pa.array([1.0, 2.5]),
        pa.chunked_array([[1.0], [2.5]]),
        ["1", "2.5"],
        np.array([[1], [2.5]]),
    ],
)
def test_one_column_of_any_kind(values):
    found = number_column(values, "a")
    assert found.dtype == np.float64
    assert found.tolist() == [1, 2.5]


@pytest.mark.parametrize(
    "values",
    [
        [[0.1, 0.9], [0.5, 0.5]],
        [np.array([0.1, 0.9]), np.array([0.5, 0.5])],
        np.array([[0.1, 0.9], [0.5, 0.5]]),
        pd.DataFrame({"no": [0.1, 0.5], "yes": [0.9, 0.5]}),
        pl.DataFrame({"no": [0.1, 0.5], "yes": [0.9, 0.5]}),
        pa.table({"no": [0.1, 0.5], "yes": [0.9, 0.5]}),
    ],
)
def test_a_table_of_any_kind(values):
    assert column_or_table(values, "a").tolist() == [[0.1, 0.9], [0.5, 0.5]]


def test_a_table_of_one_column_is_a_column():
    assert column_or_table(pd.DataFrame({"p": [0.1, 0.5]}), "a").tolist() == [0.1, 0.5]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([0.5, "high"], "a has 'high' at position 1; expected a number"),
        (["0.5", "nan"], "a has 'nan' at position 1; expected a number"),
        ([0.5, None, None], "a has a missing value (None) at position 1 (2 of 3 items)"),
        ([0.5, float("inf")], "a has inf at position 1 (1 such value(s) in all); expected finite numbers"),
        ([], "a is empty; expected at least one item"),
        ([[0.1, 0.9], [1.0]], "a holds something that is not a number, or rows of different lengths"),
        ([[0.1, 0.9], [0.5, None]], "a has nan at position (1, 1)"),
        (np.zeros((2, 2, 2)), "a has 3 dimensions"),
        (0.5, "a is a float; expected a list"),
    ],
)
def test_what_is_not_numbers(values, message):
    with pytest.raises(InputError, match=re.escape(message)):
        column_or_table(values, "a")


@pytest.mark.parametrize("side", ["a", "b"])
def test_fractions_are_scores_not_labels(side):
    columns = {"truth": np.array([0, 1]), "a": np.array([0, 1]), "b": np.array([0, 1])}
    message = f"{side} holds fractions such as 0.62 where labels are expected; compare probabilities by"
    with pytest.raises(InputError, match=re.escape(message)):
        refuse_fractions(columns | {side: np.array([1.0, 0.62])})
    with pytest.raises(InputError, match="where labels are expected"):
        refuse_fractions(columns | {"truth": np.array(["no", "yes"]), side: np.array([0.1, 0.62])})


def test_whole_numbers_and_classes_that_are_fractions_are_labels():
    whole, halves = np.array([0.0, 1.0]), np.array([0.5, 1.5])
    refuse_fractions({"truth": np.array([0, 1]), "a": whole, "b": np.array([True, False])})
    refuse_fractions({"truth": halves, "a": halves, "b": whole})


def test_measurements_are_not_labels():
    truth = np.arange(40) / 7
    with pytest.raises(InputError, match="truth holds 40 different numbers"):
        refuse_fractions({"truth": truth, "a": truth, "b": truth})
    refuse_fractions({"truth": np.repeat([0.5, 1.5], 20), "a": truth, "b": truth})
