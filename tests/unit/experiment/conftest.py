"""Small learners with a will of their own, and data for them."""

import random
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.datasets import make_classification

FITS = []


class Majority(ClassifierMixin, BaseEstimator):
    """Says the largest class, and counts how often it is trained."""

    def fit(self, X, y):
        FITS.append(len(y))
        self.classes_, counts = np.unique(y, return_counts=True)
        self.best_ = self.classes_[counts.argmax()]
        return self

    def predict(self, X):
        return np.full(np.shape(X)[0], self.best_)


class Failing(Majority):
    """Fails where an item, known by its first attribute, is not among those to train on."""

    def __init__(self, marker=0.0):
        self.marker = marker

    def fit(self, X, y):
        if self.marker not in X[:, 0]:
            raise ValueError("the marked item\nis missing")
        return super().fit(X, y)


class Limited(Majority):
    """Fails with more or fewer items than it can take."""

    def __init__(self, most=0, least=0):
        self.most = most
        self.least = least

    def fit(self, X, y):
        if not self.least <= len(y) <= self.most:
            raise RuntimeError("not my number of items")
        return super().fit(X, y)


class Saying(Majority):
    """Says what it was told to say, whatever is asked."""

    def __init__(self, answer=None):
        self.answer = answer

    def predict(self, X):
        return np.asarray(self.answer) if not callable(self.answer) else self.answer(X)


class SayingNumber(RegressorMixin, BaseEstimator):
    def __init__(self, answer=0.0):
        self.answer = answer

    def fit(self, X, y):
        self.fitted_ = True
        return self

    def predict(self, X):
        return np.full(len(X), self.answer)


class Dice(Majority):
    """Draws from the generators that the whole process shares."""

    def predict(self, X):
        draws = np.random.random_sample(len(X)) + random.random()  # noqa: S311
        return np.where(draws > 1, self.classes_[0], self.classes_[-1])


class Spoiling(Majority):
    """Overwrites all that it is given."""

    def fit(self, X, y):
        super().fit(X, y)
        X[:], y[:] = 0, y[0]
        return self

    def predict(self, X):
        X[:] = 0
        return super().predict(X)


class Warner(Majority):
    """Warns once, or of different things."""

    def __init__(self, times=1, different=False):
        self.times = times
        self.different = different

    def fit(self, X, y):
        for number in range(self.times):
            warnings.warn(f"beware {number if self.different else ''}".strip(), UserWarning, stacklevel=1)
        return super().fit(X, y)


@pytest.fixture
def learners():
    """Classes of learners by name, and ``fits``, how many items each training had."""
    FITS.clear()
    kinds = (Majority, Failing, Limited, Saying, SayingNumber, Dice, Spoiling, Warner)
    return SimpleNamespace(fits=FITS, **{kind.__name__: kind for kind in kinds})


@pytest.fixture(scope="session")
def two():
    """Sixty items of two classes, hard to tell apart."""
    X, y = make_classification(60, 5, flip_y=0.2, class_sep=0.7, random_state=1)
    X.flags.writeable = y.flags.writeable = False
    return X, y


@pytest.fixture(scope="session")
def hundred():
    """A hundred items of two classes."""
    X, y = make_classification(100, 5, flip_y=0.2, class_sep=0.7, random_state=2)
    X.flags.writeable = y.flags.writeable = False
    return X, y
