import re

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs import Bootstrap, FiveByTwo, Holdout, KFold, LeaveOneOut, RepeatedKFold, Resampling
from bakeoff.experiment.data import Data
from bakeoff.experiment.settings import read_design, read_rng, read_settings


def data(*labels, kind="classes", name="d"):
    return Data(X=np.zeros((len(labels), 1)), y=np.array(labels), name=name, kind=kind)


TWO, THREE, NUMBERS = data("no", "yes"), data("a", "b", "c"), data(0.5, 1.5, kind="numbers")


def settings(given=TWO, **table):
    return read_settings(table, [given] if isinstance(given, Data) else given)


def test_nothing_asked():
    assert settings() == {"metrics": ("accuracy",), "rng": 0, "positive": None, "options": {}}
    assert settings(NUMBERS)["metrics"] == ("squared-error",)


def test_everything_asked():
    asked = {
        "rng": 7, "metrics": ["auc", "accuracy"], "method": "cv-all-data", "options": {"df": 10},
        "alpha": 0.01, "level": 0.99, "alternative": "two-sided", "margin": 0.02, "positive": "no",
        "baseline": "bayes", "adjustment": "bh", "halvings": 50,
    }  # fmt: skip
    assert settings(**asked) == asked | {"metrics": ("auc", "accuracy")}


def test_one_metric_needs_no_brackets():
    assert settings(metrics="mcc", positive="no")["metrics"] == ("mcc",)


def test_the_positive_class_as_the_data_write_it():
    assert settings(data(0, 1), metrics="auc", positive="1")["positive"] == 1
    assert settings(data("0", "1"), metrics="auc", positive=1)["positive"] == "1"
    assert settings(data(True, False), metrics="auc", positive=True)["positive"] is True
    assert settings(THREE, metrics=["f1"], positive="b")["positive"] == "b"
    assert settings(TWO, metrics="auc")["positive"] is None  # of two, the last


@pytest.mark.parametrize(
    ("given", "table", "message"),
    [
        (TWO, {"metrics": ["acuracy"]}, "no metric is called 'acuracy'; did you mean 'accuracy'?"),
        (TWO, {"metrics": []}, "metrics is empty; expected at least one"),
        (TWO, {"metrics": [3]}, "a member of metrics is 3, a whole number; expected a text"),
        (TWO, {"metrics": ["auc", "auc"]}, "metrics has 'auc' twice"),
        (TWO, {"metrics": "squared-error"}, "cannot be used, because these learners predict classes"),
        (NUMBERS, {"metrics": "accuracy"}, "expected a metric for numbers, such as squared-error"),
        (NUMBERS, {"positive": 1}, "positive applies to classes, but the target is numeric; leave it out"),
        (
            THREE,
            {"metrics": "auc"},
            "data set 'd': the metric needs one positive class, but there are 3 classes (a, b, c)",
        ),
        (TWO, {"positive": "maybe"}, "data set 'd': no class is called 'maybe'. There are: no, yes"),
        ([TWO, data("x", "y", name="e")], {"positive": "no"}, "data set 'e': no class is called 'no'"),
        (TWO, {"method": "mcnemer"}, "no method is called 'mcnemer'; did you mean 'mcnemar'?"),
        (TWO, {"method": 3}, "method is 3, a whole number; expected a text"),
        (TWO, {"adjustment": "holmes"}, "no adjustment is called 'holmes'; did you mean 'holm'?"),
        (TWO, {"alpha": 5}, "alpha is 5; expected a number between 0 and 1; write 0.05 for 5 %"),
        (TWO, {"alpha": float("nan")}, "alpha is nan; expected a number between 0 and 1"),
        (TWO, {"level": "0.95"}, "level is '0.95', a text; expected a number"),
        (TWO, {"alternative": "better"}, "alternative is 'better'; expected"),
        (TWO, {"margin": 0}, "margin is 0; expected a positive difference, such as 0.01"),
        (TWO, {"margin": float("inf")}, "margin is inf; expected a positive difference"),
        (TWO, {"margin": True}, "margin is True, a boolean; expected a number"),
        (TWO, {"margin": 0.1, "alternative": "less"}, "is two-sided, but alternative is 'less'"),
        (TWO, {"margin": 0.1, "alpha": 0.5}, "alpha is 0.5; equivalence needs an alpha below 0.5"),
        (TWO, {"rng": -1}, "rng is -1; expected a whole number of at least 0"),
        (TWO, {"rng": 1.5}, "rng is 1.5, a number; expected a whole number"),
        (TWO, {"halvings": 1}, "halvings is 1; expected a whole number of at least 2"),
        (TWO, {"options": 3}, "options is 3, a whole number; expected a table"),
        (TWO, {"options": {"df": 3}}, "options are given without a method; name the method too"),
        (TWO, {"method": "cv-all-data", "options": {"dof": 3}}, "no option of cv-all-data is called 'dof'"),
        (TWO, {"method": "cv-all-data", "options": {"df": [3]}}, "options: df is not a number"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked(given, table, message):
    with pytest.raises(InputError, match=re.escape(message)):
        settings(given, **table)


def test_where_random_draws_start():
    assert read_rng({}) == 0
    assert read_rng({"rng": 2**62}) == 2**62


@pytest.mark.parametrize(
    ("table", "design"),
    [
        ({"kind": "holdout", "test": 0.25}, Holdout(test=0.25)),
        ({"kind": "resampling", "splits": 5, "stratified": False}, Resampling(splits=5, stratified=False)),
        ({"kind": "kfold", "folds": 5}, KFold(folds=5)),
        ({"kind": "repeated-kfold"}, RepeatedKFold()),
        ({"kind": "repeated-kfold", "runs": 3, "folds": 4}, RepeatedKFold(runs=3, folds=4)),
        ({"kind": "five-by-two"}, FiveByTwo()),
        ({"kind": "leave-one-out"}, LeaveOneOut()),
        ({"kind": "bootstrap", "samples": 50}, Bootstrap(samples=50)),
    ],
)
def test_designs(table, design):
    assert read_design(table, "classes") == design


def test_numbers_are_not_stratified():
    assert read_design({"kind": "kfold"}, "numbers") == KFold(stratified=False)
    assert read_design({"kind": "leave-one-out"}, "numbers") == LeaveOneOut()
    with pytest.raises(InputError, match="stratified is true, but numbers have no classes"):
        read_design({"kind": "kfold", "stratified": True}, "numbers")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("kfold", "design is 'kfold', a text; expected a table"),
        ({}, 'kind is missing; write kind = "repeated-kfold"'),
        ({"kind": "k-fold"}, "no design is called 'k-fold'; did you mean 'kfold'?"),
        (
            {"kind": "kfold", "runs": 3},
            "no setting of the design kfold is called 'runs'. There are: kind, folds",
        ),
        ({"kind": "repeated-kfold", "run": 3}, "is called 'run'; did you mean 'runs'?"),
        ({"kind": "kfold", "folds": 1}, "folds is 1; expected a whole number of at least 2"),
        ({"kind": "kfold", "folds": "ten"}, "folds is 'ten'; expected a whole number"),
        ({"kind": "kfold", "stratified": 1}, "stratified is 1, a whole number; expected true or false"),
        ({"kind": "holdout", "test": 1.5}, "test is 1.5; expected the share of the data"),
        ({"kind": "holdout", "test": True}, "test is True, a boolean; expected a number"),
    ],
)
def test_designs_that_do_not_exist(table, message):
    with pytest.raises(InputError, match=re.escape(message)):
        read_design(table, "classes")
