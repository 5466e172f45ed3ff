import math

import pytest

from bakeoff.metrics.kappa import kappa, record

# Rows are predictions, columns the truth. Class by class: TP 8, 5, 4; FP 1, 2, 0; FN 0, 1, 2; TN 11, 12, 14.
THREE = [[8, 1, 0], [0, 5, 2], [0, 0, 4]]


def test_by_hand():
    assert kappa(THREE) == pytest.approx(
        (17 / 20 - (9 * 8 + 7 * 6 + 4 * 6) / 400) / (1 - (9 * 8 + 7 * 6 + 4 * 6) / 400), rel=1e-15
    )


def test_zero_by_zero_is_nan_or_what_is_asked_for():
    matrix = [[3, 0], [0, 0]]  # one and the same class throughout
    assert math.isnan(kappa(matrix))
    assert kappa(matrix, undefined="zero") == pytest.approx(0, rel=1e-15)


@pytest.mark.parametrize(
    ("matrix", "value"), [([[7, 0], [0, 3]], 1), ([[0, 5], [5, 0]], -1), ([[4, 2], [2, 1]], 0)]
)
def test_perfect_reversed_and_independent(matrix, value):
    assert kappa(matrix) == value


def test_record():
    assert record.compute is kappa
    assert not record.per_class
    assert record.higher_is_better is True
