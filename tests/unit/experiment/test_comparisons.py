import json
import math

import numpy as np
import pytest
from scipy import stats
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from bakeoff import adjust, interval
from bakeoff.core.verdict import Unit
from bakeoff.designs import FiveByTwo, Holdout, KFold, LeaveOneOut, RepeatedKFold, Resampling
from bakeoff.experiment.comparisons import FEWEST_DATA_SETS, result_of
from bakeoff.experiment.conduct import conduct
from bakeoff.experiment.data import make_data
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.run import Setup

BAYES, TREE, DUMMY = GaussianNB(), DecisionTreeClassifier(max_depth=2, random_state=0), DummyClassifier()
THREE = {"bayes": BAYES, "tree": TREE, "dummy": DUMMY}


def result(data, estimators, **asked):
    sets = data if isinstance(data, tuple) else (data,)
    learners = tuple(Learner(name=name, estimator=each) for name, each in estimators.items())
    given = {"design": Resampling(splits=4), "method": "corrected-resampled-t"} | asked
    return result_of(conduct(Experiment(data=sets, learners=learners, **given), Setup()))


@pytest.fixture
def data(two):
    return make_data(*two, name="two")


def strict(found):
    return json.loads(json.dumps(found.to_dict(), allow_nan=False))


@pytest.mark.slow
def test_all_pairs_are_adjusted_by_holm(data):
    found = result(data, THREE)
    pairs = [each.verdict.names for each in found.comparisons]
    assert pairs == [("bayes", "tree"), ("bayes", "dummy"), ("tree", "dummy")]
    alone = [result(data, {a: THREE[a], b: THREE[b]}).verdict for a, b in pairs]
    assert [each.verdict.result.p_value for each in found.comparisons] == [v.result.p_value for v in alone]
    expected = adjust([v.result.p_value for v in alone], method="holm")
    assert [each.verdict.adjusted_p_value for each in found.comparisons] == pytest.approx(expected.tolist())
    assert {str(each.verdict.adjustment) for each in found.comparisons} == {"holm, 3 comparisons"}


@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.3, 0.9])
@pytest.mark.slow
def test_the_adjusted_p_value_decides(data, alpha):
    found = result(data, THREE, alpha=alpha)
    for each in found.comparisons:
        verdict = each.verdict
        better = {1: "a-better", -1: "b-better", 0: "undecided"}[verdict.result.direction]
        assert verdict.decision == (better if verdict.adjusted_p_value < alpha else "undecided")


def reach(verdict):
    return max(abs(verdict.result.interval.low), abs(verdict.result.interval.high))


@pytest.mark.slow
def test_equivalence_among_several_needs_a_wider_interval(data):
    pair = {"bayes": BAYES, "tree": TREE}
    usual, wide = (reach(result(data, pair, level=level).verdict) for level in (0.95, 1 - 2 * 0.05 / 3))
    assert usual < wide
    between, beyond = (usual + wide) / 2, wide + 1e-6
    for margin, among_three in ((between, "undecided"), (beyond, "equivalent")):
        assert result(data, pair, margin=margin).verdict.decision == "equivalent"
        several = result(data, THREE, margin=margin)
        assert several.verdict.names == ("bayes", "tree")
        assert several.verdict.decision == among_three
        assert (several.verdict.result.level, reach(several.verdict)) == (0.95, usual)
        assert str(several.verdict.adjustment) == "holm, 3 comparisons"


@pytest.mark.slow
def test_equivalence_does_not_depend_on_the_interval_that_is_shown(data):
    pair = {"bayes": BAYES, "tree": TREE}
    margin = reach(result(data, pair, level=1 - 2 * 0.05 / 3).verdict) + 1e-6
    assert result(data, THREE, level=0.99, margin=margin).verdict.decision == "equivalent"
    assert result(data, THREE, level=0.99, margin=margin - 2e-6).verdict.decision == "undecided"


@pytest.mark.slow
def test_equivalence_counts_the_comparisons_of_all_data_sets(data, hundred):
    pair = {"bayes": BAYES, "tree": TREE}
    usual, wide = (reach(result(data, pair, level=level).verdict) for level in (0.95, 1 - 2 * 0.05 / 2))
    assert usual == wide  # two comparisons: 1 - 2 alpha / 2 is the usual level
    sets = (data, make_data(*hundred, name="hundred"))
    assert result(sets, pair, margin=usual + 1e-6).comparisons[0].verdict.decision == "equivalent"
    four = (*sets, make_data(*hundred, name="third"), make_data(*hundred, name="fourth"))
    assert result(four, pair, margin=usual + 1e-6).comparisons[0].verdict.decision == "undecided"


