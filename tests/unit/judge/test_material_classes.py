import math
import re

import pytest

from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.judge.material import positive_place, refuse_fractions


def test_the_last_of_two_classes_is_positive_unless_another_is_named():
    assert positive_place(("no", "yes"), None) == 1
    assert positive_place(("no", "yes"), "no") == 0
    assert positive_place((False, True), 1) == 1


def test_of_three_classes_one_must_be_named():
    with pytest.raises(InputError, match=re.escape("there are 3 classes (a, b, c); name one as positive")):
        positive_place(("a", "b", "c"), None)
    with pytest.raises(UnknownNameError, match="no class is called 'cat'; did you mean 'cats'"):
        positive_place(("cats", "dogs"), "cat")


@pytest.mark.parametrize("side", ["a", "b"])
def test_fractions_are_scores_not_labels(side):
    columns = {"truth": [0, 1], "a": [0, 1], "b": [0, 1]}
    message = f"{side} holds fractions such as 0.62 where labels are expected; compare probabilities with"
    with pytest.raises(InputError, match=re.escape(message)):
        refuse_fractions(columns | {side: [1.0, 0.62]}, items=2)
    with pytest.raises(InputError, match="where labels are expected"):
        refuse_fractions(columns | {"truth": ["no", "yes"], side: [0.1, 0.62]}, items=2)


def test_whole_numbers_and_classes_that_are_fractions_are_labels():
    whole, halves = [0.0, 1.0], [0.5, 1.5]
    refuse_fractions({"truth": [0, 1], "a": whole, "b": [True, False]}, items=2)
    refuse_fractions({"truth": [0, 1], "a": [0.0, math.inf], "b": [10**400, 1]}, items=2)
    refuse_fractions({"truth": halves, "a": halves, "b": whole}, items=2)


def test_measurements_are_not_labels():
    truth = [place / 7 for place in range(40)]
    with pytest.raises(InputError, match="truth holds 40 distinct numbers"):
        refuse_fractions({"truth": truth, "a": truth, "b": truth}, items=40)
    refuse_fractions({"truth": [0.5, 1.5] * 20, "a": truth, "b": truth}, items=40)
