import re
from fractions import Fraction

import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.intervals._counts import counts


def test_single_numbers_stay_single():
    for errors, n in ((3, 10), (3.0, np.int64(10)), (np.array(3), np.uint8(10)), (Fraction(6, 2), 10)):
        m, M, single = counts(errors, n)
        assert (m, M, single) == (3.0, 10.0, True)
        assert type(m) is type(M) is float


def test_arrays_of_any_number_type_become_floats():
    for values in ([1, 2], (1.0, 2.0), np.array([1, 2], dtype=np.uint8), np.array([1, 2], dtype=object)):
        m, M, single = counts(values, 10)
        assert m.dtype == np.float64
        assert (m.tolist(), float(M), single) == ([1, 2], 10, False)


@in_one_test(
    ("errors", "n", "message"),
    [
        (11, 10, "errors is 11, more than n = 10; expected errors <= n"),
        (-1, 10, "errors is -1; expected a whole number"),
        (1, 0, "n is 0; expected at least one item"),
        (1.5, 10, "errors is 1.5; expected a whole number"),
        (float("nan"), 10, "errors is nan; expected a whole number"),
        (1, float("inf"), "n is inf; expected a whole number"),
        (5, 10**400, "n is above 2^53"),
        ("3", 10, "errors is '3'; expected a whole number"),
        (None, 10, "errors is nan; expected a whole number"),
        (True, 10, "errors is True; expected a whole number"),
        (1j, 10, "errors is 1j; expected a whole number"),
        ([1, 2, 11], 10, "errors[2] is 11, more than n = 10 there"),
        ([[1, 2], [3, 9]], [[3], [5]], "errors[1, 1] is 9, more than n = 5 there"),
        ([1, -2], 10, "errors[1] is -2 (1 such value in all)"),
        ([1, 2], [3, 0], "n[1] is 0 (1 such value in all); expected a whole number from 1"),
        ([1, 2.5, 0.5], 4, "errors[1] is 2.5 (2 such values in all)"),
        ([1, np.nan], 10, "errors[1] is nan"),
        ([1, np.inf], 10, "errors[1] is inf"),
        ([1, None], 10, "errors[1] is nan"),
        ([1, "x"], 10, "errors[1] is 'x'; expected a whole number"),
        (np.array([True]), 10, "errors[0] is True; expected a whole number"),
        ([[1, 2], [3]], 10, "errors[0] is [1, 2]; expected a whole number"),
        ([], 10, "errors is empty; expected at least one whole number"),
        ([1, 2], [3, 4, 5], "errors has shape (2,) and n has shape (3,); expected shapes that broadcast"),
    ],
)
def test_bad_input_is_named_with_its_place(errors, n, message):
    with pytest.raises(InputError, match=re.escape(message)):
        counts(errors, n)
