import re

import joblib
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import Ridge
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    ParameterSampler,
    RandomizedSearchCV,
    ShuffleSplit,
    StratifiedKFold,
    StratifiedShuffleSplit,
)
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from bakeoff.core.exceptions import InputError
from bakeoff.experiment.tuning import Between, tuned


def tune(table, estimator=None, seed=7):
    return tuned(estimator or SVC(), table, seed=seed, values=lambda value, name: value)


def refused(message, table, estimator=None):
    with pytest.raises(InputError, match=re.escape(message)):
        tune(table, estimator)


def test_a_grid():
    made = tune({"grid": {"C": [0.1, 1], "gamma": ["scale", 0.5]}, "folds": 3})
    assert isinstance(made, GridSearchCV)
    assert made.param_grid == {"C": [0.1, 1], "gamma": ["scale", 0.5]}
    assert made.scoring is None
    assert made.refit
    assert isinstance(made.cv, StratifiedKFold)
    assert (made.cv.n_splits, made.cv.shuffle, made.cv.random_state) == (3, True, 7)


def test_five_folds_unless_asked_otherwise():
    assert tune({"grid": {"C": [1]}}).cv.n_splits == 5


def test_one_split_into_t1_and_t2():
    made = tune({"grid": {"C": [1, 2]}, "test": 0.3})
    assert isinstance(made.cv, StratifiedShuffleSplit)
    assert (made.cv.n_splits, made.cv.test_size) == (1, 0.3)
    X, y = load_iris(return_X_y=True)
    (train, test), *more = made.cv.split(X, y)
    assert (len(train), len(test), more) == (105, 45, [])


def test_regressors_are_not_stratified():
    assert isinstance(tune({"grid": {"alpha": [1]}}, Ridge()).cv, KFold)
    assert isinstance(tune({"grid": {"alpha": [1]}, "test": 0.5}, Ridge()).cv, ShuffleSplit)


def test_random_search():
    made = tune({"random": {"C": {"low": 0.01, "high": 100.0, "log": True}, "kernel": ["rbf", "linear"]}})
    assert isinstance(made, RandomizedSearchCV)
    assert made.n_iter == 20
    assert made.random_state is None  # so that the run's own rng seeds it
    assert made.param_distributions == {
        "C": Between(low=0.01, high=100.0, log=True),
        "kernel": ["rbf", "linear"],
    }
    assert tune({"random": {"C": [1, 2, 3]}, "samples": 2}).n_iter == 2


def test_no_more_samples_than_there_are_combinations():
    made = tune({"random": {"C": [1, 2, 3], "gamma": [1, 2]}, "samples": 50})
    assert made.n_iter == 6


def test_searches_run_and_can_be_cloned():
    X, y = load_diabetes(return_X_y=True)
    table = {
        "random": {"alpha": {"low": 0.01, "high": 10.0, "log": True}},
        "samples": 4,
        "metric": "squared-error",
    }
    found = [clone(tune(table, Ridge())).set_params(random_state=1).fit(X, y).best_params_ for _ in range(2)]
    assert found[0] == found[1]
    assert 0.01 <= found[0]["alpha"] <= 10


def test_parameters_of_a_learner_in_a_pipeline():
    pipeline = Pipeline([("standardscaler", StandardScaler()), ("learner", SVC())])
    made = tune({"grid": {"C": [1], "standardscaler__with_mean": [True, False]}}, pipeline)
    assert made.param_grid == {"learner__C": [1], "standardscaler__with_mean": [True, False]}
    refused("no parameter is called 'c'; did you mean 'C'?", {"grid": {"c": [1]}}, pipeline)


