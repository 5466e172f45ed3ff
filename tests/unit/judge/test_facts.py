import numpy as np
import pytest
from sklearn import metrics as sklearn_metrics

from bakeoff.compare.counts import compare_counts, compare_rates
from bakeoff.compare.predictions import compare_predictions
from bakeoff.compare.samples import compare_datasets, compare_layout, compare_samples
from bakeoff.compare.scores import compare_scores
from bakeoff.core.outcomes import PairedScores, RatePair
from bakeoff.core.verdict import Basis
from bakeoff.designs import KFold, RepeatedKFold, Resampling
from bakeoff.judge.answer import answer
from bakeoff.judge.facts import basis_of, values_of
from bakeoff.metrics import METRICS

RNG = np.random.default_rng(11)
N = 300
Y = RNG.integers(0, 2, N)
P_A = np.clip(0.4 * Y + 0.6 * RNG.random(N), 0.01, 0.99)
P_B = np.clip(0.2 * Y + 0.8 * RNG.random(N), 0.01, 0.99)
L_A, L_B = (P_A > 0.5).astype(int), (P_B > 0.5).astype(int)
A, B = [0.9, 0.8, 0.85, 0.88], [0.7, 0.75, 0.7, 0.8]
FOUR = KFold(folds=4)


@pytest.mark.parametrize("metric", ["false-alarm", "false-discovery", "error", "f1", "accuracy"])
def test_values_are_in_the_metrics_own_units(metric):
    verdict = compare_predictions(Y, L_A, L_B, metric=metric, resamples=100)
    tn, fp, fn, tp = sklearn_metrics.confusion_matrix(Y, L_A).ravel()
    expected = {
        "false-alarm": fp / (fp + tn),
        "false-discovery": fp / (fp + tp),
        "error": (fp + fn) / N,
        "f1": 2 * tp / (2 * tp + fp + fn),
        "accuracy": (tp + tn) / N,
    }
    a, b = verdict.values
    assert a == pytest.approx(expected[metric], rel=1e-12)
    better = a - b if METRICS[metric].higher_is_better else b - a
    assert verdict.result.estimate == pytest.approx(better, abs=1e-12)
    assert f"  A {100 * a:.1f} %" in str(verdict)
    assert f", B {100 * b:.1f} %" in str(verdict)


def test_losses_of_items():
    verdict = compare_predictions(Y, P_A, P_B, metric="log-loss")
    assert verdict.values == pytest.approx([sklearn_metrics.log_loss(Y, p) for p in (P_A, P_B)], rel=1e-12)
    assert verdict.sentence.startswith("A is better: 0.")
    assert "(B minus A, above 0 if A is better)" in str(verdict)


def test_fold_scores_as_given():
    assert compare_scores(A, B, design=FOUR).values == pytest.approx((np.mean(A), np.mean(B)), rel=1e-12)
    for metric in ("error", "false-alarm", "log-loss"):
        verdict = compare_scores(A, B, design=FOUR, metric=metric)
        assert verdict.values == pytest.approx((np.mean(A), np.mean(B)), rel=1e-12)
    percent = compare_scores(100 * np.array(A), 100 * np.array(B), design=FOUR, metric="error")
    assert percent.values == pytest.approx((100 * np.mean(A), 100 * np.mean(B)), rel=1e-12)
    assert compare_scores([0] * 4, [0] * 4, design=FOUR, metric="error").values == (0, 0)


@pytest.mark.parametrize("compare", [compare_samples, compare_datasets])
def test_scores_of_samples_and_data_sets_as_given(compare):
    means = pytest.approx((np.mean(A), np.mean(B)), rel=1e-12)
    for metric in ("accuracy", "error", "log-loss"):
        assert compare(A, B, metric=metric).values == means
    assert compare([0, 0], [0, 0], metric="error").values == (0, 0)


def test_each_sides_own_value_where_the_counts_tell():
    assert compare_counts(3, 9, n=20).values is None
    verdict = compare_counts(3, 9, n=20, both_right=5, names=("x", "y"))
    assert verdict.values == (8 / 20, 14 / 20)
    assert verdict.to_dict()["detail"] == "20; only x is right on 3, only y on 9"
    assert verdict.to_dict()["values"] == [0.4, 0.7]
    lines = [line.split(maxsplit=1) for line in str(verdict).splitlines()[2:5]]
    assert [name for name, _ in lines] == ["accuracy", "items", "difference"]
    assert lines[0][1] == "x 40.0 % (21.1 to 61.6), y 70.0 % (48.3 to 86.4); 95 % intervals"
    assert lines[1][1] == verdict.to_dict()["detail"]
    assert lines[2][1] == "-30.0 points of accuracy (x minus y)"


