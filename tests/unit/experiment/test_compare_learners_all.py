import json

import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bakeoff
from bakeoff import InputError, KFold, UnknownNameError, adjust, compare_all, compare_learners

X, Y = load_iris(return_X_y=True)
LEARNERS = {"bayes": GaussianNB(), "stump": DecisionTreeClassifier(max_depth=1), "none": DummyClassifier()}
QUICK = {"design": KFold(folds=5), "method": "corrected-resampled-t"}


@pytest.mark.slow
def test_all_pairs_with_the_p_values_of_each_pair_adjusted():
    found = compare_all(LEARNERS, X, Y, **QUICK)
    names = [each.verdict.names for each in found.comparisons]
    assert names == [("bayes", "stump"), ("bayes", "none"), ("stump", "none")]
    alone = [
        compare_learners((a, LEARNERS[a]), (b, LEARNERS[b]), X, Y, **QUICK).result.p_value for a, b in names
    ]
    assert [each.verdict.result.p_value for each in found.comparisons] == alone
    assert [each.verdict.adjusted_p_value for each in found.comparisons] == adjust(alone).tolist()


@pytest.mark.slow
def test_all_with_a_baseline_by_another_adjustment():
    found = compare_all(list(LEARNERS.items()), X, Y, baseline="none", adjustment="bonferroni", **QUICK)
    assert [each.verdict.names for each in found.comparisons] == [("bayes", "none"), ("stump", "none")]
    for each in found.comparisons:
        twice = min(1, 2 * each.verdict.result.p_value)
        assert each.verdict.adjusted_p_value == pytest.approx(twice, rel=1e-12)


@pytest.mark.slow
def test_each_comparison_says_who_met_whom_and_the_whole_is_strict_json():
    found = compare_all(LEARNERS, X, Y, **QUICK)
    lines = str(found).splitlines()
    assert lines[0].startswith(
        "data: bayes against stump: Weak evidence that bayes is better, with a serious caveat: "
    )
    assert len(lines) == 3
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["trainings"] == 15


def test_what_cannot_be_compared():
    with pytest.raises(InputError, match="learners has GaussianNB; expected a dict of estimators by name"):
        compare_all([GaussianNB(), DummyClassifier()], X, Y)
    with pytest.raises(UnknownNameError, match="'bays'"):
        compare_all(LEARNERS, X, Y, baseline="bays", **QUICK)
    with pytest.raises(InputError, match="mean predicts numbers and bayes predicts classes"):
        compare_all({"bayes": GaussianNB(), "mean": DummyRegressor()}, X, Y)
    with pytest.raises(InputError, match="the number of learners is 1; expected at least 2"):
        compare_all({"bayes": GaussianNB()}, X, Y)


def test_it_is_public():
    assert bakeoff.compare_all is compare_all
