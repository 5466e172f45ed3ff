import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import stats
from sklearn import metrics as sklearn_metrics
from tests.looping import in_one_test

from bakeoff.compare.counts import compare_counts
from bakeoff.compare.predictions import compare_predictions
from bakeoff.core.exceptions import IllegalMethodError, InputError
from bakeoff.metrics import METRICS

RNG = np.random.default_rng(11)
N = 300
Y = RNG.integers(0, 2, N)
P_A = np.clip(0.4 * Y + 0.6 * RNG.random(N), 0.01, 0.99)
P_B = np.clip(0.2 * Y + 0.8 * RNG.random(N), 0.01, 0.99)
L_A, L_B = (P_A > 0.5).astype(int), (P_B > 0.5).astype(int)
OF_LABELS = [record.key for record in METRICS if record.kind == "labels"]


def test_accuracy_is_compared_by_counts():
    right_a, right_b = L_A == Y, L_B == Y
    parts = (right_a & ~right_b, right_b & ~right_a, right_a & right_b)
    only_a, only_b, both = (int(np.sum(part)) for part in parts)
    expected = compare_counts(only_a, only_b, n=N, both_right=both)
    assert compare_predictions(Y, L_A, L_B).to_dict() == expected.to_dict()
    assert compare_predictions(Y, L_A, L_B, metric="error").result == expected.result


@in_one_test(
    "make",
    [
        list,
        tuple,
        np.array,
        lambda v: np.array(v, dtype=object),
        pd.Series,
        lambda v: pd.Series(v, index=range(len(v), 0, -1)),
        lambda v: pd.Series(v, dtype="category"),
        lambda v: pd.DataFrame({"only": v}),
        pl.Series,
        pa.array,
        lambda v: pa.chunked_array([v[:5], v[5:]]),
    ],
)
@in_one_test("kind", [int, bool, lambda v: "ny"[v]])
def test_every_container_and_kind_of_label_gives_the_same_verdict(make, kind):
    columns = [[kind(v) for v in column.tolist()] for column in (Y, L_A, L_B)]
    expected = compare_predictions(Y, L_A, L_B).to_dict()
    assert compare_predictions(*map(make, columns)).to_dict() == expected


def test_containers_and_kinds_may_be_mixed():
    mixed = compare_predictions(Y.tolist(), pd.Series(L_A.astype(bool)), pa.array(L_B.astype(float)))
    assert mixed.to_dict() == compare_predictions(Y, L_A, L_B).to_dict()


@in_one_test("metric", OF_LABELS)
def test_every_label_metric_runs_and_says_its_unit(metric):
    verdict = compare_predictions(Y, L_A, L_B, metric=metric, resamples=200)
    swapped = compare_predictions(Y, L_B, L_A, metric=metric, resamples=200)
    assert verdict.result.estimate > 0
    assert swapped.result.estimate == pytest.approx(-verdict.result.estimate, abs=1e-12)
    assert verdict.result.interval.low <= verdict.result.estimate <= verdict.result.interval.high
    assert verdict.sentence.startswith("A is better: ")
    assert " points " in verdict.sentence
    json.dumps(verdict.to_dict(), allow_nan=False)


@pytest.mark.parametrize(
    ("metric", "independent"),
    [
        ("f1", sklearn_metrics.f1_score),
        ("macro-f1", lambda y, p: sklearn_metrics.f1_score(y, p, average="macro")),
        ("mcc", sklearn_metrics.matthews_corrcoef),
        ("kappa", sklearn_metrics.cohen_kappa_score),
        ("precision", sklearn_metrics.precision_score),
        ("recall", sklearn_metrics.recall_score),
        ("balanced-accuracy", sklearn_metrics.balanced_accuracy_score),
    ],
)
def test_the_estimate_is_the_difference_of_the_metrics(metric, independent):
    verdict = compare_predictions(Y, L_A, L_B, metric=metric, resamples=100)
    assert verdict.result.estimate == pytest.approx(independent(Y, L_A) - independent(Y, L_B), abs=1e-12)
    assert verdict.result.method == "score-t"
    assert verdict.values == pytest.approx((independent(Y, L_A), independent(Y, L_B)), abs=1e-12)


