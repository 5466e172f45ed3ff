import numpy as np
import pytest

from bakeoff.core.design import Design, at_least, share
from bakeoff.core.exceptions import InputError
from bakeoff.designs import DESIGNS


@pytest.mark.parametrize("design", DESIGNS.values())
def test_every_design_keeps_the_protocol(design):
    assert isinstance(design(), Design)


@pytest.mark.parametrize("size", [2, 10, np.int64(3)])
def test_sizes_may_come_from_numpy(size):
    at_least(2, folds=size)


@pytest.mark.parametrize("size", [1, 0, -3, 2.0, "ten", None, True])
def test_bad_sizes_are_named(size):
    with pytest.raises(InputError, match=r"folds is .*; expected a whole number of at least 2"):
        at_least(2, folds=size)


@pytest.mark.parametrize("test", [0, 1, 1.5, -0.2, float("nan"), "third", None])
def test_bad_shares_are_named(test):
    with pytest.raises(InputError, match=r"test is .*; expected the share of the data"):
        share(test)
