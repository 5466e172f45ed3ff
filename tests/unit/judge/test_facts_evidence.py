"""What a verdict keeps of its outcomes."""

import numpy as np
import pytest

import bakeoff
from bakeoff.designs import KFold
from bakeoff.judge.facts import CORNERS


def test_counts_are_those_of_the_two_by_two_table():
    verdict = bakeoff.compare_counts(3, 5, n=20, both_right=10)
    assert verdict.evidence.counts == (10, 3, 5, 2)


def test_a_count_that_was_not_given_stays_unknown():
    assert bakeoff.compare_counts(3, 5, n=20).evidence.counts == (None, 3, 5, None)


def test_fold_differences_are_a_minus_b_where_higher_is_better():
    verdict = bakeoff.compare_scores(
        [0.1, 0.2, 0.3], [0.2, 0.2, 0.1], design=KFold(folds=3), metric="error", n_train=20, n_test=10
    )
    assert verdict.evidence.differences == pytest.approx(np.array([[0.1, 0.0, -0.2]]))


def test_curves_are_thinned_but_keep_their_ends_and_their_area():
    rng = np.random.default_rng(5)
    truth = rng.random(20_000) < 0.3
    a, b = truth + rng.normal(size=20_000), truth + 3 * rng.normal(size=20_000)
    verdict = bakeoff.compare_predictions(truth, a, b, metric="auc")
    for curve, whole in zip(verdict.evidence.curves, verdict.values, strict=True):
        assert len(curve.x) <= CORNERS + 2
        assert (curve.x[0], curve.y[0], curve.x[-1], curve.y[-1]) == (0, 0, 1, 1)
        assert np.sum(np.diff(curve.x) * (curve.y[1:] + curve.y[:-1])) / 2 == pytest.approx(whole, abs=1e-3)


def test_who_dominates_is_said():
    truth = [1, 1, 0, 0]
    ahead = bakeoff.compare_predictions(truth, [4, 3, 2, 1], [4, 2, 3, 1], metric="auc")
    behind = bakeoff.compare_predictions(truth, [4, 2, 3, 1], [4, 3, 2, 1], metric="auc")
    assert (ahead.evidence.dominant, behind.evidence.dominant) == ("a", "b")


def test_the_fingerprint_changes_with_any_number():
    same = [bakeoff.compare_counts(3, 5, n=20).evidence.fingerprint for _ in range(2)]
    other = bakeoff.compare_counts(3, 5, n=21).evidence.fingerprint
    assert same[0] == same[1] != other
