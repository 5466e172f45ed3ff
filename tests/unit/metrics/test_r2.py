import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.metrics.r2 import r2


def test_by_hand():
    assert r2([1.0, 2.0, 3.0], [2.0, 2.0, 2.0]).mean() == pytest.approx(0)
    assert r2([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]).mean() == pytest.approx(1)


def test_truth_that_does_not_vary():
    with pytest.raises(InputError, match="every truth is 2, but r2 needs numbers that vary"):
        r2([2.0, 2.0], [1.0, 2.0])
