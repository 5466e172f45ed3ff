import numpy as np
import pytest

from bakeoff.compare.predictions import compare_predictions
from bakeoff.core.exceptions import InputError
from bakeoff.metrics import METRICS
from bakeoff.metrics.top_k_accuracy import top_k_accuracy


def test_top_1_is_accuracy():
    rng = np.random.default_rng(1)
    truth, a, b = rng.integers(0, 4, 60), rng.random((60, 4)), rng.random((60, 4))
    by_scores = compare_predictions(truth, a, b, metric="top-k-accuracy:1").result
    by_labels = compare_predictions(truth, a.argmax(axis=1), b.argmax(axis=1)).result
    assert by_scores == by_labels  # the same exact test


def test_ties_count_in_proportion():
    assert top_k_accuracy([2], [[0.4, 0.3, 0.3]], k=1).tolist() == [0]
    assert top_k_accuracy([0], [[0.5, 0.5, 0.0]], k=1).tolist() == [0.5]


@pytest.mark.parametrize(
    ("scores", "k", "message"),
    [([0.1, 0.2], 2, "got one column"), ([[0.1, 0.9], [0.5, 0.5]], 2, "is 1 for every model of 2 classes")],
)
def test_bad_input(scores, k, message):
    with pytest.raises(InputError, match=message):
        top_k_accuracy([0, 1], scores, k=k)


@pytest.mark.parametrize("text", ["", "0", "-1", "2.5", "9999999999"])
def test_k_that_is_none(text):
    with pytest.raises(InputError, match="expected a whole number: top-k-accuracy:5"):
        METRICS[f"top-k-accuracy:{text}"]
