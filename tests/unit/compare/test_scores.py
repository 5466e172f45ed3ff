from dataclasses import replace

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import stats
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import KFold as SklearnKFold
from sklearn.model_selection import cross_validate
from tests.looping import in_one_test

from bakeoff.compare.scores import compare_scores
from bakeoff.core.exceptions import IllegalMethodError, InputError
from bakeoff.designs import FiveByTwo, KFold, LeaveOneOut, RepeatedKFold, Resampling
from bakeoff.measured.tables import risk_under
from bakeoff.metrics import METRICS

A, B = [0.9, 0.8, 0.85, 0.88], [0.7, 0.75, 0.7, 0.8]
FOUR = KFold(folds=4)


def test_the_default_is_the_corrected_resampled_t():
    result = compare_scores(A, B, design=FOUR).result
    x = np.array(A) - np.array(B)
    t = x.mean() / np.sqrt((1 / 4 + 1 / 3) * x.var(ddof=1))
    assert result.method == "corrected-resampled-t"
    assert result.statistic == pytest.approx(t, rel=1e-12)
    assert result.p_value == pytest.approx(2 * stats.t.sf(t, 3), rel=1e-12)


def test_sizes_replace_those_of_the_design():
    usual = compare_scores(A, B, design=FOUR).result
    given = compare_scores(A, B, design=FOUR, n_train=300, n_test=100).result
    assert given.statistic == pytest.approx(usual.statistic, rel=1e-12)
    by_fold = compare_scores(A, B, design=FOUR, n_train=[300] * 4, n_test=[10, 10, 10, 10]).result
    assert by_fold.statistic > usual.statistic


def test_every_form_of_one_learners_scores_gives_the_same_verdict():
    expected = compare_scores(A, B, design=FOUR).to_dict()
    tidy = {"fold": [1, 2, 3, 4]}
    forms = [
        (tuple(A), tuple(B)),
        ([A], [B]),
        (np.array(A), np.array(B)[None, :]),
        (np.array(A)[:, None], np.array(B)[:, None]),
        (pd.Series(A), pd.Series(B)),
        (pl.Series(A), pl.Series(B)),
        (pa.array(A), pa.chunked_array([B])),
        ({"fit_time": np.ones(4), "test_score": np.array(A)}, {"test_score": np.array(B)}),
        ({**tidy, "score": A}, {"fold": [4, 3, 2, 1], "score": B[::-1]}),
        (pd.DataFrame({**tidy, "score": A}), pd.DataFrame({**tidy, "score": B})),
        (pl.DataFrame({**tidy, "score": A}), pa.table({**tidy, "score": B})),
    ]
    for a, b in forms:
        assert compare_scores(a, b, design=FOUR).to_dict() == expected


@pytest.mark.parametrize("make", [dict, pd.DataFrame, pl.DataFrame, pa.table])
def test_one_tidy_table_of_both_learners(make):
    table = {
        "learner": ["tree"] * 4 + ["bayes"] * 4,
        "run": [1] * 8,
        "fold": [1, 2, 3, 4] * 2,
        "score": A + B,
    }
    verdict = compare_scores(make(table), design=FOUR)
    assert verdict.names == ("tree", "bayes")
    assert verdict.result == compare_scores(A, B, design=FOUR).result
    assert compare_scores(make(table), design=FOUR, names=("x", "y")).names == ("x", "y")


def test_sizes_in_a_tidy_table_are_used():
    sizes = {"n_train": [300] * 4, "n_test": [10] * 4}
    one = compare_scores({"fold": [1, 2, 3, 4], "score": A, **sizes}, B, design=FOUR).result
    other = compare_scores(A, {"fold": [1, 2, 3, 4], "score": B, **sizes}, design=FOUR).result
    assert one == other == compare_scores(A, B, design=FOUR, n_train=300, n_test=10).result


def test_sizes_that_differ_are_of_different_splits():
    a = {"fold": [1, 2, 3, 4], "score": A, "n_test": [10] * 4}
    b = {"fold": [1, 2, 3, 4], "score": B, "n_test": [10, 10, 10, 11]}
    with pytest.raises(
        InputError, match="n_test of a and b differ; expected scores of both learners on the same"
    ):
        compare_scores(a, b, design=FOUR)


