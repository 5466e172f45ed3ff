import datetime

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.metrics._labels import MOST_LABELS, encode


@pytest.mark.parametrize(
    ("truth", "predicted", "labels"),
    [
        (["b", "a"], ["a", "a"], ("a", "b")),
        ([2, 10], [10, 1], (1, 2, 10)),
        ([True, False], [True, True], (False, True)),
        ([1.5, 0.5], [0.5, 0.5], (0.5, 1.5)),
        (["a", 2], [1, "b"], (1, 2, "a", "b")),
        ([(1, 2), (0, 1)], [(0, 1), (0, 1)], ((0, 1), (1, 2))),
        ([10**30, 1], [1, 1], (1, 10**30)),
    ],
)
def test_labels_are_sorted_numbers_first(truth, predicted, labels):
    first, second, found = encode(truth, predicted)
    assert found == labels
    assert [found[code] for code in first] == truth
    assert [found[code] for code in second] == predicted


@pytest.mark.parametrize("column", [list, tuple, np.array, pd.Series, pd.Categorical, pl.Series, pa.array])
@pytest.mark.parametrize("values", [["b", "a", "b"], [3, 1, 3], [True, False, True]])
def test_kinds_of_columns(column, values):
    first, second, found = encode(column(values), values)
    assert first.tolist() == second.tolist() == [1, 0, 1]
    assert found == tuple(sorted(set(values)))


def test_a_generator_is_taken():
    assert encode((x for x in "ab"), ["a", "b"])[2] == ("a", "b")


@pytest.mark.parametrize(
    "predicted", [[True, False], [1.0, 0.0], np.array([1, 0], dtype=np.uint64), [True, 0.0]]
)
def test_equal_numbers_are_one_class(predicted):
    first, second, found = encode([1, 0], predicted)
    assert first.tolist() == second.tolist() == [1, 0]
    assert found == (0, 1)


def test_large_whole_numbers_are_not_rounded_together():
    big = 2**53
    assert len(encode([big, big + 1], [1.0, 2.0])[2]) == 4


def test_a_number_and_its_spelling_are_two_classes():
    assert encode([1, 1], ["1", "1"])[2] == (1, "1")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        (["a", None, "b"], "None"),
        ([1.0, float("nan"), 2.0], "nan"),
        (["a", float("nan"), "b"], "nan"),
        (pd.Series([1, None, 2], dtype="Int64"), "<NA>|nan"),
        (pd.Series(["a", None, "b"]), "nan|None"),
        (pl.Series([True, None, False]), "None"),
        (pa.array(["a", None, "b"]), "None"),
        (np.array(["2020-01-01", "NaT", "2020-01-02"], dtype="datetime64[D]"), "NaT"),
    ],
)
def test_missing_values_are_named(column, value):
    with pytest.raises(
        InputError, match=rf"predicted is missing \(.*({value}).*\) at row 1, .*1 missing in all"
    ):
        encode([1, 2, 3], column)


@pytest.mark.parametrize(
    ("truth", "predicted", "message"),
    [
        ([], [], "truth and predicted are empty"),
        (["a"], ["a", "b"], "truth has 1 items and predicted 2"),
        ("abc", ["a"], "truth is 'abc'; expected a list, array or column"),
        (3, [3], "truth is 3; expected a list"),
        (np.zeros((2, 2)), [1, 2], r"truth has shape \(2, 2\); expected one label for each item"),
        ([["a"], ["b"]], ["a", "b"], "holds something that cannot be a label.*unhashable"),
    ],
)
def test_bad_input_says_what(truth, predicted, message):
    with pytest.raises(InputError, match=message):
        encode(truth, predicted)


@pytest.mark.parametrize("truth", [list(range(MOST_LABELS + 1)), [str(i) for i in range(MOST_LABELS + 1)]])
def test_scores_taken_for_labels(truth):
    with pytest.raises(
        InputError, match="hold 5001 different labels, more than 5000; if they are numbers or scores"
    ):
        encode(truth, truth)


def test_given_labels_set_the_order():
    first, second, found = encode(["b", "a"], ["a", "a"], labels=["c", "b", "a"])
    assert (first.tolist(), second.tolist(), found) == ([1, 2], [2, 2], ("c", "b", "a"))


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (["a"], "truth is 'b' at row 1, counting from 0, which is not among the labels given"),
        (["a", "b", "a"], "labels has 'a' twice"),
    ],
)
def test_given_labels_must_fit(labels, message):
    with pytest.raises(InputError, match=message):
        encode(["a", "b"], ["a", "a"], labels=labels)


def test_dates_are_labels_too():
    day = datetime.date(2020, 1, 1)
    assert encode([day], [day])[2] == (day,)
