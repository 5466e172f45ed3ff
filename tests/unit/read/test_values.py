import datetime
import math
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from tests.looping import in_one_test

from bakeoff.read.values import a_kind, date_text, from_values, is_missing, is_number, is_text, shown


@pytest.mark.parametrize(
    "value",
    [None, math.nan, np.float32("nan"), pd.NA, pd.NaT, np.datetime64("NaT", "s"), np.timedelta64("NaT", "s"),
     Decimal("NaN"), Decimal("sNaN"), np.ma.masked],
)  # fmt: skip
def test_missing_values_of_every_library_are_seen(value):
    assert is_missing(value)


@pytest.mark.parametrize(
    "value", [0, 0.0, "", "NA", False, math.inf, np.datetime64("2024-01-01"), Decimal(0)]
)
def test_falsy_and_odd_values_are_not_missing(value):
    assert not is_missing(value)


@in_one_test(
    ("values", "kind"),
    [([1, 2], "i"), ([True, False], "b"), ([1, 2.5], "f"), ([1, "1"], "O"), (["a", "b"], "O"),
     (["a", math.nan], "O"), ([np.int8(1), 2], "i"), ([2**70, 1], "O"), ([2**63, -1], "O"), ([], "O"),
     ([None, 1], "O"), (range(3), "i"), ([Decimal(1), 2], "i"), ([Decimal("0.1"), 2], "f"),
     ([2**53 + 1, 0.5], "O"), ([Decimal(2**53 + 1), Decimal("0.5")], "O"),
     ([Decimal("0.12345678901234567890")], "O")],
)  # fmt: skip
def test_a_list_becomes_the_narrowest_array_that_changes_no_value(values, kind):
    array = from_values(values)
    assert array.dtype.kind == kind
    assert all(
        (type(got) is str) == (type(given) is str) for got, given in zip(array.tolist(), values, strict=True)
    )


def test_whole_numbers_beyond_int64_are_not_rounded():
    assert from_values([2**63 + 1, -1]).tolist() == [2**63 + 1, -1]


def test_text_and_numbers_are_told_apart():
    assert is_text(from_values(["a"])) and is_text(np.array(["a"]))
    assert not is_text(from_values([1, "a"])) and not is_number(from_values([1, "a"]))
    assert is_number(from_values([Decimal(1)])) and is_number(np.array([True]))


def test_dates_of_all_libraries_read_the_same():
    dates = (datetime.date(2024, 5, 1), datetime.datetime(2024, 5, 1), pd.Timestamp("2024-05-01"),
             np.datetime64("2024-05-01"), np.datetime64("2024-05-01", "ns"))  # fmt: skip
    assert {date_text(date) for date in dates} == {"2024-05-01"}
    assert date_text(datetime.datetime(2024, 5, 1, 13)) == "2024-05-01 13:00:00"


def test_messages_show_values_briefly_and_on_one_line():
    assert shown(np.float64(0.5)) == "0.5"
    assert shown(np.str_("cat")) == "'cat'"
    assert len(shown("x" * 1000)) == 60
    assert "\n" not in shown(np.zeros((20, 20)))
    assert shown("a\nb") == r"'a\nb'"
    assert a_kind({}) == "a dict"
