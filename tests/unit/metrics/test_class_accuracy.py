import pytest

from bakeoff.metrics.class_accuracy import class_accuracy, record

# Rows are predictions, columns the truth. Class by class: TP 8, 5, 4; FP 1, 2, 0; FN 0, 1, 2; TN 11, 12, 14.
THREE = [[8, 1, 0], [0, 5, 2], [0, 0, 4]]


def test_by_hand():
    assert class_accuracy(THREE).tolist() == pytest.approx([19 / 20, 17 / 20, 18 / 20], rel=1e-15)


def test_equals_accuracy_for_two_classes():
    assert class_accuracy([[55, 5], [10, 30]]).tolist() == [0.85, 0.85]


def test_record():
    assert record.compute is class_accuracy
    assert record.per_class
    assert record.higher_is_better is True
