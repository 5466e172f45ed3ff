import pytest

from bakeoff.compare.measure import MOST_LABELS, confusion, encode
from bakeoff.core.exceptions import InputError


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
        InputError, match="hold 5001 distinct labels, more than 5000; if they are numbers or scores"
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


def test_rows_are_predicted_and_columns_true():
    matrix, labels = confusion(["a", "a", "a", "b"], ["b", "b", "a", "b"])
    assert labels == ("a", "b")
    assert matrix[1, 0] == 2  # called b, truly a
    assert matrix.tolist() == [[1, 0], [2, 1]]


def test_given_labels_may_include_some_that_do_not_occur():
    matrix, labels = confusion([1, 1], [1, 1], labels=[0, 1])
    assert (matrix.tolist(), labels) == ([[0, 0], [0, 2]], (0, 1))


def test_one_item_of_one_class():
    assert confusion(["x"], ["x"]).matrix.tolist() == [[1]]


def test_labels_are_read_without_blanks():
    found = confusion(["0", "1", "1 "], ["1", "0", "1"], labels=["0", "1"])
    assert (found.matrix.tolist(), found.labels) == ([[0, 1], [1, 1]], ("0", "1"))
