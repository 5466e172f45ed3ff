import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.engine.distinct import distinct
from bakeoff.read.engine.sources import Source


def made(values, *, counts=None, **kind):
    array = np.fromiter(values, dtype=object, count=len(values)) if isinstance(values, list) else values
    source = Source(engine=None, origin="files", relation="t", name="x", kinds={}, **kind)
    return distinct(source, "c", array, np.array(counts or [1] * len(array)))


def test_cells_become_numbers_where_all_are():
    found = made(["1", " 2.5", "1"], spelled=True)
    assert (found.written[0].tolist(), found.written[1].tolist()) == ([2.5, 1.0], ["2.5", "1"])
    assert found.codes.tolist() == [1, 0, 1]
    assert made(["1", "x"], spelled=True).written[0].tolist() == ["1", "x"]


def test_json_is_read_in_one_order_whatever_comes_first():
    for values in (["true", "1", '"1"'], ['"1"', "1", "true"]):
        found = made(values, json=True)
        assert found.written[0].tolist() == ["1", 1, True]
        assert [found.written[0][code] for code in found.codes] == [
            {"true": True, "1": 1, '"1"': "1"}[v] for v in values
        ]


def test_numbers_of_an_engine_stay_what_they_are():
    found = made(np.array([3, 1, 3]))
    assert (found.written[0].tolist(), found.written[1], found.codes.tolist()) == ([1, 3], None, [1, 0, 1])


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["a", None], {}),
        (["a", "NA "], {"spelled": True}),
        (["1", "NaN"], {"json": True}),
        (np.array([1.0, np.nan]), {}),
    ],
)
def test_what_is_missing_is_counted_in_items(values, kind):
    with pytest.raises(
        InputError, match=r"column 'c' of x has a missing value .* in some rows \(7 of 10 items\)"
    ):
        made(values, counts=[3, 7], **kind)


def test_bytes_that_are_no_text():
    with pytest.raises(InputError, match="column 'c' of x has a NUL byte"):
        made(["a\0b"], spelled=True)
