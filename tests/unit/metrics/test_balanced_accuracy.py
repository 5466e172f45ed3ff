import math

import pytest

from bakeoff.metrics.balanced_accuracy import balanced_accuracy, record

# Rows are predictions, columns the truth. Class by class: TP 8, 5, 4; FP 1, 2, 0; FN 0, 1, 2; TN 11, 12, 14.
THREE = [[8, 1, 0], [0, 5, 2], [0, 0, 4]]


def test_by_hand():
    assert balanced_accuracy(THREE) == pytest.approx((8 / 8 + 5 / 6 + 4 / 6) / 3, rel=1e-15)


def test_never_undefined():
    assert not math.isnan(balanced_accuracy([[3]]))
    assert not math.isnan(balanced_accuracy([[0, 0], [4, 0]]))


def test_classes_that_do_not_occur_are_left_out():
    assert balanced_accuracy([[3, 0], [2, 0]]) == 3 / 5


def test_record():
    assert record.compute is balanced_accuracy
    assert not record.per_class
    assert record.higher_is_better is True
