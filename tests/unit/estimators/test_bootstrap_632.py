import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs import Bootstrap
from bakeoff.designs.apparent import Apparent
from bakeoff.estimators.bootstrap_632 import bootstrap_632, record


@pytest.fixture
def again(lost):
    return lost([range(4)], [[0, 1, 0, 0]])


def test_by_hand(lost, again):
    outside = lost([[0, 3], [2], [0, 1, 3]], [[1, 0], [1], [0, 0, 1]], n=4)
    found = bootstrap_632({"bootstrap": outside, "apparent": again}, level=0.95)
    # pooled: 3 errors among 6 items, not the mean of 1/2, 1 and 1/3
    assert found.components == {"out-of-bag": 0.5, "apparent": 0.25}
    assert found.value == pytest.approx(0.632 * 0.5 + 0.368 * 0.25)
    assert found.interval is None
    assert found.basis == ".632 bootstrap, 3 samples of 4 items"
    assert len(found.notes) == 1


def test_samples_that_leave_nothing_out_are_skipped(lost, again):
    outside = lost([[], [2], []], [[], [1], []], n=4, drawn=[[0, 1, 2, 3], [0, 1, 1, 3], [3, 2, 1, 0]])
    found = bootstrap_632({"bootstrap": outside, "apparent": again}, level=0.95)
    assert found.components["out-of-bag"] == 1
    assert found.parts["bootstrap"].tolist() == [[1]]
    assert found.notes[1] == "2 of 3 samples were skipped: they leave no item out"


def test_nothing_left_out_at_all(lost, again):
    with pytest.raises(InputError, match="none of the 2 bootstrap samples of 4 items leaves an item out"):
        bootstrap_632({"bootstrap": lost([[], []], [[], []], n=4), "apparent": again}, level=0.95)


def test_parts_of_one_data_set(lost, again):
    with pytest.raises(InputError, match=r"numbers of items \[4, 5\]"):
        bootstrap_632({"bootstrap": lost([[0]], [[1]], n=5), "apparent": again}, level=0.95)
    squares = lost([[0]], [[1]], n=4, kind="squared")
    with pytest.raises(InputError, match=r"kinds of loss \['squared', 'zero-one'\]"):
        bootstrap_632({"bootstrap": squares, "apparent": again}, level=0.95)


def test_record():
    assert record.designs() == {"bootstrap": Bootstrap(samples=200), "apparent": Apparent()}
    assert record.designs(samples=50)["bootstrap"] == Bootstrap(samples=50)
