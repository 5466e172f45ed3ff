import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.metrics._numbers import errors_of


def test_true_numbers_and_errors():
    y, apart = errors_of([3, 1], [1, 2])
    assert (y.tolist(), apart.tolist()) == ([3, 1], [2, -1])


def test_missing_numbers_are_refused():
    with pytest.raises(InputError, match="prediction has nan at position 0"):
        errors_of([1.0], [float("nan")])
