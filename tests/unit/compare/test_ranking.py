"""Rankings of predictions: agreement with the comparison of two, invariances, slices, and bad input."""

import json

import numpy as np
import pytest

import bakeoff
from bakeoff.core.exceptions import BakeoffError
from bakeoff.methods.many._joint import pairs_of

RNG = np.random.default_rng(3)
N, K = 240, 4
TRUTH = (RNG.random(N) < 0.3).astype(int)
SCORES = -0.7 * RNG.normal(size=(N, 1)) + RNG.normal(size=(N, K)) + np.where(TRUTH[:, None] == 1, 0.8, -1)
SCORES += np.linspace(0, 0.5, K)
LABELS = {f"m{at}": (SCORES[:, at] > 0).astype(int) for at in range(K)}
CHANCES = {f"m{at}": 1 / (1 + np.exp(-SCORES[:, at])) for at in range(K)}
CLUSTERS = RNG.integers(0, 50, N)
ASKED = {"resamples": 300}
METRICS = [
    ("accuracy", LABELS),
    ("error", LABELS),
    ("f1", LABELS),
    ("mcc", LABELS),
    ("auc", CHANCES),
    ("log-loss", CHANCES),
]


def _facts(ranking):
    models = [(each.value, each.interval, each.rank, each.may_be_best) for each in ranking.models]
    pairs = [(each.estimate, each.interval, each.p_value, each.decision) for each in ranking.pairs]
    return models, pairs, ranking.critical, ranking.omnibus


@pytest.mark.parametrize("clusters", [None, CLUSTERS], ids=["items", "clusters"])
@pytest.mark.parametrize(("metric", "models"), METRICS, ids=[name for name, _ in METRICS])
def test_two_models_are_what_compare_says(metric, models, clusters):
    two = {name: models[name] for name in ("m0", "m3")}
    ranking = bakeoff.rank_predictions(TRUTH, two, metric=metric, clusters=clusters, **ASKED)
    first, second = ranking.names
    verdict = bakeoff.compare_predictions(
        TRUTH, models[first], models[second], metric=metric, clusters=clusters, **ASKED
    )
    (pair,) = ranking.pairs
    found = verdict.result
    assert (pair.estimate, pair.interval, pair.p_value) == (found.estimate, found.interval, found.p_value)
    assert (pair.decision, pair.method) == (verdict.decision, found.method)
    assert tuple(each.value for each in ranking.models) == pytest.approx(verdict.values)
    assert tuple(each.interval for each in ranking.models) == verdict.value_intervals


@pytest.mark.parametrize(
    ("worse", "margin", "decision", "best"),
    [
        (8, None, "undecided", ("x", "y")),  # p = 0.065, one-sided 0.033
        (12, None, "a-better", ("x",)),
        (12, 0.3, "equivalent", ("x", "y")),
    ],
)
def test_two_models_may_both_be_the_best_unless_their_pair_is_decided(worse, margin, decision, best):
    truth = np.arange(100) % 2
    models = {"x": truth ^ (np.arange(100) < 2), "y": truth ^ (np.arange(100) >= 100 - worse)}
    ranking = bakeoff.rank_predictions(truth, models, margin=margin, **ASKED)
    assert (ranking.pairs[0].decision, ranking.best) == (decision, best)
    assert tuple(each.name for each in ranking.models if each.may_be_best) == best
    assert [each.rank for each in ranking.models] == ([(1, 1), (2, 2)] if best == ("x",) else [(1, 2)] * 2)


@pytest.mark.parametrize(("metric", "models"), METRICS, ids=[name for name, _ in METRICS])
def test_other_names_and_another_order_change_nothing_else(metric, models):
    before = bakeoff.rank_predictions(TRUTH, models, metric=metric, **ASKED)
    other = {f"x{name}": models[name] for name in reversed(models)}
    after = bakeoff.rank_predictions(TRUTH, other, metric=metric, **ASKED)
    assert _facts(before) == _facts(after)
    assert after.names == tuple(f"x{name}" for name in before.names)


@pytest.mark.parametrize(("metric", "models"), METRICS, ids=[name for name, _ in METRICS])
@pytest.mark.parametrize("clusters", [None, CLUSTERS], ids=["items", "clusters"])
def test_the_order_of_the_items_changes_nothing(metric, models, clusters):
    order = np.random.default_rng(0).permutation(N)
    shuffled = {name: each[order] for name, each in models.items()}
    before = bakeoff.rank_predictions(TRUTH, models, metric=metric, clusters=clusters, **ASKED)
    kept = None if clusters is None else clusters[order]
    after = bakeoff.rank_predictions(TRUTH[order], shuffled, metric=metric, clusters=kept, **ASKED)
    assert _facts(before) == _facts(after)


