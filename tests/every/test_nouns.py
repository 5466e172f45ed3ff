"""A caveat about the data or their labels is one: whatever the data are asked, it is said."""

import numpy as np
import pytest

from bakeoff import check_not_worse, compare_predictions, rank_predictions
from bakeoff.judge.pitfalls import PITFALLS
from bakeoff.judge.pitfalls.pitfall import EVERY_NOUN

RNG = np.random.default_rng(8)
ITEMS = np.arange(60)
TRUTH = ITEMS % 2
CHANCES = np.clip(0.5 + 0.3 * (2 * TRUTH - 1) + 0.25 * RNG.normal(size=(2, 60)), 0.02, 0.98)
RARE = np.r_[np.ones(20, dtype=int), np.zeros(480, dtype=int)]
GOOD = np.where(np.isin(np.arange(500), [0, 1, 2, 3, 4, 5, 100, 101, 102]), 1 - RARE, RARE)
WRONG = np.where(ITEMS % 7 == 0, 1 - TRUTH, TRUTH)
OTHER = np.where(ITEMS % 5 == 0, 1 - TRUTH, TRUTH)
ONES = np.ones(60, dtype=int)
THREE = np.r_[np.repeat([0, 1], 40), 2, 2, 2]


def words(labels, no="ham", yes="spam"):
    return np.where(labels == 1, yes, no)


def tables():
    scores = RNG.normal(size=(2, 83, 3)) + 1.5 * np.eye(3)[THREE]
    return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


