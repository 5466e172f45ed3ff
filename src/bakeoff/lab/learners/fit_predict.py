"""Learners by key, as functions of training attributes, training labels and attributes to label."""

from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.core.exceptions import unknown_name
from bakeoff.lab.learners import LEARNERS, NUMERIC, make
from bakeoff.lab.population import Attributes, FitPredict, Labels


def learner_keys() -> list[str]:
    """All learners of the lab: on nominal attributes, and on numbers."""
    return list(dict.fromkeys([*LEARNERS, *NUMERIC]))


def fit_predict(key: str) -> FitPredict:
    """The learner of a key, for nominal attributes or for numbers, as they come.

    On numbers, nearest neighbours and gaussian naive Bayes are scikit-learn's.

    Examples
    --------
    >>> X, y = np.array([[0], [0], [1], [1]]), np.array([0, 0, 1, 1])
    >>> fit_predict("naive-bayes")(X, y, np.array([[1], [0]])).tolist()
    [1, 0]
    """
    if key not in learner_keys():
        raise unknown_name("learner", key, learner_keys())

    def trained_on(X: Attributes, y: Labels, items: Attributes) -> npt.NDArray[Any]:
        estimator, X, items = _made_for(key, X, items)
        return np.asarray(estimator.fit(X, y).predict(items))

    return trained_on


def fit_score(key: str) -> FitPredict:
    """The same, with the probability of class 1 in place of a label.

    Examples
    --------
    >>> X, y = np.array([[0], [0], [1], [1]]), np.array([0, 0, 1, 1])
    >>> fit_score("1-nn")(X, y, np.array([[1], [0]])).round(2).tolist()
    [1.0, 0.0]
    """

    def trained_on(X: Attributes, y: Labels, items: Attributes) -> npt.NDArray[Any]:
        estimator, X, items = _made_for(key, X, items)
        chances = estimator.fit(X, y).predict_proba(items)
        # A class that no training item has is never predicted.
        return np.asarray(chances[:, list(estimator.classes_).index(1)] if 1 in y else np.zeros(len(items)))

    return trained_on


def _made_for(key: str, X: Attributes, items: Attributes) -> tuple[Any, Attributes, Attributes]:
    """An estimator for attributes as they come, and the attributes that it is shown."""
    if key == "majority":
        # It uses no attribute, so it need not see numbers that it would refuse.
        X, items = (np.zeros((len(each), 1), dtype=np.int64) for each in (X, items))
    numeric = np.issubdtype(X.dtype, np.floating)
    return (_on_numbers(key) if numeric else make(key)), X, items


def _on_numbers(key: str) -> Any:
    if key not in NUMERIC:
        raise unknown_name("learner of numbers", key, NUMERIC)
    if not key.endswith("-nn"):
        return make(key)
    from sklearn.neighbors import KNeighborsClassifier

    return KNeighborsClassifier(int(key[0]))
