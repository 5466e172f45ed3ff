"""Learners by key, as functions of training attributes, training labels and attributes to label."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from bakeoff.worlds.populations._truth import FitPredict

Estimators = Mapping[str, Callable[[], Any]]


def learners() -> tuple[str, Mapping[str, FitPredict]]:
    """What the learners are, and each of them: bakeoff's own, or scikit-learn's in their place."""
    try:
        found, origin = _own(), "bakeoff.learners"
    except ImportError:
        found, origin = _in_place(), "scikit-learn in place of bakeoff.learners: to be measured again"
    return origin, {key: _fit_predict(make) for key, make in found.items()}


def _own() -> Estimators:
    from sklearn.naive_bayes import GaussianNB

    from bakeoff.learners import C45, Majority, NaiveBayes, NearestNeighbours  # type: ignore[import-not-found]

    return {
        "naive-bayes": NaiveBayes,
        "c45": C45,
        "c45-unpruned": lambda: C45(pruned=False),
        "c45-full": lambda: C45(pruned=False, min_items=1),
        "1-nn": lambda: NearestNeighbours(k=1),
        "3-nn": lambda: NearestNeighbours(k=3),
        "majority": Majority,
        "gaussian-naive-bayes": GaussianNB,
    }


def _in_place() -> Estimators:
    from sklearn.dummy import DummyClassifier
    from sklearn.naive_bayes import CategoricalNB, GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.tree import DecisionTreeClassifier

    def tree(leaf: int) -> Any:
        return DecisionTreeClassifier(criterion="entropy", min_samples_leaf=leaf, random_state=0)

    return {
        "naive-bayes": lambda: CategoricalNB(min_categories=4),
        "c45": lambda: tree(2),
        "c45-unpruned": lambda: tree(2),
        "c45-full": lambda: tree(1),
        "1-nn": lambda: KNeighborsClassifier(1),
        "3-nn": lambda: KNeighborsClassifier(3),
        "majority": lambda: DummyClassifier(strategy="most_frequent"),
        "gaussian-naive-bayes": GaussianNB,
    }


def _fit_predict(make: Callable[[], Any]) -> FitPredict:
    def fit_predict(X: Any, y: Any, items: Any) -> Any:
        return np.asarray(make().fit(X, y).predict(items))

    return fit_predict