# By the caveats that they raise: truth, the new or first model, the old or second one, and what is asked.
DATA = {
    "no-errors": (RARE, RARE, GOOD, {}),
    "no-errors in clusters": (RARE, RARE, GOOD, {"clusters": np.arange(500) // 5}),
    "no-better-than-commonest": (RARE, np.zeros(500, dtype=int), GOOD, {}),
    "imbalanced-classes": (RARE, np.zeros(500, dtype=int), GOOD, {"clusters": np.arange(500) // 5}),
    "labels-never-meet": (words(TRUTH), words(WRONG, "Ham", "Spam"), words(OTHER), {}),
    "positive-guessed": (words(TRUTH), words(WRONG), words(OTHER), {"metric": "f1"}),
    "one-class": (ONES, WRONG, OTHER, {"metric": "f1", "positive": 1}),
    "one-class-probabilities": (ONES, *CHANCES, {"metric": "brier"}),
    "positive-never-true": (
        words(0 * ONES, "no"),
        *CHANCES,
        {"metric": "brier", "positive": "yes"},
    ),
    "probabilities-reversed": (TRUTH, *(1 - CHANCES), {"metric": "log-loss"}),
    "probabilities-clipped": (
        TRUTH,
        np.where(ITEMS == 1, 0.0, CHANCES[0]),
        CHANCES[1],
        {"metric": "log-loss"},
    ),
    "auc-below-half": (TRUTH, *(-CHANCES), {"metric": "auc", "positive": 1}),
    "labels-as-scores": (TRUTH, WRONG, CHANCES[1], {"metric": "auc", "positive": 1}),
    "few-of-a-class": (ITEMS < 8, *(CHANCES + 0.4 * (ITEMS < 8)), {"metric": "auc", "positive": True}),
    "few-of-a-class of several": (THREE, *tables(), {"metric": "auc-ovr"}),
    "few-items": (ITEMS < 8, (ITEMS < 8) ^ (ITEMS % 4 == 0), (ITEMS < 8) ^ (ITEMS % 5 == 0), {}),
    "few-clusters": (TRUTH, WRONG, OTHER, {"clusters": ITEMS % 4}),
    "few-losses": (TRUTH[:30], *CHANCES[:, :30], {"metric": "log-loss"}),
    "few-large-losses": (
        0.0 * ITEMS,
        RNG.normal(size=60),
        np.where(ITEMS == 7, 40.0, RNG.normal(size=60)),
        {"metric": "squared-error"},
    ),
    "heavy-tailed-errors": (
        0.0 * ITEMS,
        0.1 * RNG.standard_t(2, size=60),
        1 + RNG.normal(size=60),
        {"metric": "squared-error"},
    ),
}
DATA["few-items"][3].update(metric="macro-f1")
# Of other routes: read from files, given scores, methods that are asked for, and pairs.
ELSEWHERE = {
    "direction-assumed",
    "duplicated-rows",
    "scores-out-of-range",
    "scores-in-percent",
    "auc-near-one",
}


SHARED = {each.key for each in PITFALLS if set(each.nouns) == set(EVERY_NOUN)}


def raised(caveats):
    return {each.key for each in caveats if each.key in SHARED}


@pytest.mark.parametrize("name", DATA)
def test_pair_ranking_and_gate_raise_the_same_caveats_about_data_and_labels(name):
    truth, new, old, asked = DATA[name]
    names = ("new", "old")
    pair = raised(compare_predictions(truth, new, old, names=names, **asked).caveats)
    ranking = raised(rank_predictions(truth, {"new": new, "old": old}, resamples=200, **asked).caveats)
    gate = raised(check_not_worse(truth, old, new, margin=0.3, names=names, **asked).caveats)
    assert name.split()[0] in pair
    assert ranking == pair
    assert gate == pair


@pytest.mark.parametrize("name", DATA)
def test_rankings_of_several_have_the_caveats_of_their_pairs(name):
    truth, new, old, asked = DATA[name]
    key = name.split()[0]
    third = old if key == "labels-as-scores" else new
    models = {"new": new, "old": old, "third": third}
    found = rank_predictions(truth, models, resamples=200, **asked).caveats
    assert key in {each.key for each in found}
    keys = [each.key for each in found if each.key != "labels-never-meet"]  # one for each model
    assert len(set(keys)) == len(keys)


def test_every_caveat_about_data_is_tried_for_every_noun():
    assert {name.split()[0] for name in DATA} | ELSEWHERE == SHARED


def test_no_noun_has_a_list_of_its_own():
    assert all(each.nouns and set(each.nouns) <= set(EVERY_NOUN) for each in PITFALLS)


@pytest.mark.parametrize("name", ["no-errors", "no-better-than-commonest"])
def test_a_gate_that_passes_a_leaking_or_a_dead_model_is_weak(name):
    truth, new, old, _ = DATA[name]
    gate = check_not_worse(truth, old, new, margin=0.05)
    assert (gate.outcome, gate.strength.grade, gate.strength.doubts) == ("pass", "weak", (name,))


def test_a_model_that_is_dead_casts_no_doubt_on_one_that_is_better():
    truth, dead, good, _ = DATA["no-better-than-commonest"]
    good = np.where(np.arange(500) == 100, 1, truth)
    verdict = compare_predictions(truth, good, dead)
    assert (verdict.decision, verdict.strength.grade) == ("a-better", "strong")
    gate = check_not_worse(truth, dead, good, margin=0.05)
    assert (gate.outcome, gate.strength.grade) == ("pass", "strong")
    ranking = rank_predictions(truth, {"good": good, "dead": dead, "dead too": dead}, resamples=200)
    assert (ranking.one_is_best, ranking.strength.grade) == (True, "strong")


def test_doubts_about_a_pair_of_others_do_not_touch_the_best():
    rng = np.random.default_rng(0)
    errors = rng.normal(size=(3, 400))
    errors[0] *= 0.3
    errors[2, 5] = 60.0
    third = np.where(np.arange(400) == 5, 60.0, errors[1])
    models = {"best": errors[0], "second": errors[1], "like the second": third}
    ranking = rank_predictions(np.zeros(400), models, metric="squared-error", resamples=300)
    keys = {(each.a, each.b): {one.key for one in each.caveats} for each in ranking.pairs}
    assert "few-large-losses" in keys["second", "like the second"]
    assert "few-large-losses" in {each.key for each in ranking.caveats}
