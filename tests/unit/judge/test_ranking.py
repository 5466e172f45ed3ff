"""Joint p-values and intervals of a ranking, against the comparison of each pair alone."""

from dataclasses import replace

import numpy as np
import pytest

import bakeoff
from bakeoff.compare.together import best_first
from bakeoff.core.exceptions import InputError
from bakeoff.core.panel import ItemPanel
from bakeoff.judge import ranking as judging
from bakeoff.judge.ranking import Asked, judged
from bakeoff.metrics import METRICS

RNG = np.random.default_rng(11)
N, K = 300, 4
TRUTH = (RNG.random(N) < 0.2).astype(int)
HARD = RNG.normal(size=(N, 1))
SCORES = np.where(TRUTH[:, None] == 1, 1.0, -0.8) + HARD + RNG.normal(size=(N, K)) + np.linspace(0, 0.5, K)
LABELS = {f"m{at}": (SCORES[:, at] > 0).astype(int) for at in range(K)}
LABELS["m0"] = (SCORES[:, 0] > 2.6).astype(int)  # few predictions of class 1
CHANCES = {f"m{at}": 1 / (1 + np.exp(-2 * SCORES[:, at])) for at in range(K)}
UNEVEN = np.r_[np.zeros(90, dtype=int), 1 + np.arange(N - 90) // 4]
HELD = [
    ("accuracy", LABELS),
    ("precision", LABELS),
    ("f1", LABELS),
    ("mcc", LABELS),
    ("auc", CHANCES),
    ("log-loss", CHANCES),
    ("brier", CHANCES),
]


@pytest.mark.parametrize("baseline", [None, "m1"])
@pytest.mark.parametrize("clusters", [None, UNEVEN], ids=["items", "clusters"])
@pytest.mark.parametrize(("metric", "models"), HELD, ids=[name for name, _ in HELD])
def test_no_pair_is_judged_more_certain_than_by_its_comparison(metric, models, clusters, baseline):
    asked = {"metric": metric, "clusters": clusters, "positive": 1, "resamples": 400}
    if metric in ("accuracy", "mcc"):  # without a positive class
        del asked["positive"]
    ranking = bakeoff.rank_predictions(TRUTH, models, baseline=baseline, **asked)
    for pair in ranking.pairs:
        alone = bakeoff.compare_predictions(TRUTH, models[pair.a], models[pair.b], **asked).result
        assert pair.p_value >= alone.p_value
        assert pair.interval.low <= alone.interval.low
        assert pair.interval.high >= alone.interval.high
        excluded = pair.interval.low > 0 or pair.interval.high < 0
        assert excluded == (pair.p_value <= ranking.alpha) == (pair.decision != "undecided")


def one_careful_model():
    """Three models of which one makes 11 predictions of class 1, all of them right."""
    truth = np.repeat([1, 0], [100, 900])
    careful = np.zeros(1000, dtype=int)
    careful[:11] = 1
    others = {}
    for at, name in enumerate(("b", "c")):
        others[name] = truth.copy()
        others[name][90 + at : 95 + at] = 0
        others[name][300 + 20 * at : 310 + 20 * at] = 1
    return truth, {"careful": careful} | others


def test_few_predictions_of_a_class_prove_nothing_in_a_ranking():
    truth, models = one_careful_model()
    ranking = bakeoff.rank_predictions(truth, models, metric="precision", positive=1)
    assert ranking.models[0].name == "careful"
    assert [pair.decision for pair in ranking.pairs] == ["undecided"] * 3
    assert all(each.rank == (1, 3) for each in ranking.models)
    assert set(ranking.best) == set(models)


def of_one_cluster(share, wrong):
    """Five models on 600 items, of which a share is in one cluster and the others in threes.

    In that cluster the first model is right on so many more items than the others.
    """
    rng = np.random.default_rng(1)
    large = round(600 * share)
    clusters = np.r_[np.zeros(large, dtype=int), 1 + np.arange(600 - large) // 3]
    truth = rng.integers(0, 2, 600)
    models = {}
    for at in range(5):
        right = rng.random(600) < 0.8
        right[:wrong] = at == 0
        models[f"m{at}"] = np.where(right, truth, 1 - truth)
    return truth, models, clusters


def test_one_large_cluster_decides_nothing():
    truth, models, clusters = of_one_cluster(0.67, 150)
    ranking = bakeoff.rank_predictions(truth, models, clusters=clusters)
    assert {pair.decision for pair in ranking.pairs} == {"undecided"}
    assert len(ranking.best) == 5
    assert {pair.method for pair in ranking.pairs} == {"skewed-t"}
    without = bakeoff.rank_predictions(truth, models)
    assert without.best == ("m0",)


@pytest.mark.parametrize("metric", ["log-loss", "auc", "accuracy"])
@pytest.mark.parametrize("clusters", [None, np.arange(4 * N) // 4], ids=["items", "clusters"])
def test_pairs_that_are_not_asked_would_have_said_no_less(metric, clusters, monkeypatch):
    truth = np.tile(TRUTH, 4)
    noise = np.random.default_rng(2).normal(size=(4 * N, K))
    scores = np.where(truth[:, None] == 1, 1.0, -0.8) + noise + np.linspace(0, 0.6, K)
    answers = scores > 0 if metric == "accuracy" else 1 / (1 + np.exp(-2 * scores))
    panel = ItemPanel(
        names=tuple(f"m{at}" for at in range(K)),
        truth=truth.astype(bool) if metric == "accuracy" else truth,
        answers=tuple(np.ascontiguousarray(answers.T)),
        clusters=clusters,
    )
    asked = Asked(metric=METRICS[metric], resamples=1000)
    models = best_first(panel, asked, positive=1 if metric == "auc" else None)
    times = []

    def own(a, b, alpha):
        times.append((a, b))
        return models.own(a, b, alpha)

    found = []
    for most in (0, 10**18):
        monkeypatch.setattr(judging, "MOST_ASKED", most)
        times.clear()
        found.append((judged(replace(models, own=own), asked), len(times)))
    (some, few), (every, many) = found
    assert (some.pairs, some.best, some.models) == (every.pairs, every.best, every.models)
    assert many >= 6
    assert few < many or models.joint.shapes is None


def test_several_areas_need_two_items_of_each_class():
    rng = np.random.default_rng(0)
    truth = np.r_[np.repeat([0, 1], 60), 2]
    models = {name: rng.random((121, 3)) + np.eye(3)[truth] for name in "xy"}
    with pytest.raises(InputError, match="at least 2 items of each class"):
        bakeoff.compare_predictions(truth, *models.values(), metric="auc-ovr")
    with pytest.raises(InputError, match="at least 2 items of each class"):
        bakeoff.rank_predictions(truth, models | {"z": models["x"][::-1]}, metric="auc-ovr")


def test_a_rare_class_of_several_areas_is_allowed_for_as_in_one_area():
    """Two classes: the mean of both areas is the area, and so is what is added for an item not seen."""
    rng = np.random.default_rng(3)
    truth = np.r_[np.repeat(0, 90), np.repeat(1, 12)]
    scores = {name: 1 / (1 + np.exp(-rng.normal(2.0 * truth))) for name in "xy"}
    tables = {name: np.column_stack([1 - each, each]) for name, each in scores.items()}
    one = bakeoff.compare_predictions(truth, scores["x"], scores["y"], metric="auc").result
    both = bakeoff.compare_predictions(truth, tables["x"], tables["y"], metric="auc-ovr").result
    assert both.estimate == pytest.approx(one.estimate)
    assert both.p_value == pytest.approx(one.p_value, rel=0.1)
    assert both.df == pytest.approx(one.df, rel=0.1)


def levels(n=400, seed=5, **chances):
    """Right and wrong answers of models with these chances to be right."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    return truth, {name: np.where(rng.random(n) < p, truth, 1 - truth) for name, p in chances.items()}


def test_of_two_models_rankings_that_were_tried_are_adjusted_for_as_comparisons_are():
    truth, models = levels(a=0.9, b=0.85)
    found = bakeoff.rank_predictions(truth, models, tried=5).to_dict()
    alone = bakeoff.compare_predictions(truth, models["a"], models["b"], tried=5).to_dict()
    (pair,) = found["pairs"]
    for key in ("p_value", "adjusted_p_value"):
        assert pair[key] == pytest.approx(alone[key])
    assert pair["adjusted_p_value"] == pytest.approx(5 * pair["p_value"])
    assert (found["tried"], found["adjustment"]) == (alone["tried"], alone["adjustment"])
    assert (found["tried"], found["adjustment"]) == (5, "bonferroni, 5 tried")
    wider = bakeoff.compare_predictions(truth, models["a"], models["b"], level=0.99)
    assert found["interval_level"] == wider.to_dict()["interval_level"] == 0.99
    assert pair["interval"] == pytest.approx(list(wider.result.interval))
    assert alone["interval_level"] == alone["level"] == 0.95


def test_a_ranking_names_the_level_of_the_intervals_that_it_prints():
    truth, models = levels(a=0.9, b=0.87, c=0.75)
    ranking = bakeoff.rank_predictions(truth, models, tried=5, resamples=1000)
    told = str(ranking)
    assert "99 % interval  adjusted p" in told
    assert "adjusted for all 3 pairs and 5 rankings; with 99 % confidence" in told
    assert "level    99 %, jointly for all pairs (alpha 0.05 / 5 tried)" in told
    assert "rank: all ranks that are possible, with 99 % confidence" in told
    once = bakeoff.rank_predictions(truth, models, alpha=0.01, resamples=1000)
    assert [each.interval for each in once.pairs] == [each.interval for each in ranking.pairs]
    for each, before in zip(ranking.pairs, once.pairs, strict=True):
        assert each.p_value == before.p_value
        assert each.adjusted_p_value == pytest.approx(min(1, 5 * before.p_value))
        assert (each.decision != "undecided") == (each.adjusted_p_value <= 0.05)


@pytest.mark.parametrize("tried", [0, 2.5, "many"])
def test_a_number_of_rankings_that_is_none_is_refused(tried):
    truth, models = levels(a=0.9, b=0.85)
    with pytest.raises(InputError, match="tried"):
        bakeoff.rank_predictions(truth, models, tried=tried)


def test_the_headline_with_a_baseline_has_the_grade_of_all_pairs():
    """The best is not separated from the second, but both are far from the baseline."""
    truth, models = levels(a=0.93, b=0.89, c=0.7, d=0.6, seed=0)
    every = bakeoff.rank_predictions(truth, models, resamples=2000)
    based = bakeoff.rank_predictions(truth, models, baseline="d", resamples=2000)
    assert based.models == every.models
    assert every.models[1].rank[0] == 1  # not separated
    assert (based.one_is_best, based.strength.grade) == (every.one_is_best, every.strength.grade)
    assert (every.one_is_best, every.strength.grade) == (False, "none")
    assert "is the best" not in str(based)


def test_one_is_the_best_where_it_is_better_than_each_of_the_others():
    truth, models = levels(a=0.95, b=0.85, c=0.7, d=0.6)
    every = bakeoff.rank_predictions(truth, models, resamples=2000)
    based = bakeoff.rank_predictions(truth, models, baseline="c", resamples=2000)
    weakest = max(each.p_value for each in every.pairs if "a" in (each.a, each.b))
    for each in (every, based):
        assert str(each).startswith("a is the best of 4 models")
        assert each.best_p_value == weakest
    assert every.strength == based.strength


def test_no_is_printed_only_of_models_that_are_worse_by_the_joint_test():
    """Of twelve equal models, some are left out of the set, and still may have rank 1."""
    truth, models = levels(**{f"m{at}": 0.8 for at in range(12)}, seed=7)
    ranking = bakeoff.rank_predictions(truth, models, resamples=1000)
    out = [each for each in ranking.models if not each.may_be_best]
    assert out
    lines = [line.split() for line in str(ranking).splitlines()]
    said = {line[0]: line[-1] for line in lines if line and line[0] in models and line[-1] in SAID}
    assert set(said) == set(models)
    for each in ranking.models:
        expected = "yes" if each.may_be_best else "doubtful" if each.rank[0] == 1 else "no"
        assert said[each.name] == expected
    assert "no" not in said.values()
    assert "doubtful: may have rank 1, but is left out by the test of the best model alone" in str(ranking)


SAID = ("yes", "no", "doubtful")
