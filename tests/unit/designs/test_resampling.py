import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs.resampling import Resampling


def test_thirty_splits_stand_in_one_row():
    assert (Resampling().key, Resampling().shape) == ("resampling", (1, 30))
    assert Resampling(test=0.2).test_to_train == pytest.approx(0.25, rel=1e-15)


@pytest.mark.parametrize(("given", "message"), [({"splits": 0}, "splits is 0"), ({"test": 1}, "test is 1")])
def test_bad_sizes(given, message):
    with pytest.raises(InputError, match=message):
        Resampling(**given)