@pytest.mark.parametrize(
    ("metric", "independent", "words"),
    [
        ("auc", sklearn_metrics.roc_auc_score, "points of area under the ROC curve"),
        ("log-loss", lambda y, p: -sklearn_metrics.log_loss(y, p), "less log loss"),
        ("brier", lambda y, p: -sklearn_metrics.brier_score_loss(y, p), "less Brier score"),
        ("squared-error", lambda y, p: -sklearn_metrics.mean_squared_error(y, p), "less squared error"),
    ],
)
def test_score_metrics(metric, independent, words):
    verdict = compare_predictions(Y, P_A, P_B, metric=metric)
    assert verdict.result.estimate == pytest.approx(independent(Y, P_A) - independent(Y, P_B), abs=1e-12)
    assert verdict.result.method == ("area-t" if metric == "auc" else "skewed-t")
    assert words in verdict.sentence
    assert verdict.decision == "a-better"


@pytest.mark.parametrize("metric", ["auc", "log-loss", "brier"])
def test_probabilities_of_all_classes_say_the_same(metric):
    one = compare_predictions(Y, P_A, P_B, metric=metric).result
    for positive in (None, 1):
        both = compare_predictions(
            Y,
            np.column_stack([1 - P_A, P_A]),
            pd.DataFrame({"no": 1 - P_B, "yes": P_B}),
            metric=metric,
            positive=positive,
        ).result
        assert both.p_value == pytest.approx(one.p_value, rel=1e-9)
        assert both.estimate == pytest.approx((2 if metric == "brier" else 1) * one.estimate, rel=1e-12)


@pytest.mark.parametrize("metric", ["auc", "log-loss", "brier"])
def test_the_other_class_may_be_positive(metric):
    usual = compare_predictions(Y, P_A, P_B, metric=metric).result
    turned = compare_predictions(Y, 1 - P_A, 1 - P_B, metric=metric, positive=0).result
    assert turned.estimate == pytest.approx(usual.estimate, rel=1e-12)


def test_three_classes_of_which_one_does_not_occur():
    truth = [0, 2, 0, 2]
    sure = np.array([[0.8, 0.1, 0.1], [0.1, 0.1, 0.8], [0.7, 0.1, 0.2], [0.1, 0.2, 0.7]])
    verdict = compare_predictions(truth, sure, np.full((4, 3), 1 / 3), metric="log-loss")
    expected = -np.mean(np.log([0.8, 0.8, 0.7, 0.7])) + np.log(1 / 3)
    assert verdict.result.estimate == pytest.approx(-expected, rel=1e-12)


@pytest.mark.parametrize("truth", [[1] * 5, [True] * 5])
@pytest.mark.parametrize("metric", ["log-loss", "brier"])
def test_one_class_that_is_the_positive_one(truth, metric):
    verdict = compare_predictions(truth, [0.9, 0.8, 0.9, 0.8, 0.7], [0.1, 0.2, 0.3, 0.1, 0.1], metric=metric)
    assert verdict.decision == "a-better"


def test_one_class_against_the_rest_by_auc():
    truth = np.array(["a", "b", "c"] * 20)
    chances = RNG.dirichlet([1, 1, 1], 60)
    table = compare_predictions(truth, chances, chances[:, ::-1], metric="auc", positive="c").result
    column = compare_predictions(truth, chances[:, 2], chances[:, 0], metric="auc", positive="c").result
    assert table == column


def test_identical_predictions():
    for metric, a in (("accuracy", L_A), ("f1", L_A), ("auc", P_A), ("brier", P_A)):
        verdict = compare_predictions(Y, a, a, metric=metric, resamples=100)
        assert (verdict.decision, verdict.result.estimate, verdict.result.p_value) == ("undecided", 0, 1)
        assert verdict.result.interval.low <= 0 <= verdict.result.interval.high
        assert verdict.result.notes
        assert "no difference" in verdict.sentence


