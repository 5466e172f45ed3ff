import numpy as np
import pytest

from bakeoff.core.exceptions import UnknownNameError
from bakeoff.metrics import METRICS, metric_of
from bakeoff.metrics._unknown import OTHERS


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("sensitivity", "recall"), ("ppv", "precision"), ("npv", "npv"), ("specificity", "specificity"),
        ("mae", "absolute-error"), ("mse", "squared-error"), ("mean-squared-error", "squared-error"),
        ("rmse", "rmse"), ("mape", "mape"), ("acc", "accuracy"), ("auroc", "auc"), ("fpr", "false-alarm"),
        ("fdr", "false-discovery"), ("tnr", "specificity"), ("logloss", "log-loss"),
        ("bacc", "balanced-accuracy"),
    ],
)  # fmt: skip
def test_abbreviations_are_names(name, key):
    assert metric_of(name).key == key


@pytest.mark.parametrize(
    ("name", "key"),
    [("MAE", "absolute-error"), ("F1", "f1"), ("log_loss", "log-loss"), ("acuracy", "accuracy"),
     ("specifity", "specificity"), ("AUROC", "auc"), ("preci", "precision"), ("bal", "balanced-accuracy")],
)  # fmt: skip
def test_a_suggestion_means_the_same(name, key):
    with pytest.raises(UnknownNameError, match=f"did you mean '{key}'") as refused:
        metric_of(name)
    assert refused.value.nearest == key


@pytest.mark.parametrize(
    "name",
    ["wer", "perplexity", "concordance-index", "rmsle", "smape", "f2", "macro-f2", "auc-ovo", "jaccard-index",
     "micro-specificity", "median-squared-error", "rms", "mean", "macro", "squared",
     "weighted-recall", "xyz"],
)  # fmt: skip
def test_another_quantity_is_never_suggested(name):
    with pytest.raises(UnknownNameError, match=f"no metric is called '{name}'") as refused:
        metric_of(name)
    assert refused.value.nearest is None
    assert "did you mean" not in str(refused.value)


def test_what_is_near_by_family_is_listed():
    with pytest.raises(
        UnknownNameError, match="metrics of predicted numbers, which are other quantities: abs"
    ):
        metric_of("rmsle")
    with pytest.raises(UnknownNameError, match=r"of scores that rank items, .*: auc, auc-ovr"):
        metric_of("concordance_index")
    ours = [key for keys, _ in OTHERS.values() for key in keys]
    assert set(ours) <= set(METRICS.keys())
    called = {name for each in METRICS for name in (each.key, *each.scikit, *each.short)}
    plain = {"".join(filter(str.isalnum, name)) for name in called}
    assert not plain & {name for _, names in OTHERS.values() for name in names}


def test_no_name_has_two_metrics():
    names = [name for each in METRICS for name in (each.key, *each.scikit, *each.short)]
    assert len(set(names)) == len([*dict.fromkeys(names)])
    assert not {name for each in METRICS for name in each.short} & set(METRICS.keys())


def test_npv_is_the_share_of_right_noes():
    """Of 35 items called the first class 30 are of it; of 65 called the second 55 are."""
    found = METRICS["npv"].compute(np.array([[55, 10], [5, 30]]))
    assert found.tolist() == pytest.approx([30 / 35, 55 / 65])
    assert (1 - found).tolist() == pytest.approx([5 / 35, 10 / 65])  # false omission


def test_percentage_errors_need_a_truth_that_is_not_0():
    assert METRICS["mape"].compute([-2.0, 4.0], [-1.0, 5.0]).tolist() == [0.5, 0.25]
    with pytest.raises(ValueError, match=r"the truth is 0 at position 1 .*use absolute-error"):
        METRICS["mape"].compute([1.0, 0.0], [1.0, 1.0])
