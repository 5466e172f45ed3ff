"""Rankings over data sets: what holds for any scores."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff import compare_datasets, rank_datasets

METHODS = ("wilcoxon-holm", "nemenyi", "shaffer", "bayes-signed-rank")
SCORES = st.integers(2, 5).flatmap(
    lambda k: st.lists(st.lists(st.integers(50, 60), min_size=k, max_size=k), min_size=1, max_size=9)
)


def ranked(scores, names, method="wilcoxon-holm", **asked):
    asked |= {"resamples": 200, "rope": 0.01} if method == "bayes-signed-rank" else {}
    return rank_datasets(dict(zip(names, scores.T, strict=True)), method=method, **asked)


@given(rows=SCORES, method=st.sampled_from(METHODS), rng=st.randoms(use_true_random=False))
def test_renaming_and_reordering_change_names_and_order_alone(rows, method, rng):
    scores = np.array(rows) / 100
    k = scores.shape[1]
    order, shuffled = rng.sample(range(k), k), rng.sample(range(len(scores)), len(scores))
    plain = ranked(scores, [f"m{at}" for at in range(k)], method)
    other = ranked(scores[shuffled][:, order], [f"x{at}" for at in order], method)
    told = [(each.value, each.rank, each.may_be_best, each.mean_rank) for each in plain.models]
    assert told == [(each.value, each.rank, each.may_be_best, each.mean_rank) for each in other.models]
    assert (plain.omnibus, plain.critical) == (other.omnibus, other.critical)
    for ours, theirs in zip(plain.pairs, other.pairs, strict=True):
        assert replace(theirs, a=ours.a, b=ours.b) == ours


@given(rows=SCORES, method=st.sampled_from(METHODS))
def test_a_ranking_does_not_contradict_itself(rows, method):
    scores = np.array(rows) / 100
    ranking = ranked(scores, [f"m{at}" for at in range(scores.shape[1])], method)
    places = {each.name: each for each in ranking.models}
    assert ranking.best
    assert ranking.best == tuple(each.name for each in ranking.models if each.may_be_best)
    for each in ranking.models:
        best, worst = each.rank
        assert 1 <= best <= worst <= len(ranking.models)
        assert best == 1 or not each.may_be_best
    for pair in ranking.pairs:
        assert pair.interval.low <= pair.estimate <= pair.interval.high
        assert pair.wins + pair.ties + pair.losses == len(scores)
        if method != "bayes-signed-rank" and pair.decision in ("a-better", "b-better"):
            ahead, behind = (pair.a, pair.b) if pair.decision == "a-better" else (pair.b, pair.a)
            assert not places[behind].may_be_best
            assert places[ahead].rank[1] < len(ranking.models)


@given(rows=st.lists(st.tuples(st.integers(50, 60), st.integers(50, 60)), min_size=1, max_size=12))
def test_two_learners_are_what_compare_datasets_says(rows):
    scores = np.array(rows) / 100
    (pair,) = ranked(scores, ("one", "two")).pairs
    a, b = scores.T if pair.a == "one" else scores.T[::-1]
    verdict = compare_datasets(a, b)
    assert pair.p_value == verdict.result.p_value
    assert pair.decision == verdict.decision
    said = (verdict.result.estimate, *verdict.result.interval)
    assert (pair.estimate, *pair.interval) == pytest.approx(said)