def test_the_class_that_a_metric_speaks_of_is_named():
    words = np.where(Y == 1, "fraud", "fine")
    a, b = (np.where(labels == 1, "fraud", "fine") for labels in (L_A, L_B))
    verdict = compare_predictions(words, a, b, metric="f1", positive="fraud", resamples=100)
    assert "points of F1 of class 'fraud', 95 % interval" in verdict.sentence
    assert verdict.to_dict()["subject"] == "F1 of class 'fraud'"
    assert "points of F1 of class 'fraud' (A minus B)" in str(verdict)
    ranked = compare_predictions(words, P_A, P_B, metric="auc", positive="fraud")
    assert "points of area under the ROC curve of class 'fraud'," in ranked.sentence
    assert (
        compare_predictions(Y, L_A, L_B, metric="macro-f1", resamples=100).unit.subject == "macro-averaged F1"
    )


@pytest.mark.parametrize("metric", ["f1", "precision", "auc", "log-loss", "brier"])
def test_a_guessed_positive_class_is_a_caveat(metric):
    words = np.where(Y == 1, "spam", "ham")
    a, b = (P_A, P_B) if metric in ("auc", "log-loss", "brier") else np.where([L_A, L_B], "spam", "ham")
    options = {"metric": metric, "resamples": 100}

    def guessed(**named):
        keys = [caveat.key for caveat in compare_predictions(words, a, b, **options, **named).caveats]
        return "positive-guessed" in keys

    assert guessed()
    assert not guessed(positive="spam")


def test_a_metric_of_all_classes_needs_no_positive_one():
    words = [np.where(each == 1, "spam", "ham") for each in (Y, L_A, L_B)]
    for metric in ("accuracy", "macro-f1", "mcc"):
        found = compare_predictions(*words, metric=metric, resamples=100).caveats
        assert "positive-guessed" not in [caveat.key for caveat in found]


def test_labels_that_are_written_otherwise_are_a_caveat():
    verdict = compare_predictions(["cat", "dog"] * 9, ["cat", "dog"] * 9, ["Cat", "Dog"] * 9)
    assert [caveat.key for caveat in verdict.caveats] == ["labels-never-meet"]
    assert (
        "a label of B is spelt differently in the truth (B has 'Cat', the truth has 'cat')"
        in verdict.caveats[0].text
    )


def test_one_item_and_one_class_are_enough():
    assert compare_predictions(["x"], ["x"], ["y"]).decision == "undecided"
    verdict = compare_predictions(["x"] * 9, ["x"] * 9, ["x"] * 4 + ["y"] * 5)
    assert verdict.result.estimate == pytest.approx(5 / 9)
    assert verdict.result.p_value == pytest.approx(2 * stats.binom.pmf(0, 5, 0.5) / 2)


def test_a_metric_that_is_undefined_never_reaches_a_verdict():
    with pytest.raises(
        InputError,
        match=r"the metric is undefined \(0/0\) on these items, because A predicts 0 for every item",
    ):
        compare_predictions([0, 1, 0], [0, 0, 0], [0, 1, 0], metric="precision")


@pytest.mark.parametrize(
    ("metric", "positive"),
    [
        ("specificity", "cat"),
        ("false-alarm", "cat"),
        ("macro-recall", None),
        ("recall", "dog"),
        ("mcc", None),
    ],
)
@pytest.mark.parametrize("method", ["auto", "bootstrap"])
def test_a_truth_of_one_class_is_the_reason_of_0_over_0(metric, positive, method):
    truth, b = ["cat"] * 20, ["cat"] * 15 + ["dog"] * 5
    told = r"because all of them belong to class 'cat'; add items of the other classes, or choose accuracy"
    with pytest.raises(InputError, match=told):
        compare_predictions(truth, truth, b, metric=metric, positive=positive, method=method)


def test_a_class_that_the_truth_lacks_is_the_reason_of_0_over_0():
    truth, a, b = ["cat", "cow"] * 9, ["cat"] * 18, ["cat", "dog"] * 9
    with pytest.raises(InputError, match="because 'dog' is predicted but never occurs in the truth"):
        compare_predictions(truth, a, b, metric="recall", positive="dog")


def test_clusters_are_respected():
    twice = np.repeat(np.arange(N), 2)
    single = compare_predictions(Y, L_A, L_B, method="skewed-t").result
    doubled = compare_predictions(Y[twice], L_A[twice], L_B[twice], clusters=twice).result
    assert doubled.method == "skewed-t"
    assert doubled.p_value == pytest.approx(single.p_value, rel=1e-9)
    assert (
        "on 600 items in 300 clusters)"
        in compare_predictions(Y[twice], L_A[twice], L_B[twice], clusters=twice).sentence
    )
    naive = compare_predictions(Y[twice], L_A[twice], L_B[twice], method="skewed-t").result
    assert naive.p_value < doubled.p_value
    per_item = compare_predictions(
        Y, P_A, P_B, metric="brier", clusters=[f"user {i}" for i in range(N)]
    ).result
    assert per_item.p_value == pytest.approx(compare_predictions(Y, P_A, P_B, metric="brier").result.p_value)


