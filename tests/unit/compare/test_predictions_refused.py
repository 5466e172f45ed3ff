import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff.compare.predictions import compare_predictions
from bakeoff.core.exceptions import IllegalMethodError, InputError

N = 300
Y, L_A, L_B = np.random.default_rng(11).integers(0, 2, (3, N))


@pytest.mark.parametrize(
    ("truth", "a", "b", "message"),
    [
        ([], [], [], "truth is empty; expected at least one item"),
        (["x", "y"], ["x", "y"], ["x"], "truth has 2 items and b has 1; expected the same number"),
        (["x", None], ["x", "y"], ["x", "y"], r"truth has a missing value \(None\) at position 1 \(1 of 2"),
        (["x", "y"], ["x", float("nan")], ["x", "y"], r"a has a missing value \(nan\) at position 1"),
        ([1, 2], ["1", "2"], [1, 2], "truth holds numbers such as 1 and a holds text such as '1'"),
        ([1, "x"], ["1", "x"], [1, "x"], "truth holds numbers such as 1 and a holds text such as '1'"),
        ("xy", ["x", "y"], ["x", "y"], "truth is a str; expected a list"),
        ([["x"], ["y"]], ["x", "y"], ["x", "y"], r"truth holds a list at position 0 \(\['x'\]\)"),
        ([0, 1], [0.2, 0.9], [0, 1], "a holds fractions such as 0.2 where labels are expected"),
        (["n", "y"], [0.0, 1.0], [0.1, 0.5], "b holds fractions such as 0.1 where labels are expected"),
        (np.zeros((2, 3)), [0, 1], [0, 1], r"truth has 2 dimensions, shape \(2, 3\); expected one column"),
    ],
)
def test_labels_that_cannot_be_compared(truth, a, b, message):
    with pytest.raises(InputError, match=message):
        compare_predictions(truth, a, b)


@in_one_test(
    ("metric", "truth", "a", "b", "message"),
    [
        ("auc", [1, 1], [0.5, 0.6], [0.1, 0.2], "every truth is 1; auc needs items of two classes"),
        (
            "auc",
            [0, 1, 2],
            [0.5] * 3,
            [0.1] * 3,
            "auc needs two classes in truth; got 3: name one",
        ),
        ("auc", [0, 1], ["low", "high"], [0.1, 0.2], "a has 'low' at position 0; expected a number"),
        ("auc", [0, 1], [0.5, 0.6], [0.1, None], r"b has a missing value \(None\) at position 1"),
        ("auc", [0, 1], [0.5, 0.6], [0.1], "truth has 2 items and b has 1"),
        ("brier", [0, 1], [0.5, 0.6], [0.1, 1.5], "b: prediction is 1.5 at row 1.*probabilities from 0 to 1"),
        ("log-loss", [0, 1], [0.5, 0.6], [0.1], "truth has 2 items and b has 1"),
        ("log-loss", [0, 1], [[0.5, 0.5], [0.6, 0.4]], [0.1, 0.2], r"a has shape \(2, 2\) and b \(2,\)"),
        ("log-loss", [0, 1], [[0.5, 0.5], [1.0]], [0.1, 0.2], "a holds something.*rows of different lengths"),
        ("log-loss", [0, 1], [[0.5, 0.4], [0.5, 0.5]], [[1, 0], [0, 1]], "a: prediction sums to 0.9"),
        ("log-loss", [0, 1, 2], [0.5] * 3, [0.1] * 3, r"truth has 3 classes .*give an array \(n, classes\)"),
        ("squared-error", [0, "x"], [0.5, 0.6], [0.1, 0.2], "truth has 'x' at position 1; expected a number"),
        (
            "f1",
            ["a", "b", "c"],
            ["a"] * 3,
            ["b"] * 3,
            r"there are 3 classes \(a, b, c\); name one as positive",
        ),
    ],
)
def test_scores_that_cannot_be_compared(metric, truth, a, b, message):
    with pytest.raises(InputError, match=message):
        compare_predictions(truth, a, b, metric=metric)


SWAPPED = {"metric": "f1", "method": "permutation"}


@in_one_test(
    ("keywords", "message"),
    [
        (
            {**SWAPPED, "resamples": 0},
            "resamples is 0; expected 100 to 1,000,000, such as 10000",
        ),
        (
            {**SWAPPED, "resamples": 99},
            "resamples is 99; expected 100 to 1,000,000",
        ),
        ({"method": "bootstrap", "resamples": 99}, "resamples is 99; expected 100 to 1,000,000"),
        (
            {**SWAPPED, "resamples": -5},
            "resamples is -5; expected a whole number",
        ),
        (
            {**SWAPPED, "resamples": "many"},
            "resamples is 'many'; expected a whole number",
        ),
        (
            {**SWAPPED, "rng": "dice"},
            "rng is 'dice'; expected a whole number or a numpy Generator",
        ),
        ({"metric": "f1", "positive": 7}, "no class is called '7'"),
        (
            {"metric": "macro-f1", "positive": 1},
            "positive is 1, but macro-f1 has no positive class; leave it",
        ),
        ({"positive": 1}, "positive is 1, but accuracy has no positive class"),
        ({"margin": 2}, "margin is 2, but accuracy lies between 0 and 1; write 0.02 for 2 points"),
        ({"clusters": [1, 2]}, "truth has 300 items and clusters has 2"),
        ({"clusters": [None] * N}, "clusters has a missing value"),
        ({"clusters": [1] * N}, "all items are in one cluster"),
    ],
)
def test_bad_keywords(keywords, message):
    with pytest.raises(InputError, match=message):
        compare_predictions(Y, L_A, L_B, **keywords)


@pytest.mark.parametrize(
    ("keywords", "named"),
    [
        ({"method": "delong"}, "mcnemar-mid-p"),
        ({"method": "mcnemar", "metric": "f1"}, "bootstrap, jackknife, permutation"),
        ({"method": "corrected-resampled-t"}, "mcnemar-mid-p"),
        ({"method": "permutation", "metric": "brier"}, "bootstrap, paired-mean"),
    ],
)
def test_methods_that_do_not_take_such_outcomes(keywords, named):
    with pytest.raises(IllegalMethodError, match=f"Methods that take them: .*{named}"):
        compare_predictions(Y, L_A, L_B, **keywords)


def test_too_many_classes_for_a_confusion_matrix():
    many = np.arange(2001)
    assert compare_predictions(many, many, many[::-1]).decision == "a-better"
    with pytest.raises(InputError, match=r"there are 2001 classes, .* at most 2000, .*; use accuracy, merge"):
        compare_predictions(many, many, many[::-1], metric="macro-f1")
