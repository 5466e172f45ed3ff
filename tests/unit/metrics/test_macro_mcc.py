import math

import pytest

from bakeoff.metrics.macro_mcc import macro_mcc, record

# Rows are predictions, columns the truth. Class by class: TP 8, 5, 4; FP 1, 2, 0; FN 0, 1, 2; TN 11, 12, 14.
THREE = [[8, 1, 0], [0, 5, 2], [0, 0, 4]]


def test_by_hand():
    assert macro_mcc(THREE) == pytest.approx(
        (88 / math.sqrt(8 * 9 * 12 * 11) + 58 / math.sqrt(6 * 7 * 14 * 13) + 56 / math.sqrt(6 * 4 * 14 * 16))
        / 3,
        rel=1e-15,
    )


def test_zero_by_zero_is_nan_or_what_is_asked_for():
    matrix = [[3, 2, 0], [0, 1, 0], [0, 0, 0]]  # the third class neither occurs nor is predicted
    assert math.isnan(macro_mcc(matrix))
    assert macro_mcc(matrix, undefined="zero") == pytest.approx(
        2 * (3 / math.sqrt(3 * 5 * 3 * 1)) / 3, rel=1e-15
    )


def test_exclude_leaves_out_the_class():
    matrix = [[3, 2, 0], [0, 1, 0], [0, 0, 0]]
    assert macro_mcc(matrix, undefined="exclude") == pytest.approx(3 / math.sqrt(3 * 5 * 3 * 1), rel=1e-15)


def test_record():
    assert record.compute is macro_mcc
    assert not record.per_class
    assert record.higher_is_better is True
