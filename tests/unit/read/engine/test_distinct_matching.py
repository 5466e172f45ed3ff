from dataclasses import replace

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.panel import LabelPanel
from bakeoff.read.engine.distinct import Distinct, agree, refuse_lone_classes


def column(*values):
    texts = np.array([str(value) for value in values], dtype=object)
    return Distinct(
        written=(np.array(values, dtype=None), texts),
        codes=np.arange(len(values)),
        spaced=np.zeros(len(values), dtype=bool),
    )


def written(*texts):
    return np.array(texts, dtype=object), np.array(texts, dtype=object)


def panel(truth, *answers, labels=("cat", "dog", "eel")):
    return LabelPanel(
        names=tuple("abcde"[: len(answers)]),
        labels=labels,
        truth=np.array(truth),
        answers=np.array(answers),
        counts=np.arange(1, len(truth) + 1),
    )


def test_columns_agree_as_numbers_or_as_text():
    assert agree(column(1, 2), column(1.0, 3.0)).tolist() == [True, False]
    assert agree(column(1, 2), replace(column(1, 2), written=written("1", "x"))).tolist() == [True, False]


@pytest.mark.parametrize(
    ("truth", "a", "b"), [([0, 1], [0, 1], [1, 1]), ([0, 2], [0, 1], [1, 0]), ([0, 2], [2, 0], [0, 0])]
)
def test_classes_that_are_true_or_that_both_know(truth, a, b):
    refuse_lone_classes(panel(truth, a, b), ["a.csv", "b.csv"])


def test_a_class_of_one_file_alone():
    with pytest.raises(
        InputError, match=r"class 'eel' is predicted 2 times in b.csv and occurs neither in a.csv"
    ):
        refuse_lone_classes(panel([0, 1], [0, 1], [1, 2]), ["a.csv", "b.csv"])
    with pytest.raises(
        InputError, match=r"class 'dog' is predicted 1 time in a.csv .* \(and 1 more such class"
    ):
        refuse_lone_classes(panel([0, 0], [1, 2], [0, 0]), ["a.csv", "b.csv"])


def test_a_class_of_one_of_many_files():
    names = ["a.csv", "b.csv", "c.csv"]
    refuse_lone_classes(panel([0, 1], [0, 1], [1, 2], [0, 2]), names)
    with pytest.raises(
        InputError,
        match=r"class 'eel' is predicted 1 time in c.csv and occurs neither in the other files",
    ):
        refuse_lone_classes(panel([0, 1], [0, 1], [1, 1], [2, 0]), names)
