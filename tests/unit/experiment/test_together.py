"""The joint reference of the learners of one run."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.designs import LeaveOneOut, RepeatedKFold
from bakeoff.experiment import together as module
from bakeoff.methods.items_folds_t import items_folds_t


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
    assert found == pytest.approx(3.057, abs=0.03)
    assert stats.t.ppf(1 - 0.05 / 6 / 2, 10) == pytest.approx(3.277, abs=5e-4)


def test_a_learner_without_a_score_is_refused(two):
    learners = {"one": GaussianNB(), "two": GaussianNB(), "none": DummyClassifier()}
    asked = {"design": LeaveOneOut(), "metric": "mcc"}
    with pytest.raises(InputError, match=r"one has no score: mcc of one is undefined \(0/0\) on split 1"):
        bakeoff.rank_learners(learners, two[0][:20], two[1][:20], **asked)


@pytest.mark.parametrize("metric", ["accuracy", "f1"])
def test_the_covariances_of_a_pair_are_the_variance_of_its_own_test(two, monkeypatch, metric):
    """But for the least variances, which only the pair's own error has."""
    seen = []
    covariance = module._covariance

    def kept(scored, names):
        seen.append((scored, names, covariance(scored, names)))
        return seen[-1][-1]

    monkeypatch.setattr(module, "_covariance", kept)
    learners = {
        "one": GaussianNB(),
        "two": GaussianNB(var_smoothing=0.5),
        "none": DummyClassifier(strategy="stratified"),
    }
    design = RepeatedKFold(runs=2, folds=5)
    bakeoff.rank_learners(learners, *two, design=design, metric=metric, resamples=100)
    ((scored, names, found),) = seen
    for i, j in ((0, 1), (0, 2), (1, 2)):
        pair = replace(scored.pair(names[i], names[j]), models=None, restricted=None, one_answer=None)
        alone = items_folds_t(pair, level=0.95, alternative="two-sided")
        variance = found[i, i] + found[j, j] - 2 * found[i, j]
        assert variance == pytest.approx((alone.estimate / alone.statistic) ** 2, rel=1e-9)
