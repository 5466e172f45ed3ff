import pytest

from bakeoff.core.exceptions import BakeoffError, FileError, IllegalMethodError, InputError, UnknownNameError


@pytest.mark.parametrize("kind", [InputError, UnknownNameError, IllegalMethodError, FileError])
def test_bad_input_is_caught_as_ours_and_as_a_value_error(kind):
    assert issubclass(kind, (BakeoffError, ValueError))
    assert issubclass(kind, InputError)


def test_the_root_is_no_value_error():
    assert not issubclass(BakeoffError, ValueError)
