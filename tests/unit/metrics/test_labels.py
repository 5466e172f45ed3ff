import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.metrics._labels import MOST_LABELS, encode


@pytest.mark.parametrize(
    ("truth", "predicted", "labels"),
    [
        (["b", "a"], ["a", "a"], ("a", "b")),
        ([2, 10], [10, 1], (1, 2, 10)),
        ([True, False], [True, True], (False, True)),
        ([1.5, 0.5], [0.5, 0.5], (0.5, 1.5)),
    ],
)
def test_labels_are_in_order(truth, predicted, labels):
    first, second, found = encode(truth, predicted)
    assert found == labels
    assert [found[code] for code in first] == truth
    assert [found[code] for code in second] == predicted


@pytest.mark.parametrize(
    ("truth", "predicted", "message"),
    [
        ([], [], "truth is empty"),
        (["a"], ["a", "b"], "truth has 1 items and predicted has 2"),
        (["a", "b"], ["a", None], r"predicted has a missing value \(None\) at position 1"),
        ([1, 1], ["1", "1"], "truth holds numbers such as 1 and predicted holds text such as '1'"),
    ],
)
def test_bad_input_says_what(truth, predicted, message):
    with pytest.raises(InputError, match=message):
        encode(truth, predicted)


@pytest.mark.parametrize("truth", [list(range(MOST_LABELS + 1)), [str(i) for i in range(MOST_LABELS + 1)]])
def test_scores_taken_for_labels(truth):
    with pytest.raises(
        InputError, match="hold 5001 different labels, more than 5000; if they are numbers or scores"
    ):
        encode(truth, truth)


def test_given_labels_set_the_order():
    first, second, found = encode(["b", "a"], ["a", "a"], labels=["c", "b", "a"])
    assert (first.tolist(), second.tolist(), found) == ([1, 2], [2, 2], ("c", "b", "a"))


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (["a"], "truth is 'b' at position 1, which is not among the labels given"),
        (["a", "b", "a"], "labels has 'a' twice"),
    ],
)
def test_given_labels_must_fit(labels, message):
    with pytest.raises(InputError, match=message):
        encode(["a", "b"], ["a", "a"], labels=labels)
