import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs import RepeatedKFold
from bakeoff.estimators.repeated_kfold import record, repeated_kfold

HALVES = [[0, 1, 2], [3, 4], [0, 2], [1, 3, 4]]
VALUES = [[1, 0, 0], [0, 0], [1, 1], [0, 1, 0]]


def test_mean_of_the_array(lost):
    found = repeated_kfold({"repeated-kfold": lost(HALVES, VALUES, shape=(2, 2))}, level=0.95)
    assert found.parts["repeated-kfold"].tolist() == [[pytest.approx(1 / 3), 0], [1, pytest.approx(1 / 3)]]
    assert found.sizes["repeated-kfold"].tolist() == [[3, 2], [2, 3]]
    assert found.value == pytest.approx((1 / 3 + 0 + 1 + 1 / 3) / 4)
    assert found.interval is None
    assert found.basis == "2 runs of 2-fold cross-validation, 5 items"


def test_pooled(lost):
    tested = {"repeated-kfold": lost(HALVES, VALUES, shape=(2, 2))}
    assert repeated_kfold(tested, level=0.95, average="pooled").value == pytest.approx(0.4)
    with pytest.raises(InputError, match="average is 'runs'"):
        repeated_kfold(tested, level=0.95, average="runs")


def test_record():
    assert record.designs() == {"repeated-kfold": RepeatedKFold(runs=10, folds=10, stratified=True)}