def test_what_cross_validate_returns():
    X, y = np.arange(40.0)[:, None], np.arange(40) % 3 == 0
    folds = SklearnKFold(4, shuffle=True, random_state=0)
    scored = [
        cross_validate(DummyClassifier(strategy=s, random_state=0), X, y, cv=folds, return_indices=True)
        for s in ("most_frequent", "uniform")
    ]
    verdict = compare_scores(*scored, design=FOUR)
    assert verdict.result.estimate == pytest.approx(
        scored[0]["test_score"].mean() - scored[1]["test_score"].mean()
    )
    losses = [
        cross_validate(DummyClassifier(strategy=s), X, y, cv=folds, scoring=["neg_log_loss", "accuracy"])
        for s in ("prior", "most_frequent")
    ]
    verdict = compare_scores(*losses, design=FOUR, metric="log-loss")
    assert verdict.result.estimate > 1
    assert "Undecided: A has 11.9 less log loss, " in verdict.sentence


def test_errors_become_accuracies_and_losses_are_negated():
    wrong = compare_scores(1 - np.array(A), 1 - np.array(B), design=FOUR, metric="error")
    right = compare_scores(A, B, design=FOUR, metric="accuracy")
    assert wrong.result.estimate == pytest.approx(right.result.estimate, rel=1e-12)
    assert wrong.sentence == right.sentence
    assert compare_scores(A, B, design=FOUR, metric="log-loss").result.estimate < 0


@pytest.mark.parametrize("design", [FiveByTwo(), RepeatedKFold(runs=5, folds=2)])
def test_five_by_two_is_judged_by_what_raises_fewest_false_alarms(design):
    a = np.linspace(0.6, 0.9, 10).reshape(5, 2)
    verdict = compare_scores(a, a**2, design=design)
    assert verdict.result.method == "corrected-resampled-t"
    own = risk_under("five-by-two-t", FiveByTwo(), {})
    assert risk_under("corrected-resampled-t", FiveByTwo(), {}).sizes()[1] < own.sizes()[1]
    assert compare_scores(a.ravel(), a.ravel() ** 2, design=design).to_dict() == verdict.to_dict()


def test_repeated_folds_alone_are_judged_warily():
    a = np.random.default_rng(0).normal(0.8, 0.05, (10, 10))
    verdict = compare_scores(a, a - 0.02, design=RepeatedKFold())
    assert (verdict.result.method, verdict.result.df) == ("cv-all-data", 5)
    assert compare_scores(a, a - 0.02, design=RepeatedKFold(), df=7).result.df == 7
    assert compare_scores(a[:2, :2], a[:2, :2], design=RepeatedKFold(runs=2, folds=2)).result.df == 3


@pytest.mark.parametrize(
    ("items", "floor"), [(None, "the corrected resampled t"), ([0.1, 0.3] * 8, "the items")]
)
def test_halves_that_are_given_are_used(items, floor):
    halves = np.random.default_rng(0).normal(0.1, 0.05, (15, 2))
    verdict = compare_scores(A, B, design=FOUR, halves=halves, items=items)
    assert verdict.result.method == "half-sample-t"
    assert floor in verdict.result.notes[0]


def test_items_choose_the_items_and_folds_t():
    items = np.subtract(A, B).mean() + np.tile([0.25, -0.25], 4)
    verdict, without = (
        compare_scores(A, B, design=FOUR, items=each, opinions=True) for each in (items, None)
    )
    assert (verdict.result.method, verdict.reason.why) == ("items-folds-t", "items-and-folds")
    assert verdict.result.p_value > without.result.p_value
    asked = [{each.method for each in found.opinions} for found in (verdict, without)]
    assert asked[0] - asked[1] == {"items-folds-t"}


def test_items_of_other_scores_are_refused():
    sizes = {"n_test": 2, "n_train": 6}
    compare_scores(A, B, design=FOUR, items=np.repeat(np.subtract(A, B), 2), **sizes)
    with pytest.raises(
        InputError, match=r"^the mean difference is 0\.12 from the folds but 1 from the items"
    ):
        compare_scores(A, B, design=FOUR, items=[1] * 8, **sizes)


def test_halves_are_for_the_half_sample_t():
    halves = np.random.default_rng(0).normal(0.1, 0.05, (15, 2))
    verdict = compare_scores(A, B, design=FOUR, method="half-sample-t", halves=halves.tolist())
    assert (verdict.result.method, verdict.result.df) == ("half-sample-t", 10)
    turned = compare_scores(A, B, design=FOUR, method="half-sample-t", halves=halves, metric="error").result
    assert turned.p_value == pytest.approx(verdict.result.p_value, rel=1e-12)


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        (
            (A[:3], B[:3]),
            r"^KFold\(folds=4\) has 1 run of 4 folds, but the scores have shape \(1, 3\)",
        ),
        ((A, B[:3]), "a has 4 scores and b 3; expected one score of each model for every fold"),
        (([A, A], [B, B]), r"has 1 run of 4 folds, but the scores have shape \(2, 4\)"),
        (([0.9, None, 0.8, 0.7], B), r"a has a missing value \(None\) at position 1"),
        ((A, [0.9, "x", 0.8, 0.7]), "b has 'x' at position 1; expected a finite number"),
        ((A,), "the scores are a list; expected a file, a data frame or a dict of columns"),
        (([[0.9, 0.8], [0.7]], B), "run 1 of a has 1 scores and run 0 has 2"),
        (({"accuracy": A}, B), "no column of a is called 'score'"),
        (({"fold": [1, 2, 3, 4], "score": A}, {"fold": [1, 2, 3, 5], "score": B}), "not have the same folds"),
    ],
)
def test_scores_that_do_not_fit(scores, message):
    with pytest.raises(InputError, match=message):
        compare_scores(*scores, design=FOUR)


