import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.metrics.squared_error import record, squared_error


def test_by_hand():
    assert squared_error([1, 2, -3], [1, 4, 0]).tolist() == [0, 4, 9]


@pytest.mark.parametrize(
    ("truth", "prediction", "message"),
    [
        ([], [], "truth is empty"),
        ([1.0], [1.0, 2.0], "truth has 1 items and prediction 2"),
        ([1.0, np.nan], [1.0, 2.0], "truth has nan at position 1"),
        ([1e200], [-1e200], "truth reaches 1e\\+200; expected numbers of at most"),
    ],
)
def test_bad_input_says_where(truth, prediction, message):
    with pytest.raises(InputError, match=message):
        squared_error(truth, prediction)


def test_record():
    assert record.kind == "per-item"
    assert not record.higher_is_better
