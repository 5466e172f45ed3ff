import math

import pytest

from bakeoff.metrics.micro_recall import micro_recall, record

# Rows are predictions, columns the truth. Class by class: TP 8, 5, 4; FP 1, 2, 0; FN 0, 1, 2; TN 11, 12, 14.
THREE = [[8, 1, 0], [0, 5, 2], [0, 0, 4]]


def test_by_hand():
    assert micro_recall(THREE) == pytest.approx(17 / 20, rel=1e-15)


def test_never_undefined():
    assert not math.isnan(micro_recall([[3]]))
    assert not math.isnan(micro_recall([[0, 0], [4, 0]]))


def test_record():
    assert record.compute is micro_recall
    assert not record.per_class
    assert record.higher_is_better is True