def test_a_transposed_table_is_refused():
    a = np.linspace(0.6, 0.9, 10).reshape(2, 5)
    with pytest.raises(InputError, match=r"5 runs of 2 folds, but the scores have shape \(2, 5\)"):
        compare_scores(a, a, design=FiveByTwo())


@in_one_test(
    ("keywords", "message"),
    [
        ({"design": "kfold"}, "design is 'kfold'; expected how the scores were obtained, such as KFold"),
        ({"design": KFold}, "design is <class '.*KFold'>; expected how the scores were obtained"),
        ({"design": None}, "design is None; expected how the scores were obtained"),
        ({"n_train": "many", "n_test": 5}, "n_train is 'many'; expected a number of items"),
        ({"n_train": 0, "n_test": 5}, "n_train has 0.*expected sizes of at least 1"),
        (
            {"n_train": 20, "n_test": [5, 5]},
            r"n_test has shape \(1, 2\); expected one number or shape \(1, 4\)",
        ),
        ({"n_train": float("nan"), "n_test": 5}, "n_train has nan; expected sizes"),
        ({"method": "half-sample-t"}, "half-sample-t needs halves"),
        ({"method": "half-sample-t", "halves": [["x", 1]]}, "halves holds something that is not a number"),
        ({"method": "half-sample-t", "halves": [1, 2]}, "halves has 1 dimension"),
        (
            {"method": "half-sample-t", "halves": [[1, 2, 3]]},
            r"halves has shape \(1, 3\); expected \(halvings, 2\)",
        ),
        ({"method": "two-standard-errors"}, "two-standard-errors needs n_test"),
        ({"method": "kfold-t", "df": 3}, "no option of kfold-t is called 'df'"),
    ],
)
def test_bad_keywords(keywords, message):
    with pytest.raises(InputError, match=message):
        compare_scores(A, B, **{"design": FOUR, **keywords})


def test_methods_of_items_do_not_take_fold_scores():
    with pytest.raises(
        IllegalMethodError, match=r"mcnemar takes .*these are fold scores.*corrected-resampled-t"
    ):
        compare_scores(A, B, design=FOUR, method="mcnemar")


def test_leave_one_out_points_to_the_predictions():
    with pytest.raises(IllegalMethodError, match="compare_predictions"):
        compare_scores([1, 0, 1], [1, 1, 0], design=LeaveOneOut())


def test_one_split_has_no_spread():
    with pytest.raises(InputError, match="needs at least 2 fold scores"):
        compare_scores([0.9], [0.8], design=Resampling(splits=1))


def test_items_that_differ_by_more_than_they_can():
    halves = np.zeros((15, 2))
    with pytest.raises(InputError, match="items reaches 5, but two values of accuracy differ by 1 at most"):
        compare_scores(A, B, design=FOUR, halves=halves, items=[0.5, 5], metric="accuracy")


def test_one_table_may_hold_both_learners_in_any_shape():
    wide = {"fold": [1, 2, 3], "nb": [0.9, 0.8, 0.85], "tree": [0.7, 0.75, 0.7]}
    search = {"params": [{"k": 1}, {"k": 3}]} | {
        f"split{at}_test_f1_macro": [wide["nb"][at], wide["tree"][at]] for at in range(3)
    }
    expected = compare_scores(wide["nb"], wide["tree"], design=KFold(folds=3), metric="macro-f1")
    for table, names in ((wide, ("nb", "tree")), (search, ("k=1", "k=3"))):
        verdict = compare_scores(table, design=KFold(folds=3), metric="macro-f1")
        assert verdict.result == expected.result
        assert verdict.names == names


def test_a_metric_of_the_users_own_has_a_direction():
    lower = replace(METRICS["loss"], title="seconds")
    verdict = compare_scores([3.0, 4.0, 5.0], [2.0, 2.5, 3.0], design=KFold(folds=3), metric=lower)
    assert verdict.result.estimate == pytest.approx(-1.5)
    assert verdict.unit.subject == "seconds"
