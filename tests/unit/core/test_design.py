import numpy as np
import pytest

from bakeoff.core.design import Design, at_least, in_words, share, spoken
from bakeoff.core.exceptions import InputError
from bakeoff.designs import DESIGNS, FiveByTwo, Holdout, KFold, LeaveOneOut, RepeatedKFold, Resampling


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


@pytest.mark.parametrize(
    ("design", "text"),
    [
        (KFold(folds=5), "5 folds"),
        (RepeatedKFold(runs=3, folds=5), "3 x 5 folds"),
        (FiveByTwo(), "5 x 2 folds"),
        (Holdout(), "one split that tests on a third"),
        (Resampling(splits=30), "30 random splits that test on a third"),
        (KFold(folds=5, stratified=False), "KFold(folds=5, stratified=False)"),
        (FiveByTwo(stratified=False), "FiveByTwo(stratified=False)"),
        (RepeatedKFold(stratified=False), "RepeatedKFold(runs=10, folds=10, stratified=False)"),
        (Holdout(test=0.25), "Holdout(test=0.25)"),
        (Resampling(splits=30, test=0.25), "Resampling(splits=30, test=0.25)"),
        (LeaveOneOut(), "LeaveOneOut()"),
    ],
)
def test_usual_designs_are_said_as_people_say_them(design, text):
    assert spoken(design) == text


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
