import numpy as np
import pandas as pd
import pytest
from scipy import stats
from tests.looping import in_one_test

from bakeoff import compare_counts
from bakeoff.compare.item_scores import compare_item_scores
from bakeoff.core.exceptions import IllegalMethodError, InputError

RNG = np.random.default_rng(7)
A, B = RNG.random(40), RNG.random(40)


def test_scores_by_item_are_a_paired_t_test():
    verdict = compare_item_scores(A, B, called="partial credit", method="paired-mean")
    assert compare_item_scores(A, B).result.method == "skewed-t"
    expected = stats.ttest_rel(A, B)
    assert verdict.result.p_value == pytest.approx(expected.pvalue, rel=1e-10)
    interval = expected.confidence_interval()
    assert verdict.result.interval.low == pytest.approx(interval.low, rel=1e-9)
    assert verdict.values == pytest.approx((A.mean(), B.mean()))
    assert verdict.metric == "score"
    assert verdict.unit.subject == "partial credit"
    assert verdict.unit.factor == 100
    assert "points of partial credit" in verdict.sentence


def test_scores_of_0_and_1_are_right_and_wrong():
    a, b = [1, 1, 1, 1, 1, 0, 0, 1], [0, 0, 0, 0, 0, 1, 0, 1]
    verdict = compare_item_scores(a, b)
    counts = compare_counts(5, 1, n=8, both_right=1)
    assert verdict.result == counts.result
    assert verdict.values == counts.values == (0.75, 0.25)
    assert compare_item_scores(np.array(a, dtype=bool), b).result == counts.result
    assert compare_item_scores(a, b, method="paired-mean").result.method == "paired-mean"


def test_losses_are_turned_round():
    verdict = compare_item_scores(2 + 10 * A, 2 + 10 * B, metric="loss", called="nll")
    other = compare_item_scores(-2 - 10 * A, -2 - 10 * B)
    assert verdict.result.estimate == pytest.approx(other.result.estimate)
    assert verdict.result.p_value == pytest.approx(other.result.p_value)
    assert verdict.values == pytest.approx((2 + 10 * A.mean(), 2 + 10 * B.mean()))
    assert "less nll" in verdict.sentence


@pytest.mark.parametrize("clusters", [None, [0, 0, 1, 1, 2, 2]])
def test_losses_of_0_and_1(clusters):
    verdict = compare_item_scores([0, 0, 0, 0, 0, 1], [1, 1, 1, 0, 0, 0], metric="loss", clusters=clusters)
    assert verdict.result.estimate == pytest.approx(1 / 3)
    assert verdict.values == pytest.approx((1 / 6, 1 / 2))


def test_small_losses_are_no_shares():
    assert compare_item_scores(A, B, metric="loss").unit.factor == 1
    assert compare_item_scores(5 * A, B).unit.factor == 1
    assert compare_item_scores(A - 0.5, B).unit.factor == 1


def test_clusters_are_respected():
    clusters = np.repeat(["x", "y", "z", "u"], 10)
    verdict = compare_item_scores(A, B, clusters=clusters, method="paired-mean")
    assert "40 items in 4 clusters" in verdict.sentence
    sums = [(A - B)[clusters == name].mean() for name in "xyzu"]
    assert verdict.result.p_value == pytest.approx(stats.ttest_1samp(sums, 0).pvalue, rel=1e-9)
    binary = compare_item_scores(A > 0.5, B > 0.5, clusters=clusters)
    assert binary.result.method == "skewed-t"
    with pytest.raises(IllegalMethodError):
        compare_item_scores(A > 0.5, B > 0.5, clusters=clusters, method="mcnemar")


def test_slices_have_verdicts_of_their_own():
    by = pd.Series(np.repeat(["new", "old"], 20), name="users")
    verdict = compare_item_scores(A, B, by=by, clusters=np.arange(40) // 2)
    assert verdict.by == "users"
    assert [(each.name, each.n) for each in verdict.slices] == [("new", 20), ("old", 20)]
    alone = compare_item_scores(A[:20], B[:20], clusters=np.arange(20) // 2)
    assert verdict.slices[0].verdict.result.p_value == alone.result.p_value
    assert verdict.slices[0].verdict.unit == verdict.unit
    assert compare_item_scores(A, B, by=list(by)).by == "slice"


@pytest.mark.parametrize("metric", ["accuracy", "error", "log-loss", "brier", "squared-error"])
def test_metrics_that_are_means_over_items(metric):
    a, b = np.round(A), np.round(B)
    verdict = compare_item_scores(a, b, metric=metric)
    turned = -1 if metric != "accuracy" else 1
    assert verdict.result.estimate == pytest.approx(turned * (a.mean() - b.mean()))
    assert verdict.values == pytest.approx((a.mean(), b.mean()))
    assert verdict.metric == metric


def test_identical_scores_show_no_difference():
    for scores in (A, np.round(A), np.zeros(5)):
        for metric in ("score", "loss"):
            verdict = compare_item_scores(scores, scores, metric=metric)
            assert verdict.decision == "undecided"
            assert verdict.result.p_value == 1
            assert verdict.values == pytest.approx((scores.mean(),) * 2)


def test_one_item():
    assert compare_item_scores([0.5], [0.2]).decision == "undecided"
    assert compare_item_scores([1], [0]).decision == "undecided"


@in_one_test(
    ("options", "message"),
    [
        ({"metric": "f1"}, "f1 is not a mean over items"),
        ({"metric": "auc"}, "auc is not a mean over items"),
        ({"metric": "accuracy", "b": [0.5, 2.0]}, "accuracy of an item is 2, but it lies between 0 and 1"),
        ({"metric": "log-loss", "b": [0.5, -2.0]}, "log-loss of an item is -2"),
        ({"metric": "scroe"}, "no metric is called 'scroe'; did you mean 'score'"),
        ({"b": [1.0]}, "a has 2 .*b .*1|2 and b"),
        ({"b": [1.0, "x"]}, "b has 'x' at position 1"),
        ({"b": [1.0, float("nan")]}, "b"),
        ({"clusters": [1]}, "clusters"),
        ({"by": [1]}, "by"),
        ({"a": [], "b": []}, "empty|no items"),
        ({"method": "delong"}, "delong takes"),
        ({"method": "permutation", "resamples": 3}, "resamples|permutation takes"),
    ],
)
def test_bad_input_is_one_clear_line(options, message):
    given = {"a": [0.5, 1.0], "b": [0.25, 0.5]} | options
    with pytest.raises(InputError, match=message) as raised:
        compare_item_scores(given.pop("a"), given.pop("b"), **given)
    assert "\n" not in str(raised.value)


def test_every_legal_method_has_an_opinion():
    said = [each.method for each in compare_item_scores(np.round(A), np.round(B), opinions=True).opinions]
    assert {"mcnemar", "mcnemar-mid-p", "paired-mean"} <= set(said)
