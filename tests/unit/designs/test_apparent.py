import pytest

from bakeoff.core.design import Design
from bakeoff.core.exceptions import InputError
from bakeoff.designs.apparent import Apparent


def test_all_items_are_trained_and_tested_on():
    design = Apparent()
    assert isinstance(design, Design)
    assert (design.key, design.shape, design.test_to_train) == ("apparent", (1, 1), 1)
    splits = design.split(["a", "b", "a"])
    assert [(train.tolist(), test.tolist()) for train, test in splits] == [([0, 1, 2], [0, 1, 2])]
    assert (splits.n_train.tolist(), splits.n_test.tolist()) == ([[3]], [[3]])
    assert splits.tests_each_once


def test_one_item_and_one_group_will_do_but_none_will_not():
    assert len(Apparent().split(1).test[0]) == 1
    assert len(Apparent().split(2, groups=["g", "g"]).test[0]) == 2
    with pytest.raises(InputError, match="there are 0 items; expected at least 1"):
        Apparent().split(0)
