import numpy as np
import pytest

from bakeoff.core.design import Design, at_least, in_words, share
from bakeoff.core.exceptions import InputError
from bakeoff.designs import DESIGNS, FiveByTwo, Holdout, KFold, LeaveOneOut, RepeatedKFold


@pytest.mark.parametrize("design", DESIGNS.values())
def test_every_design_keeps_the_protocol(design):
    assert isinstance(design(), Design)


@pytest.mark.parametrize(
    ("design", "text"),
    [
        (KFold(folds=10), "KFold(folds=10)"),
        (KFold(folds=10, stratified=False), "KFold(folds=10, stratified=False)"),
        (RepeatedKFold(runs=5, folds=2), "RepeatedKFold(runs=5, folds=2)"),
        (Holdout(), "Holdout(test=0.3333)"),
        (FiveByTwo(), "FiveByTwo()"),
        (LeaveOneOut(), "LeaveOneOut()"),
    ],
)
def test_in_words_what_goes_without_saying_is_left_out(design, text):
    assert in_words(design) == text


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
