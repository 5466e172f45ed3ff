import numpy as np
import pytest
from scipy import stats

from bakeoff.core.estimator import Losses
from bakeoff.core.exceptions import InputError
from bakeoff.designs import LeaveOneOut
from bakeoff.estimators.leave_one_out import ALL_WRONG, GROUPED, leave_one_out, record


def test_by_hand(lost):
    found = leave_one_out({"leave-one-out": lost([[0], [1], [2], [3]], [[0], [1], [0], [0]])}, level=0.95)
    assert found.value == 0.25
    assert found.parts["leave-one-out"].tolist() == [[0, 1, 0, 0]]
    expected = stats.beta(1.5, 3.5).ppf([0.025, 0.975])
    assert [found.interval.low, found.interval.high] == pytest.approx(expected, rel=1e-10)
    assert ALL_WRONG not in found.notes


def test_always_wrong_is_explained(lost):
    found = leave_one_out({"leave-one-out": lost([[0], [1]], [[1], [1]])}, level=0.95)
    assert found.value == 1
    assert ALL_WRONG in found.notes
    squares = leave_one_out({"leave-one-out": lost([[0], [1]], [[1], [1]], kind="squared")}, level=0.95)
    assert ALL_WRONG not in squares.notes


def test_one_item_is_left_out_at_a_time(lost):
    with pytest.raises(InputError, match="got 2 splits of 3 items; expected one split for each item"):
        leave_one_out({"leave-one-out": lost([[0, 1], [2]], [[0, 1], [0]])}, level=0.95)


def test_groups_left_out_together_have_no_interval():
    splits = LeaveOneOut().split(5, groups=[0, 1, 0, 1, 1])
    values = tuple(np.array(each) for each in ([1, 0], [0, 0, 0]))
    found = leave_one_out({"leave-one-out": Losses(splits=splits, values=values)}, level=0.95)
    assert found.value == 0.2
    assert found.interval is None
    assert found.notes == (GROUPED,)
    assert found.basis == "2 groups left out, 5 items"


def test_record():
    assert record.designs() == {"leave-one-out": LeaveOneOut()}
    assert "wrong about every item that is left out" in record.bias