def test_losses_are_told_in_their_own_units_best_first():
    ranking = bakeoff.rank_predictions(TRUTH, CHANCES, metric="log-loss", **ASKED)
    values = [each.value for each in ranking.models]
    assert values == sorted(values)
    assert all(pair.estimate >= 0 for pair in ranking.pairs)
    errors = bakeoff.rank_predictions(TRUTH, LABELS, metric="error", **ASKED)
    assert errors.models[0].value == pytest.approx(np.mean(LABELS[errors.names[0]] != TRUTH))


def test_label_metrics_have_the_errors_of_the_jackknife():
    """The standard errors of differences of F1 against those by leaving out every item in turn."""
    from bakeoff.compare.together import best_first
    from bakeoff.core.panel import ItemPanel
    from bakeoff.judge.ranking import Asked
    from bakeoff.metrics import METRICS as RECORDS

    panel = ItemPanel(names=tuple(LABELS), answers=tuple(LABELS.values()), truth=TRUTH)
    models = best_first(panel, Asked(metric=RECORDS["f1"], resamples=100), positive=1)

    def f1(kept, name):
        said, true = LABELS[name][kept], TRUTH[kept]
        return 2 * np.sum(said & true) / (said.sum() + true.sum())

    first, second = pairs_of(K)
    left = {name: np.array([f1(np.arange(N) != at, name) for at in range(N)]) for name in LABELS}
    for at, (i, j) in enumerate(zip(first, second, strict=True)):
        apart = left[models.names[i]] - left[models.names[j]]
        error = np.sqrt((N - 1) / N * np.sum((apart - apart.mean()) ** 2))
        assert models.joint.errors[at] == pytest.approx(error, rel=0.02)


def test_a_baseline_lists_its_own_pairs_and_ranks_by_all():
    ranking = bakeoff.rank_predictions(TRUTH, LABELS, baseline="m1", **ASKED)
    assert len(ranking.pairs) == K - 1
    assert all("m1" in (pair.a, pair.b) for pair in ranking.pairs)
    whole = bakeoff.rank_predictions(TRUTH, LABELS, **ASKED)
    assert [each.rank for each in ranking.models] == [each.rank for each in whole.models]
    assert ranking.critical < whole.critical


def test_models_that_answer_alike_share_every_rank():
    same = dict.fromkeys(("x", "y", "z"), LABELS["m0"])
    ranking = bakeoff.rank_predictions(TRUTH, same, **ASKED)
    assert [each.rank for each in ranking.models] == [(1, 3)] * 3
    assert ranking.best == ranking.names
    assert {(pair.p_value, pair.decision) for pair in ranking.pairs} == {(1.0, "undecided")}
    assert all(pair.interval.low < 0 < pair.interval.high for pair in ranking.pairs)
    assert ranking.omnibus.degenerate


def test_pairs_that_hardly_differ_are_judged_by_their_own_test():
    nearly = LABELS["m0"].copy()
    nearly[:6] = 1 - nearly[:6]
    ranking = bakeoff.rank_predictions(TRUTH, LABELS | {"nearly": nearly}, **ASKED)
    pair = next(each for each in ranking.pairs if {each.a, each.b} == {"m0", "nearly"})
    alone = bakeoff.compare_predictions(
        TRUTH, *((LABELS | {"nearly": nearly})[name] for name in (pair.a, pair.b)), alpha=0.05 / 10
    )
    assert pair.method == "mcnemar-mid-p"
    assert pair.p_value == min(1.0, 10 * alone.result.p_value)
    assert pair.interval == alone.result.interval
    assert "few-items-differ" in {each.key for each in ranking.caveats}


def test_near_copies_do_not_spoil_the_intervals_of_others():
    # In e^-2 of draws neither of two differing items is drawn, so that the pair has no error in them.
    copy = LABELS["m0"].copy()
    copy[:2] = 1 - copy[:2]
    models = {"first": LABELS["m0"], "copy": copy, "wrong": 1 - TRUTH}
    ranking = bakeoff.rank_predictions(TRUTH, models, **ASKED)
    assert ranking.models[-1].rank == (3, 3)
    assert np.isfinite(ranking.critical)
    two_thirds = bakeoff.rank_predictions(
        TRUTH, {**models, "copy": LABELS["m0"]}, **{**ASKED, "alpha": 0.05 * 2 / 3}
    )
    assert ranking.critical == pytest.approx(two_thirds.critical, abs=0.1)


