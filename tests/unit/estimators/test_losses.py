import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.estimators._losses import (
    answer,
    in_partitions,
    items,
    mean_loss,
    only_split,
    split_errors,
    under,
    without_empty,
)


def test_under_says_what_is_missing(lost):
    with pytest.raises(InputError, match="kfold got losses for no design; expected kfold: run the learner"):
        under({}, "kfold", estimator="kfold")


def test_what_is_not_asked_for_may_differ(lost):
    tested = {"kfold": lost([[0], [1]], [[0], [1]]), "other": lost([[0, 1, 2]], [[0, 1, 1]])}
    assert under(tested, "kfold", estimator="kfold") == (tested["kfold"],)


def test_means(lost):
    tested = lost([[0, 1, 2], [3]], [[0, 1, 1], [0]])
    assert mean_loss(tested) == 0.5
    np.testing.assert_allclose(split_errors(tested), [[2 / 3, 0]])
    assert in_partitions(tested, estimator="kfold") is tested
    assert only_split({"a": lost([[1]], [[1]])}, estimator="holdout").splits.n == 2


def test_without_empty(lost):
    full = lost([[0], [1]], [[0], [1]])
    assert without_empty(full) is full
    holed = lost([[0], [], [1]], [[0], [], [1]], drawn=[[1, 1], [0, 1], [0, 0]])
    kept = without_empty(holed)
    assert kept.splits.shape == (1, 2)
    assert [train.tolist() for train, _ in kept.splits] == [[1, 1], [0, 0]]
    assert [values.tolist() for values in kept.values] == [[0], [1]]


def test_words():
    assert items(1) == "1 item"
    assert items(0, "test ") == "0 test items"


@pytest.mark.parametrize("level", [0, 1, 95, "high", None])
def test_level(lost, level):
    with pytest.raises(InputError, match="level is"):
        answer("kfold", 0.5, {"kfold": lost([[0]], [[1]])}, level=level, basis="", bias="")
