import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.lab import fold_assignment
from bakeoff.lab.learners import make

unhurried = settings(deadline=None, max_examples=60)  # the first example may have to be compiled


@st.composite
def items(draw):
    n, attributes = draw(st.integers(4, 40)), draw(st.integers(1, 5))
    values, classes = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    return rng.integers(values, size=(n, attributes)), rng.integers(classes, size=n), rng


@pytest.mark.parametrize("key", ["naive-bayes", "c45", "c45-full", "1-nn", "3-nn", "tan", "majority"])
@unhurried
@given(drawn=items())
def test_the_order_of_the_items_does_not_matter(key, drawn):
    X, y, rng = drawn
    order = rng.permutation(len(y))
    assert make(key).fit(X[order], y[order]).predict(X).tolist() == make(key).fit(X, y).predict(X).tolist()


@pytest.mark.parametrize("key", ["c45", "c45-full", "1-nn", "3-nn"])
@unhurried
@given(drawn=items())
def test_an_attribute_that_is_always_the_same_does_not_matter(key, drawn):
    X, y = drawn[0] % 2, drawn[1]  # with more values the share of attributes with few of them matters
    wider = np.column_stack([X, np.zeros(len(y), dtype=int)])
    assert make(key).fit(wider, y).predict(wider).tolist() == make(key).fit(X, y).predict(X).tolist()


@unhurried
@given(drawn=items(), folds=st.integers(2, 4), rng=st.integers(0, 2**70))
def test_folds_and_classes_are_even(drawn, folds, rng):
    X, y, _ = drawn
    for dealt in fold_assignment(X, y, runs=2, folds=folds, rng=rng):
        for group in (y >= 0, *(y == label for label in np.unique(y))):
            assert np.ptp(np.bincount(dealt[group], minlength=folds)) <= 1
