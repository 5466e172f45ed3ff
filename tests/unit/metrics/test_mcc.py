import math

import pytest

from bakeoff.metrics.mcc import mcc, record

# Rows are predictions, columns the truth. Class by class: TP 8, 5, 4; FP 1, 2, 0; FN 0, 1, 2; TN 11, 12, 14.
THREE = [[8, 1, 0], [0, 5, 2], [0, 0, 4]]


def test_by_hand():
    assert mcc(THREE) == pytest.approx(
        (88 + 58 + 56) / math.sqrt((9 * 11 + 7 * 13 + 4 * 16) * (8 * 12 + 6 * 14 + 6 * 14)), rel=1e-15
    )


def test_zero_by_zero_is_nan_or_what_is_asked_for():
    matrix = [[3, 2], [0, 0]]  # all is predicted to be of the first class
    assert math.isnan(mcc(matrix))
    assert mcc(matrix, undefined="zero") == pytest.approx(0, rel=1e-15)


@pytest.mark.parametrize(
    ("matrix", "value"), [([[7, 0], [0, 3]], 1), ([[0, 7], [3, 0]], -1), ([[4, 2], [2, 1]], 0)]
)
def test_perfect_reversed_and_independent(matrix, value):
    assert mcc(matrix) == value


def test_large_counts_do_not_cancel():
    big = 10**9
    assert mcc([[1, 0], [1, big - 2]]) == pytest.approx(math.sqrt((big - 2) / (2 * (big - 1))), rel=1e-14)


def test_record():
    assert record.compute is mcc
    assert not record.per_class
    assert record.higher_is_better is True
