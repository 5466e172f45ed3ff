import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs.apparent import Apparent
from bakeoff.estimators.apparent import apparent, record


def test_by_hand(lost):
    found = apparent({"apparent": lost([range(5)], [[0, 1, 0, 1, 0]], drawn=[range(5)])}, level=0.95)
    assert found.value == 0.4
    assert found.n == 5
    assert found.parts["apparent"].tolist() == [[0.4]]
    assert found.sizes["apparent"].tolist() == [[5]]


def test_no_interval_and_why(lost):
    found = apparent({"apparent": lost([range(5)], [[0] * 5])}, level=0.95)
    assert found.interval is None
    assert "optimistic" in found.notes[0]
    assert str(found).startswith("error 0 %, no interval (apparent error, 5 items)")


def test_all_items_must_be_tested(lost):
    with pytest.raises(InputError, match="2 test items in run 0 of 5 items"):
        apparent({"apparent": lost([[0, 1]], [[0, 1]], n=5)}, level=0.95)


def test_record():
    assert record.designs() == {"apparent": Apparent()}
    assert record.direction == "optimistic"
