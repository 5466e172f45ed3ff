"""Rankings of learners on one data set: one joint reference for all pairs, and what it owes each pair."""

import numpy as np
import pytest
from scipy import stats
from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bakeoff
from bakeoff.core.exceptions import BakeoffError
from bakeoff.designs import RepeatedKFold, Resampling

X, Y = make_classification(200, 6, n_informative=3, class_sep=1.5, random_state=0)
LEARNERS = {
    "none": DummyClassifier(),
    "tree": DecisionTreeClassifier(max_depth=2, random_state=0),
    "bayes": GaussianNB(),
    "logistic": LogisticRegression(),
}
DESIGN = RepeatedKFold(runs=2, folds=10)
ASKED = {"design": DESIGN, "resamples": 20_000}


@pytest.fixture(scope="module")
def ranking():
    return bakeoff.rank_learners(LEARNERS, X, Y, **ASKED)


@pytest.mark.slow
def test_pairs_have_the_statistics_of_the_comparison_of_two(ranking):
    for pair in ranking.pairs:
        alone = bakeoff.compare_learners(
            LEARNERS[pair.a], LEARNERS[pair.b], X, Y, design=DESIGN, names=(pair.a, pair.b)
        ).result
        assert pair.estimate == pytest.approx(alone.estimate, abs=1e-12)
        # The simultaneous interval is the same one, with the critical value of all pairs.
        error = (alone.interval.high - alone.interval.low) / 2 / stats.t.ppf(0.975, alone.df)
        assert pair.interval.high - pair.interval.low == pytest.approx(2 * ranking.critical * error)
        assert pair.p_value >= alone.p_value
    alone = stats.t.ppf(0.975, 19)
    assert alone < ranking.critical < stats.t.ppf(1 - 0.025 / 6, 19) + 0.05


def test_the_learner_that_learns_nothing_is_last(ranking):
    assert ranking.names[-1] == "none"
    assert ranking.models[-1].rank == (4, 4)
    assert "none" not in ranking.best
    values = [each.value for each in ranking.models]
    assert values == sorted(values, reverse=True)


def test_two_learners_are_what_compare_learners_says():
    two = {name: LEARNERS[name] for name in ("tree", "none")}
    (pair,) = bakeoff.rank_learners(two, X, Y, **ASKED).pairs
    verdict = bakeoff.compare_learners(two["tree"], two["none"], X, Y, design=DESIGN)
    assert (pair.a, pair.b, pair.method) == ("tree", "none", verdict.result.method)
    assert (pair.estimate, pair.interval) == (verdict.result.estimate, verdict.result.interval)
    assert (pair.p_value, pair.decision) == (verdict.result.p_value, verdict.decision)


@pytest.mark.slow
def test_designs_without_a_joint_reference_give_each_pair_its_own_test():
    asked = {"design": Resampling(splits=5, test=0.3)}
    three = {name: LEARNERS[name] for name in ("none", "bayes", "tree")}
    ranking = bakeoff.rank_learners(three, X[:60], Y[:60], resamples=1000, baseline="none", **asked)
    for pair in ranking.pairs:
        alone = bakeoff.compare_learners(LEARNERS[pair.a], LEARNERS[pair.b], X[:60], Y[:60], **asked).result
        assert (pair.method, pair.p_value) == (alone.method, pytest.approx(min(1.0, 2 * alone.p_value)))
    assert (ranking.method, ranking.critical, ranking.resamples) == (alone.method, None, None)
    assert any("Bonferroni" in note for note in ranking.notes)
    assert not {"few-discordant", "few-mixed-items"} & {each.key for each in ranking.caveats}


def test_a_copy_of_a_learner_shares_its_ranks():
    copies = {"one": GaussianNB(), "other": GaussianNB(), "none": DummyClassifier()}
    ranking = bakeoff.rank_learners(copies, X, Y, **ASKED)
    assert [each.rank for each in ranking.models] == [(1, 2), (1, 2), (3, 3)]
    assert set(ranking.best) == {"one", "other"}


def test_one_learner_is_refused():
    with pytest.raises(BakeoffError, match="only one learner, 'bayes'"):
        bakeoff.rank_learners({"bayes": GaussianNB()}, X, Y)


class Failing(GaussianNB):
    """Fails where the first attribute of the first item is below ``below``."""

    def __init__(self, below=0.0):
        super().__init__()
        self.below = below

    def fit(self, X, y):
        if X[0, 0] < self.below:
            raise ValueError("not this\none")
        return super().fit(X, y)


@pytest.mark.slow
def test_a_learner_that_failed_is_named_with_the_reason_in_one_line():
    learners = {"bayes": GaussianNB(), "broken": Failing(below=99.0)}
    with pytest.raises(BakeoffError) as caught:
        bakeoff.rank_learners(learners, X, Y, **ASKED)
    assert str(caught.value) == "broken failed in all 20 trainings: ValueError: not this one"
    some = bakeoff.rank_learners(learners | {"broken": Failing(below=X[0, 0] + 1e-9)}, X, Y, **ASKED)
    (told,) = (each.text for each in some.caveats if each.key == "missing-cells")
    assert " cells failed and are missing (broken run 1 fold" in told


@pytest.mark.slow
def test_caveats_about_data_and_learners_are_those_of_the_pairs():
    rare = (np.arange(120) % 8 == 0).astype(int)
    X = np.random.default_rng(0).normal(size=(120, 3)) + 3 * rare[:, np.newaxis] * [1, 0, 0]
    learners = {"bayes": GaussianNB(), "logistic": LogisticRegression(), "none": DummyClassifier()}
    design = RepeatedKFold(runs=2, folds=5)
    found = bakeoff.rank_learners(learners, X, rare, design=design, resamples=2000).caveats
    pair = bakeoff.compare_learners(GaussianNB(), LogisticRegression(), X, rare, design=design).caveats
    (of_data,) = [each.text for each in pair if each.key == "imbalanced-classes"]
    assert [each.text for each in found if each.key == "imbalanced-classes"] == [of_data]
