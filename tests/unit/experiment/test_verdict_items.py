"""What limits a verdict on items, and what is said beside each row of the table."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB

from bakeoff import compare_learners
from bakeoff.core.exceptions import IllegalMethodError
from bakeoff.core.verdict import Reason
from bakeoff.designs import Holdout, KFold, LeaveOneOut, RepeatedKFold, Resampling
from bakeoff.experiment.conduct import check_items
from bakeoff.experiment.scoring import Measure
from bakeoff.metrics import METRICS

LOGISTIC, BAYES = LogisticRegression(), GaussianNB()


class Sure(ClassifierMixin, BaseEstimator):
    """Gives everything to the first class."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict_proba(self, X):
        return np.tile([1.0, 0.0], (len(X), 1))

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


def keys(verdict):
    return [caveat.key for caveat in verdict.caveats]


def marks(verdict):
    return {each.method: each.marks for each in verdict.opinions}


@pytest.mark.parametrize("design", [Holdout(), Resampling(splits=1)], ids=str)
def test_one_split_is_a_verdict_on_two_classifiers(two, design):
    verdict = compare_learners(LOGISTIC, BAYES, *two, design=design)
    assert (verdict.result.method, verdict.result.n) == ("mcnemar-mid-p", 20)
    assert keys(verdict)[:1] == ["one-training-set"]
    assert set(marks(verdict).values()) == {()}


def test_too_few_tested_items_leave_the_corrected_test_and_say_why(two):
    verdict = compare_learners(LOGISTIC, BAYES, *two, design=Resampling(splits=2, test=0.1))
    assert (verdict.result.method, verdict.result.n) == ("corrected-resampled-t", 2)
    assert verdict.reason == Reason(why="without-halvings")
    assert "halvings-skipped" in keys(verdict)
    (why,) = (caveat.text for caveat in verdict.caveats if caveat.key == "no-halves")
    assert "Resampling(splits=2, test=0.1) tests 12 of 60 items" in why
    assert "half-sample-t" not in marks(verdict)


def test_a_method_that_was_named_has_no_caveat_of_the_default(two):
    verdict = compare_learners(
        LOGISTIC, BAYES, *two, design=Resampling(splits=2, test=0.1), method="resampled-t"
    )
    assert "no-halves" not in keys(verdict)
    assert verdict.reason is None


SEVERAL = [
    (
        LeaveOneOut(),
        r"auc ranks items by their scores, but scores of the 60 models of LeaveOneOut\(\) are not on a",
    ),
    (
        TimeSeriesSplit(3),
        "scores of the 3 models of .* are not on a common scale; use KFold or RepeatedKFold with",
    ),
]


@pytest.mark.parametrize(("design", "words"), SEVERAL, ids=["leave-one-out", "time-series"])
@pytest.mark.parametrize("method", ["auto", "delong", "bootstrap"])
def test_scores_of_several_models_are_not_ranked(two, learners, design, words, method):
    with pytest.raises(IllegalMethodError, match=words):
        compare_learners(learners.Majority(), BAYES, *two, design=design, metric="auc", method=method)
    assert learners.fits == []


def test_folds_are_no_help_where_items_are_ranked(two, learners):
    with pytest.raises(
        IllegalMethodError, match=r"scores of the 5 models of KFold\(folds=5\) are not on a common"
    ):
        compare_learners(
            learners.Majority(), BAYES, *two, design=KFold(folds=5), metric="auc", method="delong"
        )
    assert learners.fits == []


def test_scores_of_one_model_are_ranked(two):
    verdict = compare_learners(LOGISTIC, BAYES, *two, design=Holdout(), metric="auc")
    assert verdict.result.method == "area-t"
    assert "one-training-set" in keys(verdict)


