import math

import pytest

from bakeoff.metrics.class_mcc import class_mcc, record

# Rows are predictions, columns the truth. Class by class: TP 8, 5, 4; FP 1, 2, 0; FN 0, 1, 2; TN 11, 12, 14.
THREE = [[8, 1, 0], [0, 5, 2], [0, 0, 4]]


def test_by_hand():
    assert class_mcc(THREE).tolist() == pytest.approx(
        [88 / math.sqrt(8 * 9 * 12 * 11), 58 / math.sqrt(6 * 7 * 14 * 13), 56 / math.sqrt(6 * 4 * 14 * 16)],
        rel=1e-15,
    )


def test_zero_by_zero_is_nan_or_what_is_asked_for():
    matrix = [[3, 2], [0, 0]]  # all is predicted to be of the first class
    assert [math.isnan(value) for value in class_mcc(matrix)] == [True, True]
    assert class_mcc(matrix, undefined="zero").tolist() == pytest.approx([0, 0], rel=1e-15)


def test_record():
    assert record.compute is class_mcc
    assert record.per_class
    assert record.higher_is_better is True