@pytest.mark.parametrize(
    ("metric", "scoring"),
    [("accuracy", "accuracy"), ("error", "accuracy"), ("auc", "roc_auc"), ("log-loss", "neg_log_loss"),
     ("mcc", "matthews_corrcoef"), ("squared-error", "neg_mean_squared_error"), ("r2", "r2")],
)  # fmt: skip
def test_what_to_tune_for(metric, scoring):
    assert tune({"grid": {"C": [1]}, "metric": metric}).scoring == scoring


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({}, "expected either grid or random"),
        ({"grid": {"C": [1]}, "random": {"C": [1]}}, "expected either grid or random"),
        ({"grid": 3}, "grid is 3, a whole number; expected a table"),
        ({"grid": {}}, "there are no parameters to tune"),
        ({"grid": {"C": 1}}, "C is 1, a whole number; expected a list, such as [0.1, 1, 10]"),
        ({"grid": {"C": {"low": 1, "high": 2}}}, "C is {'low': 1, 'high': 2}, a table; expected a list"),
        ({"grid": {"C": []}}, "C is an empty list; expected the values to try"),
        ({"grid": {"Q": [1]}}, "no parameter is called 'Q'"),
        (
            {"grid": {"C": [1] * 101, "gamma": [1] * 100}},
            "grid has 10100 combinations; expected at most 10000",
        ),
        (
            {"grid": {"C": [1]}, "samples": 3},
            "samples applies to a random search; a grid tries every combination: leave samples out",
        ),
        ({"random": {"C": [1]}, "samples": 0}, "samples is 0; expected a whole number of at least 1"),
        ({"random": {"C": [1]}, "samples": 20_000}, "samples is 20000; expected at most 10000"),
        ({"random": {"C": {"low": 2, "high": 1}}}, "C: low is 2 and high 1; expected low to be less"),
        ({"random": {"C": {"low": 0.0, "high": float("inf")}}}, "C: low is 0.0 and high inf"),
        ({"random": {"C": {"low": 0, "high": 1, "log": True}}}, "C: low is 0; expected more than 0"),
        ({"random": {"C": {"low": 1}}}, "C: high is missing; write high = 100.0"),
        ({"random": {"C": {"low": 1, "high": 2, "log": 1}}}, "C: log is 1, a whole number; expected true"),
        ({"random": {"C": {"low": 1, "hight": 2}}}, "C: no key is called 'hight'; did you mean 'high'?"),
        ({"grid": {"C": [1]}, "folds": 1}, "folds is 1; expected a whole number of at least 2"),
        ({"grid": {"C": [1]}, "folds": 2.5}, "folds is 2.5; expected a whole number of at least 2"),
        ({"grid": {"C": [1]}, "test": 1.5}, "test is 1.5; expected the share of the data to test on"),
        ({"grid": {"C": [1]}, "test": True}, "test is True, a boolean; expected a number"),
        ({"grid": {"C": [1]}, "test": 0.3, "folds": 3}, "expected either folds or test, not both"),
        ({"grid": {"C": [1]}, "metric": "acuracy"}, "no metric for tuning is called 'acuracy'; did you mean"),
        ({"grid": {"C": [1]}, "metric": "roc_auk"}, "did you mean 'roc_auc'?"),
        ({"grid": {"C": [1]}, "fold": 3}, "no key is called 'fold'; did you mean 'folds'?"),
    ],
)
def test_what_cannot_be_tuned(table, message):
    refused(message, table)


def test_whole_numbers_from_whole_ends():
    rng = np.random.RandomState(0)
    drawn = [Between(low=1, high=4).rvs(random_state=rng) for _ in range(2000)]
    assert {type(value) for value in drawn} == {int}
    # each of the four has 500 on average and a standard deviation of 19: six of them are never reached
    assert np.abs(np.bincount(drawn, minlength=5)[1:] - 500).max() < 6 * 19.4
    assert {Between(low=1, high=3, log=True).rvs(random_state=rng) for _ in range(500)} == {1, 2, 3}


def test_ranges_are_even_or_even_in_logarithms():
    rng = np.random.RandomState(0)
    even = np.array([Between(low=0.0, high=10.0).rvs(random_state=rng) for _ in range(2000)])
    logs = np.array([Between(low=0.01, high=100.0, log=True).rvs(random_state=rng) for _ in range(2000)])
    assert even.min() >= 0
    assert even.max() <= 10
    assert abs((even < 5).mean() - 0.5) < 0.06  # standard deviation 0.011
    assert abs((logs < 1).mean() - 0.5) < 0.06
    assert logs.min() >= 0.01
    assert logs.max() <= 100


def test_scikit_learn_draws_from_a_range():
    space = {"C": Between(low=0.5, high=1.0)}
    drawn = [list(ParameterSampler(space, 3, random_state=4)) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert joblib.hash(space) == joblib.hash({"C": Between(low=0.5, high=1.0)})
    assert joblib.hash(space) != joblib.hash({"C": Between(low=0.5, high=2.0)})
