import math

import pytest

from bakeoff.metrics.recall import recall, record

# Rows are predictions, columns the truth. Class by class: TP 8, 5, 4; FP 1, 2, 0; FN 0, 1, 2; TN 11, 12, 14.
THREE = [[8, 1, 0], [0, 5, 2], [0, 0, 4]]


def test_by_hand():
    assert recall(THREE).tolist() == pytest.approx([8 / 8, 5 / 6, 4 / 6], rel=1e-15)


def test_zero_by_zero_is_nan_or_what_is_asked_for():
    matrix = [[3, 0], [2, 0]]  # nothing is truly of the second class
    assert [math.isnan(value) for value in recall(matrix)] == [False, True]
    assert recall(matrix, undefined="zero").tolist() == pytest.approx([3 / 5, 0], rel=1e-15)


def test_record():
    assert record.compute is recall
    assert record.per_class
    assert record.higher_is_better is True
