import numpy as np
import pytest

from bakeoff.compare.measure import confusion
from bakeoff.core.exceptions import InputError
from bakeoff.metrics._confusion import class_counts


def test_counts_by_looking_at_each_item():
    rng = np.random.default_rng(3)
    truth, predicted = rng.integers(4, size=(2, 50))
    counts = class_counts(confusion(truth, predicted, labels=range(4)).matrix)
    for j in range(4):
        is_class, is_called = truth == j, predicted == j
        assert counts.tp[j] == np.sum(is_class & is_called)
        assert counts.fp[j] == np.sum(~is_class & is_called)
        assert counts.fn[j] == np.sum(is_class & ~is_called)
        assert counts.tn[j] == np.sum(~is_class & ~is_called)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([1, 2], r"shape \(2,\) was given; expected \[..., predicted, true\]"),
        ([[1, 2, 3], [4, 5, 6]], r"shape \(2, 3\)"),
        ([[1, -1], [0, 1]], "negative or missing number"),
        ([[1, np.nan], [0, 1]], "negative or missing number"),
        ([[0, 0], [0, 0]], "holds no items"),
        ([["a", "b"], ["c", "d"]], "has a value that is not a number"),
        ([[1, 2], [3]], "has a value that is not a number"),
    ],
)
def test_bad_matrices(matrix, message):
    with pytest.raises(InputError, match=message):
        class_counts(matrix)