def test_rankings_of_near_copies_alone_have_no_joint_critical_value():
    copies = {str(at): np.where(np.arange(N) == at, 1 - TRUTH, TRUTH) for at in range(3)}
    ranking = bakeoff.rank_predictions(TRUTH, copies, **ASKED)
    assert ranking.critical is None
    assert ranking.best == ranking.names
    json.dumps(ranking.to_dict(), allow_nan=False)


@pytest.mark.parametrize("flips", [1, 4, 12, 30])
def test_no_model_may_be_the_best_that_another_is_surely_better_than(flips):
    rng = np.random.default_rng(flips)
    for _ in range(10):
        models = {str(at): np.where(rng.random(N) < 0.02 * at, 1 - TRUTH, TRUTH) for at in range(4)}
        for at in range(3):
            changed = rng.choice(N, flips, replace=False)
            models[f"copy {at}"] = models[str(at)].copy()
            models[f"copy {at}"][changed] = 1 - TRUTH[changed]
        ranking = bakeoff.rank_predictions(TRUTH, models, resamples=500)
        assert all(each.rank[0] == 1 for each in ranking.models if each.may_be_best)
        assert ranking.models[0].may_be_best
        if ranking.models[0].rank == (1, 1):
            assert ranking.best == (ranking.models[0].name,)


def test_the_number_tried_lowers_the_level_of_ranks_and_best_set():
    tried, lower = (
        bakeoff.rank_predictions(TRUTH, LABELS, baseline="m1", **ASKED, **asked)
        for asked in ({"tried": 5}, {"alpha": 0.01})
    )
    assert [each.rank for each in tried.models] == [each.rank for each in lower.models]
    assert tried.best == lower.best


def test_slices_are_rankings_at_a_level_that_allows_for_all():
    by = np.where(np.arange(N) % 3, "north", "south")
    ranking = bakeoff.rank_predictions(TRUTH, LABELS, by=by, **ASKED)
    assert [(each.name, each.n) for each in ranking.slices] == [("north", 160), ("south", 80)]
    own = bakeoff.rank_predictions(
        TRUTH[by == "north"], {k: v[by == "north"] for k, v in LABELS.items()}, alpha=0.025, **ASKED
    )
    assert _facts(ranking.slices[0].ranking) == _facts(own)
    assert 0 <= ranking.heterogeneity.p_value <= 1


