import math

import pytest

from bakeoff.metrics.specificity import record, specificity

# Rows are predictions, columns the truth. Class by class: TP 8, 5, 4; FP 1, 2, 0; FN 0, 1, 2; TN 11, 12, 14.
THREE = [[8, 1, 0], [0, 5, 2], [0, 0, 4]]


def test_by_hand():
    assert specificity(THREE).tolist() == pytest.approx([11 / 12, 12 / 14, 14 / 14], rel=1e-15)


def test_zero_by_zero_is_nan_or_what_is_asked_for():
    matrix = [[3, 0], [2, 0]]  # all is truly of the first class
    assert [math.isnan(value) for value in specificity(matrix)] == [True, False]
    assert specificity(matrix, undefined="zero").tolist() == pytest.approx([0, 3 / 5], rel=1e-15)


def test_record():
    assert record.compute is specificity
    assert record.per_class
    assert record.higher_is_better is True
