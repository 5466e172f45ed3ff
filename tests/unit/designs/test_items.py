import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.designs import Apparent, KFold, LeaveOneOut
from bakeoff.designs._items import read_items

STRATIFIED, PLAIN = KFold(folds=2), KFold(folds=2, stratified=False)


@pytest.mark.parametrize(
    "X",
    [
        3,
        np.int64(3),
        [[1, 2], [3, 4], [5, 6]],
        ["a", "b", "c"],
        np.zeros((3, 2)),
        sparse.csr_matrix((3, 2)),
        pd.DataFrame({"u": [1, 2, 3]}),
        pl.DataFrame({"u": [1, 2, 3]}),
        range(3),
    ],
)
def test_items_are_counted_in_whatever_holds_them(X):
    assert read_items(PLAIN, X, None, None).n == 3


@pytest.mark.parametrize(
    "y",
    [
        ["b", "a", "b"],
        ("b", "a", "b"),
        np.array(["b", "a", "b"]),
        np.array([True, False, True]),
        np.array([2.0, 1.0, 2.0]),
        pd.Series(["b", "a", "b"], dtype="category", index=[7, 8, 9]),
        pl.Series(["b", "a", "b"]),
        [1, "1", 1],
    ],
)
def test_classes_are_counted_in_order_of_appearance(y):
    for items in (read_items(STRATIFIED, 3, y, None), read_items(STRATIFIED, y, None, None)):
        assert items.codes.tolist() == [0, 1, 0]
        assert len(items.classes) == 2


def test_groups_may_be_pairs():
    assert read_items(PLAIN, 3, None, [("x", 1), ("x", 2), ("x", 1)]).groups.tolist() == [0, 1, 0]


@in_one_test(
    ("X", "y", "groups", "message"),
    [
        (3, [0, 1], None, "X has 3 items and y 2; expected the same number"),
        (3, [0, 1, 0], [1, 2, 3, 4], "X has 3 items and groups 4; expected the same number"),
        (1, [0], None, "there are 1 items; expected at least 2"),
        ([], None, None, "there are 0 items"),
        (
            10,
            None,
            None,
            r"KFold\(folds=2\) is stratified, but no labels .* X is the number 10; give y, or use",
        ),
        (np.zeros((4, 2)), None, None, "X is a table; give y, or use stratified=False"),
        ([[1], [2]], None, None, "X is a table; give y"),
        (sparse.csr_matrix((4, 2)), None, None, "X is a table; give y"),
        (3, [0.5, 1.0, 2.0], None, r"y holds numbers such as 0.5, .* stratified=False"),
        (np.array([1.0, 2.5]), None, None, r"X holds numbers such as 2.5, which are not classes"),
        (3, [0, None, 1], None, r"y has a missing value \(None\) at position 1"),
        (3, [0.0, 1.0, float("nan")], None, r"y has a missing value \(nan\) at position 2"),
        (3, [1, pd.NA, 2], None, r"y has a missing value \(<NA>\) at position 1"),
        (3, pd.Series([1, None, 2], dtype="Int64"), None, "y has a missing value .* at position 1"),
        (3, [0, 1, 0], [None, 1, 2], r"groups has a missing value \(None\) at position 0"),
        (3, np.zeros((3, 1)), None, r"y has shape \(3, 1\); expected one value for each item"),
        (3, [[0], [1], [0]], None, "y holds lists or other containers"),
        (3, [0, 1, 0], ["g", "g", "g"], "all 3 items belong to one group; expected at least 2 groups"),
        (3.5, None, None, "X is 3.5; expected something with a length"),
        (None, None, None, "X is None; expected something with a length"),
        (True, None, None, "X is True; expected something with a length"),
        (3, 3, None, "y is 3; expected something with a length"),
    ],
)
def test_what_cannot_be_split_is_named(X, y, groups, message):
    with pytest.raises(InputError, match=message):
        read_items(STRATIFIED, X, y, groups)


@pytest.mark.parametrize("design", [PLAIN, LeaveOneOut()])
def test_labels_are_read_only_where_they_count(design):
    assert read_items(design, 3, [0.5, None, 1.5], None).codes is None


def test_one_item_can_be_tested_on_itself():
    assert read_items(Apparent(), 1, None, None, least=1).n == 1
