import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs.bootstrap import Bootstrap


def test_each_sample_tests_on_what_it_left_out():
    assert (Bootstrap().key, Bootstrap().shape, Bootstrap().test_to_train) == ("bootstrap", (1, 200), None)


def test_at_least_one_sample():
    with pytest.raises(InputError, match="samples is 0"):
        Bootstrap(samples=0)
