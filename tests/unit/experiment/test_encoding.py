import re

import numpy as np
import pytest
from sklearn.base import clone

from bakeoff.core.exceptions import InputError
from bakeoff.experiment.encoding import encoder
from bakeoff.experiment.learner import Learner

NAN = np.nan


def layout(width, *categories, name="d"):
    return {name: (width, categories)}


def test_no_categories_no_encoder():
    assert encoder(layout(3) | layout(2, name="e")) is None


def test_categories_become_zeros_and_ones_and_the_rest_stays():
    X = np.array([[1.5, 0.0, 7.0], [2.5, 1.0, NAN], [3.5, 0.0, 9.0]])
    found = encoder(layout(3, 1)).fit_transform(X)
    np.testing.assert_array_equal(found, [[1, 0, 1.5, 7], [0, 1, 2.5, NAN], [1, 0, 3.5, 9]])


def test_what_the_training_part_lacks_is_all_zeros_and_a_gap_is_a_category():
    made = encoder(layout(1, 0)).fit(np.array([[0.0], [NAN], [2.0]]))
    np.testing.assert_array_equal(
        made.transform(np.array([[0.0], [1.0], [2.0], [NAN]])), [[1, 0, 0], [0, 0, 0], [0, 1, 0], [0, 0, 1]]
    )


def test_data_sets_are_told_apart_by_their_width():
    made = encoder(layout(2, 1, name="a") | layout(3, 0, 2, name="b") | layout(1, name="c"))
    two, three, one = np.array([[5.0, 0], [6, 1]]), np.array([[0.0, 5, 0], [1, 6, 1]]), np.array([[5.0], [6]])
    assert clone(made).fit_transform(two).tolist() == [[1, 0, 5], [0, 1, 6]]
    assert clone(made).fit_transform(three).tolist() == [[1, 0, 1, 0, 5], [0, 1, 0, 1, 6]]
    assert clone(made).fit_transform(one).tolist() == [[5], [6]]


def test_data_sets_that_cannot_be_told_apart_are_refused():
    message = "data sets 'a' and 'b' have 2 attributes each, but text in different columns"
    with pytest.raises(InputError, match=re.escape(message)):
        encoder(layout(2, 1, name="a") | layout(2, name="b"))
    assert encoder(layout(2, 1, name="a") | layout(2, 1, name="b")) is not None


def test_a_learner_with_an_encoder_has_a_fingerprint_that_says_so():
    class Named:
        def __init__(self, first):
            self.first = first

        def get_params(self, deep=True):
            return {"first": self.first}

        def fit(self, X, y):
            return self

        def predict(self, X):
            return X

    def fingerprint(coded):
        return Learner(name="x", estimator=Named(encoder(coded))).fingerprint

    assert fingerprint(layout(3, 1)) == fingerprint(layout(3, 1))
    assert len({fingerprint(layout(3, 1)), fingerprint(layout(3, 2)), fingerprint(layout(3))}) == 3
