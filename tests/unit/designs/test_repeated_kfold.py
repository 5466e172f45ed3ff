import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs.repeated_kfold import RepeatedKFold


def test_ten_runs_of_ten_folds():
    assert (RepeatedKFold().key, RepeatedKFold().shape) == ("repeated-kfold", (10, 10))
    assert RepeatedKFold(runs=3, folds=5).shape == (3, 5)
    assert RepeatedKFold(runs=3, folds=5).test_to_train == 0.25


@pytest.mark.parametrize(("given", "message"), [({"runs": 0}, "runs is 0"), ({"folds": 1}, "folds is 1")])
def test_bad_sizes(given, message):
    with pytest.raises(InputError, match=message):
        RepeatedKFold(**given)
