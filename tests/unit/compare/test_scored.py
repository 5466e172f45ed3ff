import re

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from bakeoff.compare.predictions import compare_predictions
from bakeoff.compare.scored import class_columns, column_or_table, number_column, true_classes
from bakeoff.core.exceptions import InputError

ONE = np.array([0.9, 0.8, 0.1])


@pytest.mark.parametrize(
    ("truth", "positive", "expected"),
    [
        (["no", "yes", "no"], None, [0, 1, 0]),
        (["no", "yes", "no"], "no", [1, 0, 1]),
        ([True, True, True], None, [1, 1, 1]),
        ([1, 1, 1], None, [1, 1, 1]),
        ([0, 0, 0], None, [0, 0, 0]),
        (["yes"] * 3, "yes", [1, 1, 1]),
        (["a", "b", "c"], "b", [0, 1, 0]),
    ],
)
def test_one_column_speaks_of_the_positive_class(truth, positive, expected):
    numbered, caveats = true_classes(truth, ONE, positive)
    assert (numbered.tolist(), caveats) == (expected, ())


def test_a_positive_class_that_is_never_true_is_said():
    numbered, caveats = true_classes(["no"] * 3, ONE, "yes")
    assert numbered.tolist() == [0, 0, 0]
    assert [caveat.key for caveat in caveats] == ["positive-never-true"]


def test_a_positive_class_in_another_spelling_is_refused():
    with pytest.raises(InputError, match="no class is called 'Spam'; did you mean 'spam'"):
        true_classes(["spam"] * 3, ONE, "Spam")


def test_one_class_of_unknown_meaning_is_refused():
    with pytest.raises(InputError, match=r"every truth is 'yes'.*name it as positive"):
        true_classes(["yes"] * 3, ONE, None)


def test_three_classes_and_one_column_are_refused():
    with pytest.raises(InputError, match="truth has 3 classes but the probabilities are for one class"):
        true_classes(["a", "b", "c"], ONE, None)


@pytest.mark.parametrize(
    ("truth", "columns", "expected"),
    [
        (["a", "c", "b"], 3, [0, 2, 1]),
        ([1, 3, 2], 3, [0, 2, 1]),
        ([0, 2, 0], 3, [0, 2, 0]),
        ([2, 2, 2], 3, [2, 2, 2]),
        ([True, True, True], 2, [1, 1, 1]),
    ],
)
def test_a_table_has_a_column_for_each_class(truth, columns, expected):
    numbered, caveats = true_classes(truth, np.full((3, columns), 1 / columns), None)
    assert (numbered.tolist(), caveats) == (expected, ())


def test_one_column_and_a_guessed_class_have_a_caveat():
    numbered, (caveat,) = true_classes(["cat", "dog", "cat"], ONE, None)
    assert (numbered.tolist(), caveat.key) == ([0, 1, 0], "positive-guessed")


@pytest.mark.parametrize("labels", [("a", "c"), (0, 3), (0.5, 1), (0, 1, 2, 3), (-1, 0)])
def test_columns_that_cannot_be_told_are_refused(labels):
    with pytest.raises(InputError, match="3 columns of scores; expected one column for each class"):
        class_columns(labels, 3)


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
        ([0.5, float("inf")], "a has inf at position 1 (1 such value in all); expected finite numbers"),
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


@pytest.mark.parametrize("metric", ["auc", "log-loss", "brier"])
def test_a_truth_of_many_numbers_is_not_of_classes(metric):
    truth = np.linspace(1, 9, 60)
    scores = np.linspace(0, 1, 60)
    with pytest.raises(
        InputError,
        match=r"^truth has 60 different numbers, such as 9\.0, where classes are expected; to compare "
        r"predicted numbers, use absolute-error, rmse or r2; if they are classes, name one as positive",
    ):
        compare_predictions(truth, scores, scores[::-1], metric=metric)
    few = np.arange(60) % 3
    with pytest.raises(InputError, match=r"two classes|3 classes"):
        compare_predictions(few, scores, scores[::-1], metric=metric)
    named = compare_predictions(np.arange(60), scores, scores[::-1], metric="brier", positive=7)
    assert named.result.n == 60
