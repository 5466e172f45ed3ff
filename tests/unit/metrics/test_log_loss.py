import math

import numpy as np
import pytest

from bakeoff.metrics.log_loss import log_loss, record


def test_two_classes_by_hand():
    assert log_loss([True, False], [0.8, 0.3]).tolist() == pytest.approx([-math.log(0.8), -math.log(0.7)])


def test_one_column_and_two_agree():
    p = np.array([0.1, 0.6, 0.9])
    both = np.column_stack([1 - p, p])
    np.testing.assert_allclose(log_loss([0, 1, 0], p), log_loss([0, 1, 0], both), rtol=1e-15)


def test_sure_and_right_costs_nothing():
    losses = log_loss([1, 0], [1.0, 0.0])
    assert losses.tolist() == [0, 0]
    assert not np.signbit(losses).any()


def test_sure_and_wrong_costs_the_log_of_1e_15():
    assert log_loss([0, 1], [1.0, 0.0]).tolist() == [pytest.approx(36.04365338911715)] * 2
    assert record.high == pytest.approx(36.04365338911715)


def test_record():
    assert record.kind == "per-item"
    assert not record.higher_is_better
