import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.read.values import as_number, parse_cells


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("-7", -7), ("+1", 1), ("1.0", 1.0), (".5", 0.5), ("5.", 5.0), ("1e-3", 0.001),
     ("-0.25", -0.25), ("12345678901234567890", 12345678901234567890)],
)  # fmt: skip
def test_numbers_are_read(text, number):
    assert as_number(text) == number
    assert type(as_number(text)) is type(number)


@in_one_test(
    "text",
    ["01", "-007", "1_000", " 1", "1 ", "0x10", "inf", "-inf", "nan", "1e999", "1,5", "٣", "", ".", "e5",
     "true", "1.2.3", "00.5", "9" * 5000],
)  # fmt: skip
def test_labels_that_python_would_take_for_numbers_stay_labels(text):
    assert as_number(text) is None


@pytest.mark.parametrize(
    ("cells", "kind", "values"),
    [(["1", "2"], "i", [1, 2]), (["1", "2.5"], "f", [1.0, 2.5]), (["1", "x"], "O", ["1", "x"]),
     (["01", "1"], "O", ["01", "1"]), (["true", "false"], "O", ["true", "false"]),
     (["9223372036854775808"], "u", [2**63]), (["9" * 20], "O", [10**20 - 1]),
     (["9" * 299, "0.5"], "O", [10**299 - 1, 0.5]), (["9007199254740993", "0.5"], "O", [2**53 + 1, 0.5])],
)  # fmt: skip
def test_a_column_is_numeric_only_if_every_cell_is(cells, kind, values):
    column = parse_cells(cells)
    assert column.dtype.kind == kind
    assert column.tolist() == pytest.approx(values) if kind == "f" else column.tolist() == values


def test_whole_numbers_stay_whole():
    assert parse_cells(["1", "-2"]).dtype == np.int64
