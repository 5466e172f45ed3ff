import datetime
import uuid
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest
from tests.looping import in_one_test

from bakeoff.read.engine.describing import from_arrow, from_objects, from_rows

NOON = datetime.datetime(2024, 5, 1, 12)
BERLIN = datetime.timezone(datetime.timedelta(hours=2))
NAME = "6f8c1a9e-0d3b-4c38-9d0e-0d5f4f6b7a11"


def same(found, wanted):
    assert found.dtype == wanted.dtype
    np.testing.assert_array_equal(found, wanted)


def objects(*values):
    return np.array([*values, None], dtype=object)[:-1]


@in_one_test(
    ("values", "wanted"),
    [
        ([], objects()),
        (["a", None], objects("a", None)),
        ([1, 2], np.array([1, 2])),
        ([1, None], objects(1, None)),
        ([2**63, 1], objects(2**63, 1)),
        ([-(2**63), 2**63 - 1], np.array([-(2**63), 2**63 - 1])),
        ([0.5, 1, None], np.array([0.5, 1.0, np.nan])),
        ([True, False], np.array([True, False])),
        ([True, None], objects(True, None)),
        ([Decimal("1.50"), None], np.array([1.5, np.nan])),
        ([Decimal("7"), Decimal("8")], np.array([7, 8])),
        ([Decimal(2**53 + 1), Decimal(2**53), None], objects(2**53 + 1, 2**53, None)),
        ([Decimal(2**53 + 1), Decimal("0.5")], objects(2**53 + 1, 0.5)),
        ([2**53 + 1, 0.5], objects(2**53 + 1, 0.5)),
        ([Decimal("0.1234567890123456789"), None], objects(Decimal("0.1234567890123456789"), None)),
        ([Decimal("NaN"), Decimal("1")], np.array([np.nan, 1.0])),
        ([NOON.replace(hour=14, tzinfo=BERLIN), None], objects(NOON, None)),
        ([NOON.date(), NOON], objects(NOON.date(), NOON)),
        ([uuid.UUID(NAME)], objects(NAME)),
        ([1, "a"], objects(1, "a")),
    ],
)
def test_each_kind_of_value_has_its_array(values, wanted):
    same(from_objects(values), wanted)


@pytest.mark.parametrize(
    "values", [[1, 2, None], [0.5, None, 2.5], ["a", "b", None], [None, 1, 0.5], [True, None, False]]
)
def test_batches_make_the_arrays_that_all_rows_make_at_once(values):
    rows = [(each,) for each in values]
    same(from_rows(["x"], [rows[:1], rows[1:2], rows[2:]])["x"], from_objects(values))


@pytest.mark.parametrize("batches", [[], [[]]])
def test_no_rows_are_columns_of_nothing(batches):
    found = from_rows(["x", "y"], batches)
    assert {name: len(values) for name, values in found.items()} == {"x": 0, "y": 0}


def test_arrow_gives_what_rows_give():
    columns = {
        "text": ["a", None],
        "whole": [1, 2],
        "gap": [1, None],
        "real": [0.5, None],
        "boolean": [True, False],
        "date": [NOON, None],
    }
    table = pa.table(columns).append_column("exact", pa.array([Decimal("1.50"), None], pa.decimal128(5, 2)))
    found = from_arrow(table)
    for name, values in (columns | {"exact": [1.5, None]}).items():
        same(found[name], from_objects(values))