@pytest.mark.parametrize(
    ("metric", "words"),
    [
        ("accuracy", "points of accuracy"),
        ("error", "points of accuracy"),
        ("f1", "points of F1"),
        ("kappa", "points of Cohen's kappa"),
        ("mcc", "points of Matthews correlation coefficient"),
        ("auc", "points of area under the ROC curve"),
        ("false-alarm", "points less false alarm rate"),
        ("log-loss", "less log loss"),
        ("brier", "less Brier score"),
        ("squared-error", "less squared error"),
    ],
)
def test_units_are_said_as_people_do(metric, words):
    asked = {"outcomes": PairedScores(a=[0.5, 0.25, 0.5], b=[0.25, 0.0, 0.125]), "method": "paired-mean"}
    verdict = answer(**asked, metric=metric)
    size = "29.2" if METRICS[metric].is_rate else "0.29"
    assert verdict.sentence.startswith(f"Weak evidence that A is better: {size} {words}, 95 % interval ")
    open_still = answer(**asked, metric=metric, alpha=0.01)
    ahead = "A has" if "less" in words.split() else "A is ahead by"
    assert open_still.sentence.startswith(f"Undecided: {ahead} {size} {words}, 99 % interval ")


def test_what_a_verdict_rests_on():
    def ends(verdict):
        return verdict.sentence.rsplit(" on ", 1)[1]

    three, two = [0.5, 0.6, 0.8], [0.4, 0.5]
    assert ends(compare_samples(three, [0.4, 0.5, 0.5])) == "3 samples)"
    assert ends(compare_samples(three, [0.4, 0.5, 0.5], paired=False)) == "3 samples each)"
    assert ends(compare_samples(three, two, paired=False)) == "3 and 2 samples)"
    assert ends(compare_scores(three, [0.4, 0.5, 0.5], design=KFold(folds=3))) == "3 folds)"
    split = Resampling(splits=3)
    assert ends(compare_scores(three, [0.4, 0.5, 0.5], design=split)) == "3 splits)"
    grid = np.arange(12.0).reshape(3, 4) / 12
    assert ends(compare_scores(grid, grid**2, design=RepeatedKFold(runs=3, folds=4))) == "3 x 4 folds)"


def test_areas_under_both_curves():
    verdict = compare_predictions(Y, P_A, P_B, metric="auc")
    areas = [sklearn_metrics.roc_auc_score(Y, scores) for scores in (P_A, P_B)]
    assert verdict.values == pytest.approx(areas, rel=1e-12)


def test_rates_of_two_test_sets():
    rates = RatePair(errors_a=30, n_a=100, errors_b=50, n_b=110)
    assert values_of(rates, METRICS["accuracy"]) == pytest.approx((0.7, 60 / 110), rel=1e-12)
    assert values_of(rates, METRICS["error"]) == pytest.approx((0.3, 50 / 110), rel=1e-12)
    assert compare_rates(30, 100, 50, 110).to_dict()["detail"] == ""


def test_scores_of_a_layout_as_given():
    a, b = [[1, 1, 0], [1, 1, 1]], [[0, 1, 0], [1, 0, 0]]
    for metric in ("accuracy", "error"):
        assert compare_layout(a, b, metric=metric).values == pytest.approx((5 / 6, 2 / 6), rel=1e-12)


def test_errors_of_clustered_items():
    clusters = np.arange(N) // 2
    right = compare_predictions(Y, L_A, L_B, clusters=clusters).values
    wrong = compare_predictions(Y, L_A, L_B, metric="error", clusters=clusters).values
    assert right == pytest.approx((np.mean(L_A == Y), np.mean(L_B == Y)), rel=1e-12)
    assert wrong == pytest.approx((np.mean(L_A != Y), np.mean(L_B != Y)), rel=1e-12)


def test_clusters_are_counted_beside_items():
    scores = np.arange(4.0)
    assert basis_of(PairedScores(a=scores, b=scores, clusters=[7, 7, 8, 9]), 4).clusters == 3
    assert basis_of(PairedScores(a=scores, b=scores, clusters=[7] * 4), 4).clusters == 1
    assert basis_of(PairedScores(a=scores, b=scores), 4) == Basis(of="items", counts=(4,))