def test_slices_that_differ_are_found():
    # In one half the first is right, in the other the second is.
    by = np.repeat(["x", "y"], N // 2)
    first = np.where(by == "x", TRUTH, 1 - TRUTH)
    models = {"first": first, "second": 1 - first, "third": LABELS["m0"]}
    ranking = bakeoff.rank_predictions(TRUTH, models, by=by, **ASKED)
    assert ranking.heterogeneity.p_value < 1e-6


def test_equivalence_needs_the_whole_simultaneous_interval_inside_the_margin():
    tight = bakeoff.rank_predictions(TRUTH, LABELS, margin=0.9, **ASKED)
    assert {pair.decision for pair in tight.pairs} == {"equivalent"}
    loose = bakeoff.rank_predictions(TRUTH, LABELS, margin=1e-6, **ASKED)
    assert "equivalent" not in {pair.decision for pair in loose.pairs}


@pytest.mark.parametrize(
    ("models", "asked", "said"),
    [
        ({"x": LABELS["m0"]}, {}, "there is only one model, 'x'; expected at least two"),
        ({}, {}, "models is empty; expected a dict or a data frame with the predictions"),
        ([1, 2], {}, "models is a list; expected a dict or a data frame with the predictions"),
        ({"x": LABELS["m0"], "y": LABELS["m1"][:-1]}, {}, "truth has 240 items and model y has 239"),
        ({"x": LABELS["m0"], "y": CHANCES["m1"]}, {}, "model y holds fractions such as"),
        ({f"m{at}": LABELS["m0"] for at in range(201)}, {}, "there are 201 models; expected at most 200"),
        (LABELS, {"baseline": "m9"}, "no model is called 'm9'"),
        (LABELS, {"resamples": 5}, "resamples is 5; expected 100 to 1,000,000"),
        (LABELS, {"alpha": 5}, "alpha is 5; expected a number between 0 and 1"),
        (LABELS, {"margin": -1}, "margin is -1; expected a positive difference"),
    ],
)
def test_bad_input_is_one_clear_line(models, asked, said):
    with pytest.raises(BakeoffError) as problem:
        bakeoff.rank_predictions(TRUTH, models, **{"resamples": 200, **asked})
    assert said in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_data_frame_is_its_columns():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(LABELS)
    assert _facts(bakeoff.rank_predictions(TRUTH, frame, **ASKED)) == _facts(
        bakeoff.rank_predictions(TRUTH, LABELS, **ASKED)
    )


def test_a_class_that_only_one_model_predicts_is_named_where_it_leaves_others_without_a_value():
    truth = ["a", "b", "c"] * 30
    models = {"right": truth, "late": [*truth[1:], "a"], "odd": ["d", *truth[1:]]}
    with pytest.raises(BakeoffError, match=r"for right, late: class 'd' never occurs in the truth .*\(odd\)"):
        bakeoff.rank_predictions(truth, models, metric="macro-f1", resamples=100)
    assert (
        bakeoff.rank_predictions(truth, models, metric="balanced-accuracy", resamples=100).names[0] == "right"
    )


def test_names_that_are_written_alike_are_refused():
    with pytest.raises(BakeoffError, match="two columns called '1'"):
        bakeoff.rank_predictions([1, 0], {1: [1, 0], "1": [0, 0]})


@pytest.mark.parametrize("metric", ["accuracy", "kappa"])
def test_one_item_decides_nothing(metric):
    models = {"right": [1], "wrong": [0], "too": [0]}
    if metric == "accuracy":
        assert {each.decision for each in bakeoff.rank_predictions([1], models).pairs} == {"undecided"}
    else:
        with pytest.raises(BakeoffError, match="0/0"):
            bakeoff.rank_predictions([1], models, metric=metric)


def test_nothing_is_said_of_draws_where_every_pair_has_its_own_test():
    truth = [1, 0] * 20
    models = {"a": truth, "b": [*truth[:-4], 0, 1, 0, 1], "c": [0, 1, *truth[2:]]}
    ranking = bakeoff.rank_predictions(truth, models)
    assert ranking.resamples is None
    assert ranking.critical is None


@pytest.mark.parametrize(("positives", "warned"), [(9, True), (10, False)])
def test_areas_of_many_models_with_few_positives_carry_a_caveat(positives, warned):
    truth = np.arange(300) < positives
    models = {name: truth + RNG.normal(size=300) for name in "abc"}
    found = bakeoff.rank_predictions(truth, models, metric="auc", positive=True, resamples=100)
    assert ("few-of-a-class" in [each.key for each in found.caveats]) == warned


@pytest.mark.parametrize("clusters", [None, np.arange(300) // 2], ids=["items", "clusters"])
@pytest.mark.parametrize(("units", "own"), [(49, True), (50, False)])
def test_areas_with_fewer_than_50_units_of_a_class_are_judged_pair_by_pair(units, own, clusters):
    """A pair is then what `compare` says at alpha over the number of pairs."""
    truth = np.arange(300) < units * (1 if clusters is None else 2)
    scores = truth + np.random.default_rng(8).normal(size=(3, 300))
    models = dict(zip("abc", scores, strict=True))
    asked = {"metric": "auc", "positive": True, "clusters": clusters}
    found = bakeoff.rank_predictions(truth, models, resamples=100, **asked)
    assert found.method == ("area-t" if own else "max-t")
    assert (found.critical is None, found.resamples is None) == (own, own)
    for pair in found.pairs if own else ():
        two = bakeoff.compare_predictions(truth, models[pair.a], models[pair.b], alpha=0.05 / 3, **asked)
        assert pair.p_value == min(1.0, 3 * two.result.p_value)
        assert tuple(pair.interval) == pytest.approx(tuple(two.result.interval))


@pytest.mark.parametrize("clusters", [None, np.arange(N) // 2], ids=["items", "clusters"])
def test_errors_of_areas_allow_for_one_more_item_of_each_class(clusters):
    found = bakeoff.rank_predictions(
        TRUTH, CHANCES, metric="auc", positive=1, clusters=clusters, resamples=300
    )
    sizes = [np.sum(each == TRUTH) for each in (1, 0)]
    codes = np.arange(N) if clusters is None else clusters
    degrees = []  # of each class; of clusters Bell and McCaffrey's
    for each in (1, 0):
        held = np.unique(codes[each == TRUTH], return_counts=True)[1] / np.sum(each == TRUTH)
        q = held**2 / (1 - held)
        degrees.append(1 / (np.sum(held**2) + np.sum(q) ** 2 - np.sum(q**2)))
    above = {name: score[TRUTH == 1][:, None] > score[TRUTH == 0] for name, score in CHANCES.items()}

    def variance(wins):
        """Of the mean over pairs of a positive and a negative, by what each item or cluster moves it."""
        moved = np.zeros(N)
        moved[TRUTH == 1] = (wins.mean(axis=1) - wins.mean()) / sizes[0]
        moved[TRUTH == 0] = (wins.mean(axis=0) - wins.mean()) / sizes[1]
        sums = np.bincount(np.unique(codes, return_inverse=True)[1], weights=moved)
        return np.sum(sums**2) * sums.size / (sums.size - 1)

    for pair in found.pairs:
        a, b = (above[name].astype(float) for name in (pair.a, pair.b))
        apart, alone = variance(a - b), variance(a) + variance(b)
        more = sum(apart / alone / 3 / (df * (df + 1)) for df in degrees)
        reach = found.critical * np.sqrt(apart + more)
        assert pair.method == "max-t"
        assert tuple(pair.interval) == pytest.approx((pair.estimate - reach, pair.estimate + reach))
        assert (pair.p_value <= 0.05) == (pair.interval.low > 0 or pair.interval.high < 0)


def test_areas_of_a_class_with_one_item_are_refused():
    truth = np.arange(60) == 0
    models = {name: RNG.normal(size=60) for name in "abc"}
    with pytest.raises(BakeoffError, match="at least 2 items of each class; got 1 positive and 59 negative"):
        bakeoff.rank_predictions(truth, models, metric="auc", positive=True)


def test_models_with_the_same_areas_of_each_item_are_alike_by_any_error():
    models = {"x": CHANCES["m0"], "twice": 2 * CHANCES["m0"], "y": CHANCES["m1"]}
    found = bakeoff.rank_predictions(TRUTH, models, metric="auc", positive=1, resamples=300)
    same = next(each for each in found.pairs if {each.a, each.b} == {"x", "twice"})
    assert (tuple(same.interval), same.p_value) == ((0.0, 0.0), 1.0)


@pytest.mark.parametrize("metric", ["rmse", "r2", "median-absolute-error", "absolute-error", "pinball:0.9"])
def test_models_that_predict_numbers(metric):
    rng = np.random.default_rng(6)
    truth = rng.normal(size=60)
    models = {name: truth + size * rng.normal(size=60) for name, size in (("x", 0.3), ("y", 0.9))}
    found = bakeoff.rank_predictions(truth, models, metric=metric)
    two = bakeoff.compare_predictions(truth, models["x"], models["y"], metric=metric)
    assert two.decision == ("undecided" if metric == "pinball:0.9" else "a-better")
    assert found.best == (("x",) if two.decision == "a-better" else ("x", "y"))
    assert found.models[0].value == pytest.approx(two.values[0])
    assert found.pairs[0].estimate == pytest.approx(two.result.estimate)


def test_scores_of_several_classes():
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 4, 80)
    models = {name: rng.random((80, 4)) + size * np.eye(4)[truth] for name, size in (("x", 1), ("y", 0.2))}
    for metric in ("top-k-accuracy", "auc-ovr"):
        found = bakeoff.rank_predictions(truth, models, metric=metric)
        two = bakeoff.compare_predictions(truth, models["x"], models["y"], metric=metric)
        assert (found.best, two.decision) == (("x",), "a-better")
        assert found.pairs[0].estimate == pytest.approx(two.result.estimate)


def test_a_ranking_on_one_class_is_not_sent_to_a_metric_of_several():
    truth = ["cat"] * 20
    said = {"x": truth, "y": ["cat"] * 15 + ["dog"] * 5}
    with pytest.raises(BakeoffError, match=r"or use another metric, such as accuracy$"):
        bakeoff.rank_predictions(truth, said, metric="macro-recall")


def test_ids_in_a_data_frame_are_no_models():
    import pandas as pd

    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 90)
    said = {name: np.where(rng.random(90) < 0.8, truth, 1 - truth) for name in ("x", "y")}
    frame = pd.DataFrame({"fold": np.arange(90) % 2, **said, "serial": rng.permutation(90)})
    ranking = bakeoff.rank_predictions(truth, frame, resamples=200)
    assert set(ranking.names) == {"x", "y"}
    assert ranking.left_out == ("fold", "serial")
    assert "fold (called like folds)" in ranking.notes[-1]
    named = bakeoff.rank_predictions(truth, {name: frame[name] for name in ("fold", "x", "y")}, resamples=200)
    assert set(named.names) == {"fold", "x", "y"}
