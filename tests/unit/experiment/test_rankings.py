"""Rankings that an experiment ends in: those of `rank_learners` and of `rank_datasets`."""

import json

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bakeoff
from bakeoff.designs import KFold, LeaveOneOut
from bakeoff.experiment import comparisons
from bakeoff.experiment.conduct import conduct
from bakeoff.experiment.data import make_data
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.run import Setup

THREE = {
    "bayes": GaussianNB(),
    "tree": DecisionTreeClassifier(max_depth=2, random_state=0),
    "dummy": DummyClassifier(),
}
TWO = {name: THREE[name] for name in ("bayes", "dummy")}


def sets(two, count):
    X, y = two
    return tuple(
        make_data(X + np.random.default_rng(i).normal(size=X.shape), y, name=f"set {i}") for i in range(count)
    )


def result(data, estimators, **asked):
    learners = tuple(Learner(name=name, estimator=each) for name, each in estimators.items())
    given = {"design": KFold(folds=3), "method": "corrected-resampled-t"} | asked
    return comparisons.result_of(conduct(Experiment(data=data, learners=learners, **given), Setup()))


@pytest.mark.slow
@pytest.mark.parametrize("baseline", [None, "tree"])
def test_on_one_data_set_it_is_what_rank_learners_says(two, baseline):
    given = {"design": KFold(folds=5), "rng": 3, "alpha": 0.1, "baseline": baseline}
    asked = {"method": "auto", "metrics": ("accuracy", "error")}
    found = result((make_data(*two, name="two"),), THREE, **given, **asked).rankings
    assert [(each.data, each.metric) for each in found] == [("two", "accuracy"), ("two", "error")]
    for each in found:
        wanted = bakeoff.rank_learners(THREE, *two, metric=each.metric, **given)
        assert each.ranking.to_dict() == wanted.to_dict()


@pytest.mark.slow
def test_over_data_sets_it_is_what_rank_datasets_says(two):
    found = result(sets(two, 3), THREE)
    assert [each.data for each in found.rankings] == ["set 0", "set 1", "set 2", "all data sets"]
    means = {name: [each.mean for each in found.summaries if each.learner == name] for name in THREE}
    wanted = bakeoff.rank_datasets(means, datasets=["set 0", "set 1", "set 2"])
    over = found.rankings[-1].ranking
    assert (over.models, over.pairs, over.best) == (wanted.models, wanted.pairs, wanted.best)
    assert over.omnibus == wanted.omnibus
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))["rankings"]
    assert [each["data"] for each in told] == [each.data for each in found.rankings]
    assert told[-1]["models"] == over.to_dict()["models"]


def test_two_learners_are_ranked_over_enough_data_sets_alone(two, monkeypatch):
    assert result(sets(two, 2), TWO).rankings == ()
    monkeypatch.setattr("bakeoff.experiment.rankings.FEWEST_DATA_SETS", 3)
    (over,) = result(sets(two, 3), TWO).rankings
    assert (over.data, over.ranking.names) == ("all data sets", ("bayes", "dummy"))


def test_the_side_that_is_asked_about_changes_no_ranking(two):
    data = (make_data(*two, name="two"),)
    plain, greater = (result(data, THREE, alternative=side).rankings for side in ("two-sided", "greater"))
    assert [each.to_dict() for each in plain] == [each.to_dict() for each in greater]


@pytest.mark.slow
def test_more_that_were_tried_make_all_rankings_stricter(two):
    plain, tried = (result(sets(two, 2), THREE, tried=count).rankings for count in (3, 7))
    assert [each.ranking.alpha for each in tried] == [0.05, 0.05, 0.05 / 3]
    for one, other in zip(plain[:2], tried[:2], strict=True):
        for narrow, wide in zip(one.ranking.pairs, other.ranking.pairs, strict=True):
            assert wide.interval.low < narrow.interval.low


@pytest.mark.slow
def test_what_cannot_be_ranked_says_why_and_leaves_the_rest(two):
    X, y = two
    data = (make_data(X[:20], y[:20], name="two"), make_data(X[20:40], y[20:40], name="other"))
    asked = {"design": LeaveOneOut(), "method": "auto", "metrics": ("accuracy", "mcc")}
    learners = {name: THREE[name] for name in ("bayes", "tree")} | {"deeper": DecisionTreeClassifier()}
    found = result(data, learners, **asked).rankings
    assert [each.ranking is None for each in found] == [False, False, False, True, True, True]
    assert "bayes has no score: mcc of bayes is undefined (0/0)" in found[3].refused
    assert found[5].refused == "bayes has no score on data set two"
    assert json.dumps(found[5].to_dict()) == json.dumps(
        {"data": "all data sets", "metric": "mcc", "refused": found[5].refused}
    )
