import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs.kfold import KFold


def test_one_run_of_ten_folds():
    assert (KFold().key, KFold().shape) == ("kfold", (1, 10))
    assert KFold(folds=5).test_to_train == 0.25


def test_two_folds_are_the_fewest():
    assert KFold(folds=2).test_to_train == 1
    with pytest.raises(InputError, match="folds is 1; expected a whole number of at least 2"):
        KFold(folds=1)
