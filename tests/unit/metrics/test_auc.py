import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.metrics.auc import auc, record


def test_pairs_by_hand():
    # pairs (positive, negative): 3>2, 3>1, 2=2 counts half, 2>1
    assert auc([1, 1, 0, 0], [3, 2, 2, 1]) == 3.5 / 4


@pytest.mark.parametrize(("score", "value"), [([4, 3, 2, 1], 1), ([1, 2, 3, 4], 0), ([5, 5, 5, 5], 0.5)])
def test_perfect_reversed_and_constant(score, value):
    assert auc([True, True, False, False], score) == value


def test_infinite_scores_are_ranked():
    assert auc([1, 1, 0, 0], [np.inf, 0.0, np.inf, -np.inf]) == 2.5 / 4


def test_one_class_is_an_error():
    with pytest.raises(
        InputError, match="3 of 3 items are positive; a ROC curve needs items of both classes"
    ):
        auc([True, True, True], [1, 2, 3])


def test_large_sets_do_not_overflow():
    # 1.6e11 pairs: too many to count one by one, or in 32 bits
    positive = np.repeat([True, False], 400_000)
    assert auc(positive, np.repeat([2.0, 1.0], 400_000)) == 1


def test_record():
    assert record.kind == "ranking"
    assert record.higher_is_better
