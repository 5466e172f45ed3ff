import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.metrics.score import record, score


def test_it_is_given_and_never_computed():
    with pytest.raises(InputError, match="score means scores that are given for each item"):
        score([1, 0], [0.5, 0.5])


def test_record():
    assert record.higher_is_better is True
    assert not record.is_rate
