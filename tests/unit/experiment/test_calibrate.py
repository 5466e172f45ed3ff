import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from bakeoff.core.exceptions import IllegalMethodError, InputError
from bakeoff.designs import Holdout, KFold, RepeatedKFold
from bakeoff.experiment import calibrate as calibrating
from bakeoff.experiment.calibrate import calibrate
from bakeoff.experiment.comparisons import result_of
from bakeoff.experiment.conduct import conduct
from bakeoff.experiment.data import make_data
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.run import Setup
from bakeoff.experiment.stage import permuted
from bakeoff.methods import METHODS, _calibrating
from bakeoff.read.run_store import RunStore

DRAWS = 20
TREE = DecisionTreeClassifier(max_depth=3, random_state=0)


def experiment(two, a=None, b=TREE, **asked):
    learners = (Learner(name="a", estimator=a or GaussianNB()), Learner(name="b", estimator=b))
    given = {"design": RepeatedKFold(runs=2, folds=3)} | asked
    return Experiment(data=(make_data(*two, name="d"),), learners=learners, **given)


@pytest.fixture(autouse=True)
def in_haste(monkeypatch):
    """How sure the degrees of freedom are is tested elsewhere, and takes its time."""
    monkeypatch.setattr(_calibrating, "RESAMPLES", 20)


@pytest.fixture
def found(two):
    return {each.method: each for each in calibrate(experiment(two), Setup(), DRAWS)}


@pytest.mark.slow
def test_every_method_of_the_family_is_calibrated_but_the_sign_test(found):
    assert set(found) == {m.key for m in METHODS if m.key.startswith("cv-")} - {"cv-sign"}
    for each in found.values():
        assert (each.data, each.names, each.metric, each.draws) == ("d", ("a", "b"), "accuracy", DRAWS)
        assert 1 <= each.low <= each.high <= 100


@pytest.mark.slow
def test_the_degrees_of_freedom_by_plain_loops(two, found):
    X, y = two
    data, ratios = make_data(*two, name="d"), []
    for draw in range(DRAWS):
        part = permuted(data, RepeatedKFold(runs=2, folds=3), draw, rng=0)
        labels, differences = y[part.order], []
        for train, test in part.splits:
            a, b = (
                each.fit(X[train], labels[train]).score(X[test], labels[test])
                for each in (GaussianNB(), TREE)
            )
            differences.append(a - b)
        ratios.append(np.mean(differences) / np.std(differences, ddof=1))

    def false_alarms(df):
        return np.mean(np.abs(ratios) * math.sqrt(df + 1) > stats.t.ppf(0.975, df))

    legal = [df for df in range(2, 101) if false_alarms(df) <= 0.05]
    used = min(max(legal), 10) if legal else None
    assert found["cv-all-data"].df == used
    assert found["cv-all-data"].size == pytest.approx(false_alarms(used or 2), abs=1e-12)
    assert found["cv-all-data"].published == pytest.approx(false_alarms(5), abs=1e-12)


@pytest.mark.slow
def test_what_methods_do_uncalibrated_is_told_at_their_own_degrees_of_freedom(two, monkeypatch):
    used = {}
    monkeypatch.setattr(
        "bakeoff.experiment.calibrate.false_alarms_at",
        lambda ratios, df, alpha: used.setdefault(len(used), df),
    )
    told = calibrate(experiment(two), Setup(), DRAWS)
    done = conduct(experiment(two, method="cv-all-data"), Setup())
    verdict = result_of(done).verdict
    shown = {each.method: each.result.df for each in verdict.opinions}
    assert {each.method: each.published for each in told} == {
        each.method: shown[each.method] for each in told
    }
    assert len(set(used.values())) > 1


@pytest.mark.slow
def test_labels_are_permuted_and_nothing_can_be_learnt(learners):
    X = np.vstack([np.zeros((30, 2)), np.ones((30, 2))]) + np.arange(60)[:, None] * 1e-6
    told = calibrate(
        experiment((X, np.repeat([0, 1], 30)), DummyClassifier(strategy="uniform")), Setup(), DRAWS
    )
    assert next(each for each in told if each.method == "cv-all-data").published < 1


