import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from bakeoff import compare_learners
from bakeoff.designs import RepeatedKFold
from bakeoff.experiment.omission import left_out
from bakeoff.methods.items_folds_t import CHOICE

STUMP = DecisionTreeClassifier(max_depth=1, class_weight="balanced", random_state=0)
ASKED = {"design": RepeatedKFold(runs=2, folds=5), "positive": 1, "rng": 0}


def three(sizes=(60, 30, 30)):
    """Classes that normal attributes tell apart well; the last class more so than the second."""
    y = np.repeat([0, 1, 2], sizes)
    shift = np.array([[0, 0], [3, 0], [0, 5]])[y]
    return np.random.default_rng(0).normal(size=(len(y), 2)) + shift, y


def compared(a, b, X, y, metric="f1", **more):
    return compare_learners(a, b, X, y, metric=metric, **ASKED, **more)


def keys(verdict):
    return [each.key for each in verdict.caveats]


def test_a_class_is_left_out_where_a_model_that_had_it_would_predict_it():
    counts = np.array([[12, 8, 0, 0], [11, 0, 8, 1], [13, 6, 0, 1], [12, 0, 7, 1]])
    assert left_out(counts).astype(int).tolist() == [[0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0]]
    never = np.array([[12, 8, 0], [13, 7, 0]])
    assert left_out(never).astype(int).tolist() == [[0, 0, 1], [0, 0, 1]]


@pytest.mark.slow
def test_a_difference_that_an_omission_may_explain_is_not_decided():
    verdict = compared(GaussianNB(), STUMP, *three())
    assert verdict.result.estimate > 0.5
    assert verdict.decision == "undecided"
    assert "models-omit-classes" in keys(verdict)
    assert CHOICE in verdict.result.notes
    low, high = verdict.result.interval
    assert low < 0 < high
    mirrored = compared(STUMP, GaussianNB(), *three())
    assert mirrored.result.interval == pytest.approx((-high, -low), abs=1e-12)
    assert mirrored.result.p_value == pytest.approx(verdict.result.p_value, rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["macro-f1", "kappa"])
def test_metrics_of_all_classes_are_decided(metric):
    verdict = compare_learners(GaussianNB(), STUMP, *three(), metric=metric, design=ASKED["design"])
    assert verdict.decision == "a-better"
    assert "models-omit-classes" not in keys(verdict)


@pytest.mark.slow
def test_learners_that_predict_all_classes_are_decided_as_before():
    verdict = compared(GaussianNB(), DummyClassifier(strategy="stratified", random_state=0), *three())
    assert verdict.decision == "a-better"
    assert "models-omit-classes" not in keys(verdict)
    assert CHOICE not in verdict.result.notes


@pytest.mark.slow
def test_a_learner_does_not_differ_from_itself():
    verdict = compared(STUMP, STUMP, *three())
    assert (verdict.result.estimate, verdict.result.p_value, verdict.decision) == (0, 1, "undecided")


@pytest.mark.slow
@pytest.mark.parametrize(("sizes", "decision"), [((80, 20, 20), "a-better"), ((42, 40, 38), "undecided")])
def test_the_commonest_class_is_no_choice_where_it_leads_clearly(sizes, decision):
    verdict = compared(GaussianNB(), DummyClassifier(), *three(sizes))
    assert verdict.decision == decision
    assert ("models-omit-classes" in keys(verdict)) == (decision == "undecided")


@pytest.mark.slow
def test_of_two_classes_one_may_be_left_out():
    X, y = three((60, 40, 0))
    verdict = compared(GaussianNB(), DummyClassifier(), X, y)
    assert verdict.decision == "a-better"


@pytest.mark.slow
def test_a_class_much_rarer_than_the_one_in_question_may_be_left_out():
    X, y = three((60, 40, 10))
    plain = DecisionTreeClassifier(max_depth=1, random_state=0)  # one cut, for the second class
    common = compared(GaussianNB(), plain, X, y)
    assert "models-omit-classes" not in keys(common)
