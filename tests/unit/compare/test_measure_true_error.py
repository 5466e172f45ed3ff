import pytest

from bakeoff.compare.measure import bias, sample_error, true_error
from bakeoff.core.exceptions import InputError


def test_labels_may_be_strings():
    assert true_error([0.25, 0.75], ["yes", "no"], ["no", "no"]) == 0.25


def test_uniform_weights_give_the_sample_error():
    assert (
        true_error([0.25] * 4, [0, 1, 1, 0], [1, 1, 0, 0]) == sample_error([0, 1, 1, 0], [1, 1, 0, 0]) == 0.5
    )


@pytest.mark.parametrize(
    ("weights", "h", "message"),
    [
        ([0.5, 0.5], [1], "h has 1 items and f has 2"),
        ([1.0], [1, 0], "weights has 1 points and h 2"),
        ([0.5, 0.6], [1, 0], "weights sum to 1.1; expected 1"),
        ([1.5, -0.5], [1, 0], "weights is -0.5 at row 1"),
        ([0.5, 0.5], [1, None], r"h has a missing value \(None\) at position 1"),
    ],
)
def test_bad_input_says_where(weights, h, message):
    with pytest.raises(InputError, match=message):
        true_error(weights, h, [1, 1])


def test_bias_is_the_mean_estimate_less_the_truth():
    assert bias([0.0, 0.5, 0.25], true=0.5) == -0.25