@pytest.mark.slow
def test_learners_that_do_not_differ_are_no_reference():
    X = np.random.default_rng(0).normal(size=(60, 3))
    y = (np.arange(60) < 6).astype(int)
    stump = DecisionTreeClassifier(max_depth=1, min_samples_leaf=15, random_state=0)
    with pytest.raises(
        InputError, match=r"a and b do not differ at all in 100 % of the draws with permuted .* on d"
    ):
        calibrate(experiment((X, y), DummyClassifier(), stump), Setup(), DRAWS)


class Fallback(ClassifierMixin, BaseEstimator):
    """A stump on one half of the attributes that falls back on the most frequent class."""

    def __init__(self, first=0, clear=0.25):
        self.first, self.clear = first, clear

    def fit(self, X, y):
        own = X[:, self.first : self.first + 3]
        clear = max(abs(np.corrcoef(each, y)[0, 1]) for each in own.T) >= self.clear
        self.tree_ = DecisionTreeClassifier(max_depth=1, random_state=0) if clear else DummyClassifier()
        self.tree_.fit(own, y)
        self.classes_ = self.tree_.classes_
        return self

    def predict(self, X):
        return self.tree_.predict(X[:, self.first : self.first + 3])


@pytest.mark.slow
def test_draws_without_a_difference_are_refused_from_a_tenth_on():
    """Both halves of the attributes tell the same: both stumps choose on the data, few on permuted labels."""
    rng = np.random.default_rng(1)
    y = (np.arange(100) < 45).astype(int)
    X = rng.normal(size=(100, 6)) + 0.9 * y[:, None] * np.array([1, 0, 0, 1, 0, 0])
    asked = experiment((X, y), Fallback(0), Fallback(3), metrics=("accuracy",))
    with pytest.raises(
        InputError, match=r"do not differ at all in \d+ % of the draws .*; expected less than 10 %"
    ):
        calibrate(asked, Setup(), DRAWS)
    found = calibrate(experiment((X, y), Fallback(0, 0.0), Fallback(3, 0.0)), Setup(), DRAWS)
    assert {each.zeros for each in found} == {0.0}


def test_more_degrees_of_freedom_than_published_are_not_used():
    ratios = np.random.default_rng(0).standard_t(40, 400) / math.sqrt(41)
    found = _calibrating.calibrated_df(ratios)
    used = calibrating._at_most_published(found, ratios, 0.05)
    assert found.df > 10
    assert (used.df, used.at_end) == (10, False)
    assert used.size == pytest.approx(np.mean(np.abs(ratios) * math.sqrt(11) > stats.t.ppf(0.975, 10)))
    few = replace(found, df=7)
    assert calibrating._at_most_published(few, ratios, 0.05) is few


@pytest.mark.slow
def test_what_is_found_is_stored_and_used_by_later_verdicts(two, tmp_path):
    asked = experiment(two, method="cv-all-data")
    with RunStore(tmp_path / "s") as store:
        before = conduct(asked, Setup(store=store))
        first = result_of(before).verdict
        told = {each.method: each for each in calibrate(asked, Setup(store=store), DRAWS)}
    with RunStore(tmp_path / "s") as store:
        after = conduct(asked, Setup(store=store))
        second = result_of(after).verdict
        other = result_of(replace(after, experiment=replace(asked, metrics=("balanced-accuracy",)))).verdict
    assert "calibrated-here" not in [caveat.key for caveat in first.caveats]
    assert "calibrated-here" in [caveat.key for caveat in second.caveats]
    assert (first.result.df, second.result.df) == (5, told["cv-all-data"].df)
    assert second.result.estimate == first.result.estimate
    assert other.result.df == 5
    shown = {each.method: each for each in second.opinions if each.method in told}
    assert {(each.df is None, bool(METHODS[key].unsound)) for key, each in told.items()} >= {
        (True, False),
        (True, True),
        (False, False),
    }
    for key, each in told.items():
        if each.df is None and METHODS[key].unsound:
            assert key not in shown
        elif each.df is None:
            assert shown[key].result is None
            assert shown[key].refused.startswith(
                f"{key} cannot be calibrated on d: even 2 degrees of freedom"
            )
        else:
            assert (shown[key].result.df, shown[key].refused) == (each.df, "")


