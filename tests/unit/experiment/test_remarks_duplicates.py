"""Learners that are trained on copied rows: what the verdict says about them."""

import numpy as np

from bakeoff import KFold, compare_all, compare_learners
from bakeoff.learners import Majority, NaiveBayes

X = np.random.default_rng(3).normal(size=(60, 4))
Y = np.arange(60) % 2
TWICE, LABELS = np.vstack([X, X[:30]]), np.concatenate([Y, Y[:20], 1 - Y[20:30]])
COARSE = np.abs(TWICE * 100).astype(int)
BRIEF = {"design": KFold(folds=3), "method": "corrected-resampled-t"}


def learners(**asked):
    coarse, rows = (
        np.abs(TWICE * 100).astype(int),
        {"design": KFold(folds=3), "method": "corrected-resampled-t"},
    )
    return compare_learners(NaiveBayes(), Majority(), coarse, LABELS, **rows, **asked)


def test_a_verdict_on_learners_tells_of_copies():
    verdict = learners()
    (caveat,) = (each for each in verdict.caveats if each.key == "duplicated-rows")
    assert caveat.text.startswith(
        "30 of 90 rows repeat the attributes of another row (10 of them with another label), more than chance"
    )
    assert caveat.remedy == "remove the copies, or give groups that keep equal rows together"
    assert (verdict.work.repeated, verdict.work.relabelled) == (30, 10)
    assert "90 items (30 repeat the attributes of another, 10 of them with another label)" in str(verdict)
    together = learners(groups=np.concatenate([np.arange(60), np.arange(30)]))
    assert "duplicated-rows" not in [each.key for each in together.caveats]


def test_each_pair_of_several_tells_of_them():
    three = {"bayes": NaiveBayes(), "majority": Majority(), "other": NaiveBayes()}
    found = compare_all(three, COARSE, LABELS, **BRIEF)
    for each in found.comparisons:
        assert "duplicated-rows" in [caveat.key for caveat in each.verdict.caveats]
