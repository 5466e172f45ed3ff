import numpy as np
import pytest

from bakeoff.metrics.brier import brier, record


def test_two_classes_by_hand():
    assert brier([True, False], [0.75, 0.25]).tolist() == [0.0625, 0.0625]


def test_all_classes_by_hand():
    assert brier([2, 0], [[0.25, 0.25, 0.5], [1, 0, 0]]).tolist() == [0.0625 + 0.0625 + 0.25, 0]


def test_two_columns_give_twice_one_column():
    p = np.array([0.1, 0.6, 0.9])
    both = np.column_stack([1 - p, p])
    np.testing.assert_allclose(brier([0, 1, 0], both), 2 * brier([0, 1, 0], p), rtol=1e-14)


@pytest.mark.parametrize(("prediction", "worst"), [([1.0], 1), ([[0.0, 1.0]], record.high)])
def test_sure_and_wrong_is_the_worst(prediction, worst):
    assert brier([0], prediction).tolist() == [worst]


def test_the_prediction_is_not_changed():
    p = np.array([[0.25, 0.75]])
    brier([0], p)
    assert p.tolist() == [[0.25, 0.75]]


def test_record():
    assert record.kind == "per-item"
    assert not record.higher_is_better
