import pytest
from scipy import stats

from bakeoff.core.exceptions import InputError
from bakeoff.estimators.independent_test import independent_test, record


def test_by_hand(lost):
    """Honavar's slides: 8 of 100 wrong."""
    found = independent_test({"test": lost([range(100)], [[i < 8 for i in range(100)]])}, level=0.95)
    assert found.value == 0.08
    expected = stats.beta(8.5, 92.5).ppf([0.025, 0.975])
    assert [found.interval.low, found.interval.high] == pytest.approx(expected, rel=1e-10)
    assert found.sentence == "error 8.0 %, 95 % interval 3.9 % to 14.5 % (independent test set, 100 items)"


def test_any_name_will_do(lost):
    found = independent_test({"the new flowers": lost([[5, 6]], [[0, 1]], n=7)}, level=0.95)
    assert found.value == 0.5
    assert list(found.parts) == ["test"]


@pytest.mark.parametrize("sets", [0, 2])
def test_one_test_set(lost, sets):
    given = {str(each): lost([[0]], [[1]]) for each in range(sets)}
    with pytest.raises(InputError, match=f"got {sets} test sets; expected one"):
        independent_test(given, level=0.95)


def test_empty_test_set(lost):
    with pytest.raises(InputError, match="got no test item; expected at least one"):
        independent_test({"test": lost([[]], [[]], n=3)}, level=0.95)


def test_record():
    assert record.designs() == {}
    assert record.needs_test_items
