"""A caveat about the data or their labels is one: whatever the data are asked, it is said."""

import numpy as np
import pytest

from bakeoff import check_not_worse, compare_predictions, rank_predictions
from bakeoff.judge.pitfalls import PITFALLS
from bakeoff.judge.pitfalls.pitfall import EVERY_NOUN
from bakeoff.metrics import METRICS

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


MANY = np.arange(400)
YES = (MANY % 4 == 0).astype(int)
FAIR = np.clip(0.4 + 0.2 * YES + 0.2 * np.random.default_rng(3).normal(size=400), 0.02, 0.98)
FAIRER = np.clip(FAIR + 0.1 * YES, 0.02, 0.98)
LEAKING = 0.45 * YES + 0.1 + MANY / 1000
NUMBERS = np.random.default_rng(4).normal(size=400)


def words(labels, no="ham", yes="spam"):
    return np.where(labels == 1, yes, no)


def table_of(true, right):
    """Three classes, each item with this probability of its own one."""
    found = np.repeat((1 - right)[:, None] / 2, 3, axis=1)
    found[np.arange(len(true)), true] = right
    return found


def tables():
    scores = RNG.normal(size=(2, 83, 3)) + 1.5 * np.eye(3)[THREE]
    return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


# By the caveats that they raise: truth, the new or first model, the old or second one, and what is asked.
DATA = {
    "no-errors": (RARE, RARE, GOOD, {}),
    "no-errors in clusters": (RARE, RARE, GOOD, {"clusters": np.arange(500) // 5}),
    "no-better-than-commonest": (RARE, np.zeros(500, dtype=int), GOOD, {}),
    "no-errors of scores": (YES, LEAKING, FAIR, {"metric": "auc"}),
    "no-errors of scores in clusters": (YES, LEAKING, FAIR, {"metric": "auc", "clusters": MANY // 5}),
    "no-errors of scores of several classes": (
        MANY % 3,
        table_of(MANY % 3, 0.6 + 0.3 * FAIR),
        table_of(MANY % 3, FAIR),
        {"metric": "auc-ovr"},
    ),
    "no-errors of probabilities": (YES, LEAKING, FAIR, {"metric": "log-loss"}),
    "no-errors of a table": (
        MANY % 3,
        table_of(MANY % 3, 0.6 + 0.3 * FAIR),
        table_of(MANY % 3, FAIR),
        {"metric": "brier"},
    ),
    "no-errors of numbers": (NUMBERS, NUMBERS, NUMBERS + 0.1 * FAIR, {"metric": "absolute-error"}),
    "no-better-than-commonest of scores": (YES, np.full(400, 0.25), FAIR, {"metric": "auc"}),
    "no-better-than-commonest of scores in clusters": (
        YES,
        np.full(400, 0.25),
        FAIR,
        {"metric": "auc", "clusters": MANY // 5},
    ),
    "no-better-than-commonest of several classes": (
        MANY % 3,
        np.full((400, 3), 1 / 3),
        table_of(MANY % 3, FAIR),
        {"metric": "auc-ovr"},
    ),
    "no-better-than-commonest of probabilities": (YES, np.full(400, 0.25), FAIR, {"metric": "brier"}),
    "no-better-than-commonest of numbers": (NUMBERS, 0 * NUMBERS, FAIR, {"metric": "rmse"}),
    "no-better-than-commonest of labels": (YES, 0 * YES, FAIR > 0.5, {"metric": "balanced-accuracy"}),
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


@pytest.mark.parametrize(
    "name", [name for name in DATA if name.startswith(("no-errors", "no-better-than-commonest"))]
)
def test_a_gate_that_passes_a_leaking_or_a_dead_model_is_weak(name):
    truth, new, old, asked = DATA[name]
    metric = METRICS[asked.get("metric", "accuracy")]
    wide = 0.05 if metric.right_or_wrong else 0.95
    gate = check_not_worse(truth, old, new, margin=wide, **asked)
    key = name.split()[0]
    assert (gate.outcome, gate.strength.grade) == ("pass", "weak")
    assert key in gate.strength.doubts


@pytest.mark.parametrize("metric", ["auc", "log-loss", "brier"])
def test_scores_that_separate_the_classes_make_the_better_model_and_the_best_one_doubtful(metric):
    verdict = compare_predictions(YES, LEAKING, FAIR, metric=metric)
    assert (verdict.decision, verdict.strength.doubts) == ("a-better", ("no-errors",))
    assert "A on 400 items (its scores separate the classes completely)" in verdict.caveats[0].text
    models = {"new": LEAKING, "old": FAIR, "other": FAIR[::-1]}
    ranking = rank_predictions(YES, models, metric=metric, resamples=200)
    assert ranking.one_is_best
    assert (ranking.strength.grade, ranking.strength.doubts) == ("weak", ("no-errors",))
    nearly = LEAKING.copy()
    nearly[0] = 0.05  # one positive below all others
    assert "no-errors" not in raised(compare_predictions(YES, nearly, FAIR, metric=metric).caveats)


@pytest.mark.parametrize("items", [29, 30])
def test_scores_of_few_items_may_separate_the_classes_by_chance(items):
    asked = {"metric": "auc", "positive": 1}
    found = compare_predictions(YES[:items], LEAKING[:items], np.full(items, 0.5), **asked).caveats
    expected = {"no-errors", "no-better-than-commonest"} if items == 30 else set()
    assert raised(found) & {"no-errors", "no-better-than-commonest"} == expected


def test_probabilities_that_rank_every_item_well_are_no_errors_with_any_one_class_turned():
    turned = table_of(MANY % 3, 0.6 + 0.3 * FAIR)
    turned[0] = turned[0, [1, 0, 2]]
    old = table_of(MANY % 3, FAIR)
    for metric in ("auc-ovr", "log-loss", "brier"):
        found = compare_predictions(MANY % 3, turned, old, metric=metric).caveats
        assert "no-errors" not in raised(found)


@pytest.mark.parametrize(("metric", "margin"), [("auc", 0.1), ("log-loss", 0.3), ("brier", 0.1)])
def test_the_same_score_for_all_items_casts_doubt_only_where_its_model_is_relied_on(metric, margin):
    dead, weak = np.full(400, 0.25), np.random.default_rng(5).uniform(0.2, 0.3, size=400)
    gate = check_not_worse(YES, weak, dead, metric=metric, margin=margin)
    assert (gate.outcome, gate.strength.grade) == ("pass", "weak")
    assert gate.strength.doubts == ("no-better-than-commonest",)
    told = "the same prediction for all 400 items, which distinguishes none: new"
    assert gate.caveats[0].text.startswith(told)
    good = np.clip(LEAKING - 0.1 * (MANY == 8), 0.02, 0.98)
    good[0] = 0.05
    against = check_not_worse(YES, dead, good, metric=metric, margin=margin)
    assert (against.outcome, against.strength.grade) == ("pass", "strong")
    pair = compare_predictions(YES, good, dead, metric=metric)
    assert (pair.decision, pair.strength.grade) == ("a-better", "strong")
    assert "no-better-than-commonest" in raised(pair.caveats)
    best = rank_predictions(YES, {"good": good, "dead": dead, "weak": weak}, metric=metric, resamples=2000)
    assert (best.one_is_best, best.strength.grade) == (True, "strong")


@pytest.mark.parametrize("name", ["no-better-than-commonest", "no-better-than-commonest of scores"])
def test_two_equivalent_models_one_of_which_is_dead_are_as_doubtful_as_its_gate(name):
    truth, dead, good, asked = DATA[name]
    good = good if name == "no-better-than-commonest" else np.random.default_rng(5).uniform(size=400)
    asked = asked | {"margin": 0.15}
    gate = check_not_worse(truth, good, dead, **asked)
    assert (gate.outcome, gate.strength.doubts) == ("pass", ("no-better-than-commonest",))
    for pair in ((good, dead), (dead, good)):
        verdict = compare_predictions(truth, *pair, **asked)
        assert verdict.decision == "equivalent"
        assert (verdict.strength.grade, verdict.strength.doubts) == ("weak", gate.strength.doubts)
        models = dict(zip("ab", pair, strict=True))
        ranking = rank_predictions(truth, models, resamples=2000, **asked)
        assert ranking.pairs[0].decision == "equivalent"
        assert ranking.caveats[0].importance == "casts-doubt"


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
