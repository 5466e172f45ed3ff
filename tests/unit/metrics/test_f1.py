import math

import pytest

from bakeoff.metrics.f1 import f1, record

# Rows are predictions, columns the truth. Class by class: TP 8, 5, 4; FP 1, 2, 0; FN 0, 1, 2; TN 11, 12, 14.
THREE = [[8, 1, 0], [0, 5, 2], [0, 0, 4]]


def test_by_hand():
    assert f1(THREE).tolist() == pytest.approx([16 / 17, 10 / 13, 8 / 10], rel=1e-15)


def test_zero_by_zero_is_nan_or_what_is_asked_for():
    matrix = [[3, 2, 0], [0, 1, 0], [0, 0, 0]]  # the third class neither occurs nor is predicted
    assert [math.isnan(value) for value in f1(matrix)] == [False, False, True]
    assert f1(matrix, undefined="zero").tolist() == pytest.approx([6 / 8, 2 / 4, 0], rel=1e-15)


def test_record():
    assert record.compute is f1
    assert record.per_class
    assert record.higher_is_better is True
