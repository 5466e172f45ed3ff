import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.metrics.loss import loss, record


def test_it_is_given_and_never_computed():
    with pytest.raises(InputError, match="loss means losses that are given for each item"):
        loss([1, 0], [0.5, 0.5])


def test_record():
    assert record.higher_is_better is False
    assert not record.is_rate
