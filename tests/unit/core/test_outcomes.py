import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import (
    IN_WORDS,
    DatasetScores,
    FoldScores,
    LayoutScores,
    Outcomes,
    PairedItems,
    PairedLabels,
    PairedScores,
    RankedItems,
    RatePair,
    SampleScores,
    finite,
    whole,
)
from bakeoff.designs import KFold, LeaveOneOut

THREE = KFold(folds=3)


@pytest.mark.parametrize("value", [3, 3.0, np.int64(3), np.float64(3)])
def test_whole_numbers(value):
    assert whole(value, "n") == 3
    assert type(whole(value, "n")) is int


@pytest.mark.parametrize("value", [-1, 2.5, "3", None, True, float("nan"), float("inf"), 10**400, 3j])
def test_what_is_not_whole_is_named(value):
    with pytest.raises(InputError, match=r"only_a is .*; expected a whole number of at least 0"):
        whole(value, "only_a")


@pytest.mark.parametrize(
    ("values", "ndim", "message"),
    [
        ([], 1, "a is empty"),
        ([0.1, float("nan")], 1, r"a has nan at position 1 \(1 such value in all\)"),
        ([[0.1, float("inf")]], 2, r"a has inf at position \(0, 1\)"),
        ([None, 0.1], 1, "a has nan at position 0"),
        (["x"], 1, "a holds something that is not a number.*expected a list of numbers"),
        ([[1, 2], [3]], 2, "rows of different lengths; expected a table of numbers"),
        ([[0.1]], 1, r"a has 2 dimensions, shape \(1, 1\); expected 1"),
        (0.1, 1, r"a has 0 dimensions"),
        ([1e200], 1, r"a reaches 1e\+200; expected numbers of at most 1e\+100"),
    ],
)
def test_numbers_that_cannot_be_used_are_named(values, ndim, message):
    with pytest.raises(InputError, match=message):
        finite(values, "a", ndim=ndim)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ({"only_a": 1, "only_b": 0, "n": 0}, "n is 0; expected at least one item"),
        ({"only_a": -1, "only_b": 0, "n": 5}, "only_a is -1"),
        ({"only_a": 3, "only_b": 3, "n": 5}, r"only_a \+ only_b.* = 6 is more than n = 5"),
        ({"only_a": 1, "only_b": 1, "n": 5, "both_right": 4}, "= 6 is more than n = 5"),
        ({"only_a": 1, "only_b": 1, "n": 5, "both_right": 0.5}, "both_right is 0.5"),
    ],
)
def test_impossible_counts(counts, message):
    with pytest.raises(InputError, match=message):
        PairedItems(**counts)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ((1, 0, 1, 5), "n_a is 0; expected at least one item"),
        ((1, 5, 6, 5), "errors_b = 6 is more than n_b = 5"),
        ((-1, 5, 1, 5), "errors_a is -1"),
        ((1, 5, 1, 5.5), "n_b is 5.5"),
    ],
)
def test_impossible_rates(counts, message):
    with pytest.raises(InputError, match=message):
        RatePair(**dict(zip(("errors_a", "n_a", "errors_b", "n_b"), counts, strict=True)))


@pytest.mark.parametrize("kind", [PairedScores, SampleScores, DatasetScores])
def test_pairs_have_one_length(kind):
    with pytest.raises(InputError, match=r"a has length \(2,\) and b \(3,\); expected the same"):
        kind(a=[1, 2], b=[1, 2, 3])


def test_unpaired_samples_may_differ_in_length():
    assert SampleScores(a=[1, 2], b=[1, 2, 3], paired=False).b.size == 3


def test_layouts_have_one_shape():
    with pytest.raises(InputError, match=r"a has shape \(1, 2\) and b \(2, 1\)"):
        LayoutScores(a=[[1, 2]], b=[[1], [2]])


def test_every_item_has_a_cluster():
    with pytest.raises(InputError, match=r"clusters has shape \(1,\) and the scores \(2,\)"):
        PairedScores(a=[1, 2], b=[1, 2], clusters=[1])


@pytest.mark.parametrize(
    ("positive", "message"),
    [
        ([True, True], "all items belong to one class"),
        ([False, False], "all items belong to one class"),
        ([True], "truth has 1 items and the scores 2"),
    ],
)
def test_ranking_needs_both_classes(positive, message):
    with pytest.raises(InputError, match=message):
        RankedItems(positive=positive, a=[1, 2], b=[1, 2])


def test_fold_scores_match_their_design():
    with pytest.raises(InputError, match=r"KFold\(folds=3.* has 1 run of 3 folds.*shape \(1, 2\)"):
        FoldScores(a=[[1, 2]], b=[[1, 2]], design=THREE)
    assert FoldScores(a=[[1, 2]], b=[[1, 1]], design=LeaveOneOut()).differences.tolist() == [[0, 1]]


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ([[1, 2]], r"n_test has shape \(1, 2\); expected one number or shape \(1, 3\)"),
        ([[9, 0, 9]], "n_test has 0; expected sizes of at least 1"),
        (float("nan"), "n_test has nan"),
        (float("inf"), "n_test has inf"),
        ("many", "n_test is 'many'; expected one number or shape"),
    ],
)
def test_sizes_of_folds_are_checked(sizes, message):
    with pytest.raises(InputError, match=message):
        FoldScores(a=[[1, 2, 3]], b=[[1, 2, 3]], design=THREE, n_test=sizes)


def test_one_size_stands_for_all_folds():
    scores = FoldScores(a=[[1, 2, 3]], b=[[1, 2, 3]], design=THREE, n_test=9, n_train=[[18, 18, 19]])
    assert scores.n_test.tolist() == [[9, 9, 9]]
    assert scores.n_train.tolist() == [[18, 18, 19]]


@pytest.mark.parametrize(
    ("halves", "message"),
    [
        ([[1, 2, 3]], r"halves has shape \(1, 3\); expected \(halvings, 2\)"),
        ([1, 2], "halves has 1 dimension"),
    ],
)
def test_halves_come_in_twos(halves, message):
    with pytest.raises(InputError, match=message):
        FoldScores(a=[[1, 2, 3]], b=[[1, 2, 3]], design=THREE, halves=halves)


def test_labels_count_their_items():
    assert PairedLabels(table=np.ones((2, 2, 2), dtype=int), labels=(0, 1), metric=None).n == 8


def test_every_kind_of_outcomes_has_words():
    assert set(IN_WORDS) == set(Outcomes.__args__)
