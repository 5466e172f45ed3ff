"""Learners compared on data of every kind."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from bakeoff import InputError, compare_learners
from bakeoff.designs import FiveByTwo, KFold, Resampling

QUICK = {"design": Resampling(splits=3), "method": "corrected-resampled-t"}


def quick(a, b, X, y, **more):
    return compare_learners(a, b, X, y, **(QUICK | more))


def answer_of(verdict):
    """All of a verdict but what its classes and data are called."""
    result = verdict.result
    return (result.estimate, result.p_value, result.interval, result.statistic, verdict.decision)


@pytest.mark.parametrize(
    "labels", [["no", "yes"], [False, True], [-7, -2], [-1, 1], [0.0, 1.0], [10**12, 10**13]]
)
@pytest.mark.slow
def test_labels_of_every_type_give_the_same_answer(two, labels):
    X, y = two
    plain = quick(GaussianNB(), DecisionTreeClassifier(max_depth=2, random_state=0), X, y)
    named = np.array(labels)[y]
    for column in (named, named.tolist(), pd.Series(named), pl.Series(named)):
        other = quick(GaussianNB(), DecisionTreeClassifier(max_depth=2, random_state=0), X, column)
        assert answer_of(other) == answer_of(plain)


@pytest.mark.slow
def test_items_in_every_kind_of_table_give_the_same_answer(two):
    X, y = two
    plain = quick(LogisticRegression(), BernoulliNB(), X, y)
    frame = pd.DataFrame(X, columns=list("abcde"))
    for table in (X.tolist(), sparse.csr_matrix(X), sparse.csr_array(X), frame, pl.DataFrame(frame)):
        other = quick(LogisticRegression(), BernoulliNB(), table, y)
        assert other.result.estimate == pytest.approx(plain.result.estimate, abs=1e-12)


@pytest.mark.parametrize("library", [pd, pl])
@pytest.mark.slow
def test_frames_with_text_through_a_column_transformer(two, library):
    X, y = two
    frame = library.DataFrame(
        {"x": X[:, 0], "colour": np.array(["red", "green", "blue"])[np.arange(60) % 3], "z": X[:, 1]}
    )
    first = ColumnTransformer([("colour", OneHotEncoder(), ["colour"]), ("x", StandardScaler(), ["x", "z"])])
    verdict = quick(make_pipeline(first, LogisticRegression()), ("none", DummyClassifier()), frame, y)
    by_hand = np.column_stack([np.eye(3)[[2, 1, 0] * 20], X[:, :2]])
    plain = quick(
        make_pipeline(
            ColumnTransformer([("c", "passthrough", [0, 1, 2]), ("x", StandardScaler(), [3, 4])]),
            LogisticRegression(),
        ),
        ("none", DummyClassifier()),
        by_hand,
        y,
    )
    assert verdict.result.estimate == pytest.approx(plain.result.estimate, abs=1e-12)


def test_texts():
    texts = [f"{'good fine nice' if i % 2 else 'bad poor awful'} thing number {i}" for i in range(30)]
    labels = ["praise" if i % 2 else "blame" for i in range(30)]
    learner = make_pipeline(TfidfVectorizer(), LogisticRegression())
    for column in (texts, np.array(texts), pd.Series(texts)):
        verdict = quick(("text", learner), DummyClassifier(), column, labels)
        assert verdict.values == (1.0, 0.5)


@pytest.mark.slow
def test_numbers_are_compared_by_squared_error(two):
    X, y = two[0], two[0][:, 0] * 2 + np.sin(np.arange(60))
    verdict = quick(LinearRegression(), DummyRegressor(), X, y)
    assert verdict.metric == "squared-error"
    expected = []
    for train, test in Resampling(splits=3, stratified=False).split(60):
        line = LinearRegression().fit(X[train], y[train]).predict(X[test])
        expected.append(np.mean((y[test] - y[train].mean()) ** 2) - np.mean((y[test] - line) ** 2))
    assert verdict.result.estimate == pytest.approx(np.mean(expected), rel=1e-9)
    for method, halvings in (("items-folds-t", 0), ("half-sample-t", 2)):
        asked = {"method": method, "halvings": halvings} if halvings else {}
        folds = compare_learners(LinearRegression(), DummyRegressor(), X, y, design=KFold(folds=3), **asked)
        assert (folds.result.method, folds.work.halvings) == (method, halvings)
        assert "not-measured-here" in [caveat.key for caveat in folds.caveats]


def test_a_regressor_does_not_compete_with_a_classifier(two, learners):
    with pytest.raises(
        InputError, match="LinearRegression predicts numbers and Majority predicts classes; expected"
    ):
        quick(LinearRegression(), learners.Majority(), *two)
    with pytest.raises(
        InputError, match="LinearRegression predicts numbers and Majority predicts classes; expected"
    ):
        quick(learners.Majority(), LinearRegression(), *two)
    assert learners.fits == []


def test_groups_stay_together(two):
    X, y = two
    groups = np.arange(60) // 4
    seen = []

    class Watching(GaussianNB):
        def fit(self, X, y):
            seen.append(X[:, 0].copy())
            return super().fit(X, y)

    quick(Watching(), DummyClassifier(), X, y, groups=groups)
    for trained in seen:
        inside = np.isin(X[:, 0], trained)
        assert not set(groups[inside]) & set(groups[~inside])


@pytest.mark.slow
def test_many_classes(learners):
    X, y = load_iris(return_X_y=True)
    verdict = compare_learners(
        GaussianNB(),
        DecisionTreeClassifier(max_depth=1),
        X[::2],
        y[::2],
        design=FiveByTwo(),
        metric="macro-f1",
        halvings=2,
    )
    assert verdict.result.method == "half-sample-t"
    assert verdict.decision == "a-better"
