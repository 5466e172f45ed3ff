import math

import pytest

from bakeoff.metrics.false_discovery import false_discovery, record

# Rows are predictions, columns the truth. Class by class: TP 8, 5, 4; FP 1, 2, 0; FN 0, 1, 2; TN 11, 12, 14.
THREE = [[8, 1, 0], [0, 5, 2], [0, 0, 4]]


def test_by_hand():
    assert false_discovery(THREE).tolist() == pytest.approx([1 / 9, 2 / 7, 0 / 4], rel=1e-15)


def test_zero_by_zero_is_nan_or_what_is_asked_for():
    matrix = [[3, 2], [0, 0]]  # the second class is never predicted
    assert [math.isnan(value) for value in false_discovery(matrix)] == [False, True]
    assert false_discovery(matrix, undefined="zero").tolist() == pytest.approx([2 / 5, 0], rel=1e-15)


def test_record():
    assert record.compute is false_discovery
    assert record.per_class
    assert record.higher_is_better is False