def test_clusters_and_methods_that_suppose_independent_items():
    expected = (
        r"mcnemar assumes independent items, and items in one cluster are not independent; methods that "
        r"allow clusters: "
        r"bootstrap, jackknife, paired-mean, permutation, score-t, skewed-t$"
    )
    with pytest.raises(IllegalMethodError, match=expected):
        compare_predictions(Y, L_A, L_B, clusters=np.arange(N) // 2, method="mcnemar")


@in_one_test("method", ["auto", "bootstrap", "permutation", "jackknife"])
@in_one_test("metric", ["accuracy", "f1", "mcc"])
def test_any_label_metric_respects_clusters(metric, method):
    """Every item said twice is no new evidence."""
    twice = np.repeat(np.arange(N), 2)
    ask = {"metric": metric, "method": method} | ({} if method == "jackknife" else {"resamples": 500})
    alone = compare_predictions(Y, L_A, L_B, clusters=np.arange(N), **ask).result
    doubled = compare_predictions(Y[twice], L_A[twice], L_B[twice], clusters=twice, **ask).result
    assert doubled.n == 2 * N
    assert doubled.estimate == pytest.approx(alone.estimate, abs=1e-12)
    assert doubled.p_value == pytest.approx(alone.p_value, abs=1e-9)
    assert [*doubled.interval] == pytest.approx([*alone.interval], abs=1e-9)


def test_a_function_of_the_counts_is_a_metric():
    def caught(matrix):
        return matrix[1, 1] / matrix[:, 1].sum()

    own = compare_predictions(Y, L_A, L_B, metric=caught, resamples=200)
    ours = compare_predictions(Y, L_A, L_B, metric="recall", resamples=200)
    assert own.metric == "caught"
    assert own.result.estimate == pytest.approx(ours.result.estimate, abs=1e-12)
    assert own.result.p_value == ours.result.p_value
    assert own.values == pytest.approx(ours.values, abs=1e-12)


def test_the_order_of_items_changes_no_bit():
    shuffled = np.random.default_rng(7).permutation(N)
    groups = np.arange(N) % 40
    for metric, a, b in (
        ("accuracy", L_A, L_B),
        ("macro-f1", L_A, L_B),
        ("brier", P_A, P_B),
        ("auc", P_A, P_B),
    ):
        for clusters in (None, groups):
            ask = {"metric": metric, "resamples": 200}
            one = compare_predictions(Y, a, b, clusters=clusters, **ask)
            other = compare_predictions(
                Y[shuffled],
                a[shuffled],
                b[shuffled],
                clusters=None if clusters is None else clusters[shuffled],
                **ask,
            )
            assert one.to_dict() == other.to_dict(), (metric, clusters is None)


def test_by_slices_the_items():
    verdict = compare_predictions(Y, L_A, L_B, by=np.arange(N) % 3)
    assert [(each.name, each.n) for each in verdict.slices] == [("0", 100), ("1", 100), ("2", 100)]
    own = compare_predictions(Y[1::3], L_A[1::3], L_B[1::3])
    assert verdict.slices[1].verdict.result == own.result
    assert verdict.result == compare_predictions(Y, L_A, L_B).result
    ranked = compare_predictions(Y, P_A, P_B, metric="auc", by=np.arange(N) % 3)
    assert (
        ranked.slices[2].verdict.result
        == compare_predictions(Y[2::3], P_A[2::3], P_B[2::3], metric="auc").result
    )


def test_accuracy_by_other_methods():
    by_mean = compare_predictions(Y, L_A, L_B, method="paired-mean").result
    for method in ("bootstrap", "permutation", "mcnemar", "mcnemar-exact", "difference-of-proportions"):
        result = compare_predictions(Y, L_A, L_B, method=method, resamples=500).result
        assert result.method == method
        assert result.estimate == pytest.approx(by_mean.estimate, abs=1e-12)


def test_the_same_rng_gives_the_same_answer_and_another_another():
    draws = [
        compare_predictions(Y, L_A, L_B, metric="f1", method="permutation", resamples=300, rng=rng).result
        for rng in (3, 3, 4)
    ]
    assert draws[0] == draws[1]
    assert draws[0].interval != draws[2].interval


@pytest.mark.parametrize("method", ["auto", "paired-mean", "bootstrap", "permutation", "jackknife"])
def test_one_cluster_tells_nothing(method):
    with pytest.raises(InputError, match="all items are in one cluster"):
        compare_predictions(Y, L_A, L_B, clusters=["u"] * N, method=method)


@pytest.mark.parametrize("method", ["bootstrap", "permutation", "jackknife"])
def test_few_clusters_are_told_by_every_method(method):
    few, many = (
        compare_predictions(Y, L_A, L_B, clusters=np.arange(N) % groups, method=method, metric="f1")
        for groups in (4, 100)
    )
    assert "few-clusters" in [caveat.key for caveat in few.caveats]
    assert "few-clusters" not in [caveat.key for caveat in many.caveats]


def test_whether_slices_differ_does_not_depend_on_the_level():
    asked = {"metric": "brier", "by": np.arange(N) % 5, "method": "paired-mean"}
    found = [
        compare_predictions(Y, P_A, P_B, level=level, **asked).heterogeneity for level in (0.5, 0.95, 0.99)
    ]
    assert found[0].statistic == pytest.approx(found[1].statistic, rel=1e-9)
    assert found[2].statistic == pytest.approx(found[1].statistic, rel=1e-9)


@pytest.mark.parametrize("method", ["delong", "bootstrap"])
def test_a_class_in_few_clusters_is_told(method):
    # Thirty clusters, of which three or twenty have any of the class.
    told = []
    for some in (3, 20):
        truth = np.where(np.arange(N) % 30 < some, np.arange(N) // 30 % 2, 0)
        found = compare_predictions(
            truth, P_A, P_B, metric="auc", clusters=np.arange(N) % 30, method=method, resamples=200
        )
        told.append("few-clusters" in [caveat.key for caveat in found.caveats])
    assert told == [True, False]


def test_unequal_clusters_are_told_by_methods_without_degrees_of_freedom():
    sizes = np.where(np.arange(N) < N - 20, 0, np.arange(N))
    found = compare_predictions(Y, L_A, L_B, metric="f1", clusters=sizes, method="bootstrap", resamples=200)
    assert "few-clusters" in [caveat.key for caveat in found.caveats]


def test_rows_with_the_same_names_in_another_order_are_no_pairs():
    names = [f"item {i}" for i in range(N)]
    truth, a, b = (pd.Series(values, index=names) for values in (Y, L_A, L_B))
    usual = compare_predictions(truth, a, b)
    assert usual.to_dict() == compare_predictions(Y, L_A, L_B).to_dict()
    for other in ({"a": a[::-1]}, {"b": b.sample(frac=1, random_state=1)}, {"by": a[::-1]}):
        with pytest.raises(InputError, match=r"have the same index in a different order, .*reindex"):
            compare_predictions(**{"truth": truth, "a": a, "b": b} | other)
    # Predictions of some rows are numbered from 0 by most tools: these have no names.
    some = pd.Series(Y, index=np.random.default_rng(0).permutation(10 * N)[:N])
    assert compare_predictions(some, pd.Series(L_A), pd.Series(L_B)).to_dict() == usual.to_dict()
    other_names = pd.Series(L_A, index=[f"row {i}" for i in range(N)])
    with pytest.raises(InputError, match="have different indices"):
        compare_predictions(truth, other_names, b)


def test_labels_of_any_length_leave_the_sentence_readable():
    long = np.where(Y == 1, "spam " * 2000, "ham " * 2000)
    said = (
        np.where(L_A == 1, "spam " * 2000, "ham " * 2000),
        np.where(L_B == 1, "spam " * 2000, "ham " * 2000),
    )
    found = compare_predictions(long, *said, metric="f1", resamples=100)
    assert len(str(found)) < 2000
    assert len(found.sentence) < 250
