import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs import FiveByTwo, Holdout, KFold, RepeatedKFold, Resampling
from bakeoff.designs.reading import read_design


def sizes(train, test):
    return np.array([[float(train)]]), np.array([[float(test)]])


NONE = (None, None)


@pytest.mark.parametrize(
    ("shape", "known", "design", "guessed"),
    [
        ((1, 1), NONE, Holdout(test=1 / 3), False),
        ((1, 1), sizes(80, 20), Holdout(test=0.2), False),
        ((5, 2), NONE, FiveByTwo(), False),
        ((2, 5), NONE, RepeatedKFold(runs=2, folds=5), False),
        ((1, 10), NONE, KFold(folds=10), True),
        ((1, 10), sizes(90, 10), KFold(folds=10), False),
        ((1, 10), sizes(75, 25), Resampling(splits=10, test=0.25), False),
        ((1, 30), sizes(200, 100), Resampling(splits=30, test=1 / 3), False),
        ((30, 1), NONE, Resampling(splits=30, test=1 / 3), True),
        ((4, 1), sizes(75, 25), Resampling(splits=4, test=0.25), False),
    ],
)
def test_the_design_is_told_from_shape_and_sizes(shape, known, design, guessed):
    assert read_design(shape, *known) == (design, guessed)


@pytest.mark.parametrize(
    ("key", "design"),
    [
        ("kfold", KFold(folds=10)),
        ("repeated-kfold", RepeatedKFold(runs=1, folds=10)),
        ("resampling", Resampling(splits=10, test=0.2)),
        ("five-by-two", FiveByTwo()),
    ],
)
def test_a_named_design_is_taken_at_its_word(key, design):
    assert read_design((1, 10), None, None, key=key, test=0.2) == (design, False)


def test_an_unknown_design_lists_those_there_are():
    with pytest.raises(InputError, match="design is 'loo'; expected one of kfold, repeated-kfold"):
        read_design((1, 10), None, None, key="loo")
