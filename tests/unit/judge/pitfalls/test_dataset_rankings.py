import numpy as np
import pytest
from tests.looping import in_one_test

from bakeoff import rank_datasets
from bakeoff.judge.pitfalls.dataset_rankings import OF_DATASET_RANKINGS

RNG = np.random.default_rng(3)


def scores(count=12, learners=3, shift=0.03):
    drawn = 0.8 + RNG.normal(0, 0.02, (count, learners)) + shift * np.arange(learners)
    return {f"learner {at}": column for at, column in enumerate(drawn.T)}


def named(names, **asked):
    return rank_datasets(scores(len(names)), datasets=names, **asked)


PLAIN = ("iris", "wine", "voting", "mushroom", "cmc", "rheum", "glass", "heart", "sonar", "wdbc", "adult")
UP = np.arange(1, 13) / 1000
# Signed ranks tell the first from both others; the others differ with p = 0.034, enough for Holm's last step.
STEPPED = {"a": 0.9 + UP, "b": 0.8 + np.where(UP < 0.012, UP, -UP), "c": np.full(12, 0.8)}
UNLIKE = {"a": [0.9] + [0.50] * 11, "b": [0.5] + [0.51] * 11, "c": [0.4] * 12}
SAME = {"a": [0.91, 0.82, 0.75], "b": [0.90, 0.81, 0.74]}
CASES = {
    "no-variation-over-data-sets": (
        lambda: rank_datasets(SAME, method="random-effects", variances={name: [1e-4] * 3 for name in SAME}),
        lambda: rank_datasets(SAME),
    ),
    "few-data-sets-to-rank": (lambda: rank_datasets(scores(9)), lambda: rank_datasets(scores(10))),
    "mean-rank-pool": (
        lambda: rank_datasets(scores(), method="nemenyi"),
        lambda: rank_datasets(scores(learners=2), method="nemenyi"),
    ),
    "posterior-of-each-pair": (
        lambda: rank_datasets(scores(shift=0.2), metric="score", method="bayes-signed-rank", resamples=500),
        lambda: rank_datasets(scores(shift=0.2), metric="score"),
    ),
    "folds-as-data-sets": (
        lambda: named([f"iris-fold{at}" for at in range(12)]),
        lambda: named([f"monks-{at}" for at in range(12)]),
    ),
    "related-data-sets": (lambda: named(["monks-1", "monks-2", *PLAIN]), lambda: named(PLAIN)),
    "unlike-data-sets": (lambda: rank_datasets(UNLIKE), lambda: rank_datasets(STEPPED)),
    "one-score-each": (
        lambda: rank_datasets(scores()),
        lambda: rank_datasets(
            {name: np.stack([own, own], axis=1) for name, own in scores().items()}, method="random-effects"
        ),
    ),
    "intervals-stricter-than-test": (
        lambda: rank_datasets(STEPPED),
        lambda: rank_datasets(scores(shift=0.5), metric="score"),
    ),
}


def test_a_bayesian_ranking_promises_nothing_about_all_pairs_at_once():
    found = rank_datasets(scores(shift=0.2), metric="score", method="bayes-signed-rank", resamples=500)
    said = str(found)
    assert "by the posterior of each pair alone; that all of them hold together is not promised" in said
    assert "% probability for all" not in said


@in_one_test("key", CASES)
def test_it_is_raised_where_it_applies_and_not_where_it_does_not(key):
    raised, quiet = CASES[key]
    assert key in [each.key for each in raised().caveats]
    assert key not in [each.key for each in quiet().caveats]


def test_every_pitfall_has_a_case():
    assert [pitfall.key for pitfall, _ in OF_DATASET_RANKINGS] == list(CASES)


def test_an_interval_of_another_test_is_told():
    # The signed-rank test has its smallest p-value between any two of them, and so all intervals exclude 0.
    steps = np.arange(1, 11) / 1000
    found = rank_datasets({f"learner {at}": 0.8 + at * steps for at in range(5)}, method="nemenyi")
    assert any(each.decision == "undecided" for each in found.pairs)
    told = [each.text for each in found.caveats if each.key == "intervals-stricter-than-test"]
    assert any("undecided although the interval excludes 0" in each for each in told)


@pytest.mark.parametrize("names", [[str(at) for at in range(12)], [f"dataset{at}" for at in range(12)]])
def test_numbered_data_sets_are_not_related(names):
    assert "related-data-sets" not in [each.key for each in named(names).caveats]


def test_too_few_to_decide_anything_is_told():
    told = next(each.text for each in rank_datasets(scores(5)).caveats if each.key == "few-data-sets-to-rank")
    two = {name: column[:4] for name, column in list(scores(5).items())[:2]}
    alone = next(each.text for each in rank_datasets(two).caveats if each.key == "few-data-sets-to-rank")
    assert ", and the signed-rank test cannot be significant at 5 %; " in alone
    assert "and none of 3 signed-rank tests can be significant at 5 %" in told
