"""The joint reference of the learners of one run."""

import numpy as np
import pytest
from scipy import stats
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.designs import LeaveOneOut
from bakeoff.experiment import together as module


def test_equal_independent_learners_have_tukeys_critical_value(monkeypatch):
    monkeypatch.setattr(module, "_covariance", lambda scored, names: np.eye(4))
    result = bakeoff.Result(
        method="items-folds-t",
        estimate=0.0,
        interval=bakeoff.Interval(low=-1.0, high=1.0),
        level=0.95,
        alternative="two-sided",
        p_value=1.0,
        n=11,
        df=10,
    )
    drawn = module._draw(None, "abcd", [result] * 6)(200_000, np.random.default_rng(0))
    found = np.quantile(np.abs(drawn).max(axis=1), 0.95)
    tukey = stats.studentized_range.ppf(0.95, 4, 10) / np.sqrt(2)
    assert tukey == pytest.approx(3.059, abs=5e-4)
    assert found == pytest.approx(tukey, abs=0.03)  # 4 standard errors of the quantile


def test_a_learner_without_a_score_is_refused(two):
    learners = {"one": GaussianNB(), "two": GaussianNB(), "none": DummyClassifier()}
    asked = {"design": LeaveOneOut(), "metric": "mcc"}
    with pytest.raises(InputError, match="one has no score: mcc of one is 0/0 on split 1"):
        bakeoff.rank_learners(learners, two[0][:20], two[1][:20], **asked)