@pytest.mark.slow
def test_other_adjustments(data):
    found = result(data, THREE, adjustment="bonferroni")
    for each in found.comparisons:
        assert each.verdict.adjusted_p_value == pytest.approx(min(1, 3 * each.verdict.result.p_value))


def test_all_against_a_baseline(data):
    found = result(data, THREE, baseline="tree")
    assert [each.verdict.names for each in found.comparisons] == [("bayes", "tree"), ("dummy", "tree")]
    assert str(found.verdict.adjustment) == "holm, 2 comparisons"


def test_one_comparison_is_not_adjusted_and_its_names_stand_on_top(data):
    found = result(data, {"bayes": BAYES, "dummy": DUMMY}, metrics=("accuracy", "auc"))
    assert [each.metric for each in found.comparisons] == ["accuracy", "auc"]
    assert len(found.deciding) == 1
    assert found.verdict.adjustment is None
    told = strict(found)
    assert (told["decision"], told["method"]) == (found.verdict.decision, "corrected-resampled-t")
    assert told["comparisons"][1]["metric"] == "auc"
    assert told["design"] == "Resampling(splits=4, test=0.3333)"
    assert told["learners"] == {"bayes": "GaussianNB()", "dummy": "DummyClassifier()"}
    assert told["trainings"] == 8
    assert "seconds" not in told


@pytest.mark.slow
def test_several_comparisons_have_nothing_on_top(data):
    told = strict(result(data, THREE))
    assert "decision" not in told
    assert [each["data"] for each in told["comparisons"]] == ["two"] * 3


@pytest.mark.slow
def test_more_that_were_tried_count_as_if_they_had_shown_nothing(data):
    found, among = result(data, THREE), result(data, THREE, tried=10)
    raw = [each.verdict.result.p_value for each in found.comparisons]
    assert [each.verdict.adjusted_p_value for each in among.comparisons] == pytest.approx(
        adjust([*raw, *[1.0] * 7])[:3].tolist(), rel=1e-12
    )
    assert str(among.verdict.adjustment) == "holm, 10 tried"
    assert "many-tried" in [caveat.key for caveat in among.verdict.caveats]
    within = result(data, THREE, tried=3)
    assert str(within.verdict.adjustment) == "holm, 3 comparisons"


def test_one_comparison_is_adjusted_for_what_was_tried_too(data):
    pair = {"bayes": BAYES, "dummy": DUMMY}
    alone, among = result(data, pair).verdict, result(data, pair, tried=5).verdict
    assert alone.adjustment is None
    assert among.adjusted_p_value == pytest.approx(min(1, 5 * alone.result.p_value), rel=1e-12)
    assert str(among.adjustment) == "bonferroni, 5 tried"
    # What each method says stays as it is.
    assert [each.decision for each in among.opinions] == [each.decision for each in alone.opinions]


@pytest.mark.slow
def test_how_sure_a_decision_is_follows_its_adjusted_p_value(data):
    pair = {"bayes": BAYES, "tree": TREE}
    alone = result(data, pair).verdict
    several = next(
        each.verdict for each in result(data, THREE).comparisons if each.verdict.names == alone.names
    )
    assert several.decision == alone.decision == "undecided"
    assert several.replicability.share >= alone.replicability.share
    strict_alpha = 0.05 * several.result.p_value / several.adjusted_p_value
    expected = result(data, pair, alpha=max(strict_alpha, 0.05 / 3)).verdict.replicability
    assert several.replicability == expected


def test_several_data_sets_are_adjusted_together(data, hundred):
    sets = (data, make_data(*hundred, name="hundred"))
    found = result(sets, {"bayes": BAYES, "dummy": DUMMY})
    assert [each.data for each in found.comparisons] == ["two", "hundred"]
    assert str(found.verdict.adjustment) == "holm, 2 comparisons"
    assert found.across == ()
    assert {each.data for each in found.summaries} == {"two", "hundred"}