@pytest.mark.slow
def test_areas_are_compared_fold_by_fold(two):
    design = KFold(folds=3)
    verdict = compare_learners(LOGISTIC, BAYES, *two, design=design, metric="auc")
    assert verdict.result.method == "items-folds-t"
    said = marks(verdict)
    assert {"items-folds-t", "corrected-resampled-t", "kfold-t"} <= set(said)
    assert not {"delong", "bootstrap", "permutation"} & set(said)
    (outside,) = (caveat.text for caveat in verdict.caveats if caveat.key == "not-measured-here")
    assert "its false-alarm rate is not known for: 60 items, KFold(folds=3)" in outside


@pytest.mark.parametrize("metric", ["accuracy", "f1", "log-loss"])
def test_other_items_may_be_pooled(metric):
    splits = KFold(folds=5, stratified=False).split(60)
    check_items("auto", splits, Measure(metric=METRICS[metric], place=None))


def test_leave_one_out_says_what_it_does_to_the_classes(learners):
    X, y = np.random.default_rng(0).normal(size=(20, 2)), np.arange(20) % 2
    constant = DummyClassifier(strategy="constant", constant=0)
    verdict = compare_learners(learners.Majority(), constant, X, y, design=LeaveOneOut())
    assert verdict.decision == "b-better"
    assert {"pooled-predictions", "leave-one-out-shifts-classes"} <= set(keys(verdict))
    assert verdict.reason == Reason(why="tested-once")


@pytest.mark.slow
def test_fold_scores_of_log_loss_say_what_they_hang_on(two):
    asked = {"design": KFold(folds=3), "metric": "log-loss", "method": "corrected-resampled-t"}
    (text,) = (
        caveat.text
        for caveat in compare_learners(Sure(), BAYES, *two, **asked).caveats
        if caveat.key == "probabilities-clipped"
    )
    assert text.startswith("Sure: the true class was given probability 0")
    assert "probabilities-clipped" not in keys(compare_learners(LOGISTIC, BAYES, *two, **asked))
    brier = compare_learners(Sure(), BAYES, *two, **(asked | {"metric": "brier"}))
    assert "probabilities-clipped" not in keys(brier)


def test_items_of_log_loss_are_told_of_once(two):
    verdict = compare_learners(Sure(), BAYES, *two, design=Holdout(), metric="log-loss")
    assert keys(verdict).count("probabilities-clipped") == 1


@pytest.mark.slow
def test_rows_on_pooled_predictions_are_marked(two):
    verdict = compare_learners(LOGISTIC, BAYES, *two, design=KFold(folds=5))
    said = marks(verdict)
    assert said["items-folds-t"] == said["kfold-t"] == ()
    assert said["mcnemar"] == said["mcnemar-mid-p"] == said["bootstrap"] == ("pooled",)
    text = str(verdict)
    assert "mcnemar-mid-p (pooled)" in text
    assert "difference-of-proportions (unsound, pooled)" in text
    told = {each["method"]: each["marks"] for each in verdict.to_dict()["methods"]}
    assert (told["mcnemar"], told["kfold-t"]) == (["pooled"], [])


@pytest.mark.slow
def test_rows_outside_their_calibration_are_marked(two):
    def said(design):
        return compare_learners(LOGISTIC, BAYES, *two, design=design, method="corrected-resampled-t")

    small = said(RepeatedKFold(runs=2, folds=5))
    assert marks(small)["cv-all-data"] == ("outside its calibration",)
    assert marks(small)["corrected-resampled-t"] == ()
    assert "cv-all-data (df 9, outside its calibration)" in str(small)
    usual = said(RepeatedKFold(runs=10, folds=10))
    assert marks(usual)["cv-all-data"] == ()


def test_rows_without_variation_are_marked():
    X, y = np.zeros((40, 1)), (np.arange(40) < 12).astype(int)
    one, other = (DummyClassifier(strategy="constant", constant=each) for each in (0, 1))
    verdict = compare_learners(one, other, X, y, design=KFold(folds=4), method="corrected-resampled-t")
    assert marks(verdict)["kfold-t"] == ("no variation",)
    assert "kfold-t (no variation)" in str(verdict)
