import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.metrics.absolute_error import absolute_error, record


def test_by_hand():
    assert absolute_error([1, 2, -3], [1, 4, 0]).tolist() == [0, 2, 3]


def test_bad_input_is_named():
    with pytest.raises(InputError, match="truth has 1 items and prediction 2"):
        absolute_error([1.0], [1.0, 2.0])


def test_record():
    assert record.is_mean_over_items
    assert not record.higher_is_better