@pytest.mark.slow
def test_enough_data_sets_are_compared_as_a_sample(two):
    X, y = two
    sets = tuple(
        make_data(X + np.random.default_rng(i).normal(size=X.shape), y, name=f"set {i}")
        for i in range(FEWEST_DATA_SETS)
    )
    found = result(sets, {"bayes": BAYES, "dummy": DUMMY}, design=KFold(folds=3))
    means = {
        name: [each.mean for each in found.summaries if each.learner == name] for name in ("bayes", "dummy")
    }
    (across,) = found.across
    assert (across.data, across.verdict.result.method, across.verdict.result.n) == (
        "all data sets",
        "wilcoxon",
        6,
    )
    expected = stats.wilcoxon(means["bayes"], means["dummy"]).pvalue
    assert across.verdict.result.p_value == pytest.approx(expected, rel=1e-9)


@pytest.fixture(scope="module")
def six(two):
    X, y = two
    return tuple(
        make_data(X + np.random.default_rng(i).normal(size=X.shape), y, name=f"set {i}")
        for i in range(FEWEST_DATA_SETS)
    )


@pytest.mark.slow
def test_the_margin_holds_across_data_sets_too(six):
    # Runs that test items twice: no method resamples items, which would take longer than all the rest.
    asked = {"design": RepeatedKFold(runs=2, folds=3), "alpha": 0.1, "level": 0.9}
    for estimators, several in (({"bayes": BAYES, "dummy": DUMMY}, 1), (THREE, 3)):
        plain = result(six, estimators, **asked).across[-1].verdict
        assert (plain.margin, plain.decision == "equivalent") == (None, False)
        level = 1 - 2 * 0.1 / several
        wide = reach(result(six, estimators, **asked | {"level": level}).across[-1].verdict)
        within = result(six, estimators, margin=wide + 1e-6, **asked).across[-1].verdict
        beyond = result(six, estimators, margin=wide - 1e-6, **asked).across[-1].verdict
        assert (within.margin, within.decision) == (wide + 1e-6, "equivalent")
        assert beyond.decision != "equivalent"
        assert within.result == plain.result


@pytest.mark.slow
def test_what_was_tried_counts_across_data_sets_too(six):
    pair = {"bayes": BAYES, "dummy": DUMMY}
    alone = result(six, pair, design=KFold(folds=3)).across[0].verdict
    among = result(six, pair, design=KFold(folds=3), tried=5).across[0].verdict
    assert alone.adjustment is None
    assert among.adjusted_p_value == min(1.0, 5 * alone.result.p_value)
    assert "many-tried" in [caveat.key for caveat in among.caveats]


def test_summaries_are_the_mean_the_spread_and_a_corrected_interval(data, two):
    design = RepeatedKFold(runs=2, folds=4)
    found = result(data, {"bayes": BAYES, "dummy": DUMMY}, design=design, level=0.9)
    scores = cross_val_score(BAYES, *two, cv=list(design.split(two[1])))
    reach = stats.t.ppf(0.95, 7) * math.sqrt((1 / 8 + 15 / 45) * np.var(scores, ddof=1))
    summary = found.summaries[0]
    assert (summary.learner, summary.metric, summary.splits) == ("bayes", "accuracy", 8)
    assert (summary.unit, summary.level) == (Unit("accuracy", 100.0), 0.9)
    assert summary.mean == pytest.approx(np.mean(scores), abs=1e-12)
    assert summary.sd == pytest.approx(np.std(scores, ddof=1), abs=1e-12)
    assert (summary.low, summary.high) == pytest.approx(
        (max(np.mean(scores) - reach, 0), min(np.mean(scores) + reach, 1)), abs=1e-12
    )


@pytest.mark.parametrize("metric", ["accuracy", "error"])
def test_the_interval_of_one_test_set_is_that_of_a_rate(data, two, metric):
    design = Holdout(test=0.5)
    found = result(data, {"bayes": BAYES, "dummy": DUMMY}, design=design, method="auto", metrics=(metric,))
    (score,) = cross_val_score(BAYES, *two, cv=list(design.split(two[1])))
    errors = round((1 - score) * 30)
    low, high = interval(errors, 30)
    summary = found.summaries[0]
    assert summary.sd is None
    expected = (low, high) if metric == "error" else (1 - high, 1 - low)
    assert (summary.low, summary.high) == pytest.approx(expected, abs=1e-12)


