import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.metrics._probabilities import checked


@in_one_test(
    ("truth", "prediction", "message"),
    [
        ([], [], "prediction is empty"),
        ([0, 1], [0.5], r"truth has shape \(2,\) and prediction has 1 rows"),
        ([0, 1], [0.5, 1.2], r"prediction is 1.2 at row 1, counting from 0 \(1 such value in all\)"),
        ([0, 1], [-0.1, -0.5], r"prediction is -0.1 at row 0, counting from 0 \(2 such values in all\)"),
        ([0, 1], [0.5, np.nan], "prediction has nan at position 1"),
        ([0, 1], ["a", "b"], "prediction holds something that is not a number"),
        ([0], [[0.5, 0.4]], r"prediction sums to 0.9 over the classes at row 0.*divide each row by its sum"),
        ([0, 1], [[0.5, 0.5], [1.0]], "rows of different lengths"),
        ([0], [[[0.5, 0.5]]], r"prediction has 3 dimensions"),
        (
            [2],
            [0.5],
            "truth is 2 at row 0, counting from 0; expected the number of one of the 2 classes, 0 to 1",
        ),
        ([0, 3], [[0.5, 0.25, 0.25]] * 2, "truth is 3 at row 1.*3 classes, 0 to 2"),
        ([0.5], [0.5], "truth is 0.5 at row 0"),
        ([np.nan], [0.5], "truth is nan at row 0"),
        ([1, None], [0.5, 0.5], "truth is nan at row 1"),
        (["a"], [0.5], "truth holds 'a'; expected the number of the true class, 0 to 1, or True"),
        ([[0], [0, 1]], [0.5, 0.5], "truth holds something that is not the number of a class"),
    ],
)
def test_bad_input_says_where(truth, prediction, message):
    with pytest.raises(InputError, match=message):
        checked(truth, prediction)


@pytest.mark.parametrize("truth", [[True, False], [1, 0], [1.0, 0.0], np.array([1, 0], dtype=np.uint8)])
def test_ways_to_write_the_truth(truth):
    classes, chances = checked(truth, [0.25, 0.5])
    assert classes.tolist() == [1, 0]
    assert chances.tolist() == [0.25, 0.5]


def test_rows_that_sum_to_one_but_for_single_precision_pass():
    thirds = np.full((1, 3), 1 / 3, dtype=np.float32)
    assert checked([0], thirds)[1].shape == (1, 3)


def test_rounding_beyond_the_ends_is_brought_back():
    assert checked([1, 0], [1 + 1e-12, -1e-12])[1].tolist() == [1, 0]
