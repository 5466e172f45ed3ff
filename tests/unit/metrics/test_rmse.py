import numpy as np
import pytest

from bakeoff.metrics.rmse import rmse


def test_mean_is_the_root():
    values = rmse([1.0, 2.0, 3.0], [0.0, 2.0, 1.0])
    assert values.mean() == pytest.approx(np.sqrt(5 / 3))


def test_no_error_at_all():
    assert rmse([1.0, 2.0], [1.0, 2.0]).tolist() == [0, 0]
