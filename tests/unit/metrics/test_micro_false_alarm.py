import math

import pytest

from bakeoff.metrics.micro_false_alarm import micro_false_alarm, record

# Rows are predictions, columns the truth. Class by class: TP 8, 5, 4; FP 1, 2, 0; FN 0, 1, 2; TN 11, 12, 14.
THREE = [[8, 1, 0], [0, 5, 2], [0, 0, 4]]


def test_by_hand():
    assert micro_false_alarm(THREE) == pytest.approx(3 / 40, rel=1e-15)


def test_zero_by_zero_is_nan_or_what_is_asked_for():
    matrix = [[5]]  # there is one class alone
    assert math.isnan(micro_false_alarm(matrix))
    assert micro_false_alarm(matrix, undefined="zero") == pytest.approx(0, rel=1e-15)


def test_record():
    assert record.compute is micro_false_alarm
    assert not record.per_class
    assert record.higher_is_better is False
