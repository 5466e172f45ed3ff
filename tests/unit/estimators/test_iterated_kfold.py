import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs import RepeatedKFold
from bakeoff.estimators.iterated_kfold import iterated_kfold, record

HALVES = [[0, 1, 2], [3, 4], [0, 2], [1, 3, 4]]
VALUES = [[1, 0, 0], [0, 0], [1, 1], [0, 1, 0]]


def test_mean_of_the_pooled_errors_of_the_runs(lost):
    found = iterated_kfold({"iterated-kfold": lost(HALVES, VALUES, shape=(2, 2))}, level=0.95)
    assert found.value == pytest.approx((1 / 5 + 3 / 5) / 2)
    assert found.parts["iterated-kfold"].shape == (2, 2)
    assert found.n == 5
    assert found.basis == "2-fold cross-validation iterated 2 times, 5 items"


def test_no_interval_and_why(lost):
    found = iterated_kfold({"iterated-kfold": lost(HALVES, VALUES, shape=(2, 2))}, level=0.95)
    assert found.interval is None
    assert "square root of their number" in found.notes[0]


def test_each_run_is_a_partition(lost):
    swapped = lost(
        [HALVES[0], HALVES[3], HALVES[2], HALVES[1]], [VALUES[i] for i in (0, 3, 2, 1)], shape=(2, 2)
    )
    with pytest.raises(InputError, match="6 test items in run 0 of 5 items"):
        iterated_kfold({"iterated-kfold": swapped}, level=0.95)


def test_record():
    assert record.designs() == {"iterated-kfold": RepeatedKFold(runs=100, folds=10, stratified=False)}
    assert record.designs(folds=2, iterations=3) == {
        "iterated-kfold": RepeatedKFold(runs=3, folds=2, stratified=False)
    }
