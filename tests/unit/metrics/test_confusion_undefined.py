import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.metrics._confusion import macro_mean, parse_undefined, ratio


@pytest.mark.parametrize(("undefined", "value"), [("nan", np.nan), ("zero", 0.0), ("exclude", np.nan)])
def test_ratio(undefined, value):
    np.testing.assert_array_equal(ratio(np.array([1.0, 0.0]), np.array([4.0, 0.0]), undefined), [0.25, value])


def test_ratio_of_two_numbers_is_a_number():
    assert isinstance(ratio(np.float64(1), np.float64(2), "nan"), float)


@pytest.mark.parametrize(("undefined", "value"), [("nan", np.nan), ("exclude", 0.75)])
def test_macro_mean(undefined, value):
    np.testing.assert_array_equal(macro_mean(np.array([0.5, np.nan, 1.0]), undefined), value)


def test_macro_mean_of_nothing_is_undefined():
    assert np.isnan(macro_mean(np.array([np.nan, np.nan]), "exclude"))


def test_unknown_word():
    with pytest.raises(InputError, match=r'undefined is \'drop\'; expected "nan"'):
        parse_undefined("drop")