@pytest.mark.slow
def test_a_method_that_could_not_be_calibrated_is_refused_from_then_on(two, tmp_path):
    with RunStore(tmp_path / "s") as store:
        told = {each.method: each for each in calibrate(experiment(two), Setup(store=store), DRAWS)}
        failed = next(key for key, each in told.items() if each.df is None)
        done = conduct(experiment(two, method=failed), Setup(store=store))
        with pytest.raises(IllegalMethodError, match=f"{failed} cannot be calibrated on d: even 2 degrees"):
            result_of(done)
        given = conduct(experiment(two, method=failed, options={"df": 3}), Setup(store=store))
        assert result_of(given).verdict.result.df == 3


@pytest.mark.slow
def test_a_calibration_at_another_alpha_is_not_used(two, tmp_path):
    with RunStore(tmp_path / "s") as store:
        told = {
            each.method: each for each in calibrate(experiment(two, alpha=0.1), Setup(store=store), DRAWS)
        }
        assert {each.alpha for each in told.values()} == {0.1}
        for alpha, df in ((0.05, 5), (0.1, told["cv-all-data"].df)):
            done = conduct(experiment(two, method="cv-all-data", alpha=alpha), Setup(store=store))
            verdict = result_of(done).verdict
            assert verdict.result.df == df
            assert ("calibrated-here" in [caveat.key for caveat in verdict.caveats]) == (alpha == 0.1)


@pytest.mark.slow
def test_calibrations_of_other_data_are_not_used(two, hundred, tmp_path):
    with RunStore(tmp_path / "s") as store:
        calibrate(experiment(two), Setup(store=store), DRAWS)
        with pytest.raises(
            InputError, match="the data set 'd' changed: the number of items was 60 and is now 100"
        ):
            calibrate(experiment(hundred), Setup(store=store), DRAWS)


@pytest.mark.slow
def test_a_calibration_goes_on_where_it_was(two, learners, tmp_path):
    asked = experiment(two, DummyClassifier(strategy="uniform"), learners.Majority())
    with RunStore(tmp_path / "s") as store:
        first = calibrate(asked, Setup(store=store), DRAWS)
        again = calibrate(asked, Setup(store=store), DRAWS)
        assert len(learners.fits) == 6 * DRAWS
        calibrate(asked, Setup(store=store), DRAWS + 5)
    assert again == first
    assert len(learners.fits) == 6 * (DRAWS + 5)


@pytest.mark.slow
def test_every_pair_of_three(two):
    three = (
        Learner(name="a", estimator=GaussianNB()),
        Learner(name="b", estimator=TREE),
        Learner(name="c", estimator=DecisionTreeClassifier(max_depth=1, random_state=0)),
    )
    asked = Experiment(data=(make_data(*two),), learners=three, design=RepeatedKFold(runs=2, folds=2))
    pairs = [each.names for each in calibrate(asked, Setup(), DRAWS) if each.method == "cv-runs"]
    assert pairs == [("a", "b"), ("a", "c"), ("b", "c")]


@pytest.mark.parametrize("draws", [0, 19, -1])
def test_too_few_draws(two, learners, draws):
    with pytest.raises(InputError, match=f"draws is {draws}; expected at least 20; 200 or more are better"):
        calibrate(experiment(two, learners.Majority()), Setup(), draws)
    assert learners.fits == []


@pytest.mark.parametrize("design", [Holdout(), 3], ids=str)
def test_designs_without_degrees_of_freedom_to_calibrate(two, learners, design):
    with pytest.raises(InputError, match="are calibrated for repeated cross-validation, but the design is"):
        calibrate(experiment(two, learners.Majority(), design=design), Setup(), DRAWS)
    assert learners.fits == []


@pytest.mark.slow
def test_one_run_of_folds_has_one_such_method(two):
    told = calibrate(experiment(two, design=KFold(folds=4)), Setup(), DRAWS)
    assert [each.method for each in told] == ["cv-folds-averaged-t"]


@pytest.mark.slow
def test_a_learner_that_fails_on_permuted_labels(two, learners):
    with pytest.raises(InputError, match="b failed on permuted labels: RuntimeError: not my number of items"):
        calibrate(experiment(two, b=learners.Limited()), Setup(), DRAWS)
