import re

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.core.tally import tally_of
from bakeoff.judge.classes import class_columns, guessed, positive_place, strangers, true_classes

ONE = np.array([0.9, 0.8, 0.1])


def test_the_last_of_two_classes_is_positive_unless_another_is_named():
    assert positive_place(("no", "yes"), None) == 1
    assert positive_place(("no", "yes"), "no") == 0
    assert positive_place((False, True), 1) == 1


def test_of_three_classes_one_must_be_named():
    with pytest.raises(InputError, match=re.escape("there are 3 (a, b, c); name one as positive")):
        positive_place(("a", "b", "c"), None)
    with pytest.raises(UnknownNameError, match="no class is called 'cat'; did you mean 'cats'"):
        positive_place(("cats", "dogs"), "cat")


@pytest.mark.parametrize(
    ("truth", "positive", "expected"),
    [
        (["no", "yes", "no"], None, [0, 1, 0]),
        (["no", "yes", "no"], "no", [1, 0, 1]),
        ([True, True, True], None, [1, 1, 1]),
        ([1, 1, 1], None, [1, 1, 1]),
        ([0, 0, 0], None, [0, 0, 0]),
        (["yes"] * 3, "yes", [1, 1, 1]),
        (["a", "b", "c"], "b", [0, 1, 0]),
    ],
)
def test_one_column_speaks_of_the_positive_class(truth, positive, expected):
    numbered, caveats = true_classes(truth, ONE, positive)
    assert (numbered.tolist(), caveats) == (expected, ())


def test_a_positive_class_that_is_never_true_is_said():
    numbered, caveats = true_classes(["no"] * 3, ONE, "yes")
    assert numbered.tolist() == [0, 0, 0]
    assert [caveat.key for caveat in caveats] == ["positive-never-true"]


def test_a_positive_class_in_another_spelling_is_refused():
    with pytest.raises(InputError, match="no class is called 'Spam'; did you mean 'spam'"):
        true_classes(["spam"] * 3, ONE, "Spam")


def test_one_class_of_unknown_meaning_is_refused():
    with pytest.raises(InputError, match=r"every truth is 'yes'.*name it as positive"):
        true_classes(["yes"] * 3, ONE, None)


def test_three_classes_and_one_column_are_refused():
    with pytest.raises(InputError, match="truth has 3 classes and the probabilities are those of one"):
        true_classes(["a", "b", "c"], ONE, None)


@pytest.mark.parametrize(
    ("truth", "columns", "expected"),
    [
        (["a", "c", "b"], 3, [0, 2, 1]),
        ([1, 3, 2], 3, [0, 2, 1]),
        ([0, 2, 0], 3, [0, 2, 0]),
        ([2, 2, 2], 3, [2, 2, 2]),
        ([True, True, True], 2, [1, 1, 1]),
    ],
)
def test_a_table_has_a_column_for_each_class(truth, columns, expected):
    numbered, caveats = true_classes(truth, np.full((3, columns), 1 / columns), None)
    assert (numbered.tolist(), caveats) == (expected, ())


def test_one_column_and_a_guessed_class_have_a_caveat():
    numbered, (caveat,) = true_classes(["cat", "dog", "cat"], ONE, None)
    assert (numbered.tolist(), caveat.key) == ([0, 1, 0], "positive-guessed")


@pytest.mark.parametrize(
    "labels",
    [
        (0, 1),
        (-1, 1),
        (0.0, 1.0),
        (False, True),
        ("0", "1"),
        ("No", "Yes"),
        ("n", "y"),
        ("F", "T"),
        ("neg", "pos"),
        ("negative", "positive"),
        ("only",),
    ],
)
def test_some_classes_are_plainly_positive(labels):
    assert guessed(labels, len(labels) - 1, None) == ()


@pytest.mark.parametrize("labels", [("ham", "spam"), (1, 2), (0, 2), ("yes", "zebra"), ("fraud", "ok")])
def test_other_classes_are_a_guess_unless_named(labels):
    (caveat,) = guessed(labels, 1, None)
    assert caveat.key == "positive-guessed"
    assert caveat.text.startswith(f"{labels[1]!r} is taken as the positive class because it sorts last")
    assert guessed(labels, 1, labels[1]) == ()


def test_a_model_whose_labels_are_all_strange_is_named():
    codes = {"truth": np.array([0, 2]), "a": np.array([0, 0]), "b": np.array([1, 1])}
    (caveat,) = strangers(tally_of(codes, ("cat", "Cat", "dog")))
    assert caveat.key == "labels-never-meet"
    assert caveat.text == (
        "a label of B differs in spelling from the truth (B says 'Cat', true is 'cat'); write them alike, "
        "if the same is meant"
    )
    five, four = (
        strangers(tally_of({"truth": np.zeros(n, int), "a": np.ones(n, int), "b": np.full(n, 2)}, (0, 1, 2)))
        for n in (5, 4)
    )
    assert [caveat.text[:13] for caveat in five] == ["no label of A", "no label of B"]
    assert four == ()  # so few may well all be wrong
    assert strangers(tally_of({name: np.array([0, 1]) for name in ("truth", "a", "b")}, (0, 1))) == ()


@pytest.mark.parametrize("labels", [("a", "c"), (0, 3), (0.5, 1), (0, 1, 2, 3), (-1, 0)])
def test_columns_that_cannot_be_told_are_refused(labels):
    with pytest.raises(InputError, match="3 columns of scores; expected one for each class"):
        class_columns(labels, 3)