def test_items_of_groups_have_no_interval_on_one_test_set(two):
    grouped = make_data(*two, groups=np.arange(60) // 2)
    found = result(grouped, {"bayes": BAYES, "dummy": DUMMY}, design=Holdout(), method="auto")
    assert found.summaries[0].mean > 0
    assert found.summaries[0].to_dict()["interval"] is None
    several = result(grouped, {"bayes": BAYES, "dummy": DUMMY})
    assert several.summaries[0].low is not None


def test_metrics_that_are_no_rate_have_no_interval_on_one_test_set(data):
    found = result(
        data, {"bayes": BAYES, "dummy": DUMMY}, design=Holdout(), method="auto", metrics=("log-loss",)
    )
    assert found.summaries[0].mean > 0
    assert found.summaries[0].to_dict()["interval"] is None


def test_scores_that_are_all_the_same_have_no_interval():
    always = make_data(np.zeros((40, 1)), np.arange(40) % 2)
    found = result(always, {"bayes": BAYES, "dummy": DUMMY}, design=RepeatedKFold(runs=2, folds=4))
    dummy = found.summaries[1]
    assert (dummy.mean, dummy.sd, dummy.low, dummy.high) == (0.5, 0.0, None, None)


def test_numbers_have_summaries_too(two):
    data = make_data(two[0], two[0][:, 0] * 2, kind="numbers")
    learners = {"line": LinearRegression(), "same": LinearRegression(fit_intercept=False)}
    found = result(data, learners, metrics=("squared-error",))
    assert all(0 <= each.low <= each.mean <= each.high for each in found.summaries if each.low is not None)
    strict(found)


def test_failures_are_listed_and_what_is_left_is_summarised(data, two, learners):
    pair = {"odd": learners.Failing(two[0][0, 0]), "bayes": BAYES}
    asked = {"design": RepeatedKFold(runs=2, folds=3), "method": "auto", "halvings": 2}
    found = result(data, pair, **asked)
    main = [each for each in found.failed if each[2] == "main"]
    assert len(main) == 2
    assert all(each[:2] == ("two", "odd") for each in found.failed)
    assert {each[2] for each in found.failed} == {"main"}
    assert found.summaries[0].splits == 4
    told = strict(found)
    assert set(told["failed"][0]) == {"data", "learner", "part", "split", "error"}
    assert told["failed"][0]["error"] == "ValueError: the marked item is missing"
    halved = result(data, pair, **asked | {"design": FiveByTwo()})
    assert {each[2] for each in halved.failed} == {"main", "half 1.1", "half 1.2", "half 2.1", "half 2.2"}


@pytest.mark.slow
def test_a_metric_that_is_undefined_on_a_fold_leaves_a_note(two):
    data = make_data(two[0][:40], two[1][:40])
    asked = {"design": LeaveOneOut(), "method": "auto", "metrics": ("mcc",)}
    summary = result(data, {"bayes": BAYES, "logistic": LogisticRegression()}, **asked).summaries[0]
    assert (summary.mean, summary.low, summary.splits) == (None, None, 0)
    assert summary.note.startswith("mcc of bayes is undefined (0/0) on split 1 of main")


def test_time_is_counted_by_learner(data):
    found = result(data, {"bayes": BAYES, "logistic": LogisticRegression()})
    assert set(found.seconds) == {"bayes", "logistic"}
    assert all(0 < each < 60 for each in found.seconds.values())


def test_tuning_is_counted(data):
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 2, 3]}, cv=2)
    found = result(data, {"tuned": search, "bayes": BAYES})
    (tuned,) = strict(found)["tuning"]
    assert (tuned["learner"], tuned["configurations"], tuned["total"]) == ("tuned", 3, 12)


def test_references_are_told(data):
    told = strict(result(data, {"bayes": BAYES, "dummy": DUMMY}, permutations=3))
    assert [(each["data"], each["learner"]) for each in told["references"]] == [
        ("two", "bayes"),
        ("two", "dummy"),
    ]


@pytest.mark.slow
def test_the_halvings_are_counted_as_trainings(data):
    found = result(data, {"bayes": BAYES, "dummy": DUMMY}, method="auto", halvings=2)
    assert found.trainings == 8 + 2 * 40
    assert strict(found)["method"] == "half-sample-t"
