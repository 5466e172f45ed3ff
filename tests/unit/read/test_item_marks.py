import datetime
from decimal import Decimal

import numpy as np
import pytest

from bakeoff.read.item_marks import halves, items_in_memory, rows_in_memory, text_of


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (7, "7"), (7.0, "7"), (np.int64(7), "7"), (Decimal("7"), "7"), (2**70, str(2**70)), (0.1, "0.1"),
        (np.float64(0.1), "0.1"), (True, "true"), (np.False_, "false"), ("False", "false"), (" x", "x"),
        (datetime.date(2024, 5, 1), "2024-05-01"), (np.datetime64("2024-05-01"), "2024-05-01"),
    ],
)  # fmt: skip
def test_the_same_text_whatever_holds_it(value, text):
    assert text_of(value) == text


def test_hashes_are_those_of_duckdb():
    import duckdb

    for word in ("", "7", "é漢"):
        ((whole,),) = duckdb.execute("SELECT md5_number($1)", [word]).fetchall()
        assert halves(word) == (whole % 2**64, whole >> 64)


def test_order_does_not_matter_and_everything_else_does():
    truth, ids = ["cat", "dog", "cat"], [1, 2, 3]
    first = items_in_memory(truth, ids)
    assert items_in_memory(truth[::-1], ids[::-1]) == first
    assert (first.n, first.by) == (3, "ids")
    others = [
        items_in_memory(["dog", "cat", "cat"], ids),  # other labels of the same ids
        items_in_memory(truth, [1, 2, 4]),
        items_in_memory(truth[:2], ids[:2]),
        items_in_memory([*truth, "cat"], [*ids, 3]),
        items_in_memory(None, ids),
        items_in_memory(truth),
    ]
    marks = [first.fingerprint, *(each.fingerprint for each in others)]
    assert len(set(marks)) == len(marks)


def test_labels_alone_are_known_by_their_counts():
    one = items_in_memory(["cat", "dog", "cat"])
    assert one == items_in_memory(np.array(["cat", "cat", "dog"]))
    assert one.by == "labels"
    assert one.fingerprint == one.labels == items_in_memory(["dog", "cat", "cat"], [5, 6, 7]).labels
    assert one.fingerprint != items_in_memory(["dog", "dog", "cat"]).fingerprint


def test_rows():
    one = rows_in_memory([[1, "x"], [2.0, "y"]], [0, 1])
    assert one == rows_in_memory([[2, "y"], [1, "x"]], [1, 0])
    assert one.by == "rows"
    assert one.fingerprint != rows_in_memory([[1, "x"], [2, "y"]], [1, 0]).fingerprint


def test_ids_without_a_truth():
    assert items_in_memory(None, ["a", "b"]).labels == ""
