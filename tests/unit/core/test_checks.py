import pytest

from bakeoff.core.checks import finite, whole
from bakeoff.core.exceptions import InputError


def test_whole_numbers():
    assert whole(3.0, "n") == 3
    with pytest.raises(InputError, match=r"n is 2.5; expected a whole number of at least 0"):
        whole(2.5, "n")


def test_finite_numbers():
    assert finite([1, 2], "a", ndim=1).tolist() == [1, 2]
    with pytest.raises(InputError, match="a has inf at position 1"):
        finite([1, float("inf")], "a", ndim=1)
